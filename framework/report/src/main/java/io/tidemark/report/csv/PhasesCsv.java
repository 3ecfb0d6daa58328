package io.tidemark.report.csv;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.metric.RunPart;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.text.DamageMarks;
import io.tidemark.report.text.VerdictText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** {@code phases.csv}: one row for each measured phase, with its metrics and objectives. */
public final class PhasesCsv {
  private static final List<Measure> MEASURES =
      List.of(
          Measure.SCHEDULE_DELAY,
          Measure.PUBLISH_LATENCY,
          Measure.PUBLISH_RESPONSE,
          Measure.END_TO_END);

  private PhasesCsv() {}

  public static ResultFiles.Content of(RunResult run) {
    Csv<PhaseResult> table =
        new Csv<PhaseResult>()
            .text("phase", PhaseResult::name)
            .number("startEpochMicros", PhaseResult::startEpochMicros)
            .number("lengthSeconds", PhaseResult::lengthSeconds)
            .optional("producers", PhaseResult::producers)
            .optional("consumers", PhaseResult::consumers)
            .optional("messageSizeBytes", PhaseResult::messageSizeBytes)
            .optional("intendedRatePerSecond", PhaseResult::intendedRatePerSecond)
            .number("sendRatePerSecond", phase -> phase.perSecond(Counter.SENT))
            .number("sentMessages", phase -> byTime(phase, Counter.SENT))
            .number("acknowledgedMessages", phase -> byTime(phase, Counter.ACKNOWLEDGED))
            .number("failedMessages", phase -> byTime(phase, Counter.FAILED))
            .number("receivedMessages", phase -> byTime(phase, Counter.RECEIVED))
            .optional("backlogMessages", PhaseResult::backlogMessages)
            .latencies(MEASURES, Statistic.FEW, PhaseResult::latencies);
    return withMetrics(table, run).of(VerdictText.measured(run));
  }

  private static long byTime(PhaseResult phase, Counter counter) {
    return phase.byTime().counters().get(counter);
  }

  /**
   * The metrics of phases that have no column yet; whether all objectives of the phase were met,
   * and those that were not.
   */
  static Csv<PhaseResult> withMetrics(Csv<PhaseResult> table, RunResult run) {
    for (Metric metric : Metrics.all()) {
      if (metric.isOfPhases()
          && metric.isOfRequests() == run.requestReply().isPresent()
          && !table.has(column(metric))) {
        table.number(
            column(metric),
            phase -> {
              OptionalDouble value = metric.value(RunPart.of(run, Optional.of(phase)));
              return value.isPresent() ? value.getAsDouble() : null;
            });
      }
    }
    return table
        .text("objectivesMet", phase -> VerdictText.met(run, phase).map(String::valueOf).orElse(""))
        .text(
            "missedObjectives",
            phase ->
                VerdictText.objectives(run, phase).stream()
                    .filter(each -> !each.met())
                    .map(PhasesCsv::missed)
                    .collect(Collectors.joining("; ")))
        .text("damagedFigures", phase -> DamageMarks.inOneCell(run));
  }

  /** {@code endToEndP99_9Micros} of {@code endToEnd.p99.9}. */
  private static String column(Metric metric) {
    String unit =
        switch (metric.unit()) {
          case PER_SECOND -> "PerSecond";
          case MICROSECONDS -> "Micros";
          case MESSAGES -> "Messages";
          default -> "";
        };
    String[] parts = metric.id().split("\\.", 2);
    return parts.length == 1
        ? parts[0] + unit
        : parts[0] + Text.capital(parts[1]).replace('.', '_') + unit;
  }

  private static String missed(ObjectiveResult objective) {
    return objective.key() + " " + objective.condition() + " is " + objective.actual();
  }
}
