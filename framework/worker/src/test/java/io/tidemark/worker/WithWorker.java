package io.tidemark.worker;

import static io.tidemark.worker.TestRuns.DEADLINE;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.worker.driver.DriverCatalog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A worker in this process, and what tests of its runs share. */
public abstract class WithWorker {
  public static final int TOPICS = 2;
  public static final double RATE = 2_000;

  public LocalWorker worker = new LocalWorker("local", DriverCatalog.ofClassPath());

  /** Of all snapshots that were taken. */
  public Counters total = Counters.ZERO;

  public final List<WorkerEvent> events = new ArrayList<>();
  private long sequence;

  @AfterEach
  public void closeTheWorker() {
    worker.close();
  }

  public static TopicsRequest topics() {
    return new TopicsRequest(TOPICS, 1, List.of(), false);
  }

  /** All clients of a run, of which it is not known yet whether they work. */
  public void create(RunSetup setup) throws Exception {
    worker.prepare(setup, DEADLINE);
    List<TopicHandle> topics = worker.createTopics(topics(), DEADLINE);
    worker.createConsumers(TestRuns.consumersOf(topics), DEADLINE);
    worker.createProducers(TestRuns.producersOf(topics), DEADLINE);
  }

  public void ready(RunSetup setup) throws Exception {
    create(setup);
    await()
        .until(
            () -> {
              worker.probe();
              var status = worker.probeStatus();
              return status.acknowledged() == TOPICS && status.received().size() == TOPICS;
            });
    worker.correctClocks(
        new ClockTable(List.of(ClockTable.Correction.NONE), Collections.nCopies(TOPICS, 0)));
  }

  /** Begins a phase and a load of so many messages; of 0 until it is stopped. */
  public void start(long limit) throws Exception {
    worker.announcePhases(List.of(new PhaseRequest(0, "test", worker.readClock().epochNanos())));
    worker.startLoad(TestRuns.load(worker, TOPICS, RATE, limit));
  }

  public Snapshot take() throws Exception {
    Snapshot snapshot = worker.snapshot(++sequence);
    total = total.plus(snapshot.counters());
    events.addAll(snapshot.events());
    return snapshot;
  }

  public void untilCounted(Counter counter, long least) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              take();
              return total.get(counter) >= least;
            });
  }
}
