package io.tidemark.report;

import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.worker.Counter;
import io.tidemark.model.worker.Measure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** {@code phases.csv}: one row for each measured phase, with its objectives. */
final class PhasesCsv {
  private static final List<Measure> MEASURES =
      List.of(
          Measure.SCHEDULE_DELAY,
          Measure.PUBLISH_LATENCY,
          Measure.PUBLISH_RESPONSE,
          Measure.END_TO_END);
  private static final List<String> STATISTICS =
      List.of("P50Micros", "P99Micros", "P99_9Micros", "MaxMicros");

  private PhasesCsv() {}

  static ResultFiles.Content of(StoredRun run) {
    return out -> {
      out.write(header().getBytes(StandardCharsets.UTF_8));
      for (StoredPhase phase : PhaseSection.measured(run)) {
        out.write(row(run, phase).getBytes(StandardCharsets.UTF_8));
      }
    };
  }

  private static String header() {
    Csv row = new Csv();
    List.of(
            "phase",
            "startEpochMicros",
            "lengthSeconds",
            "intendedRatePerSecond",
            "sendRatePerSecond",
            "publishRatePerSecond",
            "consumeRatePerSecond",
            "sentMessages",
            "acknowledgedMessages",
            "failedMessages",
            "receivedMessages",
            "backlogMessages")
        .forEach(row::text);
    for (Measure measure : MEASURES) {
      STATISTICS.forEach(statistic -> row.text(measure.key() + statistic));
    }
    return row.text("objectivesMet").text("missedObjectives").line();
  }

  /** Counts by time, as the rates beside them. */
  private static String row(StoredRun run, StoredPhase phase) {
    StoredCounts counts = phase.byTime().counts();
    Csv row =
        new Csv()
            .text(phase.name())
            .number(phase.startEpochMicros())
            .number(phase.lengthSeconds())
            .optional(phase.intendedRatePerSecond())
            .number(phase.rates().get(Counter.SENT))
            .number(phase.rates().get(Counter.ACKNOWLEDGED))
            .number(phase.rates().get(Counter.RECEIVED))
            .number(counts.get(Counter.SENT))
            .number(counts.get(Counter.ACKNOWLEDGED))
            .number(counts.get(Counter.FAILED))
            .number(counts.get(Counter.RECEIVED))
            .optional(phase.backlogMessages());
    for (Measure measure : MEASURES) {
      latency(row, phase.latencies().get(measure).orElse(null));
    }
    objectives(row, run, phase);
    return row.line();
  }

  private static void latency(Csv row, LatencyMicros latency) {
    if (latency == null) {
      STATISTICS.forEach(statistic -> row.optional(null));
      return;
    }
    row.number(latency.p50()).number(latency.p99()).number(latency.p999()).number(latency.max());
  }

  /** Whether all were met, and those that were not; both empty where the phase has none. */
  static void objectives(Csv row, StoredRun run, StoredPhase phase) {
    row.text(PhaseSection.met(run, phase).map(String::valueOf).orElse(""));
    row.text(
        PhaseSection.objectives(run, phase).stream()
            .filter(each -> !each.met())
            .map(PhasesCsv::missed)
            .collect(Collectors.joining("; ")));
  }

  private static String missed(ObjectiveResult objective) {
    return objective.key() + " " + objective.condition() + " is " + objective.actual();
  }
}
