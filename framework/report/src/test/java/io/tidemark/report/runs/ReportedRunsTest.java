package io.tidemark.report.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.Latencies;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.chart.StoredRuns;
import io.tidemark.report.csv.Csv;
import io.tidemark.report.figures.LatencyCurve;
import io.tidemark.report.figures.RunTimeline.TimeSeries;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.omb.OmbResultFile;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportedRunsTest {
  @TempDir Path folder;

  private static RunResult run(String driver, int iteration) {
    return StoredRuns.named(SampleRuns.sample(), driver, iteration);
  }

  private Path write(String name, RunResult run) throws IOException {
    return RunDirectory.write(folder.resolve(name), run, Map.of());
  }

  private static ReportedRuns read(Path... sources) throws ResultsException {
    return ReportedRuns.read(List.of(sources));
  }

  private static List<String> labels(Path... sources) throws ResultsException {
    return read(sources).runs().stream().map(ReportedRun::label).toList();
  }

  private static TimeSeries series(ReportedRun run, String name) {
    return run.series(name).orElseThrow(() -> new AssertionError("no " + name));
  }

  @Test
  void theTimelineHasTheValuesOfTheSamples() throws IOException {
    Path directory = write("r", SampleRuns.sample());
    List<Sample> samples = RunDirectory.read(directory).samples();
    ReportedRun run = read(directory).runs().get(0);

    TimeSeries published = series(run, Objects.requireNonNull(Counter.ACKNOWLEDGED.rateKey()));
    assertThat(published.seconds()).containsExactly(5, 15, 25);
    assertThat(series(run, TimeSeries.BACKLOG).values()).containsExactly(42, 42, 0);
    TimeSeries p99 = series(run, TimeSeries.nameOf(Measure.END_TO_END, Statistic.P99));
    assertThat(p99.values()[1])
        .isEqualTo(
            Latencies.ofSummaries(samples.get(1).latencies())
                .get(Measure.END_TO_END)
                .orElseThrow()
                .p99());
    assertThat(p99.values()[2]).isNaN();
    assertThat(series(run, TimeSeries.LONGEST_GC_PAUSE).values())
        .containsExactly(2_100, 2_100, Double.NaN);
    assertThat(run.series(TimeSeries.nameOf(Measure.ROUND_TRIP, Statistic.P99))).isEmpty();
  }

  @Test
  void whatWasDueAndNotSentIsIntended() throws IOException {
    ReportedRun run = read(write("r", SampleRuns.sample())).runs().get(0);
    assertThat(series(run, TimeSeries.INTENDED_RATE).values())
        .containsExactly(10_000, 10_000, 10_000);
    assertThat(series(run, Objects.requireNonNull(Counter.SENT.rateKey())).values())
        .containsExactly(10_000, 10_000, 0);
  }

  @Test
  void readsTheTelemetry() throws IOException {
    ReportedRun run = read(write("r", SampleRuns.sample())).runs().get(0);
    assertThat(run.telemetry())
        .singleElement()
        .satisfies(
            offset -> {
              assertThat(offset.name()).isEqualTo("logEndOffset");
              assertThat(offset.subject()).isEqualTo("topic-0, partition 1");
              assertThat(offset.seconds()).containsExactly(6);
              assertThat(offset.values()).containsExactly(1234);
            });
    assertThat(Csv.cells("1,\"\"\"a\"\" \"\",b\",,x")).containsExactly("1", "\"a\" \",b", "", "x");
  }

  @Test
  void theDistributionsAreThoseOfTheMeasuredPhases() throws IOException {
    Path directory = write("r", SampleRuns.sample());
    LatencyMicros total =
        RunDirectory.read(directory).totals().latencies().get(Measure.END_TO_END).orElseThrow();
    ReportedRun run = read(directory).runs().get(0);
    LatencyCurve curve = Objects.requireNonNull(run.latencies().get(Measure.END_TO_END));
    assertThat(curve.percentiles()).isSorted();
    assertThat(curve.percentiles()[curve.percentiles().length - 1]).isLessThan(100);
    assertThat(curve.micros()[Arrays.binarySearch(curve.percentiles(), 50)]).isEqualTo(total.p50());
    assertThat(curve.micros()[curve.micros().length - 1]).isEqualTo(total.max());
    assertThat(Arrays.stream(curve.shares()).sum()).isCloseTo(1, within(1e-9));
    assertThat(curve.bucketMicros()[0]).isLessThanOrEqualTo(total.min());
    assertThat(curve.bucketMicros()[curve.bucketMicros().length - 1])
        .isBetween(total.max() / 1.13, total.max());
    assertThat(run.latencies()).doesNotContainKey(Measure.FAILED_SEND);
  }

  @Test
  void severalFoldersAreEnvironments() throws IOException {
    write("a", run("kafka", 1));
    write("b", run("kafka", 2));
    write("b", run("kafka", 3));
    List<String> expected = List.of("a", "b, run 2", "b, run 3");
    assertThat(labels(folder.resolve("a"), folder.resolve("b"))).isEqualTo(expected);
    assertThat(labels(folder)).isEqualTo(expected);
    write("b", run("rabbit", 1));
    assertThat(labels(folder)).contains("b, kafka, run 2", "b, rabbit");
    write("c/a", run("kafka", 1));
    assertThat(labels(folder.resolve("a"), folder.resolve("c/a")))
        .containsExactly(folder.resolve("a").toString(), folder.resolve("c/a").toString());
  }

  @Test
  void repeatedRunsAreNumberedInTheirOrder() throws IOException {
    Path first = write("r", run("kafka", 1));
    Path second = write("r", run("kafka", 1));
    assertThat(labels(first, second)).containsExactly("kafka, run 1", "kafka, run 2");
  }

  @Test
  void aRunThatIsNamedTwiceIsReadOnce() throws IOException {
    Path run = write("r", run("kafka", 1));
    assertThat(read(run, run.resolve("result.json"), run.resolveSibling("")).runs()).hasSize(1);
  }

  @Test
  void unusableRunsAreMarkedAndKept() throws IOException {
    ReportedRun run = read(write("r", SampleRuns.invalid())).runs().get(0);
    assertThat(run.unusable()).hasValueSatisfying(why -> assertThat(why).startsWith("INVALID: "));
    assertThat(run.timeline()).isNotEmpty();
  }

  @Test
  void figuresThatAreNotDamagedAreComparedThoughTheRunIsInvalid() throws IOException {
    FigureValidity pause =
        FigureValidity.of(false, List.of("gc-pause"), FigureError.ofNanos(1_000_000));
    Verdict verdict =
        new Verdict(
            Status.INVALID,
            List.of(new Finding(Severity.INVALIDATES, "gc-pause", "a pause of 1 ms")),
            List.of(),
            Map.of(FigureGroup.RATES, FigureValidity.GOOD, FigureGroup.END_TO_END_LATENCY, pause));
    RunResult invalid = SampleRuns.withVerdict(SampleRuns.sample(), verdict);
    Path results = write("damaged", invalid);

    ReportedRun run = read(results).runs().get(0);

    assertThat(run.unusable()).isEmpty();
    assertThat(run.label()).endsWith(" (damaged)");
    assertThat(run.value(MetricReference.of(Metrics.PUBLISH_RATE))).isPresent();
    assertThat(run.value(MetricReference.of(Metrics.of(Measure.PUBLISH_LATENCY, "p50"))))
        .isPresent();
    MetricReference endToEnd = MetricReference.of(Metrics.of(Measure.END_TO_END, "p50"));
    double median = run.metrics().get(endToEnd);
    assertThat(median).as("microseconds").isLessThan(10_000);
    assertThat(run.value(endToEnd)).isEmpty();
    assertThat(run.damage(endToEnd)).contains("error at most 1 ms: gc-pause");
    RunSet set = RunSet.read(results);
    assertThat(set.runs()).hasSize(1);
    assertThat(set.leftOut())
        .singleElement()
        .asString()
        .endsWith("not used: end-to-end latency (error at most 1 ms: gc-pause)");
  }

  @Test
  void readsFilesOfOmb() throws IOException {
    Path file = OmbResultFile.write(folder, SampleRuns.sample());
    Files.writeString(folder.resolve("other.json"), "{}");
    RunResult stored = SampleRuns.sample();
    ReportedRuns runs = read(folder);
    assertThat(runs.leftOut()).singleElement().asString().contains("other.json: not a result");
    ReportedRun run = runs.runs().get(0);
    assertThat(run.source()).isEqualTo(file);
    assertThat(run.stored()).isEmpty();
    TimeSeries p99 = series(run, TimeSeries.nameOf(Measure.END_TO_END_FROM_SEND, Statistic.P99));
    LatencyMicros sample =
        Latencies.ofSummaries(stored.samples().get(1).latencies())
            .get(Measure.END_TO_END_FROM_SEND)
            .orElseThrow();
    assertThat(p99.seconds()).containsExactly(10, 20);
    assertThat(p99.values()[0]).isCloseTo(sample.p99(), within(1e-6));
    assertThat(p99.values()[1]).isNaN();
    LatencyCurve delay = Objects.requireNonNull(run.latencies().get(Measure.SCHEDULE_DELAY));
    LatencyMicros total = stored.totals().latencies().get(Measure.SCHEDULE_DELAY).orElseThrow();
    assertThat(delay.micros()[Arrays.binarySearch(delay.percentiles(), 50)])
        .isCloseTo(total.p50(), within(0.5));
  }

  @Test
  void filesOfOmbBesideTheirRunDirectoriesAreLeftOut() throws IOException {
    Path run = RunDirectory.write(folder, SampleRuns.sample(), Map.of());
    Path omb = OmbResultFile.write(folder, SampleRuns.sample());
    ReportedRuns runs = read(run, omb);
    assertThat(runs.runs()).singleElement().extracting(ReportedRun::source).isEqualTo(run);
    assertThat(runs.leftOut()).singleElement().asString().startsWith(omb.toString());
  }

  @Test
  void namesWhatCannotBeRead() throws IOException {
    assertThatThrownBy(() -> read(folder.resolve("none")))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("none: no such file");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> read(empty)).hasMessageStartingWith("no usable run in " + empty);
    Path run = write("r", SampleRuns.sample());
    Files.writeString(run.resolve("telemetry.csv"), "header\n1,2\n");
    assertThatThrownBy(() -> read(run)).hasMessageContaining("telemetry.csv: damaged: row '1,2'");
    Files.delete(run.resolve("telemetry.csv"));
    Files.delete(run.resolve("endToEnd.hlog"));
    assertThatThrownBy(() -> read(run)).hasMessageContaining("endToEnd.hlog: no such file");
  }
}
