package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ConsumerInfo;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ProducerInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.Footprint;
import io.tidemark.driver.testkit.observed.GatedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The end of chapter 5: what closed clients leave, and what the broker still has. */
final class HandoverRules {
  private static final int CLIENTS = 6;

  private HandoverRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.must(
            "5.7",
            "What a closed consumer has not passed to its callback goes to the next one",
            HandoverRules::theRestGoesToTheNext),
        Rule.must(
            "5.8",
            "A closed producer or consumer leaves no open socket while the driver is in use",
            HandoverRules::closedClientsLeaveNoSocket),
        Rule.may(
            "5.9",
            "When all callbacks have returned, the broker has no message of the subscription",
            HandoverRules::nothingIsLeftAtTheBroker),
        Rule.may(
            "5.10",
            "While a callback runs, the broker still has its message",
            HandoverRules::nothingIsAcknowledgedBeforeTheCallbackReturns),
        Rule.should(
            "5.11",
            "A driver in use does not keep the producers and consumers that were closed",
            HandoverRules::closedClientsAreNotKept));
  }

  private static void theRestGoesToTheNext(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    String subscription = bench.newSubscriptionName();
    Inbox first = new UnhurriedInbox();
    BenchmarkConsumer consumer = bench.consumer(topic, subscription, first);
    BenchmarkProducer producer = bench.producer(topic);
    int messages = bench.few();
    CompletableFuture<List<CompletableFuture<Void>>> sending =
        bench.startInBackground(producer, messages);
    bench.awaitCount(first, 10);
    bench.closeClient(consumer);
    Inbox second = new DetailedInbox();
    bench.consumer(topic, subscription, second);
    bench.awaitAll(bench.await(sending, "return of all sends"));
    bench.awaitUntil(
        () -> ConsumerRules.union(first, second).size() >= messages,
        messages + " messages at a closed consumer and its successor",
        () -> ConsumerRules.union(first, second).size(),
        bench.kit().visibilityTimeout());
  }

  /** Takes some time for each message, so that it is closed in the middle of a batch. */
  private static final class UnhurriedInbox extends DetailedInbox {
    @Override
    protected void arrived(Arrival arrival) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
  }

  /** Clients may share connections, and open a few of them later. */
  private static void closedClientsLeaveNoSocket(ConformanceBench bench) throws Exception {
    bench.require(
        Footprint.Part.SOCKETS.isAvailable(),
        "this operating system does not list the process's sockets");
    String topic = bench.topic(1);
    openAndClose(bench, topic);
    Footprint before = Footprint.take(Footprint.Part.SOCKETS);
    openAndClose(bench, topic);
    bench.awaitUntil(
        () -> before.growth() < CLIENTS,
        "end of the sockets of " + CLIENTS + " closed producers and as many consumers",
        () -> before.growth() + " more open sockets than before");
  }

  /** A run may create and close thousands. A thread may keep the last one that it has used. */
  private static void closedClientsAreNotKept(ConformanceBench bench) throws Exception {
    List<WeakReference<AutoCloseable>> closed = openAndClose(bench, bench.topic(1));
    bench.awaitUntil(
        () -> {
          System.gc();
          return kept(closed) < CLIENTS;
        },
        "end of " + CLIENTS + " closed producers and as many consumers in memory",
        () -> kept(closed) + " are kept");
  }

  private static long kept(List<WeakReference<AutoCloseable>> clients) {
    return clients.stream().filter(client -> !client.refersTo(null)).count();
  }

  private static List<WeakReference<AutoCloseable>> openAndClose(
      ConformanceBench bench, String topic) throws Exception {
    BenchmarkDriver driver = bench.driver();
    List<ConsumerInfo> consumers = new ArrayList<>();
    List<ProducerInfo> producers = new ArrayList<>();
    Inbox inbox = new DetailedInbox();
    for (int i = 0; i < CLIENTS; i++) {
      consumers.add(new ConsumerInfo(i, topic, bench.newSubscriptionName(), inbox));
      producers.add(new ProducerInfo(i, topic));
    }
    List<BenchmarkConsumer> receiving =
        bench.await("creation of 6 consumers", () -> driver.createConsumers(consumers));
    receiving.forEach(bench::adopt);
    List<BenchmarkProducer> sending =
        bench.await("creation of 6 producers", () -> driver.createProducers(producers));
    sending.forEach(bench::adopt);
    for (BenchmarkProducer producer : sending) {
      bench.send(producer, 0, 1);
    }
    bench.awaitCount(inbox, CLIENTS);
    List<WeakReference<AutoCloseable>> closed = new ArrayList<>();
    for (AutoCloseable client : Stream.concat(sending.stream(), receiving.stream()).toList()) {
      bench.closeClient(client);
      closed.add(new WeakReference<>(client));
    }
    return closed;
  }

  private static void nothingIsLeftAtTheBroker(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    String subscription = bench.newSubscriptionName();
    Inbox inbox = new DetailedInbox();
    bench.consumer(topic, subscription, inbox);
    int messages = bench.sendMany(bench.producer(topic));
    bench.awaitCount(inbox, messages);
    awaitLeft(bench, topic, subscription, 0, 0, "no message left for a drained subscription");
  }

  private static void nothingIsAcknowledgedBeforeTheCallbackReturns(ConformanceBench bench)
      throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    String subscription = bench.newSubscriptionName();
    GatedInbox inbox = new GatedInbox(0);
    bench.consumer(topic, subscription, inbox);
    BenchmarkProducer producer = bench.producer(topic);
    CompletableFuture<List<CompletableFuture<Void>>> sending = bench.startInBackground(producer, 1);
    try {
      bench.awaitCount(inbox, 1);
      awaitLeft(bench, topic, subscription, 1, 1, "the message whose callback runs, at the broker");
    } finally {
      inbox.open();
    }
    bench.awaitAll(bench.await(sending, "return of all sends"));
  }

  private static void awaitLeft(
      ConformanceBench bench, String topic, String subscription, long least, long most, String what)
      throws Exception {
    long[] seen = {-1};
    boolean known = left(bench, topic, subscription).isPresent();
    bench.require(known, "the BrokerView has no unacknowledged()");
    bench.awaitUntil(
        () -> {
          seen[0] = leftNow(bench, topic, subscription);
          return seen[0] >= least && seen[0] <= most;
        },
        what,
        () -> seen[0] + " messages");
  }

  private static long leftNow(ConformanceBench bench, String topic, String subscription) {
    try {
      return left(bench, topic, subscription).orElse(-1);
    } catch (Exception e) {
      throw new AssertionError("the broker's count of messages cannot be read: " + e, e);
    }
  }

  /** The driver's own telemetry is no witness. */
  private static OptionalLong left(ConformanceBench bench, String topic, String subscription)
      throws Exception {
    BrokerView broker = bench.broker();
    return bench.call(
        "unacknowledged of the BrokerView", () -> broker.unacknowledged(topic, subscription));
  }
}
