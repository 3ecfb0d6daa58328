package io.tidemark.report.answer;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.answer.ReportAnswer.Tone;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.SystemRows;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
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
    this.systems =
        runs.stream().collect(groupingBy(ReportedRun::environment, LinkedHashMap::new, toList()));
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
    return Statement.neutral(
        "",
        systems.entrySet().stream()
            .map(
                each ->
                    "%s %s, the last one is received after %s%s, %s"
                        .formatted(
                            each.getKey(),
                            missing(each.getValue()),
                            times(each.getValue(), FailoverReport::lastMessageNanos),
                            accuracy(each.getValue()),
                            numbers(each.getValue())))
            .collect(joining("; ", "Confirmed messages missing at site B: ", ".")));
  }

  @Override
  public Set<FigureGroup> figures() {
    return EnumSet.of(FigureGroup.DELIVERY, FigureGroup.RECOVERY);
  }

  @Override
  public List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    systems.forEach((system, runs) -> statements.add(statement(system, runs)));
    return statements;
  }

  private static Statement statement(String system, List<ReportedRun> runs) {
    LongSummaryStatistics missing =
        figures(runs, FailoverReport::missing, FailoverAnswer::isCounted);
    return new Statement(
        system,
        String.format(
            Locale.ROOT,
            "%s of %s confirmed messages%s are missing at site B; the first one is received there"
                + " %s and the last one %s after the failure%s%s%s.",
            missing(runs),
            range(
                figures(runs, each -> Optional.of(each.confirmed()), FailoverAnswer::isCounted),
                Text::count),
            runs.size() == 1 ? "" : " of each run",
            times(runs, FailoverReport::firstMessageNanos),
            times(runs, FailoverReport::lastMessageNanos),
            failure(runs),
            accuracy(runs),
            runs.size() == 1 ? "" : ", " + numbers(runs)),
        tone(missing, runs));
  }

  /** {@code n = 3}, or {@code n = 1 for the times and 3 for the messages}. */
  private static String numbers(List<ReportedRun> runs) {
    int counted = counted(runs);
    int timed = timed(runs);
    return timed == counted
        ? "n = " + timed
        : "n = " + timed + " for the times and " + counted + " for the messages";
  }

  private static int counted(List<ReportedRun> runs) {
    return values(runs, FailoverReport::missing, FailoverAnswer::isCounted).size();
  }

  /** Of how many runs the time of the last message is; of inaccurate ones if there is no other. */
  private static int timed(List<ReportedRun> runs) {
    int usable = values(runs, FailoverReport::lastMessageNanos, FailoverAnswer::isTimed).size();
    return usable > 0
        ? usable
        : values(runs, FailoverReport::lastMessageNanos, (run, nanos) -> true).size();
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

  private static Tone tone(LongSummaryStatistics missing, List<ReportedRun> runs) {
    if (missing.getCount() > 0 && missing.getMax() > 0) {
      return Tone.BAD;
    }
    boolean timed =
        !values(runs, FailoverReport::lastMessageNanos, FailoverAnswer::isTimed).isEmpty();
    return missing.getCount() > 0 && timed ? Tone.GOOD : Tone.NEUTRAL;
  }

  private static String missing(List<ReportedRun> runs) {
    return range(figures(runs, FailoverReport::missing, FailoverAnswer::isCounted), Text::count);
  }

  /** Inaccurate ones only if there are no others. */
  private static String times(
      List<ReportedRun> runs, Function<FailoverReport, Optional<Long>> figure) {
    LongSummaryStatistics usable = figures(runs, figure, FailoverAnswer::isTimed);
    LongSummaryStatistics all = figures(runs, figure, (run, nanos) -> true);
    return usable.getCount() == 0 && all.getCount() > 0
        ? "about " + range(all, Text::nanos)
        : range(usable, Text::nanos);
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

  /** For times that may not be used, of which the longest one is given. */
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
    LongSummaryStatistics all = figures(runs, figure, (run, nanos) -> true);
    return all.getCount() > 0 && figures(runs, figure, FailoverAnswer::isTimed).getCount() == 0
        ? inaccurate(runs, all.getMax())
        : Stream.of();
  }

  private static boolean isCounted(ReportedRun run, long messages) {
    return run.validity(FigureGroup.DELIVERY).usable();
  }

  private static boolean isTimed(ReportedRun run, long nanos) {
    return run.validity(FigureGroup.RECOVERY).usable(FigureError.MAX, nanos);
  }

  private static LongSummaryStatistics figures(
      List<ReportedRun> runs,
      Function<FailoverReport, Optional<Long>> figure,
      BiPredicate<ReportedRun, Long> usable) {
    return values(runs, figure, usable).stream().mapToLong(Long::longValue).summaryStatistics();
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
  private static String range(LongSummaryStatistics known, LongFunction<String> text) {
    return known.getCount() == 0
        ? "unknown"
        : range(text.apply(known.getMin()), text.apply(known.getMax()));
  }

  static String range(String lowest, String highest) {
    return lowest.equals(highest) ? lowest : lowest + " to " + highest;
  }

  @Override
  public List<Chart> charts() {
    SystemRows missing = new SystemRows("mean");
    boolean isMissing =
        add(
            missing,
            "",
            runs -> doubles(values(runs, FailoverReport::missing, FailoverAnswer::isCounted), 1));
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
    List<Long> usable = values(runs, figure, FailoverAnswer::isTimed);
    return doubles(
        usable.isEmpty() ? values(runs, figure, (run, nanos) -> true) : usable, NANOS_PER_MICRO);
  }

  /** After the title of a panel. */
  private String accuracy() {
    List<ReportedRun> runs = systems.values().stream().flatMap(List::stream).toList();
    return values(runs, FailoverReport::lastMessageNanos, FailoverAnswer::isTimed).isEmpty()
        ? accuracy(runs)
        : "";
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
