package io.tidemark.report.answer;

import static java.util.stream.Collectors.joining;

import io.tidemark.report.answer.AnswerPicture.Coordinate;
import io.tidemark.report.answer.AnswerPicture.Curves;
import io.tidemark.report.answer.AnswerPicture.Point;
import io.tidemark.report.answer.AnswerPicture.Series;
import io.tidemark.report.answer.AnswerPicture.Tick;
import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.SweepLine;
import io.tidemark.report.runs.ComparedMetric;
import io.tidemark.report.runs.MatrixAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A metric over the values of a key: how it changes, and where that ends. */
final class SweepAnswer implements AnswerPattern {
  /** Wider ranges have a logarithmic axis. */
  private static final double WIDE = 20;

  private final List<SweepLine> lines;
  private final List<Comparison> comparisons;

  /** Those of the picture: all systems of the first workload over the first key. */
  private final List<SweepLine> drawn;

  private SweepAnswer(List<SweepLine> lines, List<Comparison> comparisons) {
    SweepLine first = lines.get(0);
    this.lines = lines;
    this.comparisons = comparisons;
    this.drawn =
        lines.stream()
            .filter(
                line ->
                    line.workload().equals(first.workload())
                        && line.axis().equals(first.axis())
                        && line.metric().equals(first.metric()))
            .toList();
  }

  /** Empty if no key was varied. */
  static Optional<SweepAnswer> of(List<SweepLine> lines, List<Comparison> comparisons) {
    return lines.isEmpty() ? Optional.empty() : Optional.of(new SweepAnswer(lines, comparisons));
  }

  private ComparedMetric metric() {
    return drawn.get(0).metric();
  }

  private MatrixAxis axis() {
    return drawn.get(0).axis();
  }

  @Override
  public String question() {
    return "How does the %s change with %s?"
        .formatted(MetricWords.of(metric().key()), axis().name());
  }

  @Override
  public Statement headline() {
    if (lines.size() == 1) {
      return statement(lines.get(0));
    }
    List<String> texts =
        drawn.stream()
            .map(line -> ChangeWords.of(metric(), line.change(0, last(line))) + ofSystem(line))
            .toList();
    SweepLine first = drawn.get(0);
    return Statement.neutral(
        "",
        "From %s %s to %s the %s becomes %s."
            .formatted(
                axis().name(),
                first.points().get(0).value(),
                first.points().get(last(first)).value(),
                MetricWords.of(metric().key()),
                String.join(", ", texts)));
  }

  private String ofSystem(SweepLine line) {
    return drawn.size() == 1 ? "" : " with " + line.system();
  }

  private static int last(SweepLine line) {
    return line.points().size() - 1;
  }

  @Override
  public List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    lines.stream()
        .map(SweepLine::metric)
        .distinct()
        .flatMap(metric -> ComparedSummary.of(metric, comparisons).stream())
        .filter(summary -> drawn.size() > 1)
        .map(summary -> Statement.neutral("", summary))
        .forEach(statements::add);
    lines.forEach(line -> statements.add(statement(line)));
    return statements;
  }

  /** {@code kafka: round-trip rate 73/s, 192/s, 162/s at cpus 0.5, 1, 2; higher up to 1, ...}. */
  private Statement statement(SweepLine line) {
    boolean severalLoads = lines.stream().map(SweepLine::workload).distinct().count() > 1;
    return Statement.neutral(
        (severalLoads ? line.workload() + ", " : "") + line.system(),
        "%s %s at %s %s; %s."
            .formatted(
                MetricWords.of(line.metric().key()),
                line.points().stream()
                    .map(point -> ChangeWords.text(line.metric(), point.mean().value()))
                    .collect(joining(", ")),
                line.axis().name(),
                line.points().stream().map(SweepLine.Point::value).collect(joining(", ")),
                end(line)));
  }

  private static String end(SweepLine line) {
    int best = line.best();
    String better = line.metric().isRate() ? "higher" : "shorter";
    if (best == last(line)) {
      return better + " at each step";
    }
    return best == 0
        ? "not shown to be " + better + " at the first step"
        : better + " up to " + line.points().get(best).value() + ", no longer after it";
  }

  @Override
  public Optional<AnswerPicture> picture() {
    List<Series> series = drawn.stream().map(SweepAnswer::series).toList();
    List<Tick> texts =
        axis().texts().stream()
            .map(text -> new Tick(axis().number(text).orElseThrow(), text)) // Numbers make an axis.
            .toList();
    double[] values = texts.stream().mapToDouble(Tick::value).sorted().toArray();
    return Optional.of(
        new Curves(
            "%s by %s".formatted(MetricWords.title(metric().key()), axis().name()),
            new Coordinate(axis().name() + axis().unit(), AnswerUnit.NUMBER, isWide(values), texts),
            Coordinate.of("", AnswerUnit.of(metric()), isWide(heights())),
            series,
            List.of()));
  }

  private double[] heights() {
    return drawn.stream()
        .flatMap(line -> line.points().stream())
        .mapToDouble(point -> point.mean().value())
        .sorted()
        .toArray();
  }

  private static boolean isWide(double[] sorted) {
    return sorted[0] > 0 && sorted[sorted.length - 1] / sorted[0] >= WIDE;
  }

  private static Series series(SweepLine line) {
    return new Series(
        line.system(),
        false,
        line.points().stream()
            .map(
                point ->
                    new Point(
                        line.axis().number(point.value()).orElseThrow(), // As the axis.
                        point.mean().value(),
                        false,
                        ComparedAnswer.interval(point.mean())))
            .toList());
  }
}
