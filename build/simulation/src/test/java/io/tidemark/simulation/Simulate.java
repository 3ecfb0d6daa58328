package io.tidemark.simulation;

import io.tidemark.simulation.kernel.Reduction;
import io.tidemark.simulation.kernel.SeedReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Simulates many seeds and prints those with problems; see {@code bin/simulate --help}. */
public final class Simulate {
  private static final int WRONG_USAGE = 2;

  private final long last;
  private final boolean shrinks;
  private final boolean keepsLines;
  private final Reduction reduction;
  private final long endNanos;
  private final long mostFailures;
  private final AtomicLong next;
  private final Summary summary = new Summary(System.nanoTime());
  private boolean stopped;

  private Simulate(String... arguments) {
    this.next = new AtomicLong(Long.parseLong(arguments[0]));
    this.last = Long.parseLong(arguments[1]);
    this.endNanos = System.nanoTime() + Duration.ofMinutes(Long.parseLong(arguments[2])).toNanos();
    this.shrinks = Boolean.parseBoolean(arguments[4]);
    this.keepsLines = Boolean.parseBoolean(arguments[5]);
    this.reduction = arguments.length > 6 ? Reduction.of(arguments[6]) : Reduction.NONE;
    this.mostFailures = Long.getLong("tidemark.simulation.failures", Long.MAX_VALUE);
  }

  /**
   * @param arguments first and last seed, minutes, jobs, whether to shrink, whether to print
   *     events, parts to leave out, to make smaller or to draw in any case
   */
  public static void main(String[] arguments) throws Exception {
    Simulate simulate = new Simulate(arguments);
    simulate.requireKnownParts();
    Runtime.getRuntime().addShutdownHook(new Thread(simulate::stopped, "end"));
    List<Thread> jobs = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
      Thread job = new Thread(simulate::work, "job-" + i);
      job.start();
      jobs.add(job);
    }
    for (Thread job : jobs) {
      job.join();
    }
    System.exit(simulate.ends() ? 0 : 1);
  }

  private void requireKnownParts() throws Exception {
    try (SeedRunner runner = new SeedRunner()) {
      requireKnown("part", reduction.atMost().keySet(), runner.parts());
      requireKnown("rare part", reduction.with(), runner.rare());
    }
  }

  private static void requireKnown(String what, Set<String> named, List<String> known) {
    for (String part : named) {
      if (!known.contains(part)) {
        System.err.printf(
            "bin/simulate: no %s '%s'; %ss: %s%n", what, part, what, String.join(", ", known));
        System.exit(WRONG_USAGE);
      }
    }
  }

  private void work() {
    try (SeedRunner runner = new SeedRunner()) {
      while (System.nanoTime() < endNanos && !hasEnough()) {
        long seed = next.getAndIncrement();
        if (seed > last) {
          return;
        }
        SeedReport report = runner.run(seed, reduction, keepsLines);
        Shrinker.Shrunk shrunk = new Shrinker.Shrunk(reduction, report);
        if (shrinks && report.failed()) {
          shrunk = Shrinker.shrink((of, less) -> runner.run(of, less, false), reduction, report);
        }
        note(report, shrunk);
      }
    } catch (Throwable e) {
      e.printStackTrace();
      System.exit(1); // A job that ends alone would leave out seeds without a word.
    }
  }

  private synchronized boolean hasEnough() {
    return stopped || summary.failed() >= mostFailures;
  }

  private synchronized void note(SeedReport report, Shrinker.Shrunk shrunk) {
    if (stopped) {
      return;
    }
    summary.add(report);
    report.lines().forEach(System.out::println);
    if (keepsLines || report.failed()) {
      System.out.printf(
          Locale.ROOT,
          "seed %d: %s%n  hash %s, %.1f virtual seconds%n",
          report.seed(),
          report.outcome(),
          report.hash(),
          report.virtualNanos() / 1e9);
      shrunk.report().plan().forEach(line -> System.out.println("  " + line));
    }
    if (report.failed()) {
      Summary.print(shrunk.report().problems());
      System.out.printf(
          "  again: bin/simulate --seeds %d..%d --trace%s%n",
          report.seed(), report.seed(), shrunk.reduction().options());
    }
  }

  private synchronized boolean ends() {
    stopped = true;
    return summary.print("");
  }

  /** By Ctrl-C. */
  private synchronized void stopped() {
    if (!stopped) {
      stopped = true;
      summary.print("stopped; ");
    }
  }
}
