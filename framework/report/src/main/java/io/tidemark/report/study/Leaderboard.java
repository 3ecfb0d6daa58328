package io.tidemark.report.study;

import io.tidemark.model.added.Added;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.finish.ReachedRate;
import io.tidemark.report.document.Cell;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The highest rate of each system of a study within its objectives.
 *
 * @param rows by workload; the best first by the question of the study, of a question about rates
 *     by their {@link Value} if they have one; systems that never met their objectives last
 */
public record Leaderboard(List<Row> rows) {
  /** What features know of systems, such as what they cost. */
  public interface Valuation extends Added {
    /** Heads of its columns. */
    List<String> head();

    /** Which row is first if the study does not say what decides. */
    String order();

    /** What its columns mean. */
    String note();

    /**
     * @param members all runs of the row
     * @param usable the results of those that can be used
     * @param ratePerSecond of the row
     */
    Value value(
        List<ReportedRun> members,
        List<RunResult> usable,
        ReportedRuns all,
        OptionalDouble ratePerSecond);

    /** What several rows show. */
    List<String> notes(Leaderboard board);

    static List<Valuation> all() {
      return Added.of(Valuation.class);
    }
  }

  /** What a {@link Valuation} knows of a row. */
  public interface Value {
    /** The lowest is the first of those that answer a question about rates; empty: the fastest. */
    OptionalDouble rank();

    /** In its columns. */
    List<Cell> cells();
  }

  /**
   * A system with a workload.
   *
   * @param ratePerSecond geometric mean of the usable runs: of the rate that the question asks for
   *     first, if it is one; empty if not all of them met the objectives
   * @param basis which runs or phases it is from, or why there is none
   * @param values one for each {@link Valuation}
   * @param asked figures that the study or the workload asks for; empty if neither says it
   */
  public record Row(
      String workload,
      String system,
      OptionalDouble ratePerSecond,
      String basis,
      List<Value> values,
      Optional<Asked> asked) {
    public Row {
      values = List.copyOf(values);
    }

    /** Its value of one kind; empty if no feature has given it. */
    public <V extends Value> Optional<V> value(Class<V> kind) {
      return values.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }

    /** The best one first. */
    private double rank() {
      if (isByRate() && ratePerSecond.isEmpty()) {
        return Double.MAX_VALUE;
      }
      OptionalDouble valued =
          values.stream().flatMapToDouble(each -> each.rank().stream()).findFirst();
      return isByRate() && valued.isPresent()
          ? valued.getAsDouble()
          : asked.map(Asked::rank).orElse(Double.MAX_VALUE);
    }

    /** Whether its place depends on the rate, or on the value of it. */
    private boolean isByRate() {
      return asked.isEmpty() || asked.get().isRate();
    }
  }

  /**
   * What the runs of a row reached.
   *
   * @param metric of the question, if the rate is one
   */
  private record Reached(double ratePerSecond, String basis, Optional<MetricReference> metric) {}

  public Leaderboard {
    rows = List.copyOf(rows);
  }

  /** The leaderboard of the runs of a study; empty without one. */
  public static Leaderboard of(ReportedRuns runs) {
    Map<String, Map<String, List<ReportedRun>>> byWorkload =
        runs.runs().stream()
            .filter(run -> run.planned().isPresent())
            .collect(
                Collectors.groupingBy(
                    ReportedRun::workload,
                    LinkedHashMap::new,
                    Collectors.groupingBy(
                        ReportedRun::environment, LinkedHashMap::new, Collectors.toList())));
    List<Row> rows = new ArrayList<>();
    byWorkload
        .values()
        .forEach(
            systems ->
                systems.values().stream()
                    .map(members -> row(members, runs))
                    .sorted(
                        Comparator.comparing((Row row) -> row.ratePerSecond().isEmpty())
                            .thenComparingDouble(Row::rank)
                            .thenComparing(row -> -row.ratePerSecond().orElse(0)))
                    .forEach(rows::add));
    return new Leaderboard(rows);
  }

  /**
   * Returns the row of one system with one workload.
   *
   * @param runs all of the report
   */
  public static Row row(List<ReportedRun> members, ReportedRuns runs) {
    ReportedRun first = members.get(0);
    List<RunResult> usable =
        members.stream()
            .filter(run -> run.unusable().isEmpty() && run.validity(FigureGroup.RATES).usable())
            .flatMap(run -> run.stored().stream())
            .toList();
    Optional<Question> question = runs.statedQuestionOf(members);
    String in = in(usable.size(), members.size());
    Optional<Reached> reached = reached(usable, question, in);
    OptionalDouble rate = reached.stream().mapToDouble(Reached::ratePerSecond).findFirst();
    return new Row(
        first.workload(),
        first.environment(),
        rate,
        reached.map(Reached::basis).orElseGet(() -> missed(usable, in)),
        Valuation.all().stream().map(each -> each.value(members, usable, runs, rate)).toList(),
        question.map(asked -> Asked.of(asked, reached.flatMap(Reached::metric), members)));
  }

