package io.tidemark.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In a time that the test decides. */
class OrphansTest {
  private static final Duration LEASE = Duration.ofSeconds(20);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final RecordingWorker worker = new RecordingWorker();
  private final RunBook book = new RunBook("w");
  private final AtomicLong nanos = new AtomicLong();
  private final Orphans orphans = new Orphans(worker, book, GRACE, nanos::get);

  @BeforeEach
  void begin() throws WorkerException {
    book.begin("run");
    orphans.leaseOfRun(LEASE);
    call();
  }

  @AfterEach
  void close() {
    orphans.close();
  }

  @Test
  void endsARunThatNobodyCallsOnceItsLoadIsNear() {
    orphans.loadNears();
    silentFor(25);
    assertThat(worker.countOf("finish")).isZero();
    silentFor(1);
    assertThat(worker.countOf("finish")).isEqualTo(1);
    assertThat(book.unfinished()).isEmpty();
  }

  @Test
  void waitsWhileTheConsumersOfOtherWorkersAreMadeInTheMiddleOfARun() {
    orphans.loadNears();
    orphans.consumersAreMade();
    call();
    silentFor(120);
    assertThat(worker.countOf("finish")).isZero();

    orphans.loadNears();
    call();
    silentFor(26);
    assertThat(worker.countOf("finish")).isEqualTo(1);
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
