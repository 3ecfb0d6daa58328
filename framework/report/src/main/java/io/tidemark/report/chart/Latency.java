package io.tidemark.report.chart;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.figures.RunTimeline.TimeSeries;
import io.tidemark.report.runs.ReportedRun;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The latencies that charts show. */
final class Latency {
  /** From which values of one chart get a logarithmic axis. */
  private static final double WIDE = 30;

  /** Beginning and end of each measure, in the order of charts. */
  private static final Map<Measure, String> INTERVALS = new LinkedHashMap<>();

  static {
    INTERVALS.put(Measure.SCHEDULE_DELAY, "the intended send to the send");
    INTERVALS.put(Measure.PUBLISH_LATENCY, "the send to the acknowledgement");
    INTERVALS.put(Measure.END_TO_END, "the intended send to the consumer's callback");
    INTERVALS.put(Measure.END_TO_END_FROM_SEND, "the send to the consumer's callback, as in OMB");
    INTERVALS.put(Measure.REQUEST_LEG, "the send of a request to the responder's callback");
    INTERVALS.put(Measure.ROUND_TRIP, "the send of a request to its reply");
    INTERVALS.put(Measure.ROUND_TRIP_RESPONSE, "the intended send of a request to its reply");
  }

  private Latency() {}

  /** {@code publish-latency}. */
  static String id(Measure measure) {
    return measure.key().replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
  }

  static String title(Measure measure) {
    return Text.capital(measure.words());
  }

  /** Returns the interval for descriptions. */
  static String interval(Measure measure) {
    return "From " + INTERVALS.getOrDefault(measure, "") + ".";
  }

  /** Files in OMB's format have end-to-end latencies from the send only. */
  static List<Measure> recordedIn(List<ReportedRun> runs) {
    boolean omb = !runs.stream().allMatch(run -> isMeasured(run, Measure.END_TO_END));
    return INTERVALS.keySet().stream()
        .filter(each -> omb || each != Measure.END_TO_END_FROM_SEND)
        .filter(each -> runs.stream().anyMatch(run -> isMeasured(run, each)))
        .toList();
  }

  private static boolean isMeasured(ReportedRun run, Measure measure) {
    return run.latencies().containsKey(measure)
        || run.series(TimeSeries.nameOf(measure, Statistic.P99)).isPresent();
  }

  /** Logarithmic where values above 0 span orders of magnitude. */
  static Axis axis(List<Line> lines) {
    DoubleSummaryStatistics values =
        lines.stream()
            .flatMapToDouble(line -> Arrays.stream(line.y()))
            .filter(Double::isFinite)
            .summaryStatistics();
    boolean wide = values.getMin() > 0 && values.getMax() > WIDE * values.getMin();
    return Axis.of("latency", Unit.MICROSECONDS, wide);
  }
}
