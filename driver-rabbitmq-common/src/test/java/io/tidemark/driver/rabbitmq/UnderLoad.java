package io.tidemark.driver.rabbitmq;

import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.topics.TopicCleaner;
import java.time.Duration;

/** A bench with traffic through one topic, to break a node under; closes its bench. */
public final class UnderLoad<D extends BenchmarkDriver & EventSource & TopicCleaner>
    implements AutoCloseable {
  private static final Duration SETTLED = Duration.ofSeconds(90);

  private final Bench<D> bench;
  private final Traffic traffic = new Traffic();
  private final TrafficInbox inbox = new TrafficInbox();
  private String topic;

  public UnderLoad(Bench<D> bench) {
    this.bench = bench;
  }

  /**
   * @param clients how many producers there are, and how many consumers of one subscription
   * @param ratePerSecond of each producer
   */
  public void start(int partitions, int clients, int ratePerSecond) throws Exception {
    topic = bench.topic(partitions);
    for (int i = 0; i < clients; i++) {
      bench.consumer(topic, "sub", inbox);
      traffic.start(bench.producer(topic), ratePerSecond);
    }
  }

  /** The topic; its subscription is "sub". */
  public String topic() {
    return topic;
  }

  /** Waits until this number of further messages has been delivered. */
  public void awaitMore(long deliveries) {
    inbox.awaitMoreThan(inbox.deliveries() + deliveries);
  }

  public void awaitRecovery() {
    await().atMost(SETTLED).until(() -> bench.eventsOf(Kind.CONNECTION_RECOVERED) > 0);
  }

  /** Stops the traffic, and waits until nothing that was acknowledged is missing. */
  public void settle() throws InterruptedException {
    traffic.stop();
    inbox.awaitAllOf(traffic);
  }

  public Bench<D> bench() {
    return bench;
  }

  public Traffic traffic() {
    return traffic;
  }

  @Override
  public void close() throws Exception {
    traffic.close();
    bench.close();
  }
}
