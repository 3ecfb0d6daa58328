package io.tidemark.report.study;

import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.Text;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How each system recovered from the faults of its usable runs, and what it lost. */
final class FaultAnswer {
  private static final double NANOS_PER_SECOND = 1e9;

  private FaultAnswer() {}

  static List<String> sentences(List<ReportedRun> runs) {
    Map<String, List<ReportedRun>> systems = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      if (run.unusable().isEmpty() && !effects(run).isEmpty()) {
        systems.computeIfAbsent(run.environment(), name -> new ArrayList<>()).add(run);
      }
    }
    return systems.entrySet().stream()
        .map(system -> sentence(system.getKey(), system.getValue()))
        .toList();
  }

  /** Those whose times may be used. */
  private static List<Effect> effects(ReportedRun run) {
    FigureValidity times = run.validity(FigureGroup.RECOVERY);
    return run.stored().stream()
        .flatMap(stored -> stored.faults().stream())
        .map(FaultReport::effect)
        .flatMap(Optional::stream)
        .filter(effect -> effect.overlaps().isEmpty())
        .filter(
            effect ->
                effect
                    .recoverySeconds()
                    .map(seconds -> times.usable(FigureError.MAX, seconds * NANOS_PER_SECOND))
                    .orElse(times.usable()))
        .toList();
  }

  private static String sentence(String system, List<ReportedRun> runs) {
    List<Effect> effects = runs.stream().flatMap(run -> effects(run).stream()).toList();
    DoubleSummaryStatistics recovery =
        effects.stream()
            .flatMap(effect -> effect.recoverySeconds().stream())
            .mapToDouble(Double::doubleValue)
            .summaryStatistics();
    return String.format(
        Locale.ROOT,
        "%s (n = %d): publishing and delivery are back to 99 %% of the rate after %d of %s%s; %s.",
        system,
        runs.size(),
        recovery.getCount(),
        Text.plural(effects.size(), "fault"),
        recovery.getCount() == 0
            ? ""
            : ", %s after the start of the effect%s"
                .formatted(
                    FailoverAnswer.range(time(recovery.getMin()), time(recovery.getMax())),
                    FailoverAnswer.error(runs)),
        lost(runs));
  }

  private static String lost(List<ReportedRun> runs) {
    List<Long> lost =
        runs.stream()
            .filter(run -> run.validity(FigureGroup.DELIVERY).usable())
            .flatMap(run -> run.stored().stream())
            .flatMap(stored -> stored.delivery().lost().stream())
            .toList();
    return lost.size() < runs.size()
        ? "whether messages were lost is not known"
        : Text.count(lost.stream().mapToLong(Long::longValue).sum()) + " messages lost";
  }

  private static String time(double seconds) {
    return Text.nanos(seconds * NANOS_PER_SECOND);
  }
}
