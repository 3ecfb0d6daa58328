package io.tidemark.report.chart;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Reference;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Results of phases over what differs between them: the intended rate ({@code publish-by-rate},
 * {@code end-to-end-by-rate}), or the requesters ({@code round-trips-by-requesters}, {@code
 * round-trip-by-requesters}).
 */
final class PhaseCharts {
  /** What differs between phases; absent in phases that do not have it. */
  private record Input(
      Group group, String id, String text, Axis axis, Function<PhaseResult, @Nullable Double> of) {
    List<PhaseResult> phases(ReportedRun run) {
      List<PhaseResult> phases =
          run.stored().stream()
              .flatMap(stored -> stored.phases().stream())
              .filter(phase -> phase.measured() || PhaseNames.isTrial(phase.name()))
              .filter(phase -> of.apply(phase) != null)
              .sorted(Comparator.comparingDouble(this::value))
              .toList();
      return phases.stream().map(of).distinct().count() > 1 ? phases : List.of();
    }

    double value(PhaseResult phase) {
      Double value = of.apply(phase);
      return value == null ? Double.NaN : value;
    }
  }

  private static final Input INTENDED =
      new Input(
          Group.RATE,
          "rate",
          "intended rate",
          Axis.linear("intended rate", Unit.PER_SECOND),
          phase -> phase.intendedRatePerSecond().orElse(null));
  private static final Input REQUESTERS =
      new Input(
          Group.SWEEP,
          "requesters",
          "requesters",
          Axis.linear("requesters", Unit.NUMBER),
          phase -> phase.requesters().map(Integer::doubleValue).orElse(null));

  private final ChartSet set;
  private final Input input;

  private PhaseCharts(ChartSet set, Input input) {
    this.set = set;
    this.input = input;
  }

  static void addTo(ChartSet set) {
    for (Input input : List.of(INTENDED, REQUESTERS)) {
      new PhaseCharts(set, input).add();
    }
  }

  private void add() {
    rate("round-trips", "Round trips", Counter.ANSWERED);
    if (input == INTENDED) {
      rate("publish", "Publish rate", Counter.ACKNOWLEDGED);
      rate("consume", "Consume rate", Counter.RECEIVED);
    }
    Latency.recordedIn(set.runs()).stream()
        .filter(latency -> input == INTENDED || latency.ofRoundTrips())
        .forEach(this::latency);
  }

  private void rate(String id, String title, Counter counter) {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      if (input == INTENDED && lines.isEmpty() && !input.phases(run).isEmpty()) {
        double[] rates = values(run, input::value);
        lines.add(ChartSet.dashed(run, input.text, rates, rates));
      }
      lines.add(
          line(
              run,
              set.label(run, title.toLowerCase(Locale.ROOT), false),
              phase -> phase.perSecond(counter)));
    }
    boolean counted =
        set.runs().stream()
            .flatMap(run -> input.phases(run).stream())
            .anyMatch(phase -> phase.perSecond(counter) > 0);
    if (counted) {
      add(
          id + "-by-" + input.id,
          title,
          ChartSet.RATE,
          lines,
          "Of each phase, by time.",
          set.references().in(lines, References.metrics(counter)));
    }
  }

  private void latency(Measure latency) {
    List<Statistic> all = List.of(Statistic.P50, Statistic.P99, Statistic.P99_9);
    List<Statistic> statistics = set.statistics(all);
    List<Line> lines = lines(latency, statistics);
    List<String> metrics =
        statistics.stream().map(each -> ReferenceLine.metric(latency, each)).toList();
    String statistic = set.isSingle() ? "" : ", " + Statistic.P99.label();
    add(
        Latency.id(latency) + "-by-" + input.id,
        Latency.title(latency) + statistic,
        Latency.axis(set.isBrief() ? lines(latency, all) : lines),
        lines,
        Latency.interval(latency) + " Of each phase, by intention.",
        set.references().in(lines, metrics));
  }

  private List<Line> lines(Measure latency, List<Statistic> statistics) {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      for (Statistic statistic : statistics) {
        lines.add(
            line(
                run,
                set.label(run, statistic.label(), false),
                phase ->
                    phase
                        .latencies()
                        .get(latency)
                        .map(all -> statistic.of(all).doubleValue())
                        .orElse(Double.NaN)));
      }
    }
    return lines;
  }

  private Line line(ReportedRun run, String label, ToDoubleFunction<PhaseResult> value) {
    return ChartSet.line(run, label, values(run, input::value), values(run, value));
  }

  /** Trials of a search may have rates of any size. */
  private Axis axis() {
    boolean search =
        set.runs().stream()
            .flatMap(run -> input.phases(run).stream())
            .anyMatch(phase -> PhaseNames.isTrial(phase.name()));
    return search ? Axis.of(input.axis.title(), input.axis.unit(), true) : input.axis;
  }

  private double[] values(ReportedRun run, ToDoubleFunction<PhaseResult> value) {
    return input.phases(run).stream().mapToDouble(value).toArray();
  }

  private void add(
      String id,
      String title,
      Axis y,
      List<Line> lines,
      String description,
      List<Reference> references) {
    set.add(
        new Chart(
            id,
            input.group,
            title + " by " + input.text,
            description,
            axis(),
            y,
            lines,
            List.of(),
            references));
  }
}
