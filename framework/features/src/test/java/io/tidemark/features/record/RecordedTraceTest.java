package io.tidemark.features.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.model.recorded.TraceHeader;
import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.recorded.TraceReader;
import io.tidemark.model.recorded.TraceTime;
import io.tidemark.model.recorded.TraceWriter;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ReadOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces that are recorded: their order, their statistics, and workloads that approximate them. */
class RecordedTraceTest {
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

  private TraceStatistics statistics() throws IOException {
    try (TraceReader reader = TraceReader.open(file)) {
      return TraceStatistics.of(reader);
    }
  }

  @Test
  void messagesOfSeveralPartitionsArePutInOrder() throws IOException {
    List<TraceMessage> messages = poisson(1_000, 1000);
    long start = 1_700_000_000 * SECOND;
    try (TraceWriter writer = new TraceWriter(Files.newOutputStream(file), HEADER);
        TraceOrder order = new TraceOrder(writer, 600)) {
      for (int partition = 0; partition < 2; partition++) {
        for (int i = partition; i < messages.size(); i += 2) {
          order.add(messages.get(i).at(start + messages.get(i).offsetNanos()));
        }
      }
      assertThat(order.late()).isZero();
    }

    assertThat(read()).isEqualTo(messages);
  }

  @Test
  void aMessageThatComesTooLateGetsTheTimeOfTheLastOne() throws IOException {
    try (TraceWriter writer = new TraceWriter(Files.newOutputStream(file), HEADER);
        TraceOrder order = new TraceOrder(writer, 1)) {
      for (long at : new long[] {10, 30, 40, 20, 50}) {
        order.add(TraceMessage.of(at, 1, 0, 0));
      }
      assertThat(order.late()).isEqualTo(1);
    }

    assertThat(read())
        .extracting(TraceMessage::offsetNanos)
        .containsExactly(0L, 20L, 20L, 30L, 40L);
  }

  @Test
  void equalKeysHaveEqualHashesOnlyInOneRecording() {
    KeyHash hash = KeyHash.random();

    assertThat(hash.of("a")).isEqualTo(hash.of("a")).isNotEqualTo(hash.of("b")).isNotZero();
    assertThat(KeyHash.random().of("a")).isNotEqualTo(hash.of("a"));
  }

  @Test
  void aCsvFileIsATrace() throws IOException {
    List<TraceMessage> messages = new ArrayList<>();
    KeyHash hash = KeyHash.random();
    String csv = "Key,time,size,class,other\na,0.5,1KB,orders,x\n\n\"b\",1.25,7,,y\n,2,0,,\n";
    TraceCsv.read(new BufferedReader(new StringReader(csv)), hash, messages::add);

    assertThat(messages)
        .containsExactly(
            new TraceMessage(SECOND / 2, 1024, -1, hash.of("a"), 0, 0, "orders"),
            TraceMessage.of(SECOND * 5 / 4, 7, -1, hash.of("b")),
            TraceMessage.of(2 * SECOND, 0, -1, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "time,length~1,2 | line 1: got the columns time, length; allowed time, size",
        "time,size~1,2~x,2 | line 3: wrong time, got x; allowed seconds",
        "time,size~1,-2 | line 2: wrong size, got -2; allowed a size",
        "time,size,partition~1,2,p | line 2: wrong partition, got p; allowed a whole number",
        "time,size~1,2,3 | line 2: has 3 values; allowed 2",
        "time,size~\"1,2~ | line 2: a quotation mark is not closed"
      })
  void anErrorInACsvFileHasItsLine(String csv, String message) {
    assertThatThrownBy(() -> ofCsv(csv.replace('~', '\n')))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void statisticsOfIndependentMessages() throws IOException {
    write(poisson(100_000, 2_000));
    TraceStatistics trace = statistics();

    assertThat(trace.messages()).isEqualTo(100_000);
    assertThat(trace.ratePerSecond()).isCloseTo(2_000, withinPercentage(2));
    assertThat(trace.gapVariation()).isCloseTo(1, within(0.02));
    assertThat(trace.series().get(0).dispersion()).isCloseTo(1, within(0.1));
    assertThat(trace.series().get(1).localDispersion()).isCloseTo(1, within(0.25));
    assertThat(trace.sizes().counts()).containsOnlyKeys(100, 200, 5000);
    assertThat(trace.sizes().quantile(0.5)).isEqualTo(200);
    assertThat(trace.partitions()).containsOnlyKeys(0, 1, 2, 3);
    assertThat(trace.keys().zipfExponent()).isCloseTo(1, within(0.2));
    assertThat(trace.keys().shareOfTop(1_000)).isEqualTo(1);
    assertThat(Arrays.stream(trace.rates().counts()).sum()).isEqualTo(100_000);
  }

  @Test
  void equalGapsHaveNoDispersionAndBatchesHaveMuch() throws IOException {
    List<TraceMessage> even = new ArrayList<>();
    List<TraceMessage> batches = new ArrayList<>();
    Random random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      even.add(TraceMessage.of(i * MILLISECOND, 100, -1, 0));
    }
    long at = 0;
    for (int i = 0; i < 2_000; i++) {
      for (int j = 0; j < 50; j++) {
        batches.add(TraceMessage.of(at, 100, -1, 0));
      }
      at += (long) (-Math.log(1 - random.nextDouble()) * 10 * MILLISECOND);
    }
    write(even);
    assertThat(statistics().series().get(1).dispersion()).isLessThan(0.01);
    write(batches);
    assertThat(statistics().series().get(1).dispersion()).isCloseTo(50, withinPercentage(35));
  }

  @Test
  void manySizesAndLongTracesNeedLittleMemory() throws IOException {
    Random random = new Random(3);
    List<TraceMessage> messages = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      messages.add(TraceMessage.of(i * 3600 * SECOND, random.nextInt(1_000_000), -1, i + 1));
    }
    write(messages);
    TraceStatistics trace = statistics();

    assertThat(trace.sizes().counts()).hasSizeLessThan(2_000);
    assertThat(trace.sizes().quantile(0.5)).isCloseTo(500_000, within(15_000));
    assertThat(trace.rates().counts()).hasSizeLessThanOrEqualTo(24);
  }

