package io.tidemark.worker;

import static io.tidemark.worker.TestRuns.DEADLINE;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.worker.driver.DriverCatalog;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A worker in this process, and what tests of its runs share. */
abstract class WithWorker {
  static final int TOPICS = 2;
  static final double RATE = 2_000;

  LocalWorker worker = new LocalWorker("local", DriverCatalog.ofClassPath());
  long sequence;

  @AfterEach
  void closeTheWorker() {
    worker.close();
  }

  /** Tests close what is behind it. */
  interface SendOnly extends BenchmarkProducer {
    @Override
    default void close() {}
  }

  static TopicsRequest topics() {
    return new TopicsRequest(TOPICS, 1, List.of(), false);
  }

  void ready(RunSetup setup) throws Exception {
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
    worker.correctClocks(ClockTable.singleWorker(TOPICS));
  }
}
