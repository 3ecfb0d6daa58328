package io.tidemark.report.csv;

import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
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

  private RequestersCsv() {}

  public static ResultFiles.Content of(RunResult run, RequestReplyReport asked) {
    Csv<PhaseResult> table =
        new Csv<PhaseResult>()
            .text("driver", phase -> run.identity().driverName())
            .text("way", phase -> asked.way())
            .text("mechanism", phase -> asked.mechanism())
            .text("phase", PhaseResult::name)
            .optional("requesters", PhaseResult::requesters)
            .number("responders", phase -> asked.responders())
            .number("messageSizeBytes", phase -> run.shape().messageSizeBytes())
            .number("lengthSeconds", PhaseResult::lengthSeconds)
            .number("countedSeconds", phase -> phase.byTime().sendingNanos() / 1e9)
            .number(
                "answeredRequestsByTime", phase -> phase.byTime().counters().get(Counter.ANSWERED))
            .number("answeredRequests", phase -> phase.counters().get(Counter.ANSWERED))
            .number("timedOutRequests", phase -> phase.counters().get(Counter.TIMED_OUT))
            .number("failedRequests", phase -> phase.counters().get(Counter.FAILED))
            .latencies(MEASURES, STATISTICS, PhaseResult::latencies);
    return PhasesCsv.withMetrics(table, run)
        .of(run.phases().stream().filter(PhaseResult::measured).toList());
  }
}
