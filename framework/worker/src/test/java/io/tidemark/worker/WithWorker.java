package io.tidemark.worker;

import static io.tidemark.worker.TestRuns.DEADLINE;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.worker.driver.DriverCatalog;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A worker in this process, and what tests of its runs share. */
public abstract class WithWorker {
  public static final int TOPICS = 2;
  public static final double RATE = 2_000;

  public LocalWorker worker = new LocalWorker("local", DriverCatalog.ofClassPath());
  public long sequence;

  @AfterEach
  public void closeTheWorker() {
    worker.close();
  }

  public static TopicsRequest topics() {
    return new TopicsRequest(TOPICS, 1, List.of(), false);
  }

  public void ready(RunSetup setup) throws Exception {
    sequence = 0;
    worker.prepare(setup, DEADLINE);
    List<TopicHandle> topics = worker.createTopics(topics(), DEADLINE);
    worker.createConsumers(TestRuns.consumersOf(topics), DEADLINE);
    worker.createProducers(TestRuns.producersOf(topics), DEADLINE);
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
}
