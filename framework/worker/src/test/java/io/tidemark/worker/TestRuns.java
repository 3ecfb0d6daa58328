package io.tidemark.worker;

import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.worker.engine.RunSetups;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Small runs for tests. */
public final class TestRuns {
  public static final Duration DEADLINE = Duration.ofSeconds(20);
  public static final Duration LEASE = Duration.ofSeconds(60);
  private static final AtomicInteger EPOCHS = new AtomicInteger(1);

  private TestRuns() {}

  public static RunSetup inMemory(String runId, String delivery, Duration lease) {
    String yaml = "delivery: " + delivery + "\nspace: " + runId + "\n";
    return setup(runId, new DriverSource(InMemoryBenchmarkDriver.class.getName(), yaml), lease);
  }

  /** With the driver that plays the script of {@link DriverDouble}. */
  public static RunSetup scripted(String runId) {
    String yaml = "delivery: queued\nspace: " + runId + "\n";
    return setup(runId, new DriverSource(DriverDouble.class.getName(), yaml), LEASE);
  }

  public static RunSetup setup(String runId, DriverSource driver, Duration lease) {
    return RunSetup.of(runId, EPOCHS.getAndIncrement(), driver, PayloadSpec.zeros(100))
        .with()
        .totalProducers(2)
        .lease(lease)
        .build();
  }

  /** One subscription to each topic, one consumer to each subscription. */
  public static List<ConsumerRequest> consumersOf(List<TopicHandle> topics) {
    List<ConsumerRequest> consumers = new ArrayList<>();
    for (int i = 0; i < topics.size(); i++) {
      consumers.add(
          new ConsumerRequest(i, new SubscriptionHandle(i, topics.get(i), "sub-" + i), true));
    }
    return consumers;
  }

  public static List<ProducerRequest> producersOf(List<TopicHandle> topics) {
    List<ProducerRequest> producers = new ArrayList<>();
    for (int i = 0; i < topics.size(); i++) {
      producers.add(new ProducerRequest(i, topics.get(i)));
    }
    return producers;
  }

  /** Starting now; with a limit of 0 until it is stopped. */
  public static LoadRequest load(
      LocalWorker worker, int producers, double ratePerSecond, long limit) {
    LoadShape shape = LoadShape.of(Curve.constant(ratePerSecond));
    return RunSetups.load(worker.readClock().epochNanos(), shape, producers, 1_000, limit);
  }
}
