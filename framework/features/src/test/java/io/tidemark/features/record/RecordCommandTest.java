package io.tidemark.features.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.KeptTopicDriver;
import io.tidemark.cli.MiniBench;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import io.tidemark.features.FeatureRun;
import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.recorded.TraceReader;
import io.tidemark.model.recorded.TraceTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records topics of the in-memory driver, whose topics this JVM shares. */
class RecordCommandTest {
  private static final String BODY = "this-is-the-secret-body-of-a-message";
  private static final String KEY = "customer-4711";

  @TempDir Path folder;
  private Path driver;
  private Path trace;

  @BeforeEach
  void setUp() throws IOException {
    driver = Files.writeString(folder.resolve("d.yaml"), MiniBench.DRIVER + "space: recorded\n");
    trace = folder.resolve("t.gz");
  }

  private CommandRun record(String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("record", "-d", driver.toString(), "-o", trace.toString()));
    arguments.addAll(List.of(more));
    return FeatureRun.of(arguments.toArray(String[]::new));
  }

  private List<TraceMessage> recorded() throws IOException {
    List<TraceMessage> messages = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (Optional<TraceMessage> next = reader.next(); next.isPresent(); next = reader.next()) {
        messages.add(next.get());
      }
    }
    return messages;
  }

  /** Sends to a new topic while a command runs, from another driver. */
  private CommandRun whileSending(String topic, String... more) throws Exception {
    BenchmarkDriver sender = new InMemoryBenchmarkDriver();
    sender.initialize(driver.toFile(), NullStatsLogger.INSTANCE);
    sender.createTopic(topic, 2).join();
    BenchmarkProducer producer = sender.createProducer(topic).join();
    CompletableFuture<CommandRun> command = CompletableFuture.supplyAsync(() -> record(more));
    for (int i = 0; !command.isDone(); i++) {
      Optional<String> key = i % 3 == 0 ? Optional.empty() : Optional.of(KEY + i % 3);
      producer.sendAsync(key, (BODY + i % 10).getBytes(StandardCharsets.UTF_8)).join();
      Thread.sleep(1);
    }
    producer.close();
    sender.close();
    return command.join();
  }

  @Test
  void messagesOfATopicAreRecordedWithoutTheirBodiesAndKeys() throws Exception {
    CommandRun run = whileSending("orders", "--topic", "orders", "--max-messages", "300");

    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed()).contains("Recording orders", "300 messages");
    List<TraceMessage> messages = recorded();
    assertThat(messages).hasSize(300);
    assertThat(messages).extracting(TraceMessage::sizeBytes).containsOnly(BODY.length() + 1);
    assertThat(messages).extracting(TraceMessage::partition).contains(0, 1);
    assertThat(messages.stream().map(TraceMessage::keyHash).distinct()).hasSize(3).contains(0L);
    assertThat(messages.get(299).offsetNanos()).isPositive();
    assertNothingOf(BODY);
    assertNothingOf(KEY);
  }

  /** Neither in the file nor in what it contains. */
  private void assertNothingOf(String text) throws IOException {
    try (InputStream content = new GZIPInputStream(Files.newInputStream(trace))) {
      byte[] unpacked = content.readAllBytes();
      for (int length = 6; length <= text.length(); length++) {
        String part = text.substring(0, length);
        assertThat(new String(unpacked, StandardCharsets.ISO_8859_1)).doesNotContain(part);
        assertThat(Files.readString(trace, StandardCharsets.ISO_8859_1)).doesNotContain(part);
      }
    }
  }

  @Test
  void timesOfReceptionAreInNanoseconds() throws Exception {
    CommandRun run =
        whileSending("o2", "--topic", "o2", "--max-messages", "50", "--time", "received");

    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(recorded()).anyMatch(message -> message.offsetNanos() % 1_000_000 != 0);
    try (TraceReader reader = TraceReader.open(trace)) {
      assertThat(reader.header().time()).isEqualTo(TraceTime.RECEIVED);
    }
  }

  @Test
  void aRecordedTopicIsDescribedWithAWorkloadThatIsRead() throws Exception {
    whileSending("o3", "--topic", "o3", "--max-messages", "500");
    CommandRun described = FeatureRun.of("record", "--describe", trace.toString());

    assertThat(described.exitCode()).as(described.printed()).isZero();
    assertThat(described.printed())
        .containsPattern("source +topic o3 through driver")
        .contains("500 in", "Rate over time", "Burstiness")
        .containsPattern("p99 +37 B\\s+max +37 B")
        .containsPattern("different keys +2 in")
        .containsPattern("partitions +2 with");
    String workload = described.printed().substring(described.printed().indexOf("# Approximates"));
    Path file = Files.writeString(folder.resolve("w.yaml"), workload);
    CommandRun plan = FeatureRun.of("--dry-run", "-d", driver.toString(), file.toString());
    assertThat(plan.exitCode()).as(plan.printed()).isZero();
  }

  @Test
  void aCsvFileBecomesATrace() throws IOException {
    Path csv = Files.writeString(folder.resolve("m.csv"), "time,size\n5,10\n6.5,20\n");
    CommandRun run = FeatureRun.of("record", "--csv", csv.toString(), "-o", trace.toString());

    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(recorded()).extracting(TraceMessage::sizeBytes).containsExactly(10, 20);
    assertThat((double) recorded().get(1).offsetNanos()).isCloseTo(1.5e9, within(0.0));
  }

  @Test
  void aFullDiskIsNoFaultOfTheCsvFile() throws IOException {
    Path csv = Files.writeString(folder.resolve("m.csv"), "time,size\n5,10\n6.5,20\n");
    Path full = Files.createSymbolicLink(folder.resolve("full.gz"), Path.of("/dev/full"));
    CommandRun run = FeatureRun.of("record", "--csv", csv.toString(), "-o", full.toString());

    assertThat(run.exitCode()).as(run.printed()).isEqualTo(3);
    assertThat(run.printed()).contains(full + ": No space left").doesNotContain("m.csv");
  }

  @Test
  void aDriverWithoutATapSaysSo() throws IOException {
    driver =
        Files.writeString(
            folder.resolve("o.yaml"),
            "name: kept\ndriverClass: " + KeptTopicDriver.class.getName() + "\n");
    CommandRun run = record("--topic", "t");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.printed()).contains("ERROR", "MessageTap", "--csv").doesNotContain("\tat ");
  }
}
