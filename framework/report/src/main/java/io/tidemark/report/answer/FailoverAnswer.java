package io.tidemark.report.answer;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.answer.Trust.Inaccurate;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.SystemRows;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.runs.ReportedRun;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What is missing at the second site after a failover, and how long it took. */
final class FailoverAnswer implements AnswerPattern {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final String LESS = "Less is better.";

  private final Map<String, List<ReportedRun>> systems;

  private FailoverAnswer(List<ReportedRun> runs) {
    this.systems = AnswerPattern.bySystem(runs);
  }

  /** Empty if no run has a failover. */
  static Optional<FailoverAnswer> of(List<ReportedRun> usable) {
    List<ReportedRun> runs =
        usable.stream()
            .filter(run -> run.stored().flatMap(RunResult::failover).isPresent())
            .toList();
    return runs.isEmpty() ? Optional.empty() : Optional.of(new FailoverAnswer(runs));
  }

  @Override
  public String question() {
    return "How many confirmed messages are missing after the failover to site B, and how long"
        + " does it take?";
  }

  @Override
  public Statement headline() {
    if (systems.size() == 1) {
      return statements().get(0);
    }
    return Statement.of(
        "",
        systems.entrySet().stream()
            .map(
                each ->
                    "%s %s, the last one is received after %s%s, %s"
                        .formatted(
                            each.getKey(),
                            range(missing(each.getValue()), Text::count),
                            times(each.getValue(), FailoverReport::lastMessageNanos),
                            accuracy(each.getValue()),
                            ChangeWords.runs(timed(each.getValue()), counted(each.getValue()))))
            .collect(joining("; ", "Confirmed messages missing at site B: ", ".")));
  }

  @Override
  public Set<FigureGroup> figures() {
    return EnumSet.of(FigureGroup.DELIVERY, FigureGroup.RECOVERY);
  }

  @Override
  public List<Statement> statements() {
    return systems.entrySet().stream()
        .map(each -> statement(each.getKey(), each.getValue()))
        .toList();
  }

  private static Statement statement(String system, List<ReportedRun> runs) {
    return new Statement(
        system,
        String.format(
            Locale.ROOT,
            "%s of %s confirmed messages%s are missing at site B; the first one is received there"
                + " %s and the last one %s after the failure%s%s%s.",
            range(missing(runs), Text::count),
            range(counts(runs, each -> Optional.of(each.confirmed())), Text::count),
            runs.size() == 1 ? "" : " of each run",
            times(runs, FailoverReport::firstMessageNanos),
            times(runs, FailoverReport::lastMessageNanos),
            failure(runs),
            accuracy(runs),
            runs.size() == 1 ? "" : ", " + ChangeWords.runs(timed(runs), counted(runs))),
        tone(runs));
  }

  private static int counted(List<ReportedRun> runs) {
    return missing(runs).size();
  }

  /** Returns the number of runs whose time of the last message is known. */
  private static int timed(List<ReportedRun> runs) {
    return Times.of(runs, FailoverReport::lastMessageNanos).nanos.size();
  }

  /**
   * Times of runs.
   *
   * @param accurate whether they may be used; others are given only where there are no such ones
   */
  private record Times(List<Long> nanos, boolean accurate) {
    static Times of(List<ReportedRun> runs, Function<FailoverReport, Optional<Long>> figure) {
      List<Long> usable =
          values(
              runs,
              figure,
              (run, nanos) -> run.validity(FigureGroup.RECOVERY).usable(FigureError.MAX, nanos));
      return usable.isEmpty()
          ? new Times(values(runs, figure, (run, nanos) -> true), false)
          : new Times(usable, true);
    }

    boolean areInaccurate() {
      return !accurate && !nanos.isEmpty();
    }
  }

  @Override
  public int fewest() {
    return systems.values().stream()
        .flatMapToInt(runs -> IntStream.of(counted(runs), timed(runs)))
        .filter(number -> number > 0)
        .min()
        .orElse(0);
  }

  /** {@code (killed 1 node of kafka)}. */
  private static String failure(List<ReportedRun> runs) {
    List<String> failures =
        runs.stream()
            .flatMap(run -> run.stored().flatMap(RunResult::failover).stream())
            .map(FailoverReport::failure)
            .filter(text -> !text.isEmpty())
            .distinct()
            .toList();
    return failures.size() == 1 ? " (" + failures.get(0) + ")" : "";
  }

  private static Tone tone(List<ReportedRun> runs) {
    List<Long> missing = missing(runs);
    if (missing.stream().anyMatch(number -> number > 0)) {
      return Tone.BAD;
    }
    boolean timed = Times.of(runs, FailoverReport::lastMessageNanos).accurate;
    return !missing.isEmpty() && timed ? Tone.GOOD : Tone.NONE;
  }

