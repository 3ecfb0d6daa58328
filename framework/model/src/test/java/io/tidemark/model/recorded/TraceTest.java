package io.tidemark.model.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ReadOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces: their files, and workloads that replay them. */
class TraceTest {
  private static final long MILLISECOND = 1_000_000;
  private static final long SECOND = 1_000 * MILLISECOND;
  private static final TraceHeader HEADER = new TraceHeader("test", TraceTime.RECEIVED, 5);

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void setUp() {
    file = folder.resolve("t.gz");
  }

  private void write(List<TraceMessage> messages) throws IOException {
    try (TraceWriter writer = new TraceWriter(Files.newOutputStream(file), HEADER)) {
      for (TraceMessage message : messages) {
        writer.add(message);
      }
    }
  }

  private List<TraceMessage> read() throws IOException {
    List<TraceMessage> messages = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(file)) {
      assertThat(reader.header()).isEqualTo(HEADER);
      for (Optional<TraceMessage> next = reader.next(); next.isPresent(); next = reader.next()) {
        messages.add(next.get());
      }
    }
    return messages;
  }

  private Workload workload(String yaml) throws IOException {
    Path workload = Files.writeString(folder.resolve("w.yaml"), yaml);
    return WorkloadReader.read(workload, new ReadOptions(false, Map.of(), folder));
  }

  /** Exponential gaps; 3 sizes; keys by Zipf's law. */
  private static List<TraceMessage> poisson(int messages, double perSecond) {
    Random random = new Random(1);
    List<TraceMessage> all = new ArrayList<>();
    double at = 0;
    int[] sizes = {100, 200, 5000};
    for (int i = 0; i < messages; i++) {
      long key = 1 + (long) (Math.exp(random.nextDouble() * Math.log(1000)));
      all.add(TraceMessage.of((long) at, sizes[random.nextInt(3)], i % 4, key));
      at -= Math.log(1 - random.nextDouble()) * SECOND / perSecond;
    }
    return all;
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Random random = new Random(7);
    List<TraceMessage> messages = new ArrayList<>();
    long at = 0;
    for (int i = 0; i < 5_000; i++) {
      at += random.nextInt(3) == 0 ? 0 : random.nextLong() >>> (2 + random.nextInt(60));
      at &= Long.MAX_VALUE >>> 1;
      at = messages.isEmpty() ? 0 : Math.max(at, messages.get(i - 1).offsetNanos());
      messages.add(
          new TraceMessage(
              at,
              random.nextInt() >>> 1,
              random.nextInt(50) - 1,
              random.nextInt(3) == 0 ? 0 : random.nextLong() | 1,
              random.nextInt(3),
              0,
              random.nextInt(3) == 0 ? "" : "class " + random.nextInt(5)));
    }
    write(messages);

    assertThat(read()).isEqualTo(messages);
  }

  @Test
  void aTraceWithoutItsEndIsRefused() throws IOException {
    write(poisson(10_000, 1000));
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));

    assertThatThrownBy(this::read)
        .isInstanceOf(IOException.class)
        .hasMessageMatching("it ends early, after \\d+ messages");
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    Files.writeString(file, "topics: 1\n");

    assertThatThrownBy(this::read).hasMessage("it is not a trace of bin/benchmark record");
    Files.delete(file);
    assertThatThrownBy(this::read).hasMessage("it does not exist");
  }

  @Test
  void aReplayHasTheMessagesOfItsTraceInEachBin() throws IOException {
    List<TraceMessage> messages = poisson(20_000, 1_000);
    write(messages);
    Workload workload =
        workload(
            """
            topics: 1
            producersPerTopic: 3
            warmupDuration: 2s
            replay: {trace: t.gz, speed: 2, repeat: 2}
            """);

    LoadSchedule schedule = LoadSchedule.of(workload);
    long first = messages.stream().filter(each -> each.offsetNanos() < 6 * SECOND).count();
    assertThat(schedule.meanRate(0, 3 * SECOND).orElseThrow() * 3).isCloseTo(first, within(0.01));
    long period = workload.load().replay().orElseThrow().periodNanos();
    assertThat(schedule.meanRate(0, 2 * period).orElseThrow() * 2 * period / SECOND)
        .isCloseTo(40_000, within(0.01));
    assertThat(workload.time().test().orElseThrow().toNanos()).isEqualTo(2 * period - 2 * SECOND);
    assertThat(workload.messages().payload().sizes()).hasSize(3);
    assertThat(workload.load().replay().orElseThrow().hasKeys()).isTrue();
  }

  @Test
  void aReplayNeedsATraceThatIsLongerThanTheWarmUp() throws IOException {
    write(poisson(2_000, 1_000));
    String head = "topics: 1\nproducersPerTopic: 1\n";

    assertThatThrownBy(() -> workload(head + "replay: {trace: t.gz}\n"))
        .hasMessageContaining("replay: is over before the warm-up");
    assertThatThrownBy(() -> workload(head + "replay: {trace: w.yaml}\n"))
        .hasMessageContaining("cannot read the trace: it is not a trace");
  }

  private void raw(int... bytes) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("TIDETRC".getBytes(StandardCharsets.US_ASCII));
      out.write(1); // The version.
      out.write(0); // No entries of the header.
      for (int each : bytes) {
        out.write(each);
      }
    }
  }

  private void assertDamaged() {
    assertThatThrownBy(
            () -> {
              try (TraceReader reader = TraceReader.open(file)) {
                while (reader.next().isPresent()) {} // To its end.
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("it is damaged");
  }

  @Test
  void gapsThatAreNegativeOrTooLongAreDamage() throws IOException {
    int f = 0xFF;
    raw(1, f, f, f, f, f, f, f, f, f, 1, 10, 0, 0, 0, 0, 0, 1); // -1 as a signed number.
    assertDamaged();
    raw(1, f, f, f, f, f, f, f, f, 0x7F, 10, 0, 0, 0, 0, 0, 1); // 2^63 - 1
    assertDamaged();
  }

  @Test
  void aWrongChecksumAndBytesAfterTheEndAreDamage() throws IOException {
    write(poisson(100, 1000));
    byte[] whole = Files.readAllBytes(file);
    whole[whole.length - 6] ^= 1; // In the checksum.
    Files.write(file, whole);
    assertDamaged();
    raw(0, 0, 7);
    assertDamaged();
  }

  @Test
  void moreClassesThanATraceHasAreDamage() throws IOException {
    int[] bytes = new int[3 * 1001];
    for (int i = 0; i < bytes.length; i += 3) {
      bytes[i] = 2;
      bytes[i + 1] = 1;
      bytes[i + 2] = 'a';
    }
    raw(bytes);
    assertDamaged();
  }
}
