package io.tidemark.driver.inmemory;

import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.outcome.OutcomeRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One subscription of a topic: a queue per partition, and the consumers that share it. A partition
 * is delivered by one consumer at a time, so its order is kept.
 *
 * <p>With direct delivery the queues are used only without active consumers, and until their
 * backlog is drained; then senders call the consumers of {@link #callable}.
 *
 * <p>Thread-safe; waits happen on this object's monitor.
 */
final class InMemorySubscription {
  private static final Receiver[] NONE = {};

  /** Time after which a message without an answer is delivered again. */
  private static final long LOCK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** The longest wait of a send for room in a queue. */
  static final long SEND_DEADLINE_SECONDS = 60;

  // Share of the heap for one subscription without active consumers: a failed send is better than
  // an out-of-memory error.
  private static final int HEAP_SHARE = 4;

  private final String name;
  private final InMemoryConfiguration configuration;
  private final long retainedBytes;

  /** By partition, then by priority, the highest first. */
  private final List<NavigableMap<Integer, Deque<InMemoryMessage>>> queues = new ArrayList<>();

  /** What consumers do with messages; empty if they accept all. */
  private final Optional<OutcomeRequest> outcomes;

  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>(Comparator.comparingLong(Waiting::dueNanos));
  private @Nullable InMemorySubscription deadLetters;
  private final boolean[] underWay;
  private final List<Receiver> active = new ArrayList<>();
  private int queued;
  private long queuedBytes;
  private int deliveriesUnderWay;
  private int nextPartition;

  /** Consumers that senders may call; empty whenever messages must go through the queues. */
  private volatile Receiver[] callable = NONE;

  /** A message that is delivered again later. */
  private record Waiting(InMemoryMessage message, long dueNanos) {}

  /** A consumer of the subscription. */
  interface Receiver {
    /** Called by senders and by the receiver's dispatcher. */
    void deliver(InMemoryMessage message);

    /** The subscription's messages go through the queues from now on. Called under its monitor. */
    void startDispatching();

    boolean isClosed();
  }

  InMemorySubscription(
      String name,
      int partitions,
      InMemoryConfiguration configuration,
      Optional<OutcomeRequest> outcomes) {
    this(name, partitions, configuration, outcomes, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  InMemorySubscription(
      String name,
      int partitions,
      InMemoryConfiguration configuration,
      Optional<OutcomeRequest> outcomes,
      long retainedBytes) {
    this.name = name;
    this.configuration = configuration;
    this.outcomes = outcomes;
    this.retainedBytes = retainedBytes;
    this.underWay = new boolean[partitions];
    for (int i = 0; i < partitions; i++) {
      queues.add(new TreeMap<>(Comparator.reverseOrder()));
    }
  }

  String name() {
    return name;
  }

  synchronized int backlog() {
    return queued + waiting.size();
  }

  /**
   * Takes a message from a sender, whose {@code turn} picks the consumer. Blocks while the queue is
   * full and has consumers.
   *
   * @throws IllegalStateException if it is full, by number or by bytes, and has no consumers
   */
  void accept(InMemoryMessage message, int turn) throws InterruptedException, TimeoutException {
    Receiver[] consumers = callable;
    while (consumers.length == 0 && !enqueue(message)) {
      consumers = callable;
    }
    if (consumers.length > 0) {
      consumers[turn % consumers.length].deliver(message);
    }
  }

  /** False when consumers can be called directly by now. */
  private synchronized boolean enqueue(InMemoryMessage message)
      throws InterruptedException, TimeoutException {
    long startNanos = System.nanoTime();
    while (callable.length == 0) {
      if (hasRoomFor(message.array())) {
        queue(message).add(message.copy());
        queued++;
        queuedBytes += message.array().length;
        notifyAll();
        return true;
      }
      if (active.isEmpty()) {
        throw new IllegalStateException(
            "subscription '" + name + "' holds " + queued + " messages and has no consumers");
      }
      awaitRoom(startNanos);
    }
    return false;
  }

  private boolean hasRoomFor(byte[] payload) {
    return active.isEmpty()
        ? queued < configuration.retainedMessages() && queuedBytes + payload.length <= retainedBytes
        : queued < configuration.queueCapacity();
  }

  private void awaitRoom(long startNanos) throws InterruptedException, TimeoutException {
    long endNanos = startNanos + TimeUnit.SECONDS.toNanos(SEND_DEADLINE_SECONDS);
    long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
    if (leftMillis <= 0) {
      throw new TimeoutException(
          String.format(
              Locale.ROOT,
              "subscription '%s' was full for %d s: %d messages",
              name,
              SEND_DEADLINE_SECONDS,
              queued));
    }
    wait(leftMillis);
  }

  synchronized void activate(Receiver consumer) {
    if (!active.contains(consumer)) {
      active.add(consumer);
      stateChanged();
    }
  }

  synchronized void deactivate(Receiver consumer) {
    active.remove(consumer);
    stateChanged();
  }

  /** Waits for a message that this consumer may deliver; null once it is closed. */
  synchronized @Nullable InMemoryMessage take(Receiver consumer) throws InterruptedException {
    while (!consumer.isClosed()) {
      long untilDueMillis = requeueDue();
      InMemoryMessage next = active.contains(consumer) ? poll() : null;
      if (next != null) {
        return next;
      }
      wait(untilDueMillis);
    }
    return null;
  }

  /** Returns in how many milliseconds the next waiting message is due; 0 if none waits. */
  private long requeueDue() {
    for (Waiting next = waiting.peek(); next != null; next = waiting.peek()) {
      long leftNanos = next.dueNanos() - System.nanoTime();
      if (leftNanos > 0) {
        return 1 + TimeUnit.NANOSECONDS.toMillis(leftNanos);
      }
      requeue(waiting.remove().message());
    }
    return 0;
  }

  /** Before those that have not been delivered yet. */
  private void requeue(InMemoryMessage message) {
    queue(message).addFirst(message);
    queued++;
    queuedBytes += message.array().length;
  }

  private Deque<InMemoryMessage> queue(InMemoryMessage of) {
    return queues
        .get(of.partition())
        .computeIfAbsent(of.priority(), priority -> new ArrayDeque<>());
  }

  private @Nullable InMemoryMessage first(int partition) {
    for (Deque<InMemoryMessage> each : queues.get(partition).values()) {
      if (!each.isEmpty()) {
        return each.remove();
      }
    }
    return null;
  }

  private @Nullable InMemoryMessage poll() {
    for (int i = 0; i < underWay.length; i++) {
      int partition = (nextPartition + i) % underWay.length;
      InMemoryMessage next = underWay[partition] ? null : first(partition);
      if (next != null) {
        nextPartition = partition + 1;
        underWay[partition] = true;
        deliveriesUnderWay++;
        queued--;
        queuedBytes -= next.array().length;
        return next;
      }
    }
    return null;
  }

  /** A consumer has done something with the message that it took. */
  void settle(InMemoryMessage message, Outcome outcome)
      throws InterruptedException, TimeoutException {
    boolean givenUp =
        outcome != Outcome.ACCEPT
            && (outcome == Outcome.REJECT || message.deliveries() >= mostDeliveries());
    // The order of the partition is kept: no other message is taken before.
    if (givenUp && outcomes.filter(OutcomeRequest::deadLetters).isPresent()) {
      message.died(
          outcome == Outcome.REJECT ? DeadLetterReason.REJECTED : DeadLetterReason.GIVEN_UP);
      deadLetters().accept(message, 0);
    }
    synchronized (this) {
      if (!givenUp && outcome != Outcome.ACCEPT) {
        message.deliveredOnce();
        deliverAgain(message, outcome);
      }
      underWay[message.partition()] = false;
      deliveriesUnderWay--;
      stateChanged();
    }
  }

  private int mostDeliveries() {
    return outcomes.map(all -> all.giveUpAfter().orElse(Integer.MAX_VALUE)).orElse(0);
  }

  private void deliverAgain(InMemoryMessage message, Outcome outcome) {
    switch (outcome) {
      case DELAY -> {
        long delayNanos = outcomes.orElseThrow().delay().toNanos();
        waiting.add(new Waiting(message, System.nanoTime() + delayNanos));
      }
      case ABANDON -> waiting.add(new Waiting(message, System.nanoTime() + LOCK_NANOS));
      default -> requeue(message);
    }
  }

  /** Where messages are that consumers reject, and those that are given up. */
  synchronized InMemorySubscription deadLetters() {
    if (deadLetters == null) {
      deadLetters =
          new InMemorySubscription(
              name + " (dead letters)", queues.size(), configuration, outcomes);
    }
    return deadLetters;
  }

  private void stateChanged() {
    boolean drained = queued == 0 && deliveriesUnderWay == 0;
    boolean callDirectly =
        outcomes.isEmpty()
            && configuration.delivery() == InMemoryConfiguration.Delivery.DIRECT
            && drained;
    callable = callDirectly ? active.toArray(NONE) : NONE;
    if (!callDirectly) {
      active.forEach(Receiver::startDispatching);
    }
    notifyAll();
  }
}
