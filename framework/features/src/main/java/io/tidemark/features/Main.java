package io.tidemark.features;

import io.tidemark.cli.Benchmark;

/** What {@code bin/benchmark} starts: the core with all features. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    new Benchmark(Features.ALL).start(arguments);
  }
}
