package io.tidemark.report.answer;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.SearchReport.Trial;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.report.answer.Trust.Inaccurate;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.figures.LogarithmicAxis;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.section.SearchSection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** The highest rate that a system sustains: latency against the rates that were tried. */
final class SearchAnswer implements AnswerPattern {
  private final List<ReportedRun> runs;
  private final SearchReport first;

  private SearchAnswer(List<ReportedRun> runs) {
    this.runs = runs;
    this.first = search(runs.get(0));
  }

  /** Empty if no run has a search. */
  static Optional<SearchAnswer> of(List<ReportedRun> usable) {
    List<ReportedRun> searched =
        usable.stream().filter(run -> run.stored().flatMap(RunResult::search).isPresent()).toList();
    return searched.isEmpty() ? Optional.empty() : Optional.of(new SearchAnswer(searched));
  }

  private static SearchReport search(ReportedRun run) {
    return run.stored().flatMap(RunResult::search).orElseThrow(); // Others are left out.
  }

  private boolean isRate() {
    return first.over() == Quantity.RATE;
  }

  @Override
  public String question() {
    return isRate()
        ? "What is the highest rate that %s sustains?".formatted(systems())
        : "Which %s does %s sustain?"
            .formatted(
                first.over() == Quantity.SCALE_RATE ? "multiple of its rates" : first.over().key(),
                systems());
  }

  private String systems() {
    return String.join(
        " and ", runs.stream().map(ReportedRun::environment).distinct().limit(4).toList());
  }

  @Override
  public Statement headline() {
    List<Statement> statements = statements();
    if (statements.size() == 1 || !isRate()) {
      return statements.get(0);
    }
    List<String> rates = new ArrayList<>();
    bySystem().forEach((system, members) -> rates.add(system + " " + found(members)));
    return Statement.of(
        "",
        "Highest sustained rate: %s, %s."
            .formatted(
                String.join("; ", rates),
                ChangeWords.runs(bySystem().values().stream().mapToInt(List::size))));
  }

