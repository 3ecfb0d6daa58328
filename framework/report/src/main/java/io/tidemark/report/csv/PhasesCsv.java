package io.tidemark.report.csv;

import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.figures.LatencyMicros.Statistic;
import io.tidemark.report.figures.StoredPhase;
import io.tidemark.report.figures.StoredRun;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.text.PhaseSection;
import java.util.List;
import java.util.stream.Collectors;

/** {@code phases.csv}: one row for each measured phase, with its objectives. */
public final class PhasesCsv {
  private static final List<Measure> MEASURES =
      List.of(
          Measure.SCHEDULE_DELAY,
          Measure.PUBLISH_LATENCY,
          Measure.PUBLISH_RESPONSE,
          Measure.END_TO_END);

  private PhasesCsv() {}

  public static ResultFiles.Content of(StoredRun run) {
    Csv<StoredPhase> table =
        new Csv<StoredPhase>()
            .text("phase", StoredPhase::name)
            .number("startEpochMicros", StoredPhase::startEpochMicros)
            .number("lengthSeconds", StoredPhase::lengthSeconds)
            .number("producers", StoredPhase::producers)
            .number("consumers", StoredPhase::consumers)
            .number("messageSizeBytes", StoredPhase::messageSizeBytes)
            .number("intendedRatePerSecond", StoredPhase::intendedRatePerSecond)
            .number("sendRatePerSecond", phase -> phase.rates().get(Counter.SENT))
            .number("publishRatePerSecond", phase -> phase.rates().get(Counter.ACKNOWLEDGED))
            .number("consumeRatePerSecond", phase -> phase.rates().get(Counter.RECEIVED))
            .number("sentMessages", phase -> byTime(phase, Counter.SENT))
            .number("acknowledgedMessages", phase -> byTime(phase, Counter.ACKNOWLEDGED))
            .number("failedMessages", phase -> byTime(phase, Counter.FAILED))
            .number("receivedMessages", phase -> byTime(phase, Counter.RECEIVED))
            .number("backlogMessages", StoredPhase::backlogMessages)
            .latencies(MEASURES, Statistic.FEW, StoredPhase::latencies);
    return withObjectives(table, run).of(PhaseSection.measured(run));
  }

  private static long byTime(StoredPhase phase, Counter counter) {
    return phase.byTime().requiredCounts().get(counter);
  }

  /** Whether all objectives of the phase were met, and those that were not. */
  static Csv<StoredPhase> withObjectives(Csv<StoredPhase> table, StoredRun run) {
    return table
        .text(
            "objectivesMet", phase -> PhaseSection.met(run, phase).map(String::valueOf).orElse(""))
        .text(
            "missedObjectives",
            phase ->
                PhaseSection.objectives(run, phase).stream()
                    .filter(each -> !each.met())
                    .map(PhasesCsv::missed)
                    .collect(Collectors.joining("; ")));
  }

  private static String missed(ObjectiveResult objective) {
    return objective.key() + " " + objective.condition() + " is " + objective.actual();
  }
}
