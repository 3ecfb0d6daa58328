package io.tidemark.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/** What consumers got. */
final class ReceivedTexts implements MessageCallback {
  private static final Duration SETTLED = Duration.ofSeconds(60);
  private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
  private final Set<Integer> partitions = new ConcurrentSkipListSet<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  @Override
  public void messageReceived(ReceivedMessage message) {
    partitions.add(message.partition());
    bodies.add(new String(message.body(), StandardCharsets.UTF_8));
  }

  @Override
  public void consumerFailed(Throwable cause) {
    failures.add(cause);
  }

  List<String> bodies() {
    return List.copyOf(bodies);
  }

  Set<Integer> partitions() {
    return new TreeSet<>(partitions);
  }

  List<Throwable> failures() {
    return List.copyOf(failures);
  }

  void await(int count) {
    Awaitility.await().atMost(SETTLED).untilAsserted(() -> assertThat(bodies).hasSize(count));
  }

  /**
   * Returns the messages that do not arrive. The wait lasts as long as others do: RabbitMQ has 10
   * deliveries under way, which is few per second on a busy machine.
   */
  Set<String> missing(List<String> sent) {
    Set<String> missing = new LinkedHashSet<>(sent);
    int seen = 0;
    long lastNanos = System.nanoTime();
    while (!missing.isEmpty() && System.nanoTime() - lastNanos < SETTLED.toNanos()) {
      if (bodies.size() > seen) {
        seen = bodies.size();
        lastNanos = System.nanoTime();
        bodies.forEach(missing::remove);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    return missing;
  }
}
