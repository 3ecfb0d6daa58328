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
  private final IdempotentCommands commands = new IdempotentCommands("w");
  private final AtomicLong nanos = new AtomicLong();
  private final LeaseWatchdog lease = new LeaseWatchdog(worker.port, commands, GRACE, nanos::get);

  @BeforeEach
  void begin() throws WorkerException {
    commands.begin("run");
    lease.runBegins(LEASE, LeaseWatchdog.PREPARING_GRACE);
    call();
  }

  @AfterEach
  void close() {
    lease.close();
  }

  @Test
  void endsARunWithoutCallsOnceItsLoadIsNear() {
    lease.enters(Stage.LOAD);
    silentFor(25);
    assertThat(worker.countOf("finish")).isZero();
    silentFor(1);
    assertThat(worker.countOf("finish")).isEqualTo(1);
    assertThat(commands.unfinished()).isEmpty();
  }

  @Test
  void waitsWhileTheConsumersOfOtherWorkersAreMadeInTheMiddleOfARun() {
    lease.enters(Stage.LOAD);
    lease.enters(Stage.PREPARATION);
    call();
    silentFor(120);
    assertThat(worker.countOf("finish")).isZero();

    lease.enters(Stage.LOAD);
    call();
    silentFor(26);
    assertThat(worker.countOf("finish")).isEqualTo(1);
  }

  @Test
  void aRunThatBeginsWhileTheOneBeforeIsEndedWaitsAndIsNotEndedInItsPlace() throws Exception {
    lease.enters(Stage.LOAD);
    List<String> order = new CopyOnWriteArrayList<>();
    Thread next =
        new Thread(
            () -> {
              lease.callBegins();
              order.add("the next run begins");
              begin("next");
              lease.callEnds();
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
    lease.look();
    assertThat(worker.countOf("finish")).isEqualTo(1);
    assertThat(commands.unfinished()).contains("next");
  }

  @Test
  void aCallThatTakesLongIsNoSilence() {
    lease.enters(Stage.LOAD);
    lease.callBegins();
    silentFor(3_600);
    lease.callEnds();
    silentFor(25);
    assertThat(worker.countOf("finish")).isZero();
  }

  @Test
  void aRunThatItsCoordinatorHasFinishedIsNotEndedAgain() throws Exception {
    lease.enters(Stage.LOAD);
    commands.finish("run");
    silentFor(3_600);
    assertThat(worker.countOf("finish")).isZero();
    commands.require("run", "finish"); // The report may be asked for again.
  }

  @Test
  void endsARunOnceAndReportsItsCoordinatorWhyWhenItComesBack() {
    lease.enters(Stage.LOAD);
    silentFor(26);
    silentFor(26);
    assertThat(worker.countOf("finish")).isEqualTo(1);
    assertThatThrownBy(() -> commands.require("run", "snapshot"))
        .isInstanceOf(WorkerException.class)
        .hasMessageContainingAll("lease", "25 s");
  }

  private void begin(String run) {
    try {
      commands.begin(run);
    } catch (WorkerException e) {
      throw new AssertionError(e);
    }
  }

  private void call() {
    lease.callBegins();
    lease.callEnds();
  }

  private void silentFor(long seconds) {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    lease.look();
  }
}
