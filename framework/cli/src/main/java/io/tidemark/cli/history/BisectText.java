package io.tidemark.cli.history;

import io.tidemark.cli.history.BisectCandidates.Candidate;
import io.tidemark.history.bisect.BisectLog;
import io.tidemark.history.bisect.BisectLog.Attempt;
import io.tidemark.history.bisect.Bisection;
import io.tidemark.history.bisect.Bisection.State;
import io.tidemark.history.trend.TrendMetric;
import io.tidemark.model.result.Text;
import io.tidemark.report.statistics.Change;
import io.tidemark.report.text.TerminalStyle;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a bisection prints. */
record BisectText(List<Candidate> candidates, TerminalStyle style) {
  private static final double INTERVAL = 0.95;

  /** How many candidates there are, and where the results are. */
  String begins(BisectLog log, Path folder) {
    return String.format(
        Locale.ROOT,
        "%d candidates from %s to %s; results in %s%s",
        candidates.size(),
        label(0),
        label(candidates.size() - 1),
        folder,
        log.attempts().isEmpty() ? "" : ", which has " + Text.plural(log.attempts().size(), "run"));
  }

  private String label(int candidate) {
    return candidates.get(candidate).label();
  }

  /** One line for each run: its figure, and what is known then. */
  String run(BisectLog log, Attempt attempt, Bisection now) {
    return "run %s: %s: %s %s%s"
        .formatted(
            log.attempts().size(),
            label(attempt.candidate()),
            log.metric(),
            attempt.values().stream()
                .map(value -> style.shown(TrendMetric.text(log.metric(), value)))
                .collect(Collectors.joining(", ")),
            known(log, now));
  }

  private String known(BisectLog log, Bisection now) {
    if (!now.found().isEmpty()) {
      return String.format(
          Locale.ROOT,
          "; most likely %s (%s)",
          label(now.found().get(now.found().size() - 1)),
          percent(now.confidence()));
    }
    return now.change().map(change -> "; bad is " + size(log, change)).orElse("");
  }

  /** The answer. */
  String end(BisectLog log, Bisection now) {
    String runs = runs(log);
    if (now.state() == State.SAME) {
      return "Good and bad do not differ: %s of %s is %s than that of %s; %s."
          .formatted(
              log.metric(),
              label(candidates.size() - 1),
              now.change().map(change -> size(log, change)).orElse("not known"),
              label(0),
              runs);
    }
    if (now.found().isEmpty()) {
      return "Not decided: good and bad are not shown to differ%s; %s."
          .formatted(now.change().map(change -> ": bad is " + size(log, change)).orElse(""), runs);
    }
    return (now.state() == State.FOUND ? "Found: " : "Not decided: ") + place(log, now, runs);
  }

  private String place(BisectLog log, Bisection now, String runs) {
    int first = now.found().get(0);
    int last = now.found().get(now.found().size() - 1);
    String change =
        now.change() // With a place there is a change.
            .map(each -> size(log, each))
            .orElse("");
    return "%s since %s (confidence %s), %s is %s; %s."
        .formatted(
            first == last
                ? "the change is in " + label(last)
                : "the change is in one of "
                    + now.found().stream().map(this::label).collect(Collectors.joining(", "))
                    + " (only the last one can be tested)",
            label(first - 1),
            percent(now.confidence()),
            log.metric(),
            change,
            runs);
  }

  private static String percent(double share) {
    return share > 0.9995
        ? "above 99.9 %"
        : String.format(Locale.ROOT, share > 0.995 ? "%.1f %%" : "%.0f %%", 100 * share);
  }

  /** {@code 8.1 % worse (95 %: +5.9 to +10.4 %)}. */
  private static String size(BisectLog log, Change change) {
    return String.format(
        Locale.ROOT,
        "%s (95 %%: %+.1f to %+.1f %%)",
        TrendMetric.change(log.metric(), Math.expm1(change.logRatio())),
        100 * change.lowest(INTERVAL),
        100 * change.highest(INTERVAL));
  }

  private String runs(BisectLog log) {
    long tested =
        log.attempts().stream()
            .filter(each -> !each.values().isEmpty())
            .map(Attempt::candidate)
            .distinct()
            .count();
    return Text.plural(log.attempts().size(), "run")
        + " of "
        + Text.plural(tested, "candidate")
        + (log.skipped().isEmpty()
            ? ""
            : ", " + Text.plural(log.skipped().size(), "candidate") + " could not be tested");
  }
}
