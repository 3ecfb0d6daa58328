package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.model.yaml.DriverSecrets;
import io.tidemark.runs.run.RunLog;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.bookkeeper.stats.StatsLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a driver prints, and files that its client writes, have no secrets. */
class LeakyOutputTest {
  private static final String SECRET = "the-Pin/of 7";

  @TempDir Path folder;

  /** Prints its file, and fails. */
  public static final class Printing implements BenchmarkDriver {
    @Override
    public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {
      String text = Files.readString(configurationFile.toPath());
      System.out.println("to standard output: " + text);
      System.err.print("without an end: " + SECRET);
      throw new IOException("login refused: " + SECRET);
    }

    @Override
    public String getTopicNamePrefix() {
      return SECRET;
    }

    @Override
    public CompletableFuture<Void> createTopic(String topic, int partitions) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<BenchmarkConsumer> createConsumer(
        String topic, String subscriptionName, ConsumerCallback consumerCallback) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  private String driver() throws IOException {
    return Files.writeString(
            folder.resolve("d.yaml"),
            "name: leaky\ndriverClass: "
                + Printing.class.getName()
                + "\npassword: \""
                + SECRET
                + "\"\n")
        .toString();
  }

  private static void assertMasked(CommandRun run) {
    assertThat(run.exitCode()).isNotZero();
    assertThat(run.printed())
        .contains("to standard output: ", "without an end: ***", "login refused: ***")
        .doesNotContain(SECRET);
  }

  @Test
  void whatADriverPrintsInARunIsMasked() throws Exception {
    Path workload =
        Files.writeString(
            folder.resolve("w.yaml"),
            """
            topics: 1
            partitionsPerTopic: 1
            messageSize: 100
            subscriptionsPerTopic: 1
            consumerPerSubscription: 1
            producersPerTopic: 1
            producerRate: 200
            testDuration: 500ms
            """);
    assertMasked(
        CommandRun.of(
            "-d",
            driver(),
            "--results-dir",
            folder.resolve("results").toString(),
            workload.toString()));
  }

  @Test
  void whatADriverPrintsInACheckIsMasked() throws Exception {
    assertMasked(CommandRun.of("check", "-d", driver()));
  }

  @Test
  void filesOfClientsAreMaskedWithoutDamageToOtherBytes() throws Exception {
    DriverSecrets.learn(List.of(SECRET));
    byte[] noText = {'a', (byte) 0xff, 0, (byte) 0xc3, '\n'};
    byte[] text =
        ("login " + SECRET + " refused; password=hunter2; ü\nlast")
            .getBytes(StandardCharsets.UTF_8);
    try (RunLog log = RunLog.start()) {
      Path written = Path.of(System.getProperty("tidemark.run.directory")).resolve("trace.log");
      Files.write(written, noText);
      Files.write(written, text, java.nio.file.StandardOpenOption.APPEND);
      byte[] kept = Files.readAllBytes(log.clientFiles().get("client-trace.log"));
      assertThat(kept).startsWith(noText);
      assertThat(new String(kept, StandardCharsets.UTF_8))
          .endsWith("login *** refused; password=***; ü\nlast");
    }
  }
}
