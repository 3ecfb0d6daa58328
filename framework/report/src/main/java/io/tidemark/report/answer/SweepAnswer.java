package io.tidemark.report.answer;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Text;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Interval;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Scale;
import io.tidemark.report.chart.Chart.Tick;
import io.tidemark.report.chart.SweepCharts;
import io.tidemark.report.chart.SystemRows;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.SweepSteps.SweepLine;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.figures.LogarithmicAxis;
import io.tidemark.report.runs.MatrixAxis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Metrics over the values of keys: how they change, and where that ends. */
final class SweepAnswer implements AnswerPattern {
  private static final Interval NONE = new Interval(Double.NaN, Double.NaN);
  private static final String SINGLE = " (single runs, without statistics)";

  private final List<SweepLine> lines;
  private final List<Comparison> comparisons;

  /** Lines of one workload, axis and metric; that of the headline first. */
  private final List<List<SweepLine>> groups;

  private SweepAnswer(List<SweepLine> lines, List<Comparison> comparisons) {
    this.lines = lines;
    this.comparisons = comparisons;
    this.groups =
        lines.stream()
            .collect(
                groupingBy(
                    line -> List.of(line.workload(), line.axis().path(), line.metric().key()),
                    LinkedHashMap::new,
                    toList()))
            .values()
            .stream()
            .sorted(Comparator.comparing(group -> group.stream().noneMatch(SweepAnswer::isShown)))
            .toList();
  }

  private static boolean isShown(SweepLine line) {
    return line.whole().outcome() == Outcome.HIGHER || line.whole().outcome() == Outcome.LOWER;
  }

  /** Empty if no key was varied. */
  static Optional<SweepAnswer> of(List<SweepLine> lines, List<Comparison> comparisons) {
    return lines.isEmpty() ? Optional.empty() : Optional.of(new SweepAnswer(lines, comparisons));
  }

  @Override
  public String question() {
    return "How does the %s change with %s?"
        .formatted(
            names(line -> line.metric().words(), " and the "),
            names(
                line ->
                    line.axis().isOfVersions() ? "each " + line.axis().name() : line.axis().name(),
                " and "));
  }

  private String names(Function<SweepLine, String> name, String and) {
    return lines.stream().map(name).distinct().collect(joining(and));
  }

  @Override
  public Statement headline() {
    return lines.size() == 1 ? statement(lines.get(0)) : summary(groups.get(0));
  }

  /** {@code Round-trip rate from cpus 0.5 to 2: a 2.2 times as high (95 %: ...); b ...}. */
  private Statement summary(List<SweepLine> group) {
    SweepLine first = group.get(0);
    boolean single = group.stream().allMatch(SweepAnswer::isSingle);
    boolean factor = ChangeWords.isFactor(group.stream().map(SweepLine::whole).toList());
    return Statement.of(
        workload(first),
        "%s from %s %s: %s%s."
            .formatted(
                first.metric().title(),
                first.axis().name(),
                ends(first),
                Text.listed(
                    group.stream()
                        .map(
                            line ->
                                line.system() + otherEnds(line, first) + " " + whole(line, factor))
                        .toList(),
                    ComparedSummary.SYSTEMS),
                single ? SINGLE : ", " + runs(group)));
  }

  private static boolean isSingle(SweepLine line) {
    return line.whole().outcome() == Outcome.SINGLE_RUN;
  }

  private String workload(SweepLine line) {
    return lines.stream().map(SweepLine::workload).distinct().count() > 1 ? line.workload() : "";
  }

  private static String ends(SweepLine line) {
    return line.points().get(0).value() + " to " + line.points().get(last(line)).value();
  }

  private static String otherEnds(SweepLine line, SweepLine first) {
    return ends(line).equals(ends(first)) ? "" : " (" + ends(line) + ")";
  }

  private static String whole(SweepLine line, boolean factor) {
    return new ChangeWords(factor, line.atLeast()).change(line.whole());
  }

  /** Returns whether all changes in the sentence of a line are shown as factors. */
  private static boolean factor(SweepLine line) {
    Stream<Metric> steps =
        line.axis().isOfVersions()
            ? line.points().stream().flatMap(point -> point.step().stream())
            : Stream.of();
    return ChangeWords.isFactor(Stream.concat(Stream.of(line.whole()), steps).toList());
  }

  private static String runs(List<SweepLine> some) {
    return ChangeWords.runs(numbers(some));
  }

  private static IntStream numbers(List<SweepLine> some) {
    return some.stream()
        .flatMap(line -> line.points().stream())
        .mapToInt(point -> point.runs().size());
  }

