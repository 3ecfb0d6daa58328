package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.measure.DeliveryAudit;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Two lists side by side: what the script did, and what the engines say. The first is computed with
 * nothing but the script and whole-number arithmetic, never with code under test.
 */
final class KnownTruth {
  /** In hundredths of a percent, so that ranks are exact. */
  private static final int[] PERCENTILES = {10, 1_000, 5_000, 9_000, 9_900, 9_990, 9_999, 10_000};

  private final Map<Integer, Map<Measure, List<Long>>> injected = new HashMap<>();
  private final Map<Integer, Map<Measure, Histogram>> reported = new HashMap<>();
  final DeliveryAudit audit = new DeliveryAudit();
  Counters counters = Counters.ZERO;

  void inject(int phase, Measure measure, long nanos) {
    injected
        .computeIfAbsent(phase, key -> new EnumMap<>(Measure.class))
        .computeIfAbsent(measure, key -> new ArrayList<>())
        .add(nanos);
  }

  void report(EngineCut cut) {
    counters = counters.plus(cut.counters());
    for (PhaseSlice slice : cut.slices()) {
      Map<Measure, Histogram> all =
          reported.computeIfAbsent(slice.phase(), key -> new EnumMap<>(Measure.class));
      slice
          .latencies()
          .forEach(
              (measure, counts) ->
                  all.computeIfAbsent(
                          measure, key -> io.tidemark.model.snapshot.LatencyHistogram.create())
                      .add(counts.toHistogram()));
    }
    for (AuditDelta.Published p : cut.audit().published()) {
      audit.published(p.producer(), p.acknowledged(), p.failed());
    }
    for (AuditDelta.Delivered d : cut.audit().delivered()) {
      audit.delivered(
          0,
          d.subscription(),
          d.producer(),
          d.received(),
          d.regressed(),
          d.duplicated(),
          d.orderJudged());
    }
    assertThat(cut.events().stream().filter(e -> e.kind().equals("ENGINE_ERROR"))).isEmpty();
  }

  /** Every phase, every measure, every percentile, within the histogram's precision. */
  void assertReportedEqualsInjected() {
    assertThat(reported.keySet()).isEqualTo(injected.keySet());
    injected.forEach(
        (phase, byMeasure) -> {
          assertThat(reported.get(phase).keySet()).isEqualTo(byMeasure.keySet());
          byMeasure.forEach(
              (measure, values) ->
                  assertEqual(
                      "phase " + phase + " " + measure, values, reported.get(phase).get(measure)));
        });
  }

  private static void assertEqual(String what, List<Long> values, Histogram histogram) {
    Collections.sort(values);
    assertThat(histogram.getTotalCount()).as(what + " count").isEqualTo(values.size());
    for (int percentile : PERCENTILES) {
      long rank = ((long) percentile * values.size() + 9_999) / 10_000;
      long exact = values.get((int) Math.max(0, rank - 1));
      assertThat(histogram.getValueAtPercentile(percentile / 100.0))
          .as(what + " p" + percentile / 100.0)
          .isCloseTo(exact, within(exact / 1000 + 1));
    }
    assertThat(histogram.getMinValue())
        .as(what + " min")
        .isCloseTo(values.get(0), within(values.get(0) / 1000 + 1));
  }
}
