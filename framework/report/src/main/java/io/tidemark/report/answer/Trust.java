package io.tidemark.report.answer;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.ReportedRuns.DisturbedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.statistics.Mean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What an answer can be used for. docs/reference/judging.md states the rule.
 *
 * @param why without a full stop; empty text if there is nothing to say
 */
public record Trust(Level level, String why) {

  /** The levels from the best to the worst. */
  public enum Level {
    USABLE("Can be used", Tone.GOOD),
    ROUGH("Rough figures only", Tone.WARNING),
    UNUSABLE("Do not use these figures", Tone.BAD);

    private final String words;
    private final Tone tone;

    Level(String words, Tone tone) {
      this.words = words;
      this.tone = tone;
    }

    Tone tone() {
      return tone;
    }
  }

  /**
   * By what an answer states.
   *
   * @param inaccurate figures of the headline that may not be used
   * @param fewest the fewest runs of which a figure is
   */
  static Trust of(
      boolean isAnswered,
      List<Inaccurate> inaccurate,
      int fewest,
      ReportedRuns all,
      List<Comparison> comparisons) {
    if (!isAnswered) {
      return new Trust(Level.UNUSABLE, "no run has a usable figure that answers the question");
    }
    List<Inaccurate> useless = inaccurate.stream().filter(Inaccurate::useless).toList();
    if (!useless.isEmpty()) {
      return new Trust(Level.UNUSABLE, listed(useless));
    }
    List<String> why = new ArrayList<>();
    if (!inaccurate.isEmpty()) {
      why.add(listed(inaccurate));
    }
    few(fewest, all).ifPresent(why::add);
    lowerBounds(all, why);
    comparisons(all, comparisons, why);
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

  private static void lowerBounds(ReportedRuns all, List<String> why) {
    boolean open =
        all.usable().stream()
            .flatMap(run -> run.stored().flatMap(RunResult::search).stream())
            .anyMatch(search -> !search.converged());
    if (open) {
      why.add("a search ended before it found the limit");
    }
  }

  /** What makes systems differ although they are equal, or hides that they differ. */
  private static void comparisons(
      ReportedRuns all, List<Comparison> comparisons, List<String> why) {
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
    List<ReportedRun> usable = all.usable();
    long disturbed = usable.stream().filter(DisturbedRuns::isDisturbed).count();
    if (!DisturbedRuns.areExceptions(usable)) {
      why.add(
          "other processes used the machine in %s of %s"
              .formatted(Text.count(disturbed), Text.plural(usable.size(), "run")));
    }
  }

  /** {@code Rough figures only: recovery times are inaccurate by up to 187 ms.}. */
  public String sentence() {
    return level.words + (why.isEmpty() ? "" : ": " + why) + ".";
  }

  /**
   * A figure that a headline states, although a cause can have changed it by more than is
   * tolerated.
   *
   * @param figure in words
   * @param by {@code by up to 187 ms}
   * @param size the same as a number, to compare errors of one figure
   * @param useless whether it does not even give a direction: the error is not known, or is as
   *     large as the figure
   */
  public record Inaccurate(String figure, String by, double size, boolean useless) {
    static Inaccurate time(String figure, FigureError error, String statistic, double nanos) {
      OptionalDouble largest = error.nanos(statistic);
      return new Inaccurate(
          figure,
          by(error, statistic),
          largest.orElse(Double.MAX_VALUE),
          largest.isEmpty() || largest.getAsDouble() >= nanos);
    }

    static Inaccurate rate(String figure, FigureError error) {
      return new Inaccurate(
          figure,
          by(error, ""),
          error.percent() == null ? Double.MAX_VALUE : error.percent(),
          error.percent() == null);
    }

    /** The one with the larger error. */
    Inaccurate larger(Inaccurate other) {
      return other.size > size ? other : this;
    }

    /** The largest error of a statistic of times, or of rates. */
    static String by(FigureError error, String statistic) {
      OptionalDouble nanos = error.nanos(statistic);
      if (nanos.isPresent()) {
        return "by up to " + Text.nanos(nanos.getAsDouble());
      }
      return error.percent() == null
          ? "by an unknown amount"
          : "by up to " + Text.percent(error.percent());
    }

    /** {@code inaccurate by up to 187 ms}. */
    String words() {
      return "inaccurate " + by;
    }

    /** Returns the words with its figure, for a list. */
    String listed() {
      return figure + " (" + words() + ")";
    }
  }
}
