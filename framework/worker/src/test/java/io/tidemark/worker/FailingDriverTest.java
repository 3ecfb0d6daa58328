package io.tidemark.worker;

import static io.tidemark.worker.TestRuns.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.SendBehavior;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.worker.driver.DriverCatalog;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a worker makes of drivers that fail, hang, or break the rules. */
class FailingDriverTest {
  private static final Duration SHORT = Duration.ofMillis(200);

  /** Enough for a busy machine to load a class before the driver hangs. */
  private static final Duration LOADING = Duration.ofSeconds(3);

  private static final TopicsRequest TWO_TOPICS = new TopicsRequest(2, 1, List.of(), false);
  private final CountDownLatch testOver = new CountDownLatch(1);
  private final LocalWorker worker = new LocalWorker("local", DriverCatalog.ofClassPath());

  @AfterEach
  void letHangingDriversGo() {
    testOver.countDown();
    worker.close();
  }

  @Test
  void staysUsableWhenInitializeFails() throws Exception {
    AtomicBoolean closed = new AtomicBoolean();
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public void initialize(File file) throws IOException {
            throw new IOException("localhost:9092 refuses connections");
          }

          @Override
          public void close() {
            closed.set(true);
            throw new NullPointerException("admin"); // OMB's Kafka driver does so.
          }
        });
    assertThatThrownBy(() -> worker.prepare(TestRuns.scripted("fails"), DEADLINE))
        .isInstanceOfSatisfying(
            WorkerException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.INFRASTRUCTURE);
              assertThat(e.oneLine())
                  .isEqualTo("worker local: prepare: localhost:9092 refuses connections");
            });
    assertThat(closed).isTrue();
    DriverDouble.playNext(new DriverDouble.DriverScript());
    worker.prepare(TestRuns.scripted("next"), DEADLINE);
    assertThat(worker.createTopics(TWO_TOPICS, DEADLINE)).hasSize(2);
  }

  @Test
  void blamesTheConfigurationWhenTheDriverObjectsToItsFile() {
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public void initialize(File file) {
            throw new IllegalArgumentException("acks: got '2'; allowed: 0, 1, all");
          }
        });
    assertThat(prepareFailure().kind()).isEqualTo(Kind.CONFIGURATION);
  }

  @Test
  void blamesTheInstallationWhenAJarIsMissing() {
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public void initialize(File file) {
            throw new NoClassDefFoundError("com/lib/Client");
          }
        });
    WorkerException failure = prepareFailure();
    assertThat(failure.kind()).isEqualTo(Kind.CONFIGURATION);
    assertThat(failure).hasMessageContaining("com.lib.Client");
  }

  @Test
  void givesUpAnInitializeThatHangsAndSaysWhereItIs() throws Exception {
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public void initialize(File file) throws InterruptedException {
            hangEvenIfInterrupted();
          }
        });
    WorkerException failure = prepareFailure(LOADING);
    assertThat(failure.getMessage())
        .startsWith("driver did not finish within 3 s: waiting for initialize of driver")
        .contains("so far the call has not returned, it is in " + FailingDriverTest.class.getName())
        .contains("hangEvenIfInterrupted(FailingDriverTest.java:");
    DriverDouble.playNext(new DriverDouble.DriverScript());
    worker.prepare(TestRuns.scripted("next"), DEADLINE);
  }

  @Test
  void closesADriverWhoseInitializeEndsTooLate() throws Exception {
    CountDownLatch closed = new CountDownLatch(2); // At the deadline, and when it came at last.
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public void initialize(File file) throws InterruptedException {
            hangEvenIfInterrupted();
          }

          @Override
          public void close() {
            closed.countDown();
          }
        });
    prepareFailure(LOADING);
    assertThat(closed.getCount()).isEqualTo(1);
    testOver.countDown();
    await().until(() -> closed.getCount() == 0);
  }

  @Test
  void givesTheDriverAPrivateFileThatIsGoneAfterwards() throws Exception {
    AtomicReference<Path> path = new AtomicReference<>();
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public void initialize(File file) throws IOException {
            path.set(file.toPath());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.toPath())))
                .isEqualTo("rw-------");
            assertThat(file).content().contains("space: private");
          }
        });
    worker.prepare(TestRuns.scripted("private"), DEADLINE);
    assertThat(path.get()).doesNotExist();
  }

  @Test
  void givesUpATopicThatIsNeverCreated() throws Exception {
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public CompletableFuture<Void> createTopic(String topic, int partitions) {
            return new CompletableFuture<>();
          }
        });
    worker.prepare(TestRuns.scripted("topics"), DEADLINE);
    assertThatThrownBy(() -> worker.createTopics(TWO_TOPICS, SHORT))
        .isInstanceOf(WorkerException.class)
        .hasMessageContaining("driver did not finish within 200 ms: waiting for 2 topics (double-")
        .hasMessageContaining("the call has returned, but its future has not completed");
  }

  @Test
  void endsAWaitWhenTheRunIsFinishedMeanwhile() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public CompletableFuture<Void> createTopic(String topic, int partitions) {
            waiting.countDown();
            return new CompletableFuture<>();
          }
        });
    worker.prepare(TestRuns.scripted("aborted"), DEADLINE);
    CompletableFuture<WorkerException> creation =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowableOfType(
                    WorkerException.class,
                    () -> worker.createTopics(TWO_TOPICS, Duration.ofMinutes(10))));
    waiting.await();
    FinishReport report = worker.finish(false, DEADLINE);
    assertThat(creation.join()).hasMessageContaining("run has ended");
    assertThat(report.problems()).isEmpty();
  }

  @Test
  void letsTheNextRunInWhileADriverHangs() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public CompletableFuture<Void> createTopic(String topic, int partitions) {
            waiting.countDown();
            return new CompletableFuture<>();
          }
        });
    worker.prepare(TestRuns.scripted("forgotten"), DEADLINE);
    CompletableFuture<WorkerException> creation =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowableOfType(
                    WorkerException.class,
                    () -> worker.createTopics(TWO_TOPICS, Duration.ofMinutes(10))));
    waiting.await();
    DriverDouble.playNext(new DriverDouble.DriverScript());
    worker.prepare(TestRuns.scripted("next"), DEADLINE);
    assertThat(creation.join()).hasMessageContaining("run has ended");
    assertThat(worker.createTopics(TWO_TOPICS, DEADLINE)).hasSize(2);
  }

  @Test
  void doesNotBreakOffClosingWhenTheCallIsRepeated() throws Exception {
    CountDownLatch closing = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public void close() throws InterruptedException {
            closing.countDown();
            closed.await();
          }
        });
    worker.prepare(TestRuns.scripted("finished-twice"), DEADLINE);
    CompletableFuture<FinishReport> first = inBackground(() -> worker.finish(false, DEADLINE));
    closing.await();
    CompletableFuture<Thread> repeating = new CompletableFuture<>();
    CompletableFuture<FinishReport> second =
        inBackground(
            () -> {
              repeating.complete(Thread.currentThread());
              return worker.finish(false, DEADLINE);
            });
    Thread thread = repeating.join();
    await().until(() -> thread.getState() == Thread.State.TIMED_WAITING || first.isDone());
    closed.countDown();
    assertThat(first.join().problems()).isEmpty();
    assertThat(second.join()).isSameAs(first.join());
  }

  private static <T> CompletableFuture<T> inBackground(Callable<T> call) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return call.call();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void goesOnClosingWhenItWasInterrupted() throws Exception {
    AtomicBoolean closed = new AtomicBoolean();
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public void close() {
            closed.set(true);
          }
        });
    worker.prepare(TestRuns.scripted("interrupted"), DEADLINE);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> worker.finish(false, DEADLINE))
        .isInstanceOf(InterruptedException.class);
    assertThat(worker.finish(false, DEADLINE).problems()).isEmpty();
    assertThat(closed).isTrue();
  }

  @Test
  void closesTheOtherClientsIfOneIsNullAlthoughACloseHangs() throws Exception {
    CountDownLatch closed = new CountDownLatch(2);
    CompletableFuture<BenchmarkConsumer> first =
        CompletableFuture.completedFuture(
            () -> {
              closed.countDown();
              hangEvenIfInterrupted();
            });
    Iterator<CompletableFuture<BenchmarkConsumer>> next =
        List.of(
                first,
                CompletableFuture.<BenchmarkConsumer>completedFuture(null),
                CompletableFuture.<BenchmarkConsumer>completedFuture(closed::countDown))
            .iterator();
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public CompletableFuture<BenchmarkConsumer> createConsumer(
              String topic, String subscription, ConsumerCallback callback) {
            return next.next();
          }
        });
    worker.prepare(TestRuns.scripted("null-consumer"), DEADLINE);
    List<TopicHandle> topics =
        worker.createTopics(new TopicsRequest(3, 1, List.of(), false), DEADLINE);

    assertThatThrownBy(() -> worker.createConsumers(TestRuns.consumersOf(topics), DEADLINE))
        .isInstanceOf(WorkerException.class)
        .hasMessageContaining("returned a list with null instead of 3 clients");
    assertThat(closed.getCount()).isZero();
  }

  @Test
  void finishesInTimeAndReportsWhatHangs() throws Exception {
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public CompletableFuture<BenchmarkConsumer> createConsumer(
              String topic, String subscription, ConsumerCallback callback) {
            return CompletableFuture.completedFuture(FailingDriverTest.this::hangEvenIfInterrupted);
          }

          @Override
          public void close() {
            throw new IllegalStateException("broker\nhas gone");
          }
        });
    worker.prepare(TestRuns.scripted("hangs"), DEADLINE);
    List<TopicHandle> topics = worker.createTopics(TWO_TOPICS, DEADLINE);
    worker.createConsumers(TestRuns.consumersOf(topics), DEADLINE);
    FinishReport report = worker.finish(true, Duration.ofSeconds(6));
    assertThat(report.problems())
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line)
                    .startsWith("consumer 0 of sub-0 and 1 more: close did not return within"),
            line ->
                assertThat(line)
                    .startsWith("2 topics (double-0000000-")
                    .endsWith("DriverDouble cannot delete topics"),
            line -> assertThat(line).endsWith("close failed: broker; has gone"));
    assertThat(worker.finish(true, DEADLINE)).isSameAs(report);
  }

  @Test
  void closesConsumersThatComeTooLate() throws Exception {
    CountDownLatch closed = new CountDownLatch(2);
    CompletableFuture<BenchmarkConsumer> late = new CompletableFuture<>();
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public CompletableFuture<BenchmarkConsumer> createConsumer(
              String topic, String subscription, ConsumerCallback callback) {
            return late;
          }
        });
    worker.prepare(TestRuns.scripted("late"), DEADLINE);
    List<TopicHandle> topics = worker.createTopics(TWO_TOPICS, DEADLINE);
    assertThatThrownBy(() -> worker.createConsumers(TestRuns.consumersOf(topics), SHORT))
        .isInstanceOf(WorkerException.class);
    late.complete(closed::countDown);
    await().until(() -> closed.getCount() == 0);
  }

  /** Says whether its sends may block, and makes all producers in one call. */
  public static final class AnsweringDouble extends DriverDouble implements SendBehavior {
    private static volatile Callable<Boolean> mayBlock = () -> false;

    @Override
    public boolean sendMayBlock() {
      try {
        return mayBlock.call();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public boolean copiesPayload() {
      return false;
    }

    @Override
    public CompletableFuture<List<BenchmarkProducer>> createProducers(List<ProducerInfo> infos) {
      return super.createProducers(infos).thenApply(List::copyOf);
    }
  }

  private static RunSetup answering() {
    String yaml = "delivery: queued\nspace: answering\n";
    return TestRuns.setup(
        "answering", new DriverSource(AnsweringDouble.class.getName(), yaml), TestRuns.LEASE);
  }

  @Test
  void closesADriverThatCannotSayWhetherItsSendsBlock() {
    CountDownLatch closed = new CountDownLatch(3);
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public void close() {
            closed.countDown();
          }
        });
    List<Callable<Boolean>> wrong =
        List.of(
            () -> {
              throw new IllegalArgumentException("a wrong answer");
            },
            () -> {
              throw new NoClassDefFoundError("com/lib/Answer");
            },
            () -> testOver.await(1, TimeUnit.MINUTES));
    for (Callable<Boolean> answer : wrong) {
      AnsweringDouble.mayBlock = answer;
      assertThatThrownBy(() -> worker.prepare(answering(), LOADING))
          .isInstanceOf(WorkerException.class)
          .message()
          .containsAnyOf("a wrong answer", "com.lib.Answer", "says about its messages and sends");
    }
    AnsweringDouble.mayBlock = () -> false;
    assertThat(closed.getCount()).isZero();
  }

  @Test
  void takesProducersInAListThatCannotHaveNull() throws Exception {
    DriverDouble.playNext(new DriverDouble.DriverScript());
    worker.prepare(answering(), DEADLINE);
    List<TopicHandle> topics = worker.createTopics(TWO_TOPICS, DEADLINE);

    worker.createProducers(TestRuns.producersOf(topics), DEADLINE);
  }

  @Test
  void aSendThatIsInterruptedByTheDriverDoesNotInterruptTheNextOnes() throws Exception {
    List<Boolean> interrupted = new CopyOnWriteArrayList<>();
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
            return CompletableFuture.completedFuture(
                new BenchmarkProducer() {
                  @Override
                  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] body) {
                    interrupted.add(Thread.currentThread().isInterrupted());
                    Thread.currentThread().interrupt();
                    if (interrupted.size() == 1) {
                      throw new IllegalStateException("interrupted"); // As Kafka's client does.
                    }
                    return CompletableFuture.failedFuture(new InterruptedException());
                  }

                  @Override
                  public void close() {}
                });
          }
        });
    worker.prepare(TestRuns.scripted("interrupts"), DEADLINE);
    List<TopicHandle> topics = worker.createTopics(TWO_TOPICS, DEADLINE);
    worker.createProducers(TestRuns.producersOf(topics.subList(0, 1)), DEADLINE);
    worker.startLoad(TestRuns.load(worker, 1, 1_000_000, 100)); // Most sends follow without a wait.

    await().until(() -> interrupted.size() == 100);
    assertThat(interrupted).containsOnly(false);
  }

  private WorkerException prepareFailure() {
    return prepareFailure(DEADLINE);
  }

  private WorkerException prepareFailure(Duration deadline) {
    return catchThrowableOfType(
        WorkerException.class, () -> worker.prepare(TestRuns.scripted("fails"), deadline));
  }

  private void hangEvenIfInterrupted() throws InterruptedException {
    boolean interrupted = false;
    while (testOver.getCount() > 0) {
      try {
        testOver.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
