package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.GatedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A producer and a consumer of a driver whose connections pass through a proxy, and a witness: a
 * second driver with the usual configuration, which creates the topic and sees what arrives. Used
 * by one thread.
 */
final class FaultScene implements AutoCloseable {
  /** How long no byte passes. */
  static final Duration PAUSE = Duration.ofSeconds(1);

  private static final int BEFORE = 10;

  private final ConformanceBench bench;
  private final ProxiedBroker broker;
  private final ConformanceBench direct;
  private final DetailedInbox witness;
  private final DetailedInbox inbox;
  private final String topic;
  private final BenchmarkProducer producer;
  private final BenchmarkProducer directProducer;
  private final List<DriverEvent> events = new CopyOnWriteArrayList<>();
  private final Map<Long, CompletableFuture<Void>> sent = new ConcurrentSkipListMap<>();
  private long nextNumber = BEFORE;

  private FaultScene(ConformanceBench bench, ProxiedBroker broker, ConformanceBench direct)
      throws Exception {
    this.bench = bench;
    this.broker = broker;
    this.direct = direct;
    topic = direct.newTopicName();
    direct.createTopics(List.of(new TopicInfo(topic, 1)));
    witness = direct.subscribe(topic);
    directProducer = direct.producer(topic);
    BenchmarkDriver driver = bench.newDriver();
    if (driver instanceof EventSource source) {
      bench.run("onEvent", () -> source.onEvent(events::add));
    }
    bench.open(driver, broker.configuration());
    inbox = bench.subscribe(topic);
    producer = bench.producer(topic);
    bench.send(producer, 0, BEFORE);
    bench.awaitCount(inbox, BEFORE);
    direct.awaitCount(witness, BEFORE);
  }

  static FaultScene open(ConformanceBench bench) throws Exception {
    Optional<ProxiedBroker> proxied = bench.kit().proxied(bench.directory());
    bench.require(proxied.isPresent(), "no broker behind a proxy is declared");
    ProxiedBroker broker = proxied.orElseThrow();
    ConformanceBench direct = bench.another();
    try {
      return new FaultScene(bench, broker, direct);
    } catch (Exception | AssertionError e) {
      closeAll(bench, direct, broker, e);
      throw e;
    }
  }

  private static void closeAll(
      ConformanceBench bench, ConformanceBench direct, ProxiedBroker broker, Throwable failure) {
    for (AutoCloseable each : List.<AutoCloseable>of(bench::closeDriver, direct, broker)) {
      try {
        each.close();
      } catch (Exception | AssertionError e) {
        failure.addSuppressed(e);
      }
    }
  }

  /** Connections stay open, and no byte passes. */
  void pause() {
    broker.pause();
  }

  void resume() {
    broker.resume();
  }

  /** Sends these many messages while no byte passes, then resets all connections. */
  void sendAndCut(int messages) throws Exception {
    pause();
    CompletableFuture<Boolean> sending = sendInBackground(messages);
    awaitUpTo(PAUSE, sending);
    broker.resetConnections();
    resume();
    bench.await(sending, "return of sendAsync after the connections were cut");
  }

  /** Sends that block do not return; their connections are cut all the same. */
  private static void awaitUpTo(Duration most, CompletableFuture<Boolean> sending)
      throws Exception {
    try {
      sending.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return;
    }
  }

  /** Sends on the thread of the driver's calls, which must return in this time. */
  void sendWithin(Duration deadline, int messages) throws Exception {
    bench.call("sendAsync, called while no traffic passes,", deadline, sends(messages));
  }

  /** Sends on another thread; the futures are those of {@link #completedNormally} and the rest. */
  CompletableFuture<Boolean> sendInBackground(int messages) {
    return bench.inBackground(sends(messages));
  }

  private Callable<Boolean> sends(int messages) {
    long first = nextNumber;
    nextNumber += messages;
    return () -> {
      for (long number = first; number < first + messages; number++) {
        sendHere(number);
      }
      return true;
    };
  }

  private void sendHere(long number) {
    try {
      sent.put(number, ConformanceBench.start(producer, Optional.empty(), number));
    } catch (RuntimeException e) { // Counts as a failed send.
      sent.put(number, CompletableFuture.failedFuture(e));
    }
  }

  List<Long> completedNormally() {
    return sent.entrySet().stream()
        .filter(e -> e.getValue().isDone() && !e.getValue().isCompletedExceptionally())
        .map(Map.Entry::getKey)
        .toList();
  }

