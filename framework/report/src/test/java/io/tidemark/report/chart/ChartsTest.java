package io.tidemark.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.Latencies;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.SampleFailover;
import io.tidemark.report.SampleFaults;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.Chart.Reference;
import io.tidemark.report.chart.Chart.Scale;
import io.tidemark.report.chart.Chart.Tick;
import io.tidemark.report.figures.RunTimeline.TimeSeries;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRun.Course;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartsTest {
  private static final String SAMPLE = "1-topic-3-partitions-1-KB-";

  @TempDir Path folder;

  private StoredRuns runs() {
    return new StoredRuns(folder);
  }

  private List<Chart> threeRuns() throws IOException {
    return runs()
        .with(SampleRuns.sample(), "kafka", 1)
        .with(SampleRuns.sample(), "kafka", 2)
        .with(SampleRuns.sample(), "rabbit", 1)
        .charts();
  }

  private static Chart chart(List<Chart> charts, String id) {
    return charts.stream()
        .filter(chart -> chart.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " is not in " + ids(charts)));
  }

  private static List<String> ids(List<Chart> charts) {
    return charts.stream().map(Chart::id).toList();
  }

  private static Line line(Chart chart, String label) {
    return chart.lines().stream()
        .filter(line -> line.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new AssertionError(label + " is not in " + labels(chart)));
  }

  private static List<String> labels(Chart chart) {
    return chart.lines().stream().map(Line::label).toList();
  }

  @Test
  void aSearchHasTheGrowthOfTheBacklogOfItsTrials() throws IOException {
    List<Chart> charts = runs().with(SearchRuns.trials()).charts();
    Chart latency = chart(charts, "request-and-reply-end-to-end-by-rate");
    assertThat(latency.x().scale()).isEqualTo(Scale.LOGARITHMIC);
    assertThat(line(latency, "p99").x()).hasSizeGreaterThanOrEqualTo(4).isSorted();

    Chart slope = chart(charts, "request-and-reply-backlog-slope-by-rate");
    assertThat(slope.x().scale()).isEqualTo(Scale.LOGARITHMIC);
    assertThat(line(slope, "passed").x()).containsExactly(4_000, 8_000, 16_000);
    assertThat(line(slope, "passed").y()).containsExactly(-3.2, 0.4, Double.NaN);
    assertThat(line(slope, "failed").y()).containsExactly(Double.NaN, Double.NaN, 7_000);
    assertThat(line(slope, "+ 2 standard errors").y()).containsExactly(21.8, 60.4, Double.NaN);
  }

  @Test
  void aSearchHasWhatTheBrokersNodesUsedInItsTrials() throws IOException {
    List<Chart> charts = runs().with(SearchRuns.trials()).charts();

    Chart cpu = chart(charts, "request-and-reply-broker-nodeCpuCores-by-rate");
    assertThat(cpu.title()).isEqualTo("Node cpu by rate");
    assertThat(cpu.lines())
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.x()).containsExactly(4_000, 8_000, 16_000);
              assertThat(line.y()).containsExactly(3, 7, Double.NaN);
            });
    assertThat(ids(charts)).noneMatch(id -> id.contains("queueMessages-by"));
  }

  @Test
  void aRunHasTheChartsOfWhatItMeasured() throws IOException {
    List<Chart> charts = runs().with(SampleRuns.sample()).charts();
    assertThat(ids(charts).stream().map(id -> id.replace(SAMPLE, "")))
        .containsExactly(
            "rates",
            "backlog",
            "schedule-delay",
            "publish-latency",
            "end-to-end",
            "in-flight",
            "schedule-debt",
            "worker-cpu",
            "worker-gc",
            "latency-percentiles",
            "latency-distribution");
    assertThat(ids(charts)).allMatch(id -> id.startsWith(SAMPLE));
  }

  @Test
  void aRunHasSeveralLinesInAChart() throws IOException {
    List<Chart> charts = runs().with(SampleRuns.sample()).charts();
    RunResult stored = SampleRuns.sample();
    Chart rates = chart(charts, SAMPLE + "rates");
    assertThat(labels(rates)).containsExactly("intended", "sent", "published", "consumed");
    assertThat(line(rates, "intended").kind()).isEqualTo(Kind.DASHED);
    assertThat(line(rates, "published").y())
        .containsExactly(
            stored.samples().stream()
                .mapToDouble(sample -> sample.perSecond(Counter.ACKNOWLEDGED))
                .toArray());
    Chart latency = chart(charts, SAMPLE + "end-to-end");
    assertThat(labels(latency)).containsExactly("p50", "p99", "p99.9", "max");
    assertThat(latency.y()).isEqualTo(Axis.of("latency", Unit.MICROSECONDS, true));
    LatencyMicros sample =
        Latencies.ofSummaries(stored.samples().get(1).latencies())
            .get(Measure.END_TO_END)
            .orElseThrow();
    assertThat(line(latency, "p99.9").y()[1]).isEqualTo(sample.p999());
    assertThat(line(latency, "max").y()[2]).isNaN();
  }

  @Test
  void eachOfSeveralRunsIsALineOfItsEnvironment() throws IOException {
    List<Chart> charts = threeRuns();
    Chart latency = chart(charts, SAMPLE + "end-to-end").ofEachRun();
    assertThat(latency.title()).isEqualTo("End-to-end latency, p99");
    assertThat(labels(latency)).containsExactly("kafka, run 1", "kafka, run 2", "rabbit");
    assertThat(latency.lines())
        .extracting(Line::environment)
        .containsExactly("kafka", "kafka", "rabbit");
    assertThat(latency.lines()).extracting(Line::iteration).containsExactly(1, 2, 1);
    assertThat(labels(chart(charts, SAMPLE + "publish-rate").ofEachRun()))
        .containsExactly("intended", "kafka, run 1", "kafka, run 2", "rabbit");
  }

  @Test
  void eachRunHasAPointByEnvironment() throws IOException {
    List<Chart> charts = threeRuns();
    PhaseResult total = (SampleRuns.sample()).totals();
    Chart rates = chart(charts, SAMPLE + "runs-publishRate");
    assertThat(rates.x().ticks()).extracting(Tick::text).containsExactly("kafka", "rabbit");
    double rate = total.perSecond(Counter.ACKNOWLEDGED);
    assertThat(line(rates, "kafka").y()).containsExactly(rate, rate);
    assertThat(line(rates, "rabbit").x()).containsExactly(1);
    double p99 = total.latencies().get(Measure.END_TO_END).orElseThrow().p99();
    assertThat(line(chart(charts, SAMPLE + "runs-endToEnd-p99"), "kafka").y())
        .containsExactly(p99, p99);
  }

  @Test
  void phasesWithSeveralRatesAreShownByRate() throws IOException {
    List<Chart> charts = runs().with(SampleRuns.ramp()).charts();
    List<PhaseResult> steps =
        (SampleRuns.ramp()).phases().stream().filter(PhaseResult::measured).toList();
    Chart rates = chart(charts, SAMPLE + "publish-by-rate");
    assertThat(rates.group()).isEqualTo(Chart.Group.RATE);
    assertThat(line(rates, "intended rate").y()).containsExactly(2_000, 5_000, 12_000);
    Line published = line(rates, "publish rate");
    assertThat(published.x()).containsExactly(2_000, 5_000, 12_000);
    assertThat(published.y()).containsExactly(2_000, 5_000, 9_340);
    assertThat(line(chart(charts, SAMPLE + "end-to-end-by-rate"), "p99").y())
        .containsExactly(
            values(steps, p -> p.latencies().get(Measure.END_TO_END).orElseThrow().p99()));
  }

  private static double[] values(List<PhaseResult> phases, ToDoubleFunction<PhaseResult> value) {
    return phases.stream().mapToDouble(value).toArray();
  }

  @Test
  void aSweepIsShownByRequesters() throws IOException {
    List<Chart> charts = runs().with(SampleRuns.requestReply()).charts();
    Chart rate = chart(charts, "request-and-reply-round-trips-by-requesters");
    assertThat(rate.group()).isEqualTo(Chart.Group.SWEEP);
    assertThat(rate.lines())
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.x()).containsExactly(1, 2);
              assertThat(line.y()).containsExactly(1_000, 2_000);
            });
    assertThat(labels(chart(charts, "request-and-reply-round-trip-by-requesters")))
        .containsExactly("p50", "p99", "p99.9");
  }

  @Test
  void distributionsAddUp() throws IOException {
    List<Chart> charts = runs().with(SampleRuns.sample()).charts();
    Chart distribution = chart(charts, SAMPLE + "latency-distribution");
    for (Line line : distribution.lines()) {
      assertThat(Arrays.stream(line.y()).sum()).isBetween(99.999, 100.001);
    }
    Chart percentiles = chart(charts, SAMPLE + "latency-percentiles");
    assertThat(percentiles.x().scale()).isEqualTo(Scale.PERCENTILE);
    assertThat(labels(percentiles))
        .containsExactly("schedule delay", "publish latency", "end-to-end");
  }

  @Test
  void theFailureOfASiteIsMarkedUntilThePromotion() throws IOException {
    RunResult run = SampleFailover.run();
    long failed = run.failover().orElseThrow().failedEpochNanos();
    StoredRuns stored = runs().with(run);
    double at = stored.read().get(0).seconds(failed / 1_000);
    assertThat(chart(stored.charts(), "request-and-reply-replication-lag").marks())
        .contains(
            new Mark(Event.FAULT, at, at + 1.25, "failure of site A: killed 3 nodes of rabbitmq"));
  }

  @Test
  void aFaultIsMarkedFromItsInjectionToItsEnd() throws IOException {
    FaultReport fault = SampleFaults.fault("f", Optional.of(2.6));
    RunResult run = SampleFaults.run(fault, SampleFaults.never());
    Mark expected = new Mark(Event.FAULT, 10, 17, "f: kill leader (node 2)");
    assertThat(chart(runs().with(run).charts(), SAMPLE + "rates").marks())
        .filteredOn(mark -> mark.kind() == Event.FAULT)
        .containsExactly(expected);
  }

  @Test
  void phasesAndDisruptionsAreMarked() throws IOException {
    Chart rates = chart(runs().with(SampleRuns.sample()).charts(), SAMPLE + "rates");
    assertThat(rates.marks())
        .containsExactly(
            new Mark(Event.PHASE, 0, 5, "warm-up"),
            new Mark(Event.PHASE, 5, 25, "test"),
            new Mark(Event.PHASE, 25, 25.5, "drain"),
            new Mark(Event.DISRUPTION, 15, 15, "NOTHING_ACKNOWLEDGED"));
  }

  @Test
  void unusableRunsAreMarked() throws IOException {
    assertThat(runs().with(SampleRuns.invalid()).charts())
        .allMatch(chart -> chart.title().endsWith(" (unusable)"));
    List<Chart> both = runs().with(SampleRuns.invalid(), "other", 1).charts();
    assertThat(labels(chart(both, "failover-backlog")))
        .containsExactly("rabbit/quorum (unusable)", "other (unusable)");
  }

  @Test
  void filesOfOmbHaveTheFourPlotsOfTheirUsers() throws IOException {
    List<Chart> charts = runs().omb(SampleRuns.sample()).omb(SampleRuns.sample()).charts();
    assertThat(ids(charts))
        .contains(
            SAMPLE + "publish-latency",
            SAMPLE + "end-to-end-from-send",
            SAMPLE + "publish-rate",
            SAMPLE + "consume-rate");
    assertThat(chart(charts, SAMPLE + "publish-rate").ofEachRun().lines()).hasSize(2);
  }

  @Test
  void workloadsHaveTheirOwnChartsAndIds() throws IOException {
    List<Chart> charts = runs().with(SampleRuns.sample()).with(SampleRuns.requestReply()).charts();
    assertThat(new HashSet<>(ids(charts))).hasSameSizeAs(charts);
    assertThat(chart(charts, "request-and-reply-rates").title())
        .isEqualTo("Rates: request and reply");
    assertThat(labels(chart(charts, SAMPLE + "rates"))).contains("published");
  }

  @Test
  void telemetryIsShownWithItsLimit() throws IOException {
    List<TimeSeries> telemetry = new ArrayList<>();
    for (String node : List.of("n1", "n2")) {
      telemetry.add(series("nodeMemoryBytes", node, 100e6, 250e6));
      telemetry.add(series("nodeMemoryWatermarkBytes", node, 400e6, 400e6));
      telemetry.add(series("nodeRunning", node, 1, 1));
      telemetry.add(series("runPublishedMessages", node, 1, 2));
    }
    List<Chart> charts = Charts.forRuns(List.of(withTelemetry(telemetry)), List.of());
    assertThat(ids(charts).stream().filter(id -> id.contains("broker-")))
        .containsExactly(SAMPLE + "broker-nodeMemoryBytes");
    Chart memory = chart(charts, SAMPLE + "broker-nodeMemoryBytes");
    assertThat(memory.title()).isEqualTo("Node memory");
    assertThat(memory.y().head()).isEqualTo("MB");
    assertThat(labels(memory)).containsExactly("n1", "n2", "limit, n1");
    assertThat(line(memory, "n2").y()).containsExactly(100, 250);
    assertThat(memory.lines().get(2).kind()).isEqualTo(Kind.DASHED);
    assertThat(memory.lines().get(2).y()).containsExactly(400, 400);
  }

  private static ReferenceLine reference(String metric, double value) {
    return new ReferenceLine(
        metric, value, "limit", "a cluster", "a paper", Optional.empty(), Optional.empty());
  }

  private static List<Double> drawn(List<Chart> charts, String id) {
    return chart(charts, SAMPLE + id).references().stream().map(Reference::y).toList();
  }

  @Test
  void aReferenceIsDrawnInEachChartOfItsMetricInTheUnitOfTheChart() throws IOException {
    RunResult run = SampleRuns.sample();
    double rate = run.totals().perSecond(Counter.ACKNOWLEDGED);
    double p99 = run.totals().latencies().get(Measure.END_TO_END).orElseThrow().p99();
    int bytes = run.shape().messageSizeBytes();
    List<ReferenceLine> references =
        List.of(
            reference("publishRate", rate),
            reference("publishThroughput", 2 * rate * bytes),
            reference("endToEnd.p99", p99));
    List<Chart> one = runs().with(SampleRuns.sample()).charts(references);
    assertThat(drawn(one, "rates")).containsExactly(rate, 2 * rate);
    assertThat(drawn(one, "end-to-end")).containsExactly(p99);
    assertThat(drawn(one, "publish-latency")).isEmpty();
    assertThat(drawn(one, "backlog")).isEmpty();
    assertThat(chart(one, SAMPLE + "rates").references().get(0).label())
        .startsWith("limit: ")
        .endsWith(", a cluster, a paper");
    List<Chart> two = runs().with(SampleRuns.sample(), "other", 1).charts(references);
    assertThat(drawn(two, "publish-rate")).containsExactly(rate, 2 * rate);
    assertThat(drawn(two, "consume-rate")).isEmpty();
    assertThat(drawn(two, "runs-publishRate")).containsExactly(rate, 2 * rate);
    assertThat(drawn(two, "runs-endToEnd-p99")).containsExactly(p99);
  }

  @Test
  void aReferenceFarFromWhatWasMeasuredIsNotDrawn() throws IOException {
    List<ReferenceLine> references =
        List.of(reference("publishRate", 1e9), reference("publishRate", 1e-3));
    List<Chart> charts = runs().with(SampleRuns.sample()).charts(references);
    assertThat(drawn(charts, "rates")).isEmpty();
  }

  @Test
  void aReferenceIsDrawnOnlyWhereItApplies() throws IOException {
    RunResult run = SampleRuns.sample();
    double rate = run.totals().perSecond(Counter.ACKNOWLEDGED);
    List<ReferenceLine> references = new ArrayList<>();
    for (String workload :
        List.of(run.identity().workloadName(), run.identity().workloadFileBase(), "another")) {
      for (String environment : List.of("kafka", "another")) {
        references.add(
            new ReferenceLine(
                "publishRate",
                rate,
                workload,
                "",
                "",
                Optional.of(environment),
                Optional.of(workload)));
      }
    }
    List<Chart> charts = runs().with(SampleRuns.sample(), "kafka", 1).charts(references);
    assertThat(chart(charts, SAMPLE + "rates").references())
        .extracting(reference -> reference.label().replaceFirst(":.*", ""))
        .containsExactly(
            run.identity().workloadName() + " of kafka",
            run.identity().workloadFileBase() + " of kafka");
  }

  @Test
  void telemetryHasItsReferencesInItsUnit() throws IOException {
    List<TimeSeries> telemetry = List.of(series("nodeMemoryBytes", "n1", 100e6, 250e6));
    List<Chart> charts =
        Charts.forRuns(
            List.of(withTelemetry(telemetry)), List.of(reference("nodeMemoryBytes", 300e6)));
    assertThat(drawn(charts, "broker-nodeMemoryBytes")).containsExactly(300.0);
  }

  private static TimeSeries series(String name, String subject, double... values) {
    return new TimeSeries(name, subject, new double[] {1, 2}, values);
  }

  private ReportedRun withTelemetry(List<TimeSeries> telemetry) throws IOException {
    ReportedRun run = runs().with(SampleRuns.sample()).read().get(0);
    Course course = run.course().withTelemetry(telemetry);
    return run.withCourse(course);
  }
}
