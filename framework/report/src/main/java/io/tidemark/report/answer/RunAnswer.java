package io.tidemark.report.answer;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.answer.Trust.Inaccurate;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.Charts;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Cell.Tone;
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
    if (isSweep()) {
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
        .map(lost -> FaultAnswer.lost(lost, FaultAnswer.expected(stored.delivery())));
  }

  private Tone tone() {
    return switch (status().orElse(Status.VALID)) {
      case VALID -> status().isPresent() ? Tone.GOOD : Tone.NONE;
      case FAILED, INVALID, ABORTED -> Tone.BAD;
    };
  }

  private Optional<Status> status() {
    return run.stored().map(stored -> stored.verdict().status());
  }

  /** Figures that the workload asks for and that are not stated anyway. */
  private List<String> asked() {
    List<MetricReference> stated = Stream.concat(rates(), latencies().stream()).toList();
    return decisive()
        .filter(metric -> !stated.contains(metric))
        .filter(run.metrics()::containsKey)
        .map(metric -> metric.words() + stated(metric))
        .toList();
  }

  private Stream<MetricReference> decisive() {
    return run.question().map(MetricReference::decisive).stream().flatMap(List::stream);
  }

  private static Stream<MetricReference> rates() {
    return Metrics.first().stream().map(MetricReference::of).filter(MetricReference::isRate);
  }

  /** Returns the stated rates; with round trips nothing else. */
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
    return Stream.of(decisive(), rates(), latencies().stream())
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
    return chart().stream().toList();
  }

  /** What shows the answer: over its steps, or over time. */
  private Optional<Chart> chart() {
    String latency = measure().map(Charts::id).orElse("");
    List<String> overTime =
        latenciesFirst() ? List.of(latency, "rates") : List.of("rates", latency);
    List<Chart> charts = Charts.courses(List.of(run));
    return Stream.concat(
            Stream.of("round-trips-by-requesters", latency + "-by-rate"), overTime.stream())
        .flatMap(id -> charts.stream().filter(chart -> chart.id().equals(id)))
        .findFirst()
        .map(chart -> shown(chart));
  }

  private Chart shown(Chart chart) {
    boolean timeline = chart.group() == Group.TIMELINE;
    return chart
        .with(chart.title() + (timeline ? " over time" : ""), chart.lines())
        .withMarks(timeline ? unmeasured() : List.of());
  }

  /** Whether its measured phases have different rates or numbers of requesters. */
  private boolean isSweep() {
    return chart().filter(chart -> chart.group() != Group.TIMELINE).isPresent();
  }

  /** What the workload asks for; else latencies of an open loop, rates of a closed one. */
  private boolean latenciesFirst() {
    return mostAsked().map(MetricReference::isTime).orElseGet(() -> intended().isPresent());
  }

  /** The most important metric of the workload's question. */
  private Optional<MetricReference> mostAsked() {
    return decisive().findFirst();
  }

  /** Phases that are not part of the figures. */
  private List<Mark> unmeasured() {
    return run.stored().map(RunResult::phases).stream()
        .flatMap(List::stream)
        .filter(phase -> !phase.measured() && phase.lengthSeconds() > 1)
        .map(
            phase -> {
              double from = run.seconds(phase.startEpochMicros());
              return new Mark(Event.UNMEASURED, from, from + phase.lengthSeconds(), phase.name());
            })
        .toList();
  }

  /** How long messages take: what is asked for, or the first of these that was measured. */
  private Optional<Measure> measure() {
    Stream<Measure> asked = mostAsked().flatMap(metric -> metric.measure()).stream();
    return Stream.concat(asked, Metrics.first().stream().flatMap(each -> each.measure().stream()))
        .filter(
            measure ->
                run.latencies().containsKey(measure)
                    || run.stored()
                        .flatMap(stored -> stored.totals().latencies().get(measure))
                        .isPresent())
        .findFirst();
  }
}
