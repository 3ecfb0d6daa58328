package io.tidemark.report.answer;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.SystemRows;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.compare.RunsByBlock;
import io.tidemark.report.compare.SweepSteps;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.statistics.Mean;
import io.tidemark.report.statistics.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Systems that are compared by the metrics of the question, or one system by its runs. */
final class ComparedAnswer implements AnswerPattern {

  private final ReportedRuns all;
  private final List<Comparison> comparisons;

  /** Usable runs by workload and system. */
  private final Map<String, Map<String, List<ReportedRun>>> workloads;

  /** What decides, by workload. */
  private final Map<String, Question> questions = new LinkedHashMap<>();

  ComparedAnswer(ReportedRuns all, List<ReportedRun> usable, List<Comparison> comparisons) {
    this.all = all;
    this.comparisons = comparisons;
    this.workloads =
        usable.stream()
            .collect(
                groupingBy(
                    ReportedRun::workload,
                    LinkedHashMap::new,
                    groupingBy(ReportedRun::environment, LinkedHashMap::new, toList())));
    workloads
        .keySet()
        .forEach(workload -> questions.put(workload, all.questionOf(ofWorkload(workload))));
  }

  /** The metrics that decide with any workload. */
  private List<String> asked() {
    return questions.values().stream().flatMap(each -> each.metrics().stream()).distinct().toList();
  }

  private List<MetricReference> decisive() {
    return asked().stream().flatMap(key -> MetricReference.compared(key).stream()).toList();
  }

  /**
   * Returns the metrics that decide a workload; in a study over a key its comparisons have other
   * names.
   */
  private List<MetricReference> decisive(String workload) {
    Question question = questions.get(workload);
    return question == null ? decisive() : MetricReference.decisive(question);
  }

  /** The smallest difference that matters in a metric. */
  private double atLeast(Predicate<Question> which) {
    return questions.values().stream()
        .filter(which)
        .mapToDouble(Question::atLeast)
        .findFirst()
        .orElse(Question.USUAL_DIFFERENCE);
  }

  @Override
  public String question() {
    String metrics = asked().stream().map(MetricReference::inWords).collect(joining(" and the "));
    List<String> systems =
        workloads.values().stream().flatMap(each -> each.keySet().stream()).distinct().toList();
    return systems.size() == 1
        ? "What is the %s of %s?".formatted(metrics, systems.get(0))
        : "Does the %s of %s differ from that of %s by %s or more?"
            .formatted(
                metrics,
                String.join(", ", systems.subList(1, systems.size())),
                systems.get(0),
                Share.percent(atLeast(any -> true)));
  }

  @Override
  public Statement headline() {
    List<Statement> statements = compared();
    List<MetricReference> decisive = decisive();
    if (statements.size() == 1 && (decisive.size() == 1 || comparisons.isEmpty())) {
      return statements.get(0);
    }
    if (decisive.size() > 1 && open().equals(decisive)) {
      return Statement.of(
          "",
          "No difference from %s shown in %s."
              .formatted(comparisons.get(0).baseline(), names(decisive)));
    }
    return decisive.stream()
        .sorted(Comparator.comparing(metric -> !ComparedSummary.isShown(metric, comparisons)))
        .flatMap(metric -> ComparedSummary.of(metric, comparisons).stream())
        .findFirst()
        .map(text -> Statement.of("", text + undecided()))
        .or(() -> statements.stream().findFirst())
        .orElseGet(
            () -> new Statement("", "No answer: " + withoutFigure(all.runs()) + ".", Tone.BAD));
  }

  /** Metrics beside that of the headline in which no system differs. */
  private String undecided() {
    List<MetricReference> open = open();
    return open.isEmpty() || open.equals(decisive())
        ? ""
        : " No difference shown in " + names(open) + ".";
  }

  private List<MetricReference> open() {
    return decisive().stream()
        .filter(metric -> ComparedSummary.isOpen(metric, comparisons))
        .toList();
  }

  private static String names(List<MetricReference> metrics) {
    return metrics.stream().map(metric -> metric.words()).collect(joining(" and "));
  }

  @Override
  public int fewest() {
    return workloads.entrySet().stream()
        .flatMapToInt(
            each ->
                decisive(each.getKey()).stream()
                    .flatMapToInt(
                        metric ->
                            each.getValue().values().stream()
                                .mapToInt(runs -> values(metric, runs).size())))
        .filter(number -> number > 0)
        .min()
        .orElse(0);
  }

  @Override
  public boolean isDecision() {
    return true;
  }

