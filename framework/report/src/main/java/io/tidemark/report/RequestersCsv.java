package io.tidemark.report;

import io.tidemark.model.worker.Counter;
import io.tidemark.model.worker.Measure;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code requesters.csv}: one row for each measured phase of a request/reply run. */
final class RequestersCsv {
  private static final List<Measure> MEASURES =
      List.of(
          Measure.ROUND_TRIP,
          Measure.ROUND_TRIP_RESPONSE,
          Measure.REQUEST_LEG,
          Measure.RESPONDER_TIME,
          Measure.REPLY_LEG);
  private static final List<String> STATISTICS =
      List.of("MeanMicros", "P50Micros", "P99Micros", "P99_9Micros", "MaxMicros");

  private RequestersCsv() {}

  static ResultFiles.Content of(StoredRun run) {
    return out -> {
      out.write(header().getBytes(StandardCharsets.UTF_8));
      for (StoredPhase phase : run.phases()) {
        if (phase.measured()) {
          out.write(row(run, phase).getBytes(StandardCharsets.UTF_8));
        }
      }
    };
  }

  private static String header() {
    Csv row = new Csv();
    List.of(
            "driver",
            "way",
            "mechanism",
            "phase",
            "requesters",
            "responders",
            "messageSizeBytes",
            "lengthSeconds",
            "countedSeconds",
            "roundTripRatePerSecond",
            "answeredRequestsByTime",
            "answeredRequests",
            "timedOutRequests",
            "lateReplies",
            "duplicateReplies",
            "failedRequests")
        .forEach(row::text);
    for (Measure measure : MEASURES) {
      STATISTICS.forEach(statistic -> row.text(measure.key() + statistic));
    }
    return row.text("objectivesMet").text("missedObjectives").line();
  }

  private static String row(StoredRun run, StoredPhase phase) {
    StoredRequestReply asked = run.requestReply();
    StoredCounts counts = phase.counts();
    Csv row =
        new Csv()
            .text(run.run().driver())
            .text(asked.way())
            .text(asked.mechanism())
            .text(phase.name())
            .number(phase.requesters())
            .number(asked.report().responders())
            .number(run.shape().messageSizeBytes())
            .number(phase.lengthSeconds())
            .number(phase.byTime().sendingSeconds())
            .number(phase.rates().get(Counter.ANSWERED))
            .number(phase.byTime().counts().get(Counter.ANSWERED))
            .number(counts.get(Counter.ANSWERED))
            .number(counts.get(Counter.TIMED_OUT))
            .number(counts.get(Counter.LATE))
            .number(counts.get(Counter.DUPLICATE_REPLIES))
            .number(counts.get(Counter.FAILED));
    for (Measure measure : MEASURES) {
      latency(row, phase.latencies().get(measure).orElse(null));
    }
    PhasesCsv.objectives(row, run, phase);
    return row.line();
  }

  private static void latency(Csv row, LatencyMicros latency) {
    if (latency == null) {
      STATISTICS.forEach(statistic -> row.optional(null));
      return;
    }
    row.number(latency.mean())
        .number(latency.p50())
        .number(latency.p99())
        .number(latency.p999())
        .number(latency.max());
  }
}
