package io.tidemark.report.answer;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.answer.Trust.Level;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.runs.DisturbedRuns;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.statistics.Mean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides what an answer can be used for; docs/reference/verdict.md states the rule. */
final class TrustRule {
  private final ReportedRuns all;
  private final List<ReportedRun> usable;

  private TrustRule(ReportedRuns all) {
    this.all = all;
    this.usable = all.usable();
  }

  static Trust of(AnswerPattern pattern, ReportedRuns all, List<Comparison> comparisons) {
    if (!pattern.isAnswered()) {
      return new Trust(Level.UNUSABLE, "no run has a usable figure that answers the question");
    }
    List<Inaccurate> inaccurate = pattern.inaccurate();
    List<Inaccurate> useless = inaccurate.stream().filter(Inaccurate::useless).toList();
    if (!useless.isEmpty()) {
      return new Trust(Level.UNUSABLE, listed(useless));
    }
    TrustRule rule = new TrustRule(all);
    List<String> why = new ArrayList<>();
    if (!inaccurate.isEmpty()) {
      why.add(listed(inaccurate));
    }
    few(pattern.fewest(), all).ifPresent(why::add);
    rule.lowerBounds(why);
    rule.comparisons(comparisons, why);
    return why.isEmpty()
        ? new Trust(Level.USABLE, "")
        : new Trust(Level.ROUGH, String.join("; ", why));
  }

  /** Figures of few runs say little about the next run. */
  private static Optional<String> few(int fewest, ReportedRuns all) {
    if (fewest >= Mean.FEWEST) {
      return Optional.empty();
    }
    String runs =
        all.runs().size() == 1
            ? "one run"
            : fewest == 1 ? "a figure is of a single run" : "a figure is of two runs";
    return Optional.of(
        runs + (fewest == 1 ? ": how much runs vary is not known" : ": too few for an interval"));
  }

  private static String listed(List<Inaccurate> figures) {
    Map<String, Inaccurate> largest = new LinkedHashMap<>();
    figures.forEach(each -> largest.merge(each.figure(), each, Inaccurate::larger));
    return largest.values().stream().map(Inaccurate::listed).collect(joining(", "));
  }

  private void lowerBounds(List<String> why) {
    boolean open =
        usable.stream()
            .flatMap(run -> run.stored().flatMap(RunResult::search).stream())
            .anyMatch(search -> !search.converged());
    if (open) {
      why.add("a search ended before it found the limit");
    }
  }

  /** What makes systems differ although they are equal, or hides that they differ. */
  private void comparisons(List<Comparison> comparisons, List<String> why) {
    if (comparisons.isEmpty()) {
      return;
    }
    if (comparisons.stream().anyMatch(each -> !each.obstacles().isEmpty())) {
      why.add("the systems were measured under different conditions");
    }
    long open = all.study().map(StoredStudy::open).orElse(0L);
    if (open > 0) {
      why.add(Text.plural(open, "run") + " of the study not done");
    }
    long disturbed = usable.stream().filter(DisturbedRuns::isDisturbed).count();
    if (!DisturbedRuns.areExceptions(usable)) {
      why.add(
          "other processes used the machine in %s of %s"
              .formatted(Text.count(disturbed), Text.plural(usable.size(), "run")));
    }
  }
}
