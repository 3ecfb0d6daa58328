package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.charts.page.ReportPage;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.recorded.TraceHeader;
import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.recorded.TraceTime;
import io.tidemark.model.recorded.TraceWriter;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.figures.RunTimeline.TimeSeries;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.store.StoredResults;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.verdict.Criteria;
import io.tidemark.verdict.VerdictRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traffic classes on real workers with the in-memory driver. */
@Tag("slow")
class ClassRunsTest {
  private static final String TWO =
      """
      name: mix
      partitionsPerTopic: 1
      producersPerTopic: 1
      consumerPerSubscription: 1
      warmupDuration: 200ms
      sampleInterval: 100ms
      phases: [{name: one, duration: 500ms}, {name: two, duration: 500ms}]
      objectives: {publishRate: ">= 50%", classes.bulk.lost: 0}
      classes:
        - {name: orders, topics: 2, messageSize: 100, subscriptionsPerTopic: 2, producerRate: 400}
        - {name: bulk, topics: 1, messageSize: 2KB, subscriptionsPerTopic: 1, producerRate: 100,
           objectives: {publishRate: "> 1M/s"}}
      """;

  @TempDir private static Path made;
  private static ClassBench bench;

  /** The result of TWO; most tests look at this one. */
  private static RunResult total;

  @TempDir Path folder;

  @BeforeAll
  static void aRun() throws Exception {
    bench = new ClassBench(made);
    total = bench.run(TWO);
  }

