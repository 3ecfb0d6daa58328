package io.tidemark.charts.page;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.DisturbedRuns;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The figures of each run, and of each of its measured phases. */
final class SummarySection {
  private static final TerminalStyle STYLE = new TerminalStyle(true, false);
  private static final Cell NONE = Cell.of("");

  private final List<ReportedRun> runs;
  private final boolean severalWorkloads;

  private SummarySection(List<ReportedRun> runs) {
    this.runs = runs;
    this.severalWorkloads = runs.stream().map(ReportedRun::workload).distinct().count() > 1;
  }

  static Section section(List<ReportedRun> runs) {
    return new SummarySection(runs).section();
  }

  private Section section() {
    List<Table> tables = new ArrayList<>(List.of(table()));
    audits().ifPresent(tables::add);
    List<List<Cell>> phases =
        runs.stream().flatMap(run -> run.stored().stream().flatMap(s -> phases(run, s))).toList();
    if (!phases.isEmpty()) {
      tables.add(
          new Table(
              "Measured phases: rates by time; latencies from the intended send time (round trips:"
                  + " from the actual one); backlog at the end",
              List.of(
                  "workload",
                  "run",
                  "phase",
                  "requesters",
                  "producers",
                  "consumers",
                  "size/B",
                  "intended/s",
                  "sent/s",
                  "published/s",
                  "consumed/s",
                  "round trips/s",
                  "p50",
                  "p99",
                  "p99.9",
                  "max",
                  "backlog"),
              phases));
    }
    return Section.of("summary", "Figures").add(tables);
  }

  private Table table() {
    List<MetricReference> metrics =
        MetricReference.usual().stream()
            .filter(metric -> runs.stream().anyMatch(run -> run.metrics().containsKey(metric)))
            .toList();
    List<String> head = new ArrayList<>(List.of("workload", "run", "verdict", "intended/s"));
    metrics.forEach(metric -> head.add(column(metric)));
    head.addAll(List.of("lost", "failed sends"));
    return new Table(
        "One row for each run, over all its measured phases; select a column to sort by it"
            + (runs.stream().anyMatch(run -> !run.mark().isEmpty())
                ? "; do not use figures with a ! (the verdict has their errors)"
                : ""),
        head,
        runs.stream().map(run -> row(run, metrics)).toList());
  }

  /** In words that can be divided: a key such as {@code publishLatency.p99} makes a wide column. */
  private static String column(MetricReference metric) {
    return metric
        .key()
        .replace("publishRate", "published/s")
        .replace("consumeRate", "consumed/s")
        .replace("roundTripRate", "round trips/s")
        .replace("publishLatency.", "publish ")
        .replace("endToEnd.", "end-to-end ")
        .replace("roundTrip.", "round trip ")
        .replace(Metrics.SERIALIZATION_TIME.id(), "time of a body");
  }

  private List<Cell> row(ReportedRun run, List<MetricReference> metrics) {
    List<Cell> row = names(run);
    boolean disturbed = DisturbedRuns.of(run).findAny().isPresent();
    row.add(
        Cell.of(
            VerdictSection.status(run) + (disturbed ? ", disturbed" : ""),
            VerdictSection.tone(run)));
    row.add(
        run.stored()
            .flatMap(stored -> stored.totals().intendedRatePerSecond())
            .map(SummarySection::rate)
            .orElse(NONE));
    for (MetricReference metric : metrics) {
      Optional<Double> value = Optional.ofNullable(run.metrics().get(metric));
      Cell cell = value.map(v -> metric.isRate() ? rate(v) : latency(v)).orElse(NONE);
      row.add(
          value.isPresent() && run.unusable().isEmpty() && run.damage(metric).isPresent()
              ? cell.usable(false)
              : cell);
    }
    Cell lost = count(run.stored().flatMap(stored -> stored.delivery().lost()));
    row.add(
        run.unusable().isEmpty() && !run.validity(FigureGroup.DELIVERY).usable()
            ? lost.usable(false)
            : lost);
    row.add(count(run.stored().map(stored -> stored.delivery().failed())));
    return row;
  }

