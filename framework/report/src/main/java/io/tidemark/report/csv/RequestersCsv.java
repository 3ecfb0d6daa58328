package io.tidemark.report.csv;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.figures.LatencyMicros.Statistic;
import io.tidemark.report.figures.StoredPhase;
import io.tidemark.report.figures.StoredRequestReply;
import io.tidemark.report.figures.StoredRun;
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

  public static ResultFiles.Content of(StoredRun run, StoredRequestReply asked) {
    Csv<StoredPhase> table =
        new Csv<StoredPhase>()
            .text("driver", phase -> run.run().driver())
            .text("way", phase -> asked.way())
            .text("mechanism", phase -> asked.mechanism())
            .text("phase", StoredPhase::name)
            .number("requesters", StoredPhase::requesters)
            .number("responders", phase -> asked.report().responders())
            .number("messageSizeBytes", phase -> run.shape().messageSizeBytes())
            .number("lengthSeconds", StoredPhase::lengthSeconds)
            .number("countedSeconds", phase -> phase.byTime().sendingSeconds())
            .number("roundTripRatePerSecond", phase -> phase.rates().get(Counter.ANSWERED))
            .number(
                "answeredRequestsByTime",
                phase -> phase.byTime().requiredCounts().get(Counter.ANSWERED))
            .number("answeredRequests", phase -> phase.counts().get(Counter.ANSWERED))
            .number("timedOutRequests", phase -> phase.counts().get(Counter.TIMED_OUT))
            .number("lateReplies", phase -> phase.counts().get(Counter.LATE))
            .number("duplicateReplies", phase -> phase.counts().get(Counter.DUPLICATE_REPLIES))
            .number("failedRequests", phase -> phase.counts().get(Counter.FAILED))
            .latencies(MEASURES, STATISTICS, StoredPhase::latencies);
    return PhasesCsv.withObjectives(table, run)
        .of(run.phases().stream().filter(StoredPhase::measured).toList());
  }
}