  @Override
  public List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    bySystem().forEach((system, members) -> statements.add(Statement.of(system, text(members))));
    return statements;
  }

  private Map<String, List<ReportedRun>> bySystem() {
    boolean severalLoads = runs.stream().map(ReportedRun::workload).distinct().count() > 1;
    return runs.stream()
        .collect(
            groupingBy(
                run -> (severalLoads ? run.workload() + ", " : "") + run.environment(),
                LinkedHashMap::new,
                toList()));
  }

  private String text(List<ReportedRun> members) {
    SearchReport search = search(members.get(0));
    if (!isRate() || search.passed().isEmpty()) {
      String limit = SearchSection.limit(search);
      return SearchSection.result(search) + (limit.isEmpty() ? "." : "; " + limit + ".");
    }
    String sustained =
        members.size() == 1
            ? sustained(search, search.passed().get())
            : found(members) + " sustained, n = " + members.size();
    return sustained + latency(members.get(0)) + ".";
  }

  /** A search that did not find the limit has a lower bound of it. */
  private static String sustained(SearchReport search, double passed) {
    return search.converged()
        ? "%s sustained, %s not sustained"
            .formatted(Text.rate(passed), search.failed().map(Text::rate).orElse("no rate"))
        : "at least %s sustained; the limit was not found".formatted(Text.rate(passed));
  }

  /** At the measured rate after the search; without an accuracy it is no figure of a headline. */
  private static String latency(ReportedRun run) {
    if (!run.validity(FigureGroup.of(SearchSection.measure(search(run)))).usable()) {
      return "";
    }
    RunResult stored = run.stored().orElseThrow(); // It has a search.
    Measure measure = SearchSection.measure(search(run));
    return stored
        .totals()
        .latencies()
        .get(measure)
        .map(
            latency ->
                "; at %s: %s median %s, p99 %s"
                    .formatted(
                        stored.totals().intendedRatePerSecond().map(Text::rate).orElse("the end"),
                        measure.words(),
                        Unit.MICROSECONDS.with(latency.p50()),
                        Unit.MICROSECONDS.with(latency.p99())))
        .orElse("");
  }

  private static String found(List<ReportedRun> members) {
    double[] rates =
        members.stream().mapToDouble(run -> search(run).passed().orElse(0.0)).sorted().toArray();
    String lowest = Text.rate(rates[0]);
    String highest = Text.rate(rates[rates.length - 1]);
    String least = members.stream().allMatch(run -> search(run).converged()) ? "" : "at least ";
    return least + (lowest.equals(highest) ? lowest : Text.perSecond(rates[0]) + " to " + highest);
  }

  @Override
  public int fewest() {
    return bySystem().values().stream().mapToInt(List::size).min().orElse(0);
  }

  @Override
  public List<Inaccurate> inaccurate() {
    return runs.stream()
        .map(run -> run.validity(FigureGroup.RATES))
        .filter(rates -> !rates.usable())
        .map(rates -> Inaccurate.rate("the rate", rates.error()))
        .toList();
  }

  @Override
  public List<Chart> charts() {
    Measure measure = SearchSection.measure(first);
    List<ReportedRun> same =
        runs.stream().filter(run -> search(run).over() == first.over()).toList();
    boolean accurate =
        same.stream().allMatch(run -> run.validity(FigureGroup.of(measure)).usable());
    List<Line> lines = new ArrayList<>();
    if (accurate) {
      same.forEach(run -> addByValue(run, measure, lines));
    }
    return List.of(lines.isEmpty() ? byTrial(same) : byValue(lines, measure));
  }

  private String over() {
    return isRate() ? "rate" : first.over().key();
  }

  private Unit unit() {
    return isRate() ? Unit.PER_SECOND : Unit.NUMBER;
  }

  private Chart byValue(List<Line> lines, Measure measure) {
    boolean wide =
        LogarithmicAxis.suits(lines.stream().flatMapToDouble(line -> DoubleStream.of(line.x())));
    return new Chart(
        "search",
        Group.RATE,
        "%s by %s, as it was tried".formatted(Text.capital("p99 " + measure.words()), over()),
        "",
        Axis.of(isRate() ? "rate that was tried" : over(), unit(), wide),
        Axis.of("", Unit.MICROSECONDS, true),
        lines,
        marks(),
        List.of());
  }

  /** Where latencies are inaccurate: how the search came to its result. */
  private Chart byTrial(List<ReportedRun> same) {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : same) {
      List<Trial> trials = search(run).trials();
      addLines(run, trials, trial -> 1 + trials.indexOf(trial), Trial::value, lines);
    }
    boolean wide =
        LogarithmicAxis.suits(lines.stream().flatMapToDouble(line -> DoubleStream.of(line.y())));
    if (same.size() == 1) {
      double[] trials = {1, first.trials().size()};
      first
          .passed()
          .ifPresent(
              value ->
                  lines.add(
                      Line.of(
                          "highest sustained", Kind.DASHED, trials, new double[] {value, value})));
    }
    return new Chart(
        "search",
        Group.SWEEP,
        Text.capital(over()) + " of each trial",
        "",
        Axis.linear("trial", Unit.NUMBER),
        Axis.of("", unit(), wide),
        lines,
        List.of(),
        List.of());
  }

  /** Adds a line over the tried values; the last trial of each counts. */
  private void addByValue(ReportedRun run, Measure measure, List<Line> lines) {
    Map<Double, Trial> last = new TreeMap<>();
    search(run).trials().stream()
        .filter(trial -> trial.latencies().get(measure).isPresent())
        .forEach(trial -> last.put(trial.value(), trial));
    addLines(
        run,
        List.copyOf(last.values()),
        Trial::value,
        trial -> trial.latencies().get(measure).map(LatencyMicros::p99).orElse(0.0),
        lines);
  }

  /** A line of all trials, with crosses over those that failed. */
  private void addLines(
      ReportedRun run,
      List<Trial> trials,
      ToDoubleFunction<Trial> x,
      ToDoubleFunction<Trial> y,
      List<Line> lines) {
    String label = runs.size() == 1 ? run.environment() : run.label();
    List<Trial> failed = trials.stream().filter(trial -> !trial.passed()).toList();
    for (List<Trial> each : List.of(trials, failed)) {
      if (!each.isEmpty()) {
        lines.add(
            new Line(
                each == failed ? label + ", not sustained" : label,
                run.environment(),
                run.iteration(),
                each == failed ? Kind.FAILED : Kind.LINE,
                each.stream().mapToDouble(x).toArray(),
                each.stream().mapToDouble(y).toArray()));
      }
    }
  }

  private List<Mark> marks() {
    return runs.size() > 1
        ? List.of()
        : first.passed().stream()
            .map(
                value ->
                    new Mark(
                        Event.CHANGE,
                        value,
                        value,
                        "found: " + SearchReport.text(first.over(), value)))
            .toList();
  }
}
