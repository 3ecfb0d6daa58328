package io.tidemark.report.study;

import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** What the usable runs of each system have shown of its failover: the question of such a run. */
final class FailoverAnswer {
  private FailoverAnswer() {}

  static List<String> sentences(List<ReportedRun> runs) {
    Map<String, List<ReportedRun>> systems = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      if (run.unusable().isEmpty() && run.stored().flatMap(RunResult::failover).isPresent()) {
        systems.computeIfAbsent(run.environment(), name -> new ArrayList<>()).add(run);
      }
    }
    return systems.entrySet().stream()
        .map(system -> sentence(system.getKey(), system.getValue()))
        .toList();
  }

  private static String sentence(String system, List<ReportedRun> runs) {
    return String.format(
        Locale.ROOT,
        "%s (n = %d): %s of %s confirmed messages are missing at site B; it has the first message"
            + " %s and the last one %s after the failure%s.",
        system,
        runs.size(),
        messages(runs, FailoverReport::missing),
        messages(runs, each -> Optional.of(each.confirmed())),
        times(runs, FailoverReport::firstMessageNanos),
        times(runs, FailoverReport::lastMessageNanos),
        error(runs));
  }

  /** The largest that a time of these runs can have. */
  static String error(List<ReportedRun> runs) {
    OptionalDouble nanos =
        runs.stream()
            .flatMapToDouble(
                run -> run.validity(FigureGroup.RECOVERY).error().nanos(FigureError.MAX).stream())
            .max();
    return nanos.isPresent()
        ? " (error at most %s)".formatted(Text.nanos(nanos.getAsDouble()))
        : "";
  }

  private static String messages(
      List<ReportedRun> runs, Function<FailoverReport, Optional<Long>> figure) {
    return range(
        figures(runs, figure, (run, number) -> run.validity(FigureGroup.DELIVERY).usable()),
        Text::count);
  }

  private static String times(
      List<ReportedRun> runs, Function<FailoverReport, Optional<Long>> figure) {
    return range(
        figures(
            runs,
            figure,
            (run, nanos) -> run.validity(FigureGroup.RECOVERY).usable(FigureError.MAX, nanos)),
        Text::nanos);
  }

  private static LongStream figures(
      List<ReportedRun> runs,
      Function<FailoverReport, Optional<Long>> figure,
      BiPredicate<ReportedRun, Long> usable) {
    return runs.stream()
        .flatMap(
            run ->
                run
                    .stored()
                    .flatMap(RunResult::failover)
                    .flatMap(figure)
                    .filter(value -> usable.test(run, value))
                    .stream())
        .mapToLong(Long::longValue);
  }

  /** The lowest and the highest of all runs. */
  private static String range(LongStream figures, LongFunction<String> text) {
    LongSummaryStatistics known = figures.summaryStatistics();
    if (known.getCount() == 0) {
      return "unknown";
    }
    return range(text.apply(known.getMin()), text.apply(known.getMax()));
  }

  static String range(String lowest, String highest) {
    return lowest.equals(highest) ? lowest : lowest + " to " + highest;
  }
}
