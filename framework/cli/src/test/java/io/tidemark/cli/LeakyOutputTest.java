package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.yaml.DriverSecrets;
import io.tidemark.runs.run.RunLog;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.bookkeeper.stats.StatsLogger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a driver prints, and files that its client writes, have no secrets. */
@Tag("slow")
class LeakyOutputTest {
  private static final String SECRET = "the-Pin/of 7";
  private static final String PASSWORD = "pw0f-rabbit";

  @TempDir Path folder;

  /** Prints its file, and fails. */
  public static final class Printing extends FakeDriver {
    @Override
    public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {
      String text = Files.readString(configurationFile.toPath());
      System.out.println("to standard output: " + text);
      System.err.print("without an end: " + SECRET);
      throw new IOException("login refused: " + SECRET);
    }
  }

  private static final String PRINTING =
      "driverClass: " + Printing.class.getName() + "\npassword: \"" + SECRET + "\"\n";

  private static final String WORKLOAD =
      MiniBench.ONE_OF_EACH
          + """
          producerRate: 200
          warmupDuration: 0s
          testDuration: 500ms
          drainTimeout: 1s
          """;

  private static void assertMasked(CommandRun run) {
    assertThat(run.exitCode()).isNotZero();
    assertThat(run.printed())
        .contains("to standard output: ", "without an end: ***", "login refused: ***")
        .doesNotContain(SECRET);
  }

  @Test
  void whatADriverPrintsInARunIsMasked() throws Exception {
    assertMasked(CommandRun.in(folder, PRINTING, WORKLOAD));
  }

  /**
   * Behaves as OMB's driver for RabbitMQ: the address of the broker is in the names of its topics.
   */
  public static final class AddressInTopics extends FakeDriver {
    private final AtomicInteger sent = new AtomicInteger();

    @Override
    public String getTopicNamePrefix() {
      return "amqp://guest:" + PASSWORD + "@127.0.0.1?exchange=test-exchange";
    }

    /** Loses every 10th message: findings name its topic. */
    @Override
    CompletableFuture<Void> send(Optional<String> key, byte[] payload) {
      if (sent.incrementAndGet() % 10 != 0) {
        toConsumers(payload);
      }
      return super.send(key, payload);
    }
  }

  @Test
  void aPasswordInTheNameOfATopicIsNowhere() throws Exception {
    CommandRun run =
        CommandRun.in(
            folder,
            "driverClass: "
                + AddressInTopics.class.getName()
                + "\nspace: leaky\namqpUris: [\"amqp://guest:"
                + PASSWORD
                + "@127.0.0.1\"]\n",
            WORKLOAD);

    assertThat(run.printed()).contains("?exchange=").doesNotContain(PASSWORD);
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(PASSWORD);
      }
    }
  }

  @Test
  void whatADriverPrintsInACheckIsMasked() throws Exception {
    Path driver = Files.writeString(folder.resolve("d.yaml"), "name: leaky\n" + PRINTING);
    assertMasked(CommandRun.of("check", "-d", driver.toString()));
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