  void awaitAllCompleted() {
    bench.awaitUntil(
        () -> sent.values().stream().allMatch(CompletableFuture::isDone),
        String.format(Locale.ROOT, "completion of the futures of %d sends", sent.size()),
        () -> sent.values().stream().filter(f -> !f.isDone()).count() + " futures not completed");
  }

  /** Those whose futures completed normally. */
  void awaitDelivered() {
    List<Long> promised = completedNormally();
    bench.awaitUntil(
        () -> witness.distinctNumbers().containsAll(promised),
        "delivery of the messages whose futures completed normally",
        () -> promised.stream().filter(n -> !witness.distinctNumbers().contains(n)).toList());
  }

  List<Throwable> failures() {
    return sent.values().stream()
        .filter(CompletableFuture::isCompletedExceptionally)
        .map(future -> future.handle((none, failure) -> failure).join())
        .toList();
  }

  /** What the consumer and the driver reported. */
  List<String> reports() {
    List<String> reports = new CopyOnWriteArrayList<>();
    inbox.failures().forEach(failure -> reports.add("consumerFailed: " + failure));
    events.stream()
        .filter(event -> event.kind() == DriverEvent.Kind.CONNECTION_LOST)
        .forEach(event -> reports.add("CONNECTION_LOST: " + event.detail()));
    return reports;
  }

  /** Whether the producer's new messages are acknowledged again, within the deadline. */
  boolean sendsAgain() throws Exception {
    return repeated(
        () -> {
          long number = nextNumber++;
          bench.run("sendAsync after the cut", () -> sendHere(number));
          bench.awaitUntil(() -> isDone(number), "completion of a send after the cut", sent::size);
          return completedNormally().contains(number);
        });
  }

  private boolean isDone(long number) {
    CompletableFuture<Void> future = sent.get(number);
    return future != null && future.isDone();
  }

  /** Whether the consumer receives new messages again, within the deadline. */
  boolean receivesAgain() throws Exception {
    return repeated(
        () -> {
          long number = nextNumber++;
          direct.send(directProducer, number, number + 1);
          return inbox.arrivals().stream().anyMatch(a -> a.number() >= BEFORE && isDirect(a));
        });
  }

  private boolean isDirect(Inbox.Arrival arrival) {
    return !sent.containsKey(arrival.number());
  }

  private interface Attempt {
    boolean succeeds() throws Exception;
  }

  private boolean repeated(Attempt attempt) throws Exception {
    long endNanos = System.nanoTime() + bench.patience().deadline("recovery after a cut").toNanos();
    while (!attempt.succeeds()) {
      if (System.nanoTime() > endNanos) {
        return false;
      }
      Thread.sleep(100);
    }
    return true;
  }

  /** Whether connections that do not pass through the proxy are used now. */
  private boolean othersPass() throws Exception {
    long number = nextNumber++;
    CompletableFuture<Boolean> sending =
        direct.inBackground(
            () -> {
              ConformanceBench.start(directProducer, Optional.empty(), number).join();
              return true;
            });
    awaitUpTo(PAUSE.multipliedBy(3), sending);
    return sending.isDone() && !sending.isCompletedExceptionally();
  }

  /**
   * The connections of a consumer are reset while its callback runs, and stay away. Another
   * consumer of the subscription must get the message then.
   */
  void cutDuringACallback() throws Exception {
    String subscription = bench.newSubscriptionName();
    GatedInbox under = new GatedInbox(nextNumber);
    bench.consumer(topic, subscription, under);
    long number = nextNumber++;
    try {
      direct.send(directProducer, number, number + 1);
      bench.awaitUntil(
          () -> under.distinctNumbers().contains(number), "a delivery to be cut", under::count);
      pause();
      broker.resetConnections();
      bench.require(
          othersPass(),
          "while no traffic passes, a driver with the usual configuration is stopped");
      DetailedInbox next = new DetailedInbox();
      direct.consumer(topic, subscription, next);
      direct.awaitUntil(
          () -> next.distinctNumbers().contains(number),
          "the message whose callback was running, at another consumer",
          next::numbers,
          bench.kit().visibilityTimeout());
    } finally {
      under.open();
    }
  }

  /** Closes the clients and the driver while no byte passes; failures are expected. */
  void closeWhilePaused() {
    pause();
    closeReporting();
  }

  private void closeReporting() {
    try {
      bench.closeDriver();
    } catch (Exception e) {
      bench.remark("close after the fault failed: " + e);
    }
  }

  @Override
  public void close() throws Exception {
    try {
      resume();
      closeReporting();
    } finally {
      try (broker) {
        direct.close();
      }
    }
  }
}
