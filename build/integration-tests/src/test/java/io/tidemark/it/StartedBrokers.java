package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Brokers of {@code bin/brokers up}, which are taken down at the end.
 *
 * @param output that has their addresses
 */
record StartedBrokers(Path folder, String output) implements AutoCloseable {
  static StartedBrokers up(Path folder, String... options)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add(0, "up");
    try (TidemarkProcess up =
        TidemarkProcess.run(folder, "brokers", arguments.toArray(String[]::new))) {
      StartedBrokers brokers = new StartedBrokers(folder, up.output());
      if (up.waitFor() != 0) {
        brokers.close();
      }
      assertThat(up.waitFor()).as(up.output()).isZero();
      return brokers;
    }
  }

  /** What is printed as {@code name = value}. */
  String value(String name) {
    String begin = "  " + name + " = ";
    return output
        .lines()
        .filter(line -> line.startsWith(begin))
        .map(line -> line.substring(begin.length()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " in: " + output));
  }

  @Override
  public void close() throws IOException, InterruptedException {
    TidemarkProcess.run(folder, "brokers", "down").close();
  }
}