  @Test
  void theWorkloadThatApproximatesATraceIsRead() throws IOException {
    List<TraceMessage> messages = poisson(60_000, 1_000);
    write(messages);
    Workload workload = workload(TraceWorkload.of(statistics()) + "warmupDuration: 0s\n");

    double length = messages.get(messages.size() - 1).offsetNanos();
    assertThat(LoadSchedule.of(workload).meanRate(0, (long) length).orElseThrow())
        .isCloseTo(1_000, withinPercentage(2));
    assertThat(workload.load().arrivals().variation()).isEqualTo(1);
    assertThat(workload.messages().payload().sizes()).hasSize(3);
    assertThat(workload.messages().keys()).hasToString("KEY_ZIPF");
    assertThat(workload.destinations().partitionsPerTopic()).isEqualTo(4);
  }

  @Test
  void theWorkloadOfAChangingRateHasACurveAndRangesOfSizes() throws IOException {
    Random random = new Random(3);
    List<TraceMessage> messages = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      long at = i < 2_000 ? i * 10 * MILLISECOND : 20 * SECOND + (i - 2_000) * MILLISECOND;
      messages.add(TraceMessage.of(at, 100 + random.nextInt(900), -1, 0));
    }
    write(messages);
    Workload workload = workload(TraceWorkload.of(statistics()) + "warmupDuration: 0s\n");

    LoadSchedule schedule = LoadSchedule.of(workload);
    assertThat(schedule.meanRate(0, 19 * SECOND).orElseThrow()).isCloseTo(100, within(2.0));
    assertThat(schedule.meanRate(21 * SECOND, 27 * SECOND).orElseThrow())
        .isCloseTo(1_000, within(10.0));
    assertThat(workload.messages().messageSizeBytes()).isCloseTo(550, within(20));
  }

  @Test
  void theLongestTraceIsDescribed() throws IOException {
    write(List.of(TraceMessage.of(0, 1, 0, 0), TraceMessage.of(Long.MAX_VALUE >> 1, 1, 0, 0)));
    assertThat(TraceWorkload.of(statistics())).isNotEmpty();
  }

  private List<TraceMessage> ofCsv(String csv) throws IOException {
    List<TraceMessage> messages = new ArrayList<>();
    TraceCsv.read(new BufferedReader(new StringReader(csv)), KeyHash.random(), messages::add);
    return messages;
  }

  @Test
  void aQuotedSeparatorInCsvIsPartOfItsValue() throws IOException {
    assertThat(ofCsv("key,time,size\n\"a,5\",1,100\n\"b;6\" ; 2\t\"100\"\n"))
        .extracting(TraceMessage::sizeBytes)
        .containsExactly(100, 100);
  }
}
