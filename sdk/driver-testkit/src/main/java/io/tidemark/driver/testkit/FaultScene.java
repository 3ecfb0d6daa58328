package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.GatedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;

/**
 * A producer and a consumer of a driver whose connections pass through a proxy, and a witness: a
 * second driver with the usual configuration, which creates the topic and sees what arrives. Used
 * by one thread.
 */
final class FaultScene implements AutoCloseable {
  /** How long no byte passes. */
  static final Duration PAUSE = Duration.ofSeconds(1);

  private static final int BEFORE = 10;

  /** The clients whose connections pass through the proxy. */
  enum Clients {
    BOTH,
    PRODUCER,
    CONSUMER
  }

  private final ConformanceBench bench;
  private final ProxiedBroker broker;
  private final ConformanceBench direct;
  private final DetailedInbox witness;
  private final HeldInbox inbox = new HeldInbox();
  private final String topic;
  private final String subscription;
  private final Optional<BenchmarkConsumer> consumer;

  /** The producer; that of the witness if only a consumer is behind the proxy. */
  private final BenchmarkProducer producer;

  private final BenchmarkProducer directProducer;
  private final List<DriverEvent> events = new CopyOnWriteArrayList<>();
  private final Map<Long, CompletableFuture<Void>> sent = new ConcurrentSkipListMap<>();
  private long nextNumber;

  /** The number of the first message after the last {@link #exchange} before the cut. */
  private long cutNumber = Long.MAX_VALUE;

