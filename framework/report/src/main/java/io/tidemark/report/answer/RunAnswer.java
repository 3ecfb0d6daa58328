package io.tidemark.report.answer;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.answer.ReportAnswer.Tone;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.text.VerdictText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One run: whether the system kept up, and its figures. */
record RunAnswer(ReportedRun run) implements AnswerPattern {
  private static final double NANOS_PER_MICRO = 1e3;

  @Override
  public String question() {
    String system = run.environment();
    String workload = run.workload();
    Optional<Double> rate = intended();
    if (RunCurves.isSweep(run)) {
      return "How does %s behave in the steps of %s?".formatted(system, workload);
    }
    return rate.isPresent()
        ? "Does %s keep up with %s of %s, and how long do messages take?"
            .formatted(system, Text.rate(rate.get()), workload)
        : "How fast is %s with %s?".formatted(system, workload);
  }

  private Optional<Double> intended() {
    return run.stored().flatMap(stored -> stored.totals().intendedRatePerSecond());
  }

  @Override
  public Statement headline() {
    List<String> parts = new ArrayList<>(asked());
    parts.addAll(statedRates());
    latency().ifPresent(parts::add);
    run.stored().flatMap(RunAnswer::lost).ifPresent(parts::add);
    return new Statement(run.environment(), String.join("; ", parts) + ".", tone());
  }

  @Override
  public int fewest() {
    return 1;
  }

  private static Optional<String> lost(RunResult stored) {
    return stored
        .delivery()
        .lost()
        .map(lost -> FaultWords.lost(lost, FaultWords.expected(stored.delivery())));
  }

  private Tone tone() {
    return switch (status().orElse(Status.VALID)) {
      case VALID -> status().isPresent() ? Tone.GOOD : Tone.NEUTRAL;
      case FAILED, INVALID, ABORTED -> Tone.BAD;
    };
  }

  private Optional<Status> status() {
    return run.stored().map(stored -> stored.verdict().status());
  }

  /** Figures that the workload asks for and that are not stated anyway. */
  private List<String> asked() {
    List<MetricReference> stated = Stream.concat(rates(), latencies().stream()).toList();
    return run.question().map(MetricReference::decisive).orElse(List.of()).stream()
        .filter(metric -> !stated.contains(metric))
        .filter(run.metrics()::containsKey)
        .map(metric -> metric.words() + stated(metric))
        .toList();
  }

  private static Stream<MetricReference> rates() {
    return Metrics.first().stream().map(MetricReference::of).filter(MetricReference::isRate);
  }

  /** With round trips nothing else. */
  private List<String> statedRates() {
    List<MetricReference> known = rates().filter(run.metrics()::containsKey).toList();
    boolean asks = !known.isEmpty() && known.get(0).metric().isOfRequests();
    return known.stream()
        .limit(asks ? 1 : known.size())
        .map(
            metric ->
                metric.words()
                    + " "
                    + ChangeWords.text(metric, run.metrics().getOrDefault(metric, 0.0))
                    + (metric.equals(known.get(0)) ? share() : "")
                    + mark(metric))
        .toList();
  }

  private String share() {
    return intended()
        .filter(rate -> rate > 0)
        .map(rate -> " of %s intended".formatted(Unit.PER_SECOND.with(rate)))
        .orElse("");
  }

  private String mark(MetricReference metric) {
    return inaccurate(metric).map(each -> " (" + each.words() + ")").orElse("");
  }

  private Optional<Inaccurate> inaccurate(MetricReference metric) {
    Double value = run.metrics().get(metric);
    if (value == null || run.damage(metric).isEmpty()) {
      return Optional.empty();
    }
    FigureError error = run.validity(metric.group()).error();
    String figure = metric.words();
    return Optional.of(
        !metric.isTime()
            ? Inaccurate.rate(figure, error)
            : Inaccurate.time(figure, error, metric.statistic(), value * NANOS_PER_MICRO));
  }

  @Override
  public List<Inaccurate> inaccurate() {
    return Stream.of(
            run.question().map(MetricReference::decisive).stream().flatMap(List::stream),
            rates(),
            latencies().stream())
        .flatMap(all -> all)
        .distinct()
        .flatMap(metric -> inaccurate(metric).stream())
        .toList();
  }

  /** Median and p99 of the first latency that was measured. */
  private List<MetricReference> latencies() {
    return Metrics.first().stream()
        .flatMap(metric -> metric.measure().stream())
        .map(
            measure ->
                Stream.of("p50", "p99")
                    .map(percentile -> MetricReference.of(Metrics.of(measure, percentile)))
                    .toList())
        .filter(pair -> run.metrics().keySet().containsAll(pair))
        .findFirst()
        .orElse(List.of());
  }

  private Optional<String> latency() {
    List<MetricReference> pair = latencies();
    return pair.isEmpty()
        ? Optional.empty()
        : Optional.of(
            MetricReference.inWords(pair.get(0).key())
                + stated(pair.get(0))
                + ", p99"
                + stated(pair.get(1)));
  }

  private String stated(MetricReference metric) {
    return " " + ChangeWords.text(metric, run.metrics().getOrDefault(metric, 0.0)) + mark(metric);
  }

  @Override
  public List<Statement> statements() {
    return run.stored().map(this::verdict).stream().flatMap(List::stream).toList();
  }

  private List<Statement> verdict(RunResult stored) {
    Verdict verdict = stored.verdict();
    String why = VerdictText.reason(stored).orElse("");
    return List.of(
        new Statement(
            verdict.status().name(),
            switch (verdict.status()) {
              case VALID -> objectives(verdict) + ".";
              case FAILED -> "%s; %s.".formatted(objectives(verdict), why);
              case INVALID, ABORTED -> why + ".";
            },
            tone()));
  }

  private static String objectives(Verdict verdict) {
    long met = verdict.objectives().stream().filter(each -> each.met()).count();
    return verdict.objectives().isEmpty()
        ? "it has no objectives"
        : "%s of %s met"
            .formatted(Text.count(met), Text.plural(verdict.objectives().size(), "objective"));
  }

  @Override
  public List<Chart> charts() {
    return RunCurves.of(run).stream().toList();
  }
}
