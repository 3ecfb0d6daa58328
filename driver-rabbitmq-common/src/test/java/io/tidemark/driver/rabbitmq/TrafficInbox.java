package io.tidemark.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.outcome.Outcome;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What the consumers of one subscription got of a {@link Traffic}. */
public final class TrafficInbox implements MessageCallback {
  private static final Duration SETTLED = Duration.ofSeconds(90);

  private final Set<Long> numbers = ConcurrentHashMap.newKeySet();
  private final Queue<Long> arrivals = new ConcurrentLinkedQueue<>();
  private final Set<Integer> partitions = ConcurrentHashMap.newKeySet();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final AtomicLong deliveries = new AtomicLong();
  private Outcome refusal = Outcome.RELEASE;
  private int refusals;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  /** From now on a delivery waits, with its thread, for {@link #release}. */
  public void hold() {
    gate = new CountDownLatch(1);
  }

  public void release() {
    gate.countDown();
  }

  /** Each message is refused this often before it counts; called before consumers. */
  public TrafficInbox refusing(Outcome outcome, int times) {
    refusal = outcome;
    refusals = times;
    return this;
  }

  @Override
  public Outcome settle(ReceivedMessage message) {
    return refusals > 0 && message.deliveries() <= refusals
        ? refusal
        : MessageCallback.super.settle(message);
  }

  private void passTheGate() {
    try {
      assertThat(gate.await(SETTLED.toSeconds(), TimeUnit.SECONDS)).as("released").isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void messageReceived(ReceivedMessage message) {
    partitions.add(message.partition());
    passTheGate();
    long number = ByteBuffer.wrap(message.body()).getLong();
    numbers.add(number);
    arrivals.add(number);
    deliveries.incrementAndGet();
  }

  @Override
  public void consumerFailed(Throwable cause) {
    failures.add(cause);
  }

  public Set<Long> numbers() {
    return numbers;
  }

  /** Numbers of all deliveries, in their order. */
  public List<Long> arrivals() {
    return List.copyOf(arrivals);
  }

  public Set<Integer> partitions() {
    return partitions;
  }

  public List<Throwable> failures() {
    return List.copyOf(failures);
  }

  public long deliveries() {
    return deliveries.get();
  }

  /** Begins anew; while nothing is under way. */
  public void forget() {
    numbers.clear();
    arrivals.clear();
    partitions.clear();
    deliveries.set(0);
  }

  public void awaitDeliveries(long count) {
    await()
        .atMost(SETTLED)
        .untilAsserted(() -> assertThat(deliveries()).as("deliveries").isEqualTo(count));
  }

  public void awaitMoreThan(long count) {
    await()
        .atMost(SETTLED)
        .untilAsserted(() -> assertThat(deliveries()).as("deliveries").isGreaterThan(count));
  }

  /** Waits until nothing that was acknowledged is missing. */
  public void awaitAllOf(Traffic traffic) {
    await()
        .atMost(SETTLED)
        .untilAsserted(() -> assertThat(missing(traffic)).as("confirmed but lost").isEmpty());
    assertThat(traffic.acknowledged()).isNotEmpty();
  }

  /** Numbers of messages: which ones they are helps to find out where they were lost. */
  private List<Long> missing(Traffic traffic) {
    return traffic.acknowledged().stream()
        .filter(number -> !numbers.contains(number))
        .sorted()
        .toList();
  }
}
