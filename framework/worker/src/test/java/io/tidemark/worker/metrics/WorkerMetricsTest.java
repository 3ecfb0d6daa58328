package io.tidemark.worker.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.Snapshot;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkerMetricsTest {
  private final WorkerMetrics metrics = new WorkerMetrics();

  @AfterEach
  void close() {
    metrics.close();
  }

  private static Snapshot snapshot(String run, long sequence) {
    return snapshot(
        run,
        sequence,
        Counters.of(counter -> counter.ordinal() + 1),
        Map.of(Measure.PUBLISH_LATENCY, latencies(2_000_000, 3)));
  }

  private static LatencyCounts latencies(long nanos, long count) {
    Histogram histogram = LatencyHistogram.create();
    histogram.recordValueWithCount(nanos, count);
    return LatencyCounts.of(histogram);
  }

  private static Snapshot snapshot(
      String run, long sequence, Counters counters, Map<Measure, LatencyCounts> latencies) {
    return new Snapshot(
        run,
        sequence,
        1_000,
        2_000,
        counters,
        List.of(new PhaseSlice(0, Counters.ZERO, latencies)),
        AuditDelta.EMPTY,
        new LoadState(true, false, 0, 3, 4, 5, 6, true, false),
        HOST,
        List.of(),
        List.of(),
        MessageSpans.NONE,
        Map.of());
  }

  private static final HostSample HOST =
      new HostSample(0.5, 1.5, 4, Double.NaN, Double.NaN, 10, 5, 1 << 20, -1, 99, LoadThreads.NONE);

  @Test
  void countsEverySnapshotOnceUnderOmbsNames() {
    metrics.add(snapshot("a", 1));
    metrics.add(snapshot("a", 1));
    metrics.add(snapshot("a", 2));
    metrics.add(snapshot("b", 1));
    assertThat(metrics.text().lines())
        .contains(
            "benchmark_producer_messages_sent 9.0",
            "benchmark_producer_message_send_errors 15.0",
            "benchmark_producer_bytes_sent 12.0",
            "benchmark_consumer_messages_recv 18.0",
            "benchmark_consumer_bytes_recv 21.0",
            "benchmark_producer_produce_latency_count{success=\"true\"} 9");
    assertThat(metrics.text())
        .containsPattern(
            "benchmark_producer_produce_latency\\{success=\"true\",quantile=\"0.9999\"}"
                + " (1.99|2.00)")
        .containsPattern("benchmark_producer_produce_latency_sum\\{success=\"true\"} 1(7.9|8.0)")
        .contains("# TYPE benchmark_producer_producer_delay_latency summary")
        .contains("benchmark_consumer_e2e_latency{success=\"true\",quantile=\"1.0\"} NaN");
  }

  @Test
  void reportsItsOwnNamesAndThoseOfTheJvm() {
    metrics.add(snapshot("a", 1));
    assertThat(metrics.text().lines())
        .contains(
            "tidemark_messages_handed_over_total 1.0",
            "tidemark_messages_acknowledged_total 3.0",
            "tidemark_messages_received_total 6.0",
            "tidemark_messages_failed_total 5.0",
            "tidemark_messages_in_flight 3.0")
        .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
        .anyMatch(line -> line.startsWith("process_cpu_usage "));
  }

  @Test
  void reportsRoundTrips() {
    LatencyCounts two = latencies(4_000_000, 2);
    metrics.add(
        snapshot(
            "a",
            1,
            ROUND_TRIPS,
            Map.of(Measure.ROUND_TRIP, two, Measure.ROUND_TRIP_RESPONSE, two)));
    assertThat(metrics.text().lines())
        .contains(
            "tidemark_round_trips_answered_total 4.0",
            "tidemark_round_trips_timed_out_total 5.0",
            "tidemark_round_trips_late_total 6.0",
            "tidemark_round_trips_duplicate_total 7.0",
            "tidemark_round_trips_never_asked_total 8.0",
            "tidemark_round_trip_milliseconds_count{success=\"true\"} 2",
            "tidemark_round_trip_response_milliseconds_count{success=\"true\"} 2");
  }

  private static final Counters ROUND_TRIPS =
      Counters.ZERO
          .with(Counter.REQUESTS_RECEIVED, 1)
          .with(Counter.REPLIES_SENT, 2)
          .with(Counter.REPLIES_FAILED, 3)
          .with(Counter.ANSWERED, 4)
          .with(Counter.TIMED_OUT, 5)
          .with(Counter.LATE, 6)
          .with(Counter.DUPLICATE_REPLIES, 7)
          .with(Counter.NEVER_ASKED, 8);
}
