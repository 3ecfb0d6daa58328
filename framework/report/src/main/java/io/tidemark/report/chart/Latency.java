package io.tidemark.report.chart;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.figures.TimeSeries;
import io.tidemark.report.runs.ReportedRun;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** The latencies that charts show. */
enum Latency {
  SCHEDULE_DELAY(
      Measure.SCHEDULE_DELAY, "schedule-delay", "Schedule delay", "the intended send to the send"),
  PUBLISH(
      Measure.PUBLISH_LATENCY,
      "publish-latency",
      "Publish latency",
      "the send to the acknowledgement"),
  END_TO_END(
      Measure.END_TO_END,
      "end-to-end",
      "End-to-end latency",
      "the intended send to the consumer's callback"),
  END_TO_END_FROM_SEND(
      Measure.END_TO_END_FROM_SEND,
      "end-to-end-from-send",
      "End-to-end latency from the send",
      "the send to the consumer's callback, as in OMB"),
  REQUEST_LEG(
      Measure.REQUEST_LEG,
      "request-leg",
      "Request leg",
      "the send of a request to the responder's callback"),
  ROUND_TRIP(Measure.ROUND_TRIP, "round-trip", "Round trip", "the send of a request to its reply"),
  ROUND_TRIP_RESPONSE(
      Measure.ROUND_TRIP_RESPONSE,
      "round-trip-response",
      "Round trip from the intended send",
      "the intended send of a request to its reply");

  /** From which values of one chart get a logarithmic axis. */
  private static final double WIDE = 30;

  private final Measure measure;
  private final String id;
  private final String title;
  private final String interval;

  Latency(Measure measure, String id, String title, String interval) {
    this.measure = measure;
    this.id = id;
    this.title = title;
    this.interval = interval;
  }

  Measure measure() {
    return measure;
  }

  String id() {
    return id;
  }

  String title() {
    return title;
  }

  /** The title within a sentence or legend. */
  String text() {
    return Character.toLowerCase(title.charAt(0)) + title.substring(1);
  }

  /** From when to when, for descriptions. */
  String interval() {
    return "From " + interval + ".";
  }

  String series(Statistic statistic) {
    return TimeSeries.nameOf(measure, statistic);
  }

  /** Files in OMB's format have end-to-end latencies from the send only. */
  static List<Latency> recordedIn(List<ReportedRun> runs) {
    boolean omb = !runs.stream().allMatch(END_TO_END::isMeasured);
    return Arrays.stream(values())
        .filter(each -> omb || each != END_TO_END_FROM_SEND)
        .filter(each -> runs.stream().anyMatch(each::isMeasured))
        .toList();
  }

  private boolean isMeasured(ReportedRun run) {
    return run.latencies().containsKey(measure) || run.series(series(Statistic.P99)).isPresent();
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