  private static Optional<Reached> reached(
      List<RunResult> runs, Optional<Question> question, String in) {
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    List<String> phases = ReachedRate.phases(runs.get(0));
    if (!phases.isEmpty()) {
      return phases.stream()
          .filter(phase -> runs.stream().allMatch(run -> ReachedRate.met(run, phase)))
          .map(
              phase ->
                  new Reached(
                      mean(runs, run -> ReachedRate.rate(run, phase)),
                      "phase " + phase + " met its objectives " + in,
                      Optional.empty()))
          .max(Comparator.comparingDouble(Reached::ratePerSecond));
    }
    if (!runs.stream().allMatch(ReachedRate::isValid)) {
      return Optional.empty();
    }
    boolean valid = runs.stream().allMatch(run -> run.verdict().status() == Status.VALID);
    String basis = (valid ? "VALID " : "rates valid ") + in;
    if (runs.stream().allMatch(run -> ReachedRate.found(run) > 0)) {
      return Optional.of(
          new Reached(
              mean(runs, ReachedRate::found),
              "searched " + in,
              asked(question).filter(metric -> metric.metric().equals(Metrics.SEARCHED_RATE))));
    }
    return asked(question)
        .filter(metric -> runs.stream().allMatch(run -> metric.value(run).orElse(0) > 0))
        .map(
            metric ->
                new Reached(
                    mean(runs, run -> metric.value(run).orElse(0)),
                    metric.words() + ", " + basis,
                    Optional.of(metric)))
        .or(
            () ->
                Optional.of(
                    new Reached(
                        mean(runs, run -> ReachedRate.rate(run.totals())),
                        basis,
                        Optional.empty())));
  }

  /** The rate of all messages that the question asks for first. */
  private static Optional<MetricReference> asked(Optional<Question> question) {
    return question.stream()
        .flatMap(all -> MetricReference.decisive(all).stream())
        .limit(1)
        .filter(metric -> metric.isRate() && metric.equals(MetricReference.of(metric.metric())))
        .findFirst();
  }

  private static String in(int usable, int all) {
    if (usable < all) {
      return "in " + usable + " of " + Text.plural(all, "run") + ", the others are not usable";
    }
    return all == 1 ? "in 1 run" : "in each of " + all + " runs";
  }

  private static String missed(List<RunResult> usable, String in) {
    if (usable.isEmpty()) {
      return "no usable run";
    }
    return ReachedRate.phases(usable.get(0)).isEmpty()
        ? String.format(
            Locale.ROOT,
            "not VALID in %d of %s",
            usable.stream().filter(run -> !ReachedRate.isValid(run)).count(),
            Text.plural(usable.size(), "run"))
        : "no phase met its objectives " + in;
  }

  private static double mean(List<RunResult> runs, ToDoubleFunction<RunResult> rate) {
    return MetricReference.mean(runs.stream().mapToDouble(rate).toArray());
  }

  /**
   * The figures of a system that the question of its study is about.
   *
   * @param rate the metric of the rate within the objectives, if it is one of the question
   * @param figures in the order of the question: the geometric mean of the runs, of counts the
   *     mean; without those that no run has
   */
  public record Asked(
      Question question, Optional<MetricReference> rate, Map<MetricReference, Double> figures) {
    static Asked of(Question question, Optional<MetricReference> rate, List<ReportedRun> runs) {
      Map<MetricReference, Double> figures = new LinkedHashMap<>();
      for (MetricReference metric : MetricReference.asked(question)) {
        (metric.isCompared() ? geometricMean(metric, runs) : mean(metric, runs))
            .ifPresent(value -> figures.put(metric, value));
      }
      return new Asked(question, rate, figures);
    }

    private static OptionalDouble geometricMean(MetricReference metric, List<ReportedRun> runs) {
      double[] values = runs.stream().flatMapToDouble(run -> run.value(metric).stream()).toArray();
      return values.length == 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(MetricReference.mean(values));
    }

    private static OptionalDouble mean(MetricReference count, List<ReportedRun> runs) {
      return runs.stream()
          .filter(run -> run.unusable().isEmpty())
          .flatMap(run -> run.stored().stream())
          .flatMapToDouble(run -> count.value(run).stream())
          .average();
    }

    public Asked {
      figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    /** Whether a price for a rate is what the question is about. */
    boolean isRate() {
      List<MetricReference> metrics = MetricReference.asked(question);
      return metrics.size() == question.metrics().size()
          && metrics.stream().allMatch(MetricReference::isRate);
    }

    /**
     * Lower is better: the product of all figures, those of which more is better as their inverse.
     */
    double rank() {
      return figures.size() < question.metrics().size()
          ? Double.MAX_VALUE
          : figures.entrySet().stream()
              .flatMapToDouble(each -> DoubleStream.of(rank(each.getKey(), each.getValue())))
              .sum();
    }

    private static double rank(MetricReference metric, double value) {
      double logarithm = metric.isCompared() ? Math.log(value) : Math.log1p(value);
      return metric.higherIsBetter() ? -logarithm : logarithm;
    }

    /** {@code consumeRate 58,800/s, endToEnd.p50 1.6 ms}, without the rate of the row. */
    public String beside(TerminalStyle style) {
      return figures.entrySet().stream()
          .filter(each -> !rate.equals(Optional.of(each.getKey())))
          .map(each -> each.getKey() + " " + style.figure(each.getKey(), each.getValue()))
          .collect(Collectors.joining(", "));
    }
  }
}
