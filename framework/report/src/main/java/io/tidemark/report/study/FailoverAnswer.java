package io.tidemark.report.study;

import io.tidemark.model.result.FailoverReport;
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
import java.util.function.Function;
import java.util.function.LongFunction;

/** What the usable runs of each system have shown of its failover: the question of such a run. */
final class FailoverAnswer {
  private FailoverAnswer() {}

  static List<String> sentences(List<ReportedRun> runs) {
    Map<String, List<FailoverReport>> systems = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      if (run.unusable().isEmpty()) {
        run.stored()
            .flatMap(RunResult::failover)
            .ifPresent(
                failover ->
                    systems
                        .computeIfAbsent(run.environment(), name -> new ArrayList<>())
                        .add(failover));
      }
    }
    return systems.entrySet().stream()
        .map(system -> sentence(system.getKey(), system.getValue()))
        .toList();
  }

  private static String sentence(String system, List<FailoverReport> failovers) {
    return String.format(
        Locale.ROOT,
        "%s (n = %d): %s of %s confirmed messages are missing at site B; it has the first message %s and the last one %s after the failure.",
        system,
        failovers.size(),
        range(failovers, FailoverReport::missing, Text::count),
        range(failovers, each -> Optional.of(each.confirmed()), Text::count),
        range(failovers, FailoverReport::firstMessageNanos, Text::nanos),
        range(failovers, FailoverReport::lastMessageNanos, Text::nanos));
  }

  /** The lowest and the highest of all runs. */
  private static String range(
      List<FailoverReport> failovers,
      Function<FailoverReport, Optional<Long>> figure,
      LongFunction<String> text) {
    LongSummaryStatistics known =
        failovers.stream()
            .flatMap(each -> figure.apply(each).stream())
            .mapToLong(Long::longValue)
            .summaryStatistics();
    if (known.getCount() == 0) {
      return "unknown";
    }
    return range(text.apply(known.getMin()), text.apply(known.getMax()));
  }

  static String range(String lowest, String highest) {
    return lowest.equals(highest) ? lowest : lowest + " to " + highest;
  }
}
