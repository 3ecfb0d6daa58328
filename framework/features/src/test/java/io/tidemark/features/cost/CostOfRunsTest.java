package io.tidemark.features.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.cli.ClassBench;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.MiniBench;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.features.FeatureRun;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.yaml.Problems;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.store.StoredResults;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.runs.RunFiles;
import io.tidemark.runs.suite.MeasuredCheck;
import io.tidemark.worker.driver.DriverCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What runs with the in-memory driver cost. */
@Tag("slow")
class CostOfRunsTest {
  private static final String DRIVER = "io.tidemark.driver.inmemory.InMemoryBenchmarkDriver";
  private static final String PRICE = "price: {amountPerMonth: 100, currency: EUR}\n";

  private static final String SHORT =
      MiniBench.ONE_OF_EACH
          + """
          producerRate: 200
          sampleInterval: 100ms
          warmupDuration: 0s
          testDuration: 1s
          """;

  @TempDir Path folder;

  @Test
  void aRunHasItsEfficiencyAndItsPriceAlsoWithAnotherVerdict() throws Exception {
    CommandRun run =
        FeatureRun.in(folder, CommandRun.IN_MEMORY + PRICE, SHORT + CommandRun.TOLERANT);
    assertThat(run.exitCode()).as(run.printed()).isZero();
    Path directory = StoredResults.resultFiles(folder.resolve("results")).get(0).resolveSibling("");
    RunResult stored = RunDirectory.read(directory);
    assertThat(stored.part(Efficiency.PART).orElseThrow().totals().deliveredMessages())
        .isEqualTo(stored.totals().byTime().counters().get(Counter.RECEIVED))
        .isPositive();
    RunPrice price = stored.part(RunPrice.PART).orElseThrow();
    assertThat(price.figure(CostFigure.PRICE_PER_MONTH)).hasValue(100.0);
    assertThat(stored.driver()).containsKey("price");
    assertThat(directory).isDirectoryContaining("glob:**/{efficiency,price}.csv");
    assertThat(run.printed()).containsPattern("month +100 +EUR");
    Path strict =
        Files.writeString(
            folder.resolve("strict.yaml"), SHORT + "objectives: {publishRate: \">= 1M/s\"}\n");
    CommandRun missed = FeatureRun.of("verdict", "--workload", strict, directory);
    assertThat(missed.exitCode()).as(missed.printed()).isEqualTo(1);
  }

  /** Two nodes that use 0.2 cores each. */
  private static List<TelemetrySample> brokers(long epochNanos) {
    return Stream.of("node-1", "node-2")
        .map(
            node ->
                new TelemetrySample(
                    epochNanos, TelemetrySample.PROCESS_CPU, node, 0.2 * epochNanos / 1e9, 0))
        .toList();
  }

  @Test
  void whatAllClassesUseTogetherIsKnown() throws Exception {
    RunOptions options = RunOptions.DEFAULT.withReadings(CostOfRunsTest::brokers);
    RunResult total =
        new ClassBench(folder, "", options)
            .run(
                MiniBench.ONE_OF_EACH
                    + """
                    name: mix
                    sampleInterval: 100ms
                    idleBaseline: 1s
                    warmupDuration: 0s
                    phases: [{name: one, duration: 500ms}, {name: two, duration: 500ms}]
                    classes:
                      - {name: orders, topics: 2, subscriptionsPerTopic: 2, producerRate: 400}
                      - {name: bulk, messageSize: 2KB, producerRate: 100}
                    """);
    Efficiency used = total.part(Efficiency.PART).orElseThrow();
    long delivered = used.totals().deliveredMessages();
    assertThat(delivered)
        .isEqualTo(total.totals().byTime().counters().get(Counter.RECEIVED))
        .isPositive();
    Efficiency.Figure broker =
        used.totals().figure(CostFigure.BROKER_CPU_PER_MESSAGES).orElseThrow();
    double seconds = used.totals().lengthSeconds();
    assertThat((broker.value() + broker.idle().orElseThrow()) * delivered / 1e6 / seconds)
        .as("cores of both nodes")
        .isEqualTo(0.4, within(0.05));
    assertThat(used.idleBaseline().orElseThrow().brokerCpuCores().orElseThrow())
        .isEqualTo(0.4, within(0.05));
    assertThat(used.idleBaseline().orElseThrow().clientCpuCores().orElseThrow())
        .as("of one process, although it has two workers")
        .isLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(total.classes())
        .allSatisfy(each -> assertThat(each.run().orElseThrow().part(Efficiency.PART)).isEmpty());
    assertThat(
            new TerminalRenderer(TerminalStyle.PLAIN)
                .render(RunDocument.of(total, List.of()))
                .replaceAll("\\s+", " "))
        .contains("figures of all classes together: what one of them uses is not known");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          price.perMonth | question.metrics: price.perMonth is not measured with
          efficiency.brokerMemoryBytesPerWaitingMessage | is not measured with idleBaseline: 0s
          """)
  void whatADriverFileCannotHaveIsAWarning(String metric, String problem) throws IOException {
    RunFiles files = new RunFiles(folder);
    Problems problems = new Problems();
    new MeasuredCheck(DriverCatalog.ofClassPath(), problems)
        .check(
            files.workload(SHORT + "question: {metrics: " + metric + "}\n"),
            files.driver(DRIVER, ""));
    assertThat(problems.all())
        .extracting(each -> each.path() + ": " + each.message())
        .filteredOn(each -> each.contains(problem))
        .hasSize(1);
    assertThat(problems.hasErrors()).isFalse();
  }

  @Test
  void workersDoNotGetThePrice() throws IOException {
    DriverFile driver = new RunFiles(folder).driver(DRIVER, PRICE);
    assertThat(driver.configuration()).containsKey("price");
    assertThat(driver.forWorkers().configuration()).doesNotContainKey("price").containsKey("name");
  }
}