  @Override
  public boolean isAnswered() {
    return decisive().stream()
        .anyMatch(
            metric ->
                workloads.values().stream()
                    .flatMap(systems -> systems.values().stream())
                    .anyMatch(runs -> !values(metric, runs).isEmpty()));
  }

  @Override
  public Set<FigureGroup> figures() {
    return decisive().stream().map(MetricReference::group).collect(toSet());
  }

  @Override
  public List<Statement> statements() {
    List<Statement> statements = new ArrayList<>(compared());
    SweepAnswer.of(SweepSteps.of(all), List.of())
        .ifPresent(sweep -> statements.addAll(sweep.statements()));
    statements.addAll(FaultAnswer.ofSome(all.usable()));
    return statements;
  }

  private List<Statement> compared() {
    List<Statement> compared = new ArrayList<>();
    for (Comparison comparison : comparisons) {
      String prefix = comparisons.size() > 1 ? comparison.workload() + ", " : "";
      List<String> without = new ArrayList<>();
      for (Side side : comparison.others()) {
        List<Metric> asked = asked(side, comparison);
        if (asked.isEmpty()) {
          without.add(side.label());
        } else {
          compared.add(statement(prefix + side.label(), asked, side, comparison));
        }
      }
      if (!without.isEmpty()) {
        compared.add(without(comparison, without));
      }
    }
    return compared.isEmpty() ? levels() : compared;
  }

  /** All systems of a comparison without a figure alike: often the baseline has none, too. */
  private Statement without(Comparison comparison, List<String> others) {
    List<ReportedRun> runs =
        all.runs().stream()
            .filter(run -> run.workload().equals(comparison.workload()))
            .filter(
                run ->
                    run.environment().equals(comparison.baseline())
                        || others.contains(run.environment()))
            .toList();
    String prefix = comparisons.size() > 1 ? comparison.workload() + ": " : "";
    return new Statement("", prefix + "not compared: " + withoutFigure(runs) + ".", Tone.BAD);
  }

