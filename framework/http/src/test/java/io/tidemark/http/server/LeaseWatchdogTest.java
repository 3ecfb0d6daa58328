package io.tidemark.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.http.RecordingWorker;
import io.tidemark.model.worker.Operation.Stage;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In a time that the test decides. */
class LeaseWatchdogTest {
  private static final Duration LEASE = Duration.ofSeconds(20);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final RecordingWorker worker = new RecordingWorker();
  private final IdempotentCommands book = new IdempotentCommands("w");
  private final AtomicLong nanos = new AtomicLong();
  private final LeaseWatchdog orphans = new LeaseWatchdog(worker.port, book, GRACE, nanos::get);

  @BeforeEach
  void begin() throws WorkerException {
    book.begin("run");
    orphans.runBegins(LEASE, LeaseWatchdog.PREPARING_GRACE);
    call();
  }

  @AfterEach
  void close() {
    orphans.close();
  }

  @Test
  void endsARunWithoutCallsOnceItsLoadIsNear() {
    orphans.enters(Stage.LOAD);
    silentFor(25);
    assertThat(worker.countOf("finish")).isZero();
    silentFor(1);
    assertThat(worker.countOf("finish")).isEqualTo(1);
    assertThat(book.unfinished()).isEmpty();
  }

  @Test
  void waitsWhileTheConsumersOfOtherWorkersAreMadeInTheMiddleOfARun() {
    orphans.enters(Stage.LOAD);
    orphans.enters(Stage.PREPARATION);
    call();
    silentFor(120);
    assertThat(worker.countOf("finish")).isZero();

    orphans.enters(Stage.LOAD);
    call();
    silentFor(26);
    assertThat(worker.countOf("finish")).isEqualTo(1);
  }

  @Test
  void aRunThatBeginsWhileTheOneBeforeIsEndedWaitsAndIsNotEndedInItsPlace() throws Exception {
    orphans.enters(Stage.LOAD);
    List<String> order = new CopyOnWriteArrayList<>();
    Thread next =
        new Thread(
            () -> {
              orphans.callBegins();
              order.add("the next run begins");
              begin("next");
              orphans.callEnds();
            });
    worker.behavior =
        operation -> {
          next.start();
          Awaitility.await()
              .atMost(Duration.ofMinutes(1))
              .until(() -> next.getState() == Thread.State.BLOCKED || !next.isAlive());
          order.add(operation);
        };

    silentFor(26);
    next.join();

    assertThat(order).containsExactly("finish", "the next run begins");
    orphans.look();
    assertThat(worker.countOf("finish")).isEqualTo(1);
    assertThat(book.unfinished()).contains("next");
  }

  @Test
  void aCallThatTakesLongIsNoSilence() {
    orphans.enters(Stage.LOAD);
    orphans.callBegins();
    silentFor(3_600);
    orphans.callEnds();
    silentFor(25);
    assertThat(worker.countOf("finish")).isZero();
  }

  @Test
  void aRunThatItsCoordinatorHasFinishedIsNoOrphan() throws Exception {
    orphans.enters(Stage.LOAD);
    book.finish("run");
    silentFor(3_600);
    assertThat(worker.countOf("finish")).isZero();
    book.require("run", "finish"); // The report may be asked for again.
  }

  @Test
  void endsARunOnceAndReportsItsCoordinatorWhyWhenItComesBack() {
    orphans.enters(Stage.LOAD);
    silentFor(26);
    silentFor(26);
    assertThat(worker.countOf("finish")).isEqualTo(1);
    assertThatThrownBy(() -> book.require("run", "snapshot"))
        .isInstanceOf(WorkerException.class)
        .hasMessageContainingAll("lease", "25 s");
  }

  @Test
  void aCleanUpThatFailsLeavesTheWorkerReadyForTheNextRun() throws Exception {
    orphans.enters(Stage.LOAD);
    worker.behavior =
        operation -> {
          throw new IllegalStateException("a defect of the driver");
        };
    silentFor(26);
    assertThat(book.unfinished()).isEmpty();
    begin("next");
    book.require("next", "prepare");
    assertThat(book.unfinished()).contains("next");
  }

  private void begin(String run) {
    try {
      book.begin(run);
    } catch (WorkerException e) {
      throw new AssertionError(e);
    }
  }

  private void call() {
    orphans.callBegins();
    orphans.callEnds();
  }

  private void silentFor(long seconds) {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    orphans.look();
  }
}
