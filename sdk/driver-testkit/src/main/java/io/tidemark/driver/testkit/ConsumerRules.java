package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.GatedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import io.tidemark.driver.testkit.observed.NumberedPayload;
import io.tidemark.driver.testkit.observed.TapInbox;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.MessageTap.TappedMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The end of chapter 4: what consumers report, and what they leave to each other. */
final class ConsumerRules {
  /** Much longer than a delivery takes. */
  private static final Duration HELD = Duration.ofSeconds(2);

  private static final int KEYS = 50;
  private static final int TAPPED = 20;

  private ConsumerRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.must(
            "4.11",
            "The publish timestamp is that of the publication, not of the delivery",
            ConsumerRules::timestampsAreOfThePublication),
        Rule.must(
            "4.12",
            "With one partition and one producer a consumer's callbacks do not overlap",
            ConsumerRules::callbacksDoNotOverlap),
        Rule.may(
            "4.13",
            "Partitions are numbered from 0, and many keys have several of them",
            ConsumerRules::partitionsAreThoseOfTheTopic),
        Rule.may(
            "4.14",
            "The partition of a message is that of the broker",
            ConsumerRules::partitionsAreThoseOfTheBroker),
        Rule.must(
            "4.15",
            "A message whose callback runs is not given to another consumer",
            ConsumerRules::aLiveConsumerKeepsItsMessages),
        Rule.may(
            "4.16",
            "MessageTap: a tap sees each message that is sent while it is open, once, with its size",
            ConsumerRules::aTapSeesWhatIsSent),
        Rule.may(
            "4.17",
            "MessageTap: a tap takes no message from a subscription, also when it ends",
            ConsumerRules::aTapTakesNothing));
  }

  /**
   * The clocks of broker and kit differ by an unknown time, the same for all messages. The first
   * message is delivered at once; the delivery of the last one is held up.
   */
  private static void timestampsAreOfThePublication(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    GatedInbox inbox = new GatedInbox(1);
    bench.consumer(topic, bench.newSubscriptionName(), inbox);
    BenchmarkProducer producer = bench.producer(topic);
    long beforeFirst = System.currentTimeMillis();
    bench.send(producer, 0, 1);
    long afterFirst = System.currentTimeMillis();
    bench.awaitCount(inbox, 1);
    long beforeLast = System.currentTimeMillis();
    CompletableFuture<Long> sending =
        bench.inBackground(
            () -> {
              ConformanceBench.start(producer, Optional.empty(), 1).join();
              ConformanceBench.start(producer, Optional.empty(), 2).join();
              return System.currentTimeMillis();
            });
    Thread.sleep(HELD.toMillis());
    inbox.open();
    long afterLast = bench.await(sending, "acknowledgement of 2 messages");
    bench.awaitCount(inbox, 3);
    long first = stamp(inbox, 0);
    long last = stamp(inbox, 2);
    bench.require(
        first != 0 || last != 0, "messages have no publish timestamp with this configuration");
    assertThat(last - afterLast)
        .as("ms by which the timestamp of a message is late that was delivered %s late", HELD)
        .isLessThanOrEqualTo(first - beforeFirst + DeliveryRules.COARSEST.toMillis());
    assertThat(last - beforeLast)
        .as("ms by which the timestamp of a message is early")
        .isGreaterThanOrEqualTo(first - afterFirst - DeliveryRules.COARSEST.toMillis());
  }

  private static long stamp(Inbox inbox, long number) {
    return inbox.arrivals().stream()
        .filter(arrival -> arrival.number() == number)
        .findFirst()
        .orElseThrow(() -> new AssertionError("message " + number + " did not arrive"))
        .publishTimestamp();
  }

  private static void callbacksDoNotOverlap(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger overlaps = new AtomicInteger();
    Inbox inbox =
        new DetailedInbox() {
          @Override
          protected void arrived(Arrival arrival) {
            if (running.incrementAndGet() > 1) {
              overlaps.incrementAndGet();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            running.decrementAndGet();
          }
        };
    bench.consumer(topic, bench.newSubscriptionName(), inbox);
    int messages = bench.few();
    bench.send(bench.producer(topic), 0, messages);
    bench.awaitCount(inbox, messages);
    assertThat(overlaps.get())
        .as("callbacks that began before the one before had returned, so that order is lost")
        .isZero();
  }

  private static Inbox keyed(ConformanceBench bench, String topic) throws Exception {
    Inbox inbox = bench.subscribe(topic);
    int messages = bench.few();
    bench.sendKeyed(bench.producer(topic), KEYS, 0, messages);
    bench.awaitCount(inbox, messages);
    bench.require(
        inbox.arrivals().stream().anyMatch(a -> a.partition() >= 0),
        "the driver does not report partitions");
    return inbox;
  }

  private static void partitionsAreThoseOfTheTopic(ConformanceBench bench) throws Exception {
    int partitions = bench.kit().partitions();
    Inbox inbox = keyed(bench, bench.topic(partitions));
    Set<Integer> reported = new HashSet<>();
    inbox.arrivals().forEach(arrival -> reported.add(arrival.partition()));
    assertThat(reported)
        .as("partitions of a topic with %d", partitions)
        .allMatch(partition -> partition >= 0 && partition < partitions);
    if (partitions > 1) {
      assertThat(reported)
          .as("partitions of %d keys in a topic with %d partitions", KEYS, partitions)
          .hasSizeGreaterThan(1);
    }
  }

  private static void partitionsAreThoseOfTheBroker(ConformanceBench bench) throws Exception {
    BrokerView broker = bench.broker();
    String topic = bench.topic(bench.kit().partitions());
    for (Inbox.Arrival arrival : keyed(bench, topic).arrivals()) {
      OptionalInt partition =
          bench.call(
              "partition of the BrokerView", () -> broker.partition(topic, arrival.payload()));
      bench.require(partition.isPresent(), "the BrokerView does not know partitions");
      assertThat(arrival.partition())
          .as("reported partition of a message that the broker has in %s", partition.getAsInt())
          .isEqualTo(partition.getAsInt());
    }
  }

  /** A second consumer joins while a callback of the first one runs. */
  private static void aLiveConsumerKeepsItsMessages(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    String subscription = bench.newSubscriptionName();
    GatedInbox first = new GatedInbox(0);
    bench.consumer(topic, subscription, first);
    BenchmarkProducer producer = bench.producer(topic);
    int messages = bench.few();
    CompletableFuture<List<CompletableFuture<Void>>> sending =
        bench.startInBackground(producer, messages);
    bench.awaitCount(first, 1);
    DetailedInbox second = new DetailedInbox();
    BenchmarkDriver driver = bench.driver();
    CompletableFuture<BenchmarkConsumer> joining =
        bench
            .inBackground(() -> driver.createConsumer(topic, subscription, second))
            .thenCompose(future -> future);
    Thread.sleep(held(bench).toMillis());
    first.open();
    bench.adopt(bench.await(joining, "creation of a second consumer"));
    bench.awaitAll(bench.await(sending, "return of all sends"));
    bench.awaitUntil(
        () -> union(first, second).size() >= messages,
        messages + " messages at two consumers",
        () -> union(first, second).size());
    List<Long> both = new ArrayList<>(first.distinctNumbers());
    both.retainAll(second.distinctNumbers());
    assertThat(both).as("messages that both consumers received").isEmpty();
  }

  private static Duration held(ConformanceBench bench) {
    Duration half = bench.kit().visibilityTimeout().dividedBy(2);
    return half.isZero() || half.compareTo(HELD) > 0 ? HELD : half;
  }

  static Set<Long> union(Inbox one, Inbox other) {
    Set<Long> all = new HashSet<>(one.distinctNumbers());
    all.addAll(other.distinctNumbers());
    return all;
  }

  private static void aTapSeesWhatIsSent(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    bench.subscribe(topic);
    BenchmarkProducer producer = bench.producer(topic);
    bench.send(producer, 0, TAPPED);
    TapInbox inbox = new TapInbox();
    AutoCloseable tap = tap(bench, topic, inbox);
    bench.send(producer, TAPPED, 2 * TAPPED);
    awaitTapped(bench, inbox, TAPPED);
    bench.closeClient(tap);
    bench.send(producer, 2 * TAPPED, 3 * TAPPED);
    int bytes = NumberedPayload.of(0).length;
    assertThat(inbox.messages().stream().map(TappedMessage::bodyBytes).toList())
        .as("sizes of the messages between the beginning and the end of the tap")
        .isEqualTo(Collections.nCopies(TAPPED, bytes));
  }

  private static void aTapTakesNothing(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    Inbox subscribed = bench.subscribe(topic);
    BenchmarkProducer producer = bench.producer(topic);
    TapInbox inbox = new TapInbox();
    AutoCloseable tap = tap(bench, topic, inbox);
    bench.send(producer, 0, TAPPED);
    awaitTapped(bench, inbox, TAPPED);
    bench.closeClient(tap);
    bench.send(producer, TAPPED, 2 * TAPPED);
    bench.awaitUntil(
        () -> subscribed.distinctNumbers().size() == 2 * TAPPED,
        2 * TAPPED + " messages of the subscription beside the tap",
        subscribed::numbers);
  }

  private static void awaitTapped(ConformanceBench bench, TapInbox inbox, int messages) {
    bench.awaitUntil(
        () -> inbox.messages().size() >= messages,
        messages + " messages at the tap",
        () -> inbox.messages().size());
  }

  /** A driver may refuse topics whose messages the broker gives to one consumer only. */
  private static AutoCloseable tap(ConformanceBench bench, String topic, TapInbox inbox)
      throws Exception {
    MessageTap driver = bench.capability(MessageTap.class);
    CompletableFuture<AutoCloseable> opening =
        bench.call("the call for the tap", () -> driver.tap(topic, inbox));
    assertThat(opening).as("the future of the tap").isNotNull();
    bench.awaitUntil(opening::isDone, "beginning of the tap", () -> "none");
    try {
      return opening.get();
    } catch (ExecutionException e) {
      throw new ConformanceBench.NotTried("the driver refuses to tap the topic: " + e.getCause());
    }
  }
}
