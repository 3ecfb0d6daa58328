package io.tidemark.report.csv;

import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.file.ResultFiles;
import java.util.List;

/** {@code requesters.csv}: one row for each measured phase of a request/reply run. */
public final class RequestersCsv {
  private static final List<Measure> MEASURES =
      List.of(
          Measure.ROUND_TRIP,
          Measure.ROUND_TRIP_RESPONSE,
          Measure.REQUEST_LEG,
          Measure.RESPONDER_TIME,
          Measure.REPLY_LEG);
  private static final List<Statistic> STATISTICS =
      List.of(Statistic.MEAN, Statistic.P50, Statistic.P99, Statistic.P99_9, Statistic.MAX);

  public static final Csv<PhasesCsv.Row> TABLE =
      PhasesCsv.withMetrics(
          new Csv<PhasesCsv.Row>()
              .text("driver", "name of the driver file", row -> row.run().identity().driverName())
              .text(
                  "way",
                  "`native` or `generic`: by the broker's own mechanism, or by topics",
                  row -> row.asked().way())
              .text("mechanism", "what carries replies", row -> row.asked().mechanism())
              .text("phase", "name of the phase", row -> row.phase().name())
              .optional(
                  "requesters", "number of active requesters", row -> row.phase().requesters())
              .number("responders", "number of responders", row -> row.asked().responders())
              .number(
                  "messageSizeBytes",
                  "size of a request",
                  row -> row.run().shape().messageSizeBytes())
              .number("lengthSeconds", "length of the phase", row -> row.phase().lengthSeconds())
              .number(
                  "countedSeconds",
                  "time over which the rate was counted",
                  row -> row.phase().byTime().sendingNanos() / 1e9)
              .number(
                  "answeredRequestsByTime",
                  "requests answered during this time, whenever they were due",
                  row -> row.phase().byTime().counters().get(Counter.ANSWERED))
              .number(
                  "answeredRequests",
                  "requests due in the phase and answered in time",
                  row -> row.phase().counters().get(Counter.ANSWERED))
              .number(
                  "timedOutRequests",
                  "requests due in the phase and not answered within the timeout",
                  row -> row.phase().counters().get(Counter.TIMED_OUT))
              .number(
                  "failedRequests",
                  "requests due in the phase whose send failed",
                  row -> row.phase().counters().get(Counter.FAILED))
              .latencies(MEASURES, STATISTICS, row -> row.phase().latencies()),
          true);

  private RequestersCsv() {}

  public static ResultFiles.Content of(RunResult run) {
    return TABLE.of(PhasesCsv.Row.measured(run));
  }
}