  /** {@code kafka has no usable p99 end-to-end latency (error at most 1.2 s: ...); b has ...}. */
  private String withoutFigure(List<ReportedRun> runs) {
    Map<String, String> systems = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      decisive(run.workload()).stream()
          .filter(metric -> run.value(metric).isEmpty())
          .findFirst()
          .ifPresent(
              metric ->
                  systems.putIfAbsent(
                      run.environment(),
                      "no usable " + metric.words() + " (" + why(metric, run) + ")"));
    }
    return systems.isEmpty()
        ? "no run has a figure that the question asks for"
        : systems.entrySet().stream()
            .map(each -> each.getKey() + " has " + each.getValue())
            .collect(joining("; "));
  }

  private static String why(MetricReference metric, ReportedRun run) {
    if (run.unusable().isPresent()) {
      return Unanswered.Cause.of(run).words();
    }
    return run.metrics().containsKey(metric) ? run.damage(metric).orElse("") : "not measured";
  }

  private List<Metric> asked(Side side, Comparison comparison) {
    return decisive(comparison.workload()).stream()
        .flatMap(
            metric ->
                side.metrics().stream()
                    .filter(each -> each.metric().equals(metric))
                    .filter(each -> each.outcome() != Outcome.EXPLORATORY))
        .toList();
  }

  private Statement statement(
      String subject, List<Metric> asked, Side side, Comparison comparison) {
    ChangeWords words = new ChangeWords(ChangeWords.isFactor(asked), comparison.equalWithin());
    return new Statement(
        subject,
        counted(
                asked.stream()
                    .map(metric -> words.of(metric, few(metric, side, comparison)))
                    .toList(),
                asked.stream().map(ChangeWords::runs).toList())
            + ".",
        tone(asked));
  }

  /** Each figure with the number of its runs; once if all have the same. */
  private static String counted(List<String> figures, List<String> runs) {
    if (runs.stream().distinct().count() == 1) {
      return String.join("; ", figures) + ", " + runs.get(0);
    }
    return IntStream.range(0, figures.size())
        .mapToObj(i -> figures.get(i) + ", " + runs.get(i))
        .collect(joining("; "));
  }

  /** {@code 9.1 ms and 12.3 ms instead of 8 ms and 9 ms}: the values of two runs of a system. */
  private Optional<String> few(Metric metric, Side side, Comparison comparison) {
    Map<String, List<ReportedRun>> systems =
        workloads.getOrDefault(comparison.workload(), Map.of());
    List<List<Double>> values =
        Stream.of(side.label(), comparison.baseline())
            .map(system -> values(metric.metric(), systems.getOrDefault(system, List.of())))
            .toList();
    boolean few =
        values.stream().anyMatch(each -> each.size() > 1 && each.size() < Mean.FEWEST)
            && values.stream().allMatch(each -> !each.isEmpty() && each.size() < Mean.FEWEST);
    return few
        ? Optional.of(
            each(metric.metric(), values.get(0))
                + " instead of "
                + each(metric.metric(), values.get(1)))
        : Optional.empty();
  }

  private static String each(MetricReference metric, List<Double> values) {
    return values.stream().map(value -> ChangeWords.text(metric, value)).collect(joining(" and "));
  }

  private static Tone tone(List<Metric> asked) {
    List<Tone> tones = asked.stream().map(ComparedAnswer::tone).distinct().toList();
    return tones.size() == 1 ? tones.get(0) : Tone.NONE;
  }

  /** A higher rate and a lower latency are better. */
  private static Tone tone(Metric metric) {
    return switch (metric.outcome()) {
      case HIGHER -> metric.metric().higherIsBetter() ? Tone.GOOD : Tone.BAD;
      case LOWER -> metric.metric().higherIsBetter() ? Tone.BAD : Tone.GOOD;
      case EQUAL, NOT_SHOWN, SINGLE_RUN, EXPLORATORY -> Tone.NONE;
    };
  }

  /** What each system reached, where nothing is compared. */
  private List<Statement> levels() {
    List<Statement> levels = new ArrayList<>();
    workloads.forEach(
        (workload, systems) ->
            systems.forEach(
                (system, runs) -> {
                  List<MetricReference> known =
                      decisive(workload).stream()
                          .filter(metric -> !values(metric, runs).isEmpty())
                          .toList();
                  String subject = workloads.size() > 1 ? workload + ", " + system : system;
                  if (!known.isEmpty()) {
                    String text =
                        counted(
                            known.stream().map(metric -> level(metric, runs)).toList(),
                            known.stream()
                                .map(metric -> "n = " + values(metric, runs).size())
                                .toList());
                    levels.add(Statement.of(subject, text + "."));
                  }
                }));
    return levels;
  }

  private String level(MetricReference metric, List<ReportedRun> runs) {
    Mean mean = mean(metric, runs).orElseThrow(); // Others are left out.
    if (!mean.hasInterval()) {
      return metric.words() + " " + each(metric, values(metric, runs));
    }
    return metric.words()
        + " "
        + ChangeWords.text(metric, mean.value())
        + SystemRows.interval(mean)
            .map(
                each ->
                    " (95 %: "
                        + ChangeWords.text(metric, each.lowest())
                        + " to "
                        + ChangeWords.text(metric, each.highest())
                        + ")")
            .orElse("");
  }

  private Optional<Mean> mean(MetricReference metric, List<ReportedRun> runs) {
    double[] values = values(metric, runs).stream().mapToDouble(Double::doubleValue).toArray();
    if (values.length == 0) {
      return Optional.empty();
    }
    return Optional.of(
        all.study().isPresent()
            ? new RunsByBlock(ofWorkload(runs.get(0).workload())).mean(metric, runs)
            : Mean.of(values));
  }

  private List<ReportedRun> ofWorkload(String workload) {
    return workloads.getOrDefault(workload, Map.of()).values().stream()
        .flatMap(List::stream)
        .toList();
  }

  private static List<Double> values(MetricReference metric, List<ReportedRun> runs) {
    return runs.stream().flatMap(run -> run.value(metric).stream().boxed()).toList();
  }

  @Override
  public List<Chart> charts() {
    return decisive().stream().flatMap(metric -> chart(metric).stream()).toList();
  }

  private Optional<Chart> chart(MetricReference metric) {
    SystemRows rows = new SystemRows("geometric mean");
    workloads.forEach(
        (workload, systems) -> {
          if (!decisive(workload).contains(metric)) {
            return;
          }
          Map<String, Mean> means = new LinkedHashMap<>();
          systems.forEach(
              (system, runs) -> mean(metric, runs).ifPresent(mean -> means.put(system, mean)));
          String baseline = systems.keySet().iterator().next();
          means.forEach(
              (system, mean) -> {
                rows.runs(
                    workloads.size() > 1 ? workload : "",
                    system,
                    values(metric, systems.getOrDefault(system, List.of())),
                    mean.value(),
                    SystemRows.interval(mean));
                if (systems.size() > 1 && system.equals(baseline)) {
                  rows.baseline(mean.value(), means.size(), atLeast(metric::decides));
                }
              });
        });
    return rows.chart(
        metric.key().replace('.', '-'),
        metric.title(),
        (metric.higherIsBetter() ? "More" : "Less") + " is better.",
        metric.metric().unit());
  }
}
