package io.tidemark.worker;

import static io.tidemark.worker.TestRuns.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.worker.DriverDouble.DriverScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a worker says of drivers that fail, hang, or break the rules. That it goes on and closes all
 * clients, whichever call it is, is shown by the simulation.
 */
class FailingDriverTest extends WithWorker {
  private static final Duration SHORT = Duration.ofMillis(200);

  private final CountDownLatch testOver = new CountDownLatch(1);

  @AfterEach
  void letHangingDriversGo() {
    testOver.countDown();
  }

  @Test
  void staysUsableWhenInitializeFails() throws Exception {
    AtomicBoolean closed = new AtomicBoolean();
    DriverScript script = DriverDouble.play();
    script.initialize =
        file -> {
          throw new IOException("localhost:9092 refuses connections");
        };
    script.close =
        () -> {
          closed.set(true);
          throw new NullPointerException("admin"); // OMB's Kafka driver does so.
        };
    WorkerException failure = prepareFailure(DEADLINE);
    assertThat(failure.kind()).isEqualTo(Kind.INFRASTRUCTURE);
    assertThat(failure.oneLine())
        .isEqualTo("worker local: prepare: localhost:9092 refuses connections");
    assertThat(closed).isTrue();

    DriverDouble.play();
    worker.prepare(TestRuns.scripted("next"), DEADLINE);
    assertThat(worker.createTopics(topics(), DEADLINE)).hasSize(2);
  }

  @Test
  void blamesTheConfigurationWhenTheDriverObjectsToItsFile() {
    DriverDouble.play().initialize =
        file -> {
          throw new IllegalArgumentException("acks: got '2'; allowed: 0, 1, all");
        };
    assertThat(prepareFailure(DEADLINE).kind()).isEqualTo(Kind.CONFIGURATION);
  }

  @Test
  void blamesTheInstallationWhenAJarIsMissing() {
    DriverDouble.play().initialize =
        file -> {
          throw new NoClassDefFoundError("com/lib/Client");
        };
    WorkerException failure = prepareFailure(DEADLINE);
    assertThat(failure.kind()).isEqualTo(Kind.CONFIGURATION);
    assertThat(failure).hasMessageContaining("com.lib.Client");
  }

  @Test
  void givesUpAnInitializeThatHangsSaysWhereItIsAndClosesTheDriverWhenItEnds() throws Exception {
    DriverDouble.play();
    worker.prepare(TestRuns.scripted("first"), DEADLINE); // All classes are loaded then.
    CountDownLatch closes = new CountDownLatch(2); // At the deadline, and when it ends at last.
    DriverScript hanging = DriverDouble.play();
    hanging.initialize = file -> DriverDouble.hangEvenIfInterrupted(testOver);
    hanging.close = closes::countDown;
    assertThat(prepareFailure(Duration.ofSeconds(1)).getMessage())
        .contains("within 1 s", "initialize of driver", "not returned")
        .contains(DriverDouble.class.getName() + ".hangEvenIfInterrupted(");

    DriverDouble.play();
    worker.prepare(TestRuns.scripted("next"), DEADLINE);
    assertThat(closes.getCount()).isEqualTo(1);
    testOver.countDown();
    await().until(() -> closes.getCount() == 0);
  }