  private static List<Long> missing(List<ReportedRun> runs) {
    return counts(runs, FailoverReport::missing);
  }

  private static List<Long> counts(
      List<ReportedRun> runs, Function<FailoverReport, Optional<Long>> figure) {
    return values(runs, figure, (run, any) -> run.validity(FigureGroup.DELIVERY).usable());
  }

  private static String times(
      List<ReportedRun> runs, Function<FailoverReport, Optional<Long>> figure) {
    Times times = Times.of(runs, figure);
    return (times.areInaccurate() ? "about " : "") + range(times.nanos, Text::nanos);
  }

  /** The largest that a time of these runs can have. */
  static String accuracy(List<ReportedRun> runs) {
    OptionalDouble nanos =
        runs.stream()
            .flatMapToDouble(
                run -> run.validity(FigureGroup.RECOVERY).error().nanos(FigureError.MAX).stream())
            .max();
    if (nanos.isPresent()) {
      return ", accurate to " + Text.nanos(nanos.getAsDouble());
    }
    return runs.stream().allMatch(run -> run.validity(FigureGroup.RECOVERY).usable())
        ? ""
        : ", inaccurate by an unknown amount";
  }

  /** Returns the times that may not be used, of which the longest one is given. */
  static Stream<Inaccurate> inaccurate(List<ReportedRun> runs, double nanos) {
    return runs.stream()
        .map(run -> run.validity(FigureGroup.RECOVERY))
        .filter(times -> !times.usable(FigureError.MAX, nanos))
        .map(
            times ->
                Inaccurate.time(
                    FigureGroup.RECOVERY.heading(), times.error(), FigureError.MAX, nanos))
        .max(Comparator.comparing(Inaccurate::useless))
        .stream();
  }

  @Override
  public List<Inaccurate> inaccurate() {
    return systems.values().stream()
        .flatMap(
            runs ->
                Stream.concat(
                    inaccurate(runs, FailoverReport::firstMessageNanos),
                    inaccurate(runs, FailoverReport::lastMessageNanos)))
        .toList();
  }

  private static Stream<Inaccurate> inaccurate(
      List<ReportedRun> runs, Function<FailoverReport, Optional<Long>> figure) {
    Times times = Times.of(runs, figure);
    return times.areInaccurate() ? inaccurate(runs, Collections.max(times.nanos)) : Stream.of();
  }

  private static List<Long> values(
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
        .toList();
  }

  /** The lowest and the highest of all runs. */
  private static String range(List<Long> known, LongFunction<String> text) {
    return known.isEmpty()
        ? "unknown"
        : range(text.apply(Collections.min(known)), text.apply(Collections.max(known)));
  }

  static String range(String lowest, String highest) {
    return lowest.equals(highest) ? lowest : lowest + " to " + highest;
  }

  @Override
  public List<Chart> charts() {
    SystemRows missing = new SystemRows("mean");
    boolean isMissing = add(missing, "", runs -> doubles(missing(runs), 1));
    SystemRows times = new SystemRows("mean");
    boolean timed =
        add(times, "first message", runs -> micros(runs, FailoverReport::firstMessageNanos));
    timed |= add(times, "last message", runs -> micros(runs, FailoverReport::lastMessageNanos));
    return Stream.of(
            isMissing || !timed
                ? missing.chart("missing", "Messages missing at site B", LESS, Unit.MESSAGES)
                : Optional.<Chart>empty(),
            times.chart(
                "failover",
                "Time from the failure to the first and the last message at site B" + accuracy(),
                LESS,
                Unit.MICROSECONDS))
        .flatMap(Optional::stream)
        .toList();
  }

  private static List<Double> micros(
      List<ReportedRun> runs, Function<FailoverReport, Optional<Long>> figure) {
    return doubles(Times.of(runs, figure).nanos, NANOS_PER_MICRO);
  }

  /** After the title of a panel. */
  private String accuracy() {
    List<ReportedRun> runs = systems.values().stream().flatMap(List::stream).toList();
    return Times.of(runs, FailoverReport::lastMessageNanos).accurate ? "" : accuracy(runs);
  }

  private static List<Double> doubles(List<Long> values, double unit) {
    return values.stream().map(value -> value / unit).toList();
  }

  /** Returns whether a value is above 0. */
  private boolean add(
      SystemRows rows, String group, Function<List<ReportedRun>, List<Double>> values) {
    boolean above = false;
    for (Map.Entry<String, List<ReportedRun>> system : systems.entrySet()) {
      List<Double> each = values.apply(system.getValue());
      DoubleSummaryStatistics all =
          each.stream().mapToDouble(Double::doubleValue).summaryStatistics();
      if (!each.isEmpty()) {
        rows.runs(group, system.getKey(), each, all.getAverage(), Optional.empty());
        above |= all.getMax() > 0;
      }
    }
    return above;
  }
}