  @Override
  public int fewest() {
    return numbers(lines).min().orElse(0);
  }

  private static int last(SweepLine line) {
    return line.points().size() - 1;
  }

  @Override
  public Set<FigureGroup> figures() {
    return lines.stream().map(line -> line.metric().group()).collect(toSet());
  }

  @Override
  public List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    groups.stream()
        .skip(1)
        .filter(group -> group.size() > 1)
        .forEach(group -> statements.add(summary(group)));
    lines.stream()
        .map(SweepLine::metric)
        .distinct()
        .filter(metric -> groups.get(0).size() > 1)
        .flatMap(metric -> ComparedSummary.of(metric, comparisons).stream())
        .map(summary -> Statement.of("", summary))
        .forEach(statements::add);
    lines.forEach(line -> statements.add(statement(line)));
    return statements;
  }

  /** {@code kafka: round-trip rate 73/s, 192/s, 162/s at cpus 0.5, 1, 2; higher up to 1, ...}. */
  private Statement statement(SweepLine line) {
    String workload = workload(line);
    return Statement.of(
        (workload.isEmpty() ? "" : workload + ", ") + line.system(),
        "%s %s at %s %s; from %s: %s%s%s."
            .formatted(
                line.metric().words(),
                line.points().stream()
                    .map(point -> ChangeWords.text(line.metric(), point.mean().value()))
                    .collect(joining(", ")),
                line.axis().name(),
                line.points().stream().map(SweepLine.Point::value).collect(joining(", ")),
                ends(line),
                whole(line, factor(line)),
                last(line) > 1 ? "; " + (line.axis().isOfVersions() ? steps(line) : end(line)) : "",
                isSingle(line) ? SINGLE : ", " + runs(List.of(line))));
  }

  /** {@code 3.10 to 4: 12 % shorter (95 %: ...); 4 to 4.3: not shown to change (95 %: ...)}. */
  private static String steps(SweepLine line) {
    ChangeWords words = new ChangeWords(factor(line), line.atLeast());
    List<String> steps = new ArrayList<>();
    for (int i = 1; i <= last(line); i++) {
      SweepLine.Point point = line.points().get(i);
      steps.add(
          line.points().get(i - 1).value()
              + " to "
              + point.value()
              + ": "
              + words.change(point.step().orElseThrow())); // Not the first.
    }
    return String.join("; ", steps);
  }

  private static String end(SweepLine line) {
    int best = line.best();
    String better =
        line.metric().isTime() ? "shorter" : line.metric().higherIsBetter() ? "higher" : "lower";
    if (best == last(line)) {
      return better + " at each step";
    }
    return best == 0
        ? "not shown to be " + better + " at the first step"
        : better
            + " up to "
            + line.points().get(best).value()
            + ", not shown to be "
            + better
            + " after it";
  }

  @Override
  public List<Chart> charts() {
    return groups.stream().map(this::chart).toList();
  }

  private Chart chart(List<SweepLine> group) {
    SweepLine first = group.get(0);
    MatrixAxis axis = first.axis();
    String workload = workload(first);
    List<Tick> texts =
        axis.texts().stream()
            .map(text -> new Tick(axis.number(text).orElseThrow(), text)) // Numbers make an axis.
            .toList();
    List<Line> lines = group.stream().flatMap(line -> lines(line).stream()).toList();
    return new Chart(
        "sweep-" + (groups.indexOf(group) + 1),
        Group.SWEEP,
        "%s by %s%s"
            .formatted(
                first.metric().title(), axis.name(), workload.isEmpty() ? "" : ", " + workload),
        "",
        new Axis(
            axis.name() + axis.unit(),
            Unit.NUMBER,
            LogarithmicAxis.suits(texts.stream().mapToDouble(Tick::value))
                ? Scale.LOGARITHMIC
                : Scale.LINEAR,
            texts),
        Axis.of(
            "",
            first.metric().metric().unit(),
            LogarithmicAxis.suits(
                lines.stream().flatMapToDouble(line -> DoubleStream.of(line.y())))),
        lines,
        List.of(),
        List.of());
  }

  private static double place(SweepLine line, SweepLine.Point point) {
    return line.axis().number(point.value()).orElseThrow(); // As the axis.
  }

  private static List<Line> lines(SweepLine line) {
    Map<Double, List<Double>> runs = new LinkedHashMap<>();
    line.points().forEach(point -> runs.put(place(line, point), point.runs()));
    return SweepCharts.lines(
        line.system(),
        runs,
        line.points().stream().map(point -> point.mean().value()).toList(),
        line.points().stream()
            .map(point -> SystemRows.interval(point.mean()).orElse(NONE))
            .toList());
  }
}