  @Test
  void givesTheDriverAPrivateFileThatIsGoneAfterwards() throws Exception {
    AtomicReference<Path> path = new AtomicReference<>();
    DriverDouble.play().initialize =
        file -> {
          path.set(file.toPath());
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.toPath())))
              .isEqualTo("rw-------");
          assertThat(file).content().contains("space: private");
        };
    worker.prepare(TestRuns.scripted("private"), DEADLINE);
    assertThat(path.get()).doesNotExist();
  }

  @Test
  void givesUpATopicThatIsNeverCreated() throws Exception {
    DriverDouble.play().createTopic = (topic, partitions) -> new CompletableFuture<>();
    worker.prepare(TestRuns.scripted("topics"), DEADLINE);
    assertThatThrownBy(() -> worker.createTopics(topics(), SHORT))
        .isInstanceOf(WorkerException.class)
        .hasMessageContainingAll("200 ms", "2 topics (double-", "its future has not completed");
  }

  @Test
  void letsTheNextRunInWhileADriverHangs() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    DriverDouble.play().createTopic =
        (topic, partitions) -> {
          waiting.countDown();
          return new CompletableFuture<>();
        };
    worker.prepare(TestRuns.scripted("forgotten"), DEADLINE);
    CompletableFuture<WorkerException> creation =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowableOfType(
                    WorkerException.class,
                    () -> worker.createTopics(topics(), Duration.ofMinutes(10))));
    waiting.await();
    DriverDouble.play();
    worker.prepare(TestRuns.scripted("next"), DEADLINE);
    assertThat(creation.join()).hasMessageContaining("run has ended");
    assertThat(worker.createTopics(topics(), DEADLINE)).hasSize(2);
  }

  @Test
  void goesOnClosingWhenItWasInterrupted() throws Exception {
    AtomicBoolean closed = new AtomicBoolean();
    DriverDouble.play().close = () -> closed.set(true);
    worker.prepare(TestRuns.scripted("interrupted"), DEADLINE);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> worker.finish(false, DEADLINE))
        .isInstanceOf(InterruptedException.class);
    assertThat(worker.finish(false, DEADLINE).problems()).isEmpty();
    assertThat(closed).isTrue();
  }

  @Test
  void finishesInTimeAndReportsWhatHangs() throws Exception {
    DriverScript script = DriverDouble.play();
    script.createConsumer =
        (topic, subscription, callback) ->
            CompletableFuture.completedFuture(() -> DriverDouble.hangEvenIfInterrupted(testOver));
    script.close =
        () -> {
          throw new IllegalStateException("broker\nhas gone");
        };
    worker.prepare(TestRuns.scripted("hangs"), DEADLINE);
    List<TopicHandle> topics = worker.createTopics(topics(), DEADLINE);
    worker.createConsumers(TestRuns.consumersOf(topics), DEADLINE);
    FinishReport report = worker.finish(true, Duration.ofSeconds(3));

    assertThat(report.problems())
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line).startsWith("consumer 0 of sub-0 and 1 more: close did not return"),
            line ->
                assertThat(line)
                    .startsWith("2 topics (double-0000000-")
                    .endsWith("DriverDouble cannot delete topics"),
            line -> assertThat(line).endsWith("close failed: broker; has gone"));
    assertThat(worker.finish(true, DEADLINE)).isSameAs(report);
  }

  @Test
  void closesConsumersThatComeTooLate() throws Exception {
    CountDownLatch closes = new CountDownLatch(2);
    CompletableFuture<BenchmarkConsumer> late = new CompletableFuture<>();
    DriverDouble.play().createConsumer = (topic, subscription, callback) -> late;
    worker.prepare(TestRuns.scripted("late"), DEADLINE);
    List<TopicHandle> topics = worker.createTopics(topics(), DEADLINE);
    assertThatThrownBy(() -> worker.createConsumers(TestRuns.consumersOf(topics), SHORT))
        .isInstanceOf(WorkerException.class);

    late.complete(closes::countDown);
    await().until(() -> closes.getCount() == 0);
  }

  /** Makes all producers in one call. */
  public static final class BatchDouble extends DriverDouble {
    @Override
    public CompletableFuture<List<BenchmarkProducer>> createProducers(List<ProducerInfo> infos) {
      return super.createProducers(infos).thenApply(List::copyOf);
    }
  }

  @Test
  void takesProducersInAListThatCannotHaveNull() throws Exception {
    DriverDouble.play();
    DriverSource driver = new DriverSource(BatchDouble.class.getName(), "space: batch\n");
    worker.prepare(TestRuns.setup("batch", driver, TestRuns.LEASE), DEADLINE);
    List<TopicHandle> topics = worker.createTopics(topics(), DEADLINE);
    worker.createProducers(TestRuns.producersOf(topics), DEADLINE);
  }

  private WorkerException prepareFailure(Duration deadline) {
    return catchThrowableOfType(
        WorkerException.class, () -> worker.prepare(TestRuns.scripted("fails"), deadline));
  }
}
