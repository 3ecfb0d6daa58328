package io.tidemark.report.study;

import static java.util.stream.Collectors.joining;

import io.tidemark.report.compare.ComparisonText;
import io.tidemark.report.compare.SweepLine;
import io.tidemark.report.compare.SweepLine.Point;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.text.TerminalStyle;
import java.util.List;
import java.util.stream.IntStream;

/** What a metric is over the values of a key: one sentence for each system. */
final class SweepAnswer {
  private static final double CONFIDENCE = 0.95;

  private SweepAnswer() {}

  static List<String> sentences(ReportedRuns runs) {
    List<SweepLine> lines = SweepLine.of(runs);
    boolean named = lines.stream().map(SweepLine::workload).distinct().count() > 1;
    return lines.stream()
        .map(line -> (named ? line.workload() + ": " : "") + sentence(line))
        .toList();
  }

  /** {@code kafka: roundTripRate by cpus 0.5, 1, 2: 73/s, 192/s, 162/s (...); ...}. */
  private static String sentence(SweepLine line) {
    return "%s: %s by %s %s: %s (from step to step %s); %s."
        .formatted(
            line.system(),
            line.metric().key(),
            line.axis().name(),
            line.points().stream().map(Point::value).collect(joining(", ")),
            line.points().stream()
                .map(point -> line.metric().text(point.mean(), TerminalStyle.UNICODE))
                .collect(joining(", ")),
            IntStream.range(1, line.points().size())
                .mapToObj(point -> step(line, point))
                .collect(joining(", ")),
            end(line));
  }

  private static String step(SweepLine line, int point) {
    return ComparisonText.change(line.change(point))
        + line.points()
            .get(point)
            .step()
            .map(
                change ->
                    " [95 %: "
                        + ComparisonText.range(
                            change.lowest(CONFIDENCE), change.highest(CONFIDENCE))
                        + "]")
            .orElse("");
  }

  private static String end(SweepLine line) {
    int best = line.best();
    String better = line.metric().isRate() ? "higher" : "lower";
    if (best == line.points().size() - 1) {
      return better + " at each step";
    }
    return best == 0
        ? "not shown to be " + better + " at the first step"
        : better + " up to " + line.points().get(best).value() + ", no longer after it";
  }
}
