package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ConsumerInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.testkit.observed.DeliveryCounts;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.Footprint;
import io.tidemark.driver.testkit.observed.Inbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Chapter 4: subscriptions, consumers and what they are given. */
final class DeliveryRules {
  /** Brokers may count publish times in seconds. */
  static final Duration COARSEST = Duration.ofSeconds(1);

  private DeliveryRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.must(
            "4.1",
            "Every subscription gets every message, once and unchanged, and no failure is reported",
            DeliveryRules::everySubscriptionGetsEveryMessageOnce),
        Rule.must(
            "4.2",
            "Consumers of one subscription share its messages",
            DeliveryRules::consumersOfOneSubscriptionShare),
        Rule.must(
            "4.3",
            "No message is missed that is sent after the consumer's creation completed",
            DeliveryRules::nothingIsMissedAfterCreation),
        Rule.must(
            "4.4",
            "One producer's messages keep their order in a topic of one partition",
            DeliveryRules::keepsTheOrder),
        Rule.must(
            "4.5",
            "A callback of another class than the framework's receives messages",
            DeliveryRules::servesPlainCallbacks),
        Rule.must(
            "4.6",
            "A callback that throws does not end the consumer",
            DeliveryRules::survivesAThrowingCallback),
        Rule.must(
            "4.7",
            "The publish timestamp is in milliseconds since the epoch, within 1 s on one machine",
            DeliveryRules::timestampsAreMilliseconds),
        Rule.may(
            "4.8",
            "Messages with one key come from one partition",
            DeliveryRules::oneKeyOnePartition),
        Rule.may(
            "4.9",
            "An exception of the callback is reported with consumerFailed",
            DeliveryRules::reportsAThrowingCallback),
        Rule.must(
            "4.10",
            "A body passed as an array does not change after the callback",
            DeliveryRules::bodiesBelongToTheReceiver));
  }

  private static void everySubscriptionGetsEveryMessageOnce(ConformanceBench bench)
      throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    List<DetailedInbox> inboxes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      inboxes.add(bench.subscribe(topic));
    }
    int messages = bench.sendMany(bench.producer(topic));
    for (DetailedInbox inbox : inboxes) {
      bench.awaitAllOf(inbox, messages);
    }
    for (DetailedInbox inbox : inboxes) {
      DeliveryCounts.of(inbox.arrivals(), messages).assertComplete("deliveries of a subscription");
      assertThat(inbox.failures()).isEmpty();
    }
  }

  private static void consumersOfOneSubscriptionShare(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    String subscription = bench.newSubscriptionName();
    DetailedInbox first = new DetailedInbox();
    DetailedInbox second = new DetailedInbox();
    List<ConsumerInfo> infos =
        List.of(
            new ConsumerInfo(0, topic, subscription, first),
            new ConsumerInfo(1, topic, subscription, second));
    BenchmarkDriver driver = bench.driver();
    List<BenchmarkConsumer> consumers =
        bench.await("creation of 2 consumers", () -> driver.createConsumers(infos));
    assertThat(consumers).hasSize(2).allSatisfy(consumer -> bench.adopt(consumer));
    int messages = bench.sendManyKeyed(bench.producer(topic), 50);
    bench.awaitUntil(
        () -> first.count() + second.count() >= messages,
        messages + " deliveries to two consumers",
        () -> first.count() + " and " + second.count());
    for (BenchmarkConsumer consumer : consumers) {
      bench.closeClient(consumer);
    }
    List<Inbox.Arrival> all = new ArrayList<>(first.arrivals());
    all.addAll(second.arrivals());
    DeliveryCounts.of(all, messages)
        .assertComplete("deliveries of a subscription with two consumers");
  }

  private static void nothingIsMissedAfterCreation(ConformanceBench bench) throws Exception {
    for (int attempt = 0; attempt < 3; attempt++) {
      String topic = bench.topic(bench.kit().partitions());
      BenchmarkProducer producer = bench.producer(topic);
      bench.send(producer, 0, 1);
      Inbox inbox = bench.subscribe(topic);
      bench.send(producer, 1, 20);
      bench.awaitUntil(
          () -> inbox.distinctNumbers().containsAll(numbers(1, 20)),
          "messages 1 to 19",
          inbox::numbers);
    }
  }

  private static void keepsTheOrder(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    Inbox inbox = bench.subscribe(topic);
    int messages = bench.sendMany(bench.producer(topic));
    bench.awaitCount(inbox, messages);
    List<Long> numbers = inbox.numbers();
    for (int i = 1; i < numbers.size(); i++) {
      assertThat(numbers.get(i))
          .as("number of the message after %d", numbers.get(i - 1))
          .isEqualTo(numbers.get(i - 1) + 1);
    }
  }

  private static void servesPlainCallbacks(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    Inbox plain = new Inbox();
    bench.consumer(topic, bench.newSubscriptionName(), plain);
    bench.send(bench.producer(topic), 0, 10);
    bench.awaitCount(plain, 10);
  }

  private static void survivesAThrowingCallback(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    DetailedInbox inbox = throwingAtTheFirst();
    bench.consumer(topic, bench.newSubscriptionName(), inbox);
    bench.send(bench.producer(topic), 0, 10);
    bench.awaitUntil(
        () -> inbox.distinctNumbers().containsAll(numbers(1, 10)),
        "messages 1 to 9 after the callback threw at 0",
        inbox::numbers);
  }

  private static DetailedInbox throwingAtTheFirst() {
    return new DetailedInbox() {
      @Override
      protected void arrived(Arrival arrival) {
        if (arrival.number() == 0) {
          throw new IllegalStateException("thrown by the callback on purpose");
        }
      }
    };
  }

  private static void reportsAThrowingCallback(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    DetailedInbox inbox = throwingAtTheFirst();
    bench.consumer(topic, bench.newSubscriptionName(), inbox);
    bench.send(bench.producer(topic), 0, 1);
    bench.awaitCount(inbox, 1);
    bench.require(
        inbox.arrivals().get(0).partition() != Inbox.UNKNOWN_PARTITION,
        "the driver does not use MessageCallback");
    bench.awaitUntil(
        () -> !inbox.failures().isEmpty(),
        "report of the exception with consumerFailed",
        inbox::failures);
  }

  private static void bodiesBelongToTheReceiver(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    DetailedInbox inbox = bench.subscribe(topic);
    int messages = bench.sendMany(bench.producer(topic));
    bench.awaitCount(inbox, messages);
    assertThat(inbox.overwritten()).as("bodies that changed after their callback").isZero();
  }

  private static void timestampsAreMilliseconds(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    Inbox inbox = bench.subscribe(topic);
    long before = System.currentTimeMillis();
    bench.send(bench.producer(topic), 0, 1);
    bench.awaitCount(inbox, 1);
    long after = System.currentTimeMillis();
    boolean sameClock = Footprint.connectsToThisMachineOnly();
    if (!sameClock) {
      bench.remark("the broker may have another clock: up to 10 minutes are not noticed");
    }
    Duration tolerance = sameClock ? COARSEST : Duration.ofMinutes(10);
    assertThat(inbox.arrivals().get(0).publishTimestamp())
        .isBetween(before - tolerance.toMillis(), after + tolerance.toMillis());
  }

  private static void oneKeyOnePartition(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    Inbox inbox = bench.subscribe(topic);
    int keys = 5;
    int messages = bench.sendManyKeyed(bench.producer(topic), keys);
    bench.awaitCount(inbox, messages);
    bench.require(
        inbox.arrivals().get(0).partition() != Inbox.UNKNOWN_PARTITION,
        "the driver does not report partitions");
    for (int key = 0; key < keys; key++) {
      int k = key;
      assertThat(inbox.arrivals().stream().filter(a -> a.number() % keys == k))
          .extracting(Inbox.Arrival::partition)
          .as("partitions of key " + key)
          .containsOnly(
              inbox.arrivals().stream()
                  .filter(a -> a.number() % keys == k)
                  .findFirst()
                  .orElseThrow()
                  .partition());
    }
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }
}