  private static ClassResult of(RunResult run, String name) {
    return run.classes().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static long sent(PhaseResult phase) {
    return phase.counters().get(Counter.SENT);
  }

  /** A process that stands still at the end of a phase does not send all that was due. */
  private static void assertSent(ClassResult each, long due) {
    assertThat(sent(each.totals())).as(each.name()).isBetween(due * 8 / 10, due + 1);
  }

  @Test
  void eachClassHasItsOwnResultAndTheTotalIsTheirSum() throws Exception {
    ClassResult orders = of(total, "orders");
    ClassResult bulk = of(total, "bulk");
    assertSent(orders, 400);
    assertSent(bulk, 100);
    long sentOrders = sent(orders.totals());
    long sentBulk = sent(bulk.totals());
    assertThat(orders.shape().messageSizeBytes()).isEqualTo(100);
    assertThat(bulk.shape().messageSizeBytes()).isEqualTo(2_048);
    assertThat(orders.delivery().lost()).contains(0L);
    assertThat(orders.delivery().subscriptions()).hasSize(4);
    assertThat(orders.totals().latencies().get(Measure.END_TO_END).orElseThrow().count())
        .isEqualTo(2 * sentOrders);
    assertThat(bulk.totals().latencies().get(Measure.END_TO_END).orElseThrow().count())
        .isEqualTo(sentBulk);

    assertThat(total.shape().topics()).isEqualTo(3);
    assertThat(total.phases())
        .extracting(PhaseResult::name)
        .startsWith("warm-up", "one", "two", "drain");
    assertThat(sent(total.totals())).isEqualTo(sentOrders + sentBulk);
    assertThat(total.totals().intendedRatePerSecond()).contains(500.0);
    assertThat(total.totals().latencies().get(Measure.END_TO_END).orElseThrow().count())
        .isEqualTo(2 * sentOrders + sentBulk);
    assertThat(total.delivery().sent())
        .isEqualTo(orders.delivery().sent() + bulk.delivery().sent());
    assertThat(total.delivery().lost()).contains(0L);
    assertThat(total.totals().excluded().orElseThrow().neverReceivedMessages()).isZero();
    assertThat(total.workers()).extracting(each -> each.name()).hasSize(2);
  }

  @Test
  void samplesOfTheTotalHaveTheCountsOfAllClassesOnce() throws Exception {
    long counted =
        total.samples().stream().mapToLong(each -> each.counters().get(Counter.RECEIVED)).sum();
    long ofClasses =
        total.classes().stream()
            .flatMap(each -> each.run().orElseThrow().samples().stream())
            .mapToLong(each -> each.counters().get(Counter.RECEIVED))
            .sum();
    assertThat(counted).isEqualTo(ofClasses).isEqualTo(total.counts().get(Counter.RECEIVED));
    assertThat(bench.samples).hasSameSizeAs(total.samples());
    assertThat(bench.phases).startsWith("warm-up", "one", "two", "drain").doesNotHaveDuplicates();
    long at = total.samples().get(0).startEpochNanos();
    for (Sample sample : total.samples()) {
      assertThat(sample.startEpochNanos()).as(sample.phase()).isEqualTo(at);
      at += sample.lengthNanos();
    }
    assertThat(total.samples().get(total.samples().size() - 1).backlog()).isZero();
  }

  @Test
  void theVerdictHasTheObjectivesOfTheTotalAndOfEachClass() throws Exception {
    assertThat(total.verdict().objectives())
        .extracting(ObjectiveResult::key, ObjectiveResult::met)
        .containsExactly(
            tuple("publishRate", true),
            tuple("classes.bulk.lost", true),
            tuple("classes.bulk.publishRate", false));
    assertThat(of(total, "orders").verdict().objectives()).isEmpty();
    assertThat(of(total, "bulk").verdict().status()).isNotEqualTo(Verdict.Status.VALID);
    assertThat(total.verdict().status().compareTo(Verdict.Status.FAILED)).isNotNegative();
  }

  @Test
  void theStoredRunHasTheSameClassesAndTheFilesOfEach() throws Exception {
    Path directory = RunDirectory.write(folder.resolve("results"), total, Map.of());
    RunDirectory.complete(directory, total, Map.of());

    RunResult stored = RunDirectory.read(directory);
    assertThat(stored.classes()).extracting(ClassResult::name).containsExactly("orders", "bulk");
    assertThat(of(stored, "orders").totals().latencies())
        .isEqualTo(of(total, "orders").totals().latencies());
    assertThat(of(stored, "bulk").verdict()).isEqualTo(of(total, "bulk").verdict());
    assertThat(WorkloadReader.stored("w", stored.workload()).classes()).hasSize(2);
    Workload planned = WorkloadReader.stored("w", stored.workload());
    assertThat(VerdictRules.judge(stored, planned, Criteria.fromWorkload(planned)))
        .as("judged again")
        .isEqualTo(total.verdict());

    RunResult alone = RunDirectory.read(directory.resolve("classes/orders"));
    assertThat(alone.identity().workloadName()).isEqualTo("mix.orders");
    assertThat(alone.samples()).isNotEmpty();
    assertThat(StoredResults.resultFiles(folder.resolve("results")))
        .as("a class is not a run")
        .containsExactly(directory.resolve("result.json"));
    assertThat(StoredResults.resultFiles(directory.resolve("classes"))).hasSize(2);
    assertThat(ReportedRun.of(directory, stored).metrics().keySet())
        .extracting(Object::toString)
        .contains("classes.orders.endToEnd.p99", "classes.bulk.publishRate", "endToEnd.p99");
    assertThat(new TerminalRenderer(TerminalStyle.PLAIN).render(RunDocument.of(stored, List.of())))
        .contains("Traffic classes", "orders", "bulk", "classes.bulk.publishRate");
  }

  @Test
  void theReportPageHasARowAndALineForEachClass() throws Exception {
    Path results = folder.resolve("results");
    RunDirectory.write(results, total, Map.of());

    ReportedRuns runs = ReportedRuns.read(List.of(results));
    assertThat(runs.runs())
        .singleElement()
        .satisfies(
            run ->
                assertThat(run.classes())
                    .extracting(TimeSeries::subject)
                    .containsExactly("orders", "bulk"));
    assertThat(ReportPage.html(runs, List.of()))
        .contains("id=\"classes\"", "End-to-end latency of each class, p99", "1 of 2 met");
    assertThat(MetricReference.inWords("classes.orders.endToEnd.p99"))
        .isEqualTo("p99 end-to-end latency of class orders");
  }

  @Test
  void arrivalsDifferByClass() throws Exception {
    try (TraceWriter writer =
        new TraceWriter(
            Files.newOutputStream(folder.resolve("t.gz")),
            new TraceHeader("test", TraceTime.RECEIVED, 0))) {
      for (int i = 0; i < 100; i++) {
        writer.add(TraceMessage.of(i * i * 100_000L, 100 + i % 3, 0, 0));
      }
    }
    RunResult total =
        new ClassBench(folder)
            .run(
                MiniBench.ONE_OF_EACH
                    + """
                    name: mix
                    producerRate: 200
                    warmupDuration: 0s
                    testDuration: 1s
                    sampleInterval: 100ms
                    classes:
                      - {name: steady}
                      - {name: curve, rateCurve: {points: [{rate: 0}, {at: 1s, rate: 600}]}}
                      - {name: bursty, bursts: {on: 100ms, off: 100ms}}
                      - {name: popular, topics: 3, topicZipfExponent: 1}
                      - {name: traced, producersPerTopic: 2, replay: {trace: t.gz}}
                    """);

    assertSent(of(total, "steady"), 200);
    assertSent(of(total, "curve"), 300);
    assertSent(of(total, "traced"), 100);
    double popular = sent(of(total, "popular").totals());
    assertThat(of(total, "popular").delivery().subscriptions())
        .extracting(each -> each.received() / popular)
        .as("1, 1/2 and 1/3 of all")
        .satisfies(
            received -> {
              assertThat(received.get(0)).isEqualTo(0.545, within(0.02));
              assertThat(received.get(1)).isEqualTo(0.273, within(0.02));
              assertThat(received.get(2)).isEqualTo(0.182, within(0.02));
            });
    double intended = of(total, "bursty").totals().intendedRatePerSecond().orElseThrow();
    assertSent(of(total, "bursty"), (long) intended + 1);
    assertThat(total.classes()).allSatisfy(each -> assertThat(each.delivery().lost()).contains(0L));
  }

  @Test
  void theVerdictOfAStoredRunIsThatByOtherObjectivesOfItsClasses() throws Exception {
    Path directory = RunDirectory.write(folder.resolve("results"), total, Map.of());

    JsonNode own = verdict(directory, TWO);
    assertThat(own.at("/0/verdict"))
        .isEqualTo(
            new ObjectMapper().readTree(directory.resolve("result.json").toFile()).get("verdict"));
    JsonNode other =
        verdict(
            directory,
            TWO.replace("publishRate: \"> 1M/s\"", "publishRate: \"> 1/s\"")
                .replace("classes.bulk.lost: 0", "classes.orders.endToEnd.p99: \"<= 1ns\""));

    assertThat(other.at("/0/verdict/objectives").findValuesAsText("key"))
        .containsExactly("publishRate", "classes.orders.endToEnd.p99", "classes.bulk.publishRate");
    assertThat(other.at("/0/verdict/objectives").findValuesAsText("met"))
        .containsExactly("true", "false", "true");
  }

  @Test
  void aClassThatTheRunDoesNotHaveCannotBeJudged() throws Exception {
    Path directory = RunDirectory.write(folder.resolve("results"), total, Map.of());
    Path file =
        Files.writeString(
            folder.resolve("w.yaml"),
            TWO.replace("name: bulk", "name: big").replace("classes.bulk.lost", "lost"));
    CommandRun done = CommandRun.of("verdict", "--workload", file, directory);
    assertThat(done.exitCode()).isEqualTo(2);
    assertThat(done.printed()).contains("class big of the workload is not in", "orders, bulk");
  }

  private JsonNode verdict(Path directory, String workload) throws Exception {
    Path file = Files.writeString(folder.resolve("other.yaml"), workload);
    return new ObjectMapper()
        .readTree(CommandRun.of("verdict", "--json", "--workload", file, directory).output());
  }

  @Test
  void resultsAreHandedOutOnceBeforeClientsAreClosed() throws Exception {
    assertThat(bench.measured).hasSize(1);
    assertThat(sent(bench.measured.get(0).totals())).isEqualTo(sent(total.totals()));
    assertThat(bench.measured.get(0).classes()).hasSize(2);
  }

  @Test
  void aClassThatCannotBePreparedEndsTheOthers() throws Exception {
    ClassBench other = new ClassBench(folder);
    assertThatThrownBy(() -> other.run(TWO, "no.such.Driver"))
        .isInstanceOf(RunFailedException.class)
        .hasMessageStartingWith("class bulk: ")
        .hasMessageContaining("no.such.Driver");
    assertThat(other.phases).isEmpty();
  }

  @Test
  void aStopEndsAllClassesAndKeepsTheResults() throws Exception {
    RunResult total =
        new ClassBench(folder, "two", RunOptions.DEFAULT)
            .run(TWO.replace("{name: two, duration: 500ms}", "{name: two, duration: 60s}"));
    assertThat(total.verdict().status()).isEqualTo(Verdict.Status.ABORTED);
    assertThat(total.classes())
        .allSatisfy(each -> assertThat(each.verdict().status()).isEqualTo(Verdict.Status.ABORTED));
    assertThat(sent(total.phases().get(1))).isPositive();
  }
}
