package io.tidemark.report;

import io.tidemark.model.worker.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** Latencies of a run: one row for each measure. */
final class LatencySection {
  private static final String[] HEADER = {
    "", "samples", "mean", "p50", "p95", "p99", "p99.9", "p99.99", "max"
  };

  private LatencySection() {}

  static List<String> lines(Latencies latencies, Look look) {
    TextTable table = new TextTable(1).row(HEADER);
    for (Measure measure : Measure.values()) {
      Optional<LatencyMicros> latency = latencies.get(measure);
      if (latency.isPresent() || measure != Measure.FAILED_SEND) {
        table.row(row(name(measure), latency, look));
      }
    }
    return table.lines();
  }

  static String name(Measure measure) {
    return switch (measure) {
      case SCHEDULE_DELAY -> "schedule delay";
      case PUBLISH_LATENCY -> "publish latency";
      case PUBLISH_RESPONSE -> "publish response";
      case FAILED_SEND -> "failed sends";
      case END_TO_END -> "end-to-end";
      case END_TO_END_FROM_SEND -> "e2e from send";
    };
  }

  private static List<String> row(String name, Optional<LatencyMicros> latency, Look look) {
    List<String> cells = new ArrayList<>(List.of(name));
    if (latency.isEmpty()) {
      cells.add("none");
      return cells;
    }
    LatencyMicros l = latency.get();
    cells.add(Figures.count(l.count()));
    DoubleStream.of(l.mean(), l.p50(), l.p95(), l.p99(), l.p999(), l.p9999(), l.max())
        .forEach(micros -> cells.add(Figures.latency(micros, look)));
    return cells;
  }
}