  private FaultScene(
      ConformanceBench bench, ProxiedBroker broker, ConformanceBench direct, Clients clients)
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
    subscription = bench.newSubscriptionName();
    consumer =
        clients == Clients.PRODUCER
            ? Optional.empty()
            : Optional.of(bench.consumer(topic, subscription, inbox));
    producer = clients == Clients.CONSUMER ? directProducer : bench.producer(topic);
    exchange(BEFORE);
  }

  /** The callback of one message returns when it is released. */
  private static final class HeldInbox extends DetailedInbox {
    private final CountDownLatch gate = new CountDownLatch(1);
    private volatile long held = Long.MAX_VALUE;

    @Override
    protected void arrived(Arrival arrival) {
      if (arrival.number() == held) {
        try {
          gate.await(GatedInbox.LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** Messages of the producer reach the consumer and the witness. */
  private void exchange(int messages) throws Exception {
    long first = nextNumber;
    nextNumber += messages;
    bench.send(producer, first, nextNumber);
    awaitAll(witness, first, "witness");
    if (consumer.isPresent()) {
      awaitAll(inbox, first, "consumer");
    }
  }

  private void awaitAll(Inbox receiver, long first, String who) {
    Set<Long> numbers = numbers(first, nextNumber);
    bench.awaitUntil(
        () -> receiver.distinctNumbers().containsAll(numbers),
        numbers.size() + " messages at the " + who,
        receiver::count);
  }

  private static Set<Long> numbers(long first, long end) {
    return LongStream.range(first, end).boxed().collect(HashSet::new, Set::add, Set::addAll);
  }

  static FaultScene open(ConformanceBench bench) throws Exception {
    return open(bench, Clients.BOTH);
  }

  static FaultScene open(ConformanceBench bench, Clients clients) throws Exception {
    Optional<ProxiedBroker> proxied = bench.kit().proxied(bench.directory());
    bench.require(proxied.isPresent(), "no broker behind a proxy is declared");
    ProxiedBroker broker = proxied.orElseThrow();
    ConformanceBench direct = bench.another();
    try {
      return new FaultScene(bench, broker, direct, clients);
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
    cutNumber = nextNumber;
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
          return inbox.arrivals().stream().anyMatch(a -> a.number() >= cutNumber && isDirect(a));
        });
  }

  private boolean isDirect(Inbox.Arrival arrival) {
    return !sent.containsKey(arrival.number());
  }

  /**
   * Cuts the connections after many messages, while the callback of one more runs, and sends as
   * many again when the clients are connected.
   *
   * @param settled how long before the cut the driver has time to acknowledge
   * @param sent during the cut
   * @return what comes again, or is left at the broker, although its callback returned or its send
   *     was acknowledged; a driver may acknowledge several at once, so not the last tenth
   */
  List<String> repeatedAfterACut(int messages, Duration settled, int sent) throws Exception {
    exchange(messages);
    long before = nextNumber;
    Thread.sleep(settled.toMillis());
    inbox.held = nextNumber++;
    direct.send(directProducer, inbox.held, inbox.held + 1);
    bench.awaitUntil(
        () -> inbox.distinctNumbers().contains(inbox.held), "a delivery to be cut", inbox::count);
    try {
      sendAndCut(sent);
    } finally {
      inbox.gate.countDown();
    }
    List<String> wrong = new ArrayList<>();
    Set<Long> acknowledged = numbers(0, before);
    if (sendsAgain()) {
      long first = nextNumber;
      nextNumber += messages;
      bench.send(producer, first, nextNumber);
      awaitAll(witness, first, "witness");
      acknowledged.addAll(numbers(first, nextNumber));
    } else {
      bench.remark("producers do not reconnect; sends fail: " + failures().get(0));
    }
    if (receivesAgain()) {
      Set<Long> received = allButTheLastTenth(0, before);
      long first = nextNumber;
      nextNumber += messages;
      direct.send(directProducer, first, nextNumber);
      awaitAll(inbox, first, "consumer after the cut");
      received.addAll(allButTheLastTenth(first, nextNumber));
      awaitNothingUnacknowledged();
      Set<Long> left = leftToAnother();
      left.retainAll(received);
      note(wrong, "received again by the next consumer", left);
      received.retainAll(repeated(inbox));
      note(wrong, "received again", received);
    } else if (reports().isEmpty()) {
      wrong.add("the consumer receives nothing, and reports nothing");
    } else {
      bench.remark("consumers do not reconnect; reported: " + reports().get(0));
    }
    acknowledged.retainAll(repeated(witness));
    note(wrong, "sent again although acknowledged", acknowledged);
    return wrong;
  }

  private static void note(List<String> wrong, String what, Set<Long> numbers) {
    if (!numbers.isEmpty()) {
      wrong.add(numbers.size() + " messages " + what);
    }
  }

  private static Set<Long> allButTheLastTenth(long first, long end) {
    return numbers(first, end - (end - first) / 10);
  }

  private static Set<Long> repeated(Inbox receiver) {
    Set<Long> seen = new HashSet<>();
    return receiver.numbers().stream()
        .filter(number -> !seen.add(number))
        .collect(HashSet::new, Set::add, Set::addAll);
  }

  /** Only the broker has a message that no consumer gets again and none has acknowledged. */
  private void awaitNothingUnacknowledged() throws Exception {
    Optional<BrokerView> view = bench.kit().brokerView();
    if (view.isEmpty() || unacknowledged(view.get()).isEmpty()) {
      bench.remark("without unacknowledged() of a BrokerView what the cut leaves is not seen");
      return;
    }
    OptionalLong[] seen = {OptionalLong.empty()};
    bench.awaitUntil(
        () -> {
          seen[0] = unacknowledged(view.get());
          return seen[0].equals(OptionalLong.of(0));
        },
        "no message left for a subscription after a cut",
        () -> seen[0] + " messages",
        bench.kit().visibilityTimeout());
  }

  private OptionalLong unacknowledged(BrokerView view) {
    try {
      return bench.call(
          "unacknowledged of the BrokerView", () -> view.unacknowledged(topic, subscription));
    } catch (Exception e) {
      throw new AssertionError("the broker's count of messages cannot be read: " + e, e);
    }
  }

  /** What a consumer of the other driver gets when this one has been closed. */
  private Set<Long> leftToAnother() throws Exception {
    bench.closeClient(consumer.orElseThrow());
    DetailedInbox next = new DetailedInbox();
    direct.consumer(topic, subscription, next);
    bench.awaitRedelivery();
    long last = nextNumber++;
    direct.send(directProducer, last, last + 1);
    direct.awaitUntil(
        () -> next.distinctNumbers().contains(last),
        "the message that was sent to the next consumer",
        next::count);
    return next.distinctNumbers();
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
          "the message whose callback was running, at another consumer; the broker may need a"
              + " visibilityTimeout()",
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
