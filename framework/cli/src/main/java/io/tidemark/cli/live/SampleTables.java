package io.tidemark.cli.live;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Table;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.runs.watch.Progress.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of a sample as tables of the live page. */
final class SampleTables {
  private static final TerminalStyle STYLE = TerminalStyle.UNICODE;

  private static final Map<Measure, String> LATENCIES = new LinkedHashMap<>();

  static {
    LATENCIES.put(Measure.SCHEDULE_DELAY, "schedule delay");
    LATENCIES.put(Measure.PUBLISH_LATENCY, "publish latency");
    LATENCIES.put(Measure.END_TO_END, "end-to-end latency");
    LATENCIES.put(Measure.ROUND_TRIP, "round trip");
    LATENCIES.put(Measure.ROUND_TRIP_RESPONSE, "round trip from the intended send");
  }

  private SampleTables() {}

  static Table rates(Point last) {
    Sample sample = last.sample();
    List<List<Cell>> rows = new ArrayList<>();
    if (Double.isFinite(last.intendedPerSecond())) {
      rows.add(rate("intended", last.intendedPerSecond()));
    }
    rows.add(rate("sent", sample.perSecond(Counter.SENT)));
    if (sample.latencies().containsKey(Measure.ROUND_TRIP_RESPONSE)) {
      rows.add(rate("round trips", sample.perSecond(Counter.ANSWERED)));
    } else {
      rows.add(rate("published", sample.perSecond(Counter.ACKNOWLEDGED)));
      rows.add(rate("consumed", sample.perSecond(Counter.RECEIVED)));
    }
    rows.add(count("backlog", sample.backlog()));
    rows.add(count("in flight", sample.inFlight()));
    rows.add(count("failed sends", sample.counters().get(Counter.FAILED)));
    return new Table(
        "The last sample, of %s".formatted(Text.duration(sample.lengthNanos() / 1e9)),
        List.of("figure", "value"),
        rows);
  }

  private static List<Cell> rate(String name, double perSecond) {
    return List.of(Cell.of(name), Cell.of(Text.rate(perSecond), perSecond));
  }

  private static List<Cell> count(String name, long number) {
    return List.of(Cell.of(name), Cell.of(Text.count(number), number));
  }

  static Table latencies(Sample sample) {
    List<List<Cell>> rows = new ArrayList<>();
    LATENCIES.forEach(
        (measure, name) -> {
          LatencySummary latency = sample.latencies().get(measure);
          if (latency != null) {
            rows.add(
                List.of(
                    Cell.of(name),
                    latency(latency.p50Nanos()),
                    latency(latency.p99Nanos()),
                    latency(latency.p999Nanos()),
                    latency(latency.maxNanos())));
          }
        });
    return new Table(
        "Latencies of the last sample", List.of("latency", "p50", "p99", "p99.9", "max"), rows);
  }

  private static Cell latency(long nanos) {
    return Cell.of(STYLE.latency(nanos / 1e3), nanos);
  }
}