  /** Empty if no run has such an audit. */
  private Optional<Table> audits() {
    List<ReportedRun> audited =
        runs.stream()
            .filter(run -> run.stored().filter(s -> !s.delivery().audits().isEmpty()).isPresent())
            .toList();
    Set<String> names = new LinkedHashSet<>();
    audited.forEach(
        run -> run.stored().ifPresent(stored -> names.addAll(stored.delivery().audits().keySet())));
    List<String> head = new ArrayList<>(List.of("workload", "run"));
    head.addAll(names);
    head.add("sample");
    return audited.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Table(
                "Audits beyond loss: what they have found in the sample of the messages",
                head,
                audited.stream().map(run -> audits(run, names)).toList()));
  }

  private List<Cell> audits(ReportedRun run, Set<String> names) {
    Optional<DeliveryReport> delivery = run.stored().map(RunResult::delivery);
    List<Cell> row = names(run);
    for (String name : names) {
      row.add(count(delivery.flatMap(found -> Optional.ofNullable(found.audits().get(name)))));
    }
    row.add(
        delivery
            .filter(found -> found.sampleShare().isPresent())
            .map(found -> Cell.of("1/" + Math.round(1 / found.sampleShare().getAsDouble())))
            .orElse(NONE));
    return row;
  }

  /** None for a run with one measured phase, whose figures are those of the run. */
  private Stream<List<Cell>> phases(ReportedRun run, RunResult stored) {
    List<PhaseResult> measured = stored.phases().stream().filter(PhaseResult::measured).toList();
    return measured.size() < 2 ? Stream.of() : measured.stream().map(phase -> phase(run, phase));
  }

  private List<Cell> phase(ReportedRun run, PhaseResult phase) {
    Optional<LatencyMicros> latency =
        Stream.of(Measure.ROUND_TRIP, Measure.END_TO_END, Measure.PUBLISH_RESPONSE)
            .flatMap(measure -> phase.latencies().get(measure).stream())
            .findFirst();
    List<Cell> row = names(run);
    row.add(Cell.of(phase.name()));
    for (Optional<Integer> number :
        List.of(
            phase.requesters(), phase.producers(), phase.consumers(), phase.messageSizeBytes())) {
      row.add(count(number.map(Integer::longValue)));
    }
    row.add(phase.intendedRatePerSecond().map(SummarySection::rate).orElse(NONE));
    for (Counter counter : List.of(Counter.SENT, Counter.ACKNOWLEDGED, Counter.RECEIVED)) {
      row.add(rate(phase.perSecond(counter)));
    }
    row.add(
        run.stored()
            .flatMap(RunResult::requestReply)
            .map(asked -> rate(phase.perSecond(Counter.ANSWERED)))
            .orElse(NONE));
    for (ToDoubleFunction<LatencyMicros> percentile :
        List.<ToDoubleFunction<LatencyMicros>>of(
            LatencyMicros::p50, LatencyMicros::p99, LatencyMicros::p999, LatencyMicros::max)) {
      row.add(latency.map(l -> latency(percentile.applyAsDouble(l))).orElse(NONE));
    }
    row.add(count(phase.backlogMessages()));
    return row;
  }

  private List<Cell> names(ReportedRun run) {
    return new ArrayList<>(
        List.of(severalWorkloads ? Cell.of(run.workload()) : NONE, Cell.of(run.label())));
  }

  private static Cell rate(double perSecond) {
    return Cell.of(Text.perSecond(perSecond), perSecond);
  }

  private static Cell latency(double micros) {
    return Cell.of(STYLE.latency(micros), micros);
  }

  private static Cell count(Optional<Long> number) {
    return number.map(n -> Cell.of(Text.count(n), n)).orElse(NONE);
  }
}
