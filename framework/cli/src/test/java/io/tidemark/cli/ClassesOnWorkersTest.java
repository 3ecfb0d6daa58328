package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.store.StoredResults;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of the command with two classes on workers over HTTP, whose clocks differ. */
@Tag("slow")
class ClassesOnWorkersTest {
  private static final String CLASSES =
      MiniBench.ONE_OF_EACH
          + """
          name: mix
          warmupDuration: 500ms
          sampleInterval: 200ms
          testDuration: %s
          classes:
            - {name: orders, topics: 2, producerRate: 400}
            - {name: bulk, messageSize: 2KB, producerRate: 100}
          """
          + CommandRun.TOLERANT;

  @TempDir Path folder;
  private MiniBench bench;

  @BeforeEach
  void start() throws Exception {
    bench = new MiniBench().worker(Duration.ofSeconds(3)).worker(Duration.ofSeconds(-2));
  }

  @AfterEach
  void stop() {
    bench.close();
  }

  private CommandRun run(String testDuration) throws IOException {
    String workers =
        bench.addresses().stream().map(Object::toString).collect(Collectors.joining(","));
    return CommandRun.in(
        folder, CommandRun.IN_MEMORY, CLASSES.formatted(testDuration), "-w", workers);
  }

  private Path results() {
    return folder.resolve("results");
  }

  private RunResult stored() throws IOException {
    List<Path> files = StoredResults.resultFiles(results());
    assertThat(files).hasSize(1);
    return RunDirectory.read(files.get(0).getParent());
  }

  private static PhaseResult phase(List<PhaseResult> phases, String name) {
    return phases.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  private static long sent(PhaseResult phase) {
    return phase.counters().get(Counter.SENT);
  }

  @Test
  void workersAreDividedAmongClassesThatBeginTogether() throws Exception {
    bench.worker(Duration.ofSeconds(1));

    CommandRun done = run("2s");

    // Latencies of this driver are shorter than the errors of the clocks.
    assertThat(done.exitCode()).as(done.printed()).isIn(0, 1);
    RunResult total = stored();
    assertThat(total.classes()).extracting(ClassResult::name).containsExactly("orders", "bulk");
    ClassResult orders = total.classes().get(0);
    ClassResult bulk = total.classes().get(1);
    assertThat(sent(orders.totals())).isEqualTo(800);
    assertThat(sent(bulk.totals())).isEqualTo(200);
    assertThat(sent(total.totals())).isEqualTo(1_000);
    assertThat(total.delivery().lost()).contains(0L);
    assertThat(total.workers()).extracting(WorkerReport::name).hasSize(3).doesNotHaveDuplicates();
    assertThat(phase(orders.phases(), "test").startEpochNanos())
        .as("the same moment in the coordinator's clock")
        .isEqualTo(phase(bulk.phases(), "test").startEpochNanos());
    Path directory = StoredResults.resultFiles(results()).get(0).getParent();
    assertThat(RunDirectory.read(directory.resolve("classes/orders")).workers()).hasSize(2);
    assertThat(RunDirectory.read(directory.resolve("classes/bulk")).workers()).hasSize(1);
  }

  @Test
  void aLostWorkerEndsAllClassesAndWhatTheyMeasuredIsKept() throws Exception {
    FutureTask<CommandRun> running = new FutureTask<>(() -> run("10m"));
    new Thread(running, "run").start();
    String sent = "benchmark_producer_messages_sent ";
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                bench.metrics.get(1).text().lines().anyMatch(line -> count(line, sent) > 150)
                    || running.isDone());
    bench.stop(1);

    CommandRun done = running.get();

    assertThat(done.exitCode()).as(done.printed()).isEqualTo(3);
    RunResult total = stored();
    assertThat(total.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(
            total.verdict().findings().stream().filter(each -> each.code().equals("worker-lost")))
        .as("one cause")
        .hasSize(1);
    assertThat(total.verdict().findings().stream().map(each -> each.severity()))
        .as("one error")
        .containsOnlyOnce(Verdict.Severity.ABORTS);
    assertThat(total.classes())
        .hasSize(2)
        .allSatisfy(each -> assertThat(sent(phase(each.phases(), "test"))).isPositive())
        .allSatisfy(each -> assertThat(each.verdict().status()).isEqualTo(Status.ABORTED));
    assertThat(phase(total.phases(), "test").lengthSeconds()).isLessThan(120);
    assertThat(done.printed()).contains("stopped answering");
  }

  private static double count(String line, String name) {
    return line.startsWith(name) ? Double.parseDouble(line.substring(name.length())) : 0;
  }

  @Test
  void fewerWorkersThanClassesAreRefused() throws Exception {
    bench.close();
    bench = new MiniBench().worker(Duration.ZERO);

    CommandRun done = run("2s");

    assertThat(done.exitCode()).isEqualTo(2);
    assertThat(done.printed())
        .contains("workload w has 2 classes, of which each needs a worker, got 1; allowed 2");
    assertThat(results()).doesNotExist();
  }
}
