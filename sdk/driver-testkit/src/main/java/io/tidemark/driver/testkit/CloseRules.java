package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/** Chapter 5: what closing guarantees. */
final class CloseRules {
  /** Many times the duration of a callback: nothing must happen in this time. */
  private static final long LATE_CALLBACKS_MILLIS = 100;

  /**
   * A driver may acknowledge several messages at once, and lose the last of these when it closes.
   */
  private static final int LAST_BATCH_SHARE = 10;

  private CloseRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.must(
            "5.1",
            "No callback starts after its consumer's close has returned",
            CloseRules::noCallbackAfterClose),
        Rule.must(
            "5.2",
            "When a producer has been closed, the futures of all its sends complete",
            CloseRules::futuresCompleteWhenTheProducerCloses),
        Rule.must(
            "5.3",
            "Closing one consumer leaves all messages to the others of its subscription",
            CloseRules::theOthersTakeOver),
        Rule.must(
            "5.4",
            "Producers, consumers and the driver close in time, with messages in flight",
            CloseRules::everythingCloses),
        Rule.must(
            "5.5",
            "Messages whose callback returned are acknowledged: at most their last tenth comes again",
            CloseRules::acknowledgesToTheBroker),
        Rule.should(
            "5.6",
            "A closed consumer's messages are not delivered again",
            CloseRules::deliversNothingAgain));
  }

  /** Closes in the middle of a batch: many messages are sent at once, and callbacks are slow. */
  private static void noCallbackAfterClose(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    Inbox witness = bench.subscribe(topic);
    Inbox inbox = new SlowInbox();
    BenchmarkConsumer consumer = bench.consumer(topic, bench.newSubscriptionName(), inbox);
    BenchmarkProducer producer = bench.producer(topic);
    int messages = 10 * bench.few();
    CompletableFuture<List<CompletableFuture<Void>>> sending =
        bench.inBackground(
            () ->
                LongStream.range(0, messages)
                    .mapToObj(n -> ConformanceBench.start(producer, Optional.empty(), n))
                    .toList());
    bench.awaitCount(inbox, 10);
    bench.closeClient(consumer);
    inbox.seal();
    bench.awaitAll(bench.await(sending, "return of all sends"));
    bench.awaitCount(witness, messages);
    Thread.sleep(LATE_CALLBACKS_MILLIS);
    assertThat(inbox.late()).as("callbacks after close").isZero();
  }

  /** Takes 1 ms per message until its consumer is closed. */
  private static final class SlowInbox extends DetailedInbox {
    @Override
    protected void arrived(Arrival arrival) {
      if (!isSealed()) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
    }
  }

  private static void futuresCompleteWhenTheProducerCloses(ConformanceBench bench)
      throws Exception {
    BenchmarkProducer producer = bench.producer(bench.topic(1));
    List<CompletableFuture<Void>> sent = bench.start(producer, 0, bench.few());
    bench.closeClient(producer);
    bench.awaitUntil(
        () -> sent.stream().allMatch(CompletableFuture::isDone),
        "completion of all futures after close",
        () -> sent.stream().filter(future -> !future.isDone()).count() + " not completed");
  }

  private static void theOthersTakeOver(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    String subscription = bench.newSubscriptionName();
    Inbox leaving = new DetailedInbox();
    Inbox staying = new DetailedInbox();
    BenchmarkConsumer consumer = bench.consumer(topic, subscription, leaving);
    bench.consumer(topic, subscription, staying);
    bench.closeClient(consumer);
    int messages = bench.few();
    bench.sendKeyed(bench.producer(topic), 50, 0, messages);
    bench.awaitUntil(
        () -> staying.distinctNumbers().size() == messages,
        messages + " messages at the remaining consumer",
        staying::count);
  }

  private static void everythingCloses(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    bench.subscribe(topic);
    bench.subscribe(topic);
    BenchmarkProducer producer = bench.producer(topic);
    assertThat(bench.start(producer, 0, bench.few())).isNotEmpty();
    bench.closeDriver();
  }

  private static void acknowledgesToTheBroker(ConformanceBench bench) throws Exception {
    Successor successor = Successor.after(bench);
    long last = successor.messages() - successor.messages() / LAST_BATCH_SHARE;
    assertThat(successor.again())
        .as("messages that the next consumer gets again, other than the last tenth")
        .filteredOn(number -> number < last)
        .isEmpty();
  }

  private static void deliversNothingAgain(ConformanceBench bench) throws Exception {
    assertThat(Successor.after(bench).again())
        .as("messages that the next consumer of the subscription gets again")
        .isEmpty();
  }

  /**
   * The next consumer of a subscription whose only consumer was closed.
   *
   * @param messages that the closed one received
   * @param again those that the next one received, too
   */
  private record Successor(int messages, Set<Long> again) {

    static Successor after(ConformanceBench bench) throws Exception {
      String topic = bench.topic(1);
      String subscription = bench.newSubscriptionName();
      Inbox first = new DetailedInbox();
      BenchmarkConsumer consumer = bench.consumer(topic, subscription, first);
      BenchmarkProducer producer = bench.producer(topic);
      int messages = bench.sendMany(producer);
      bench.awaitCount(first, messages);
      bench.closeClient(consumer);
      Inbox second = new DetailedInbox();
      bench.consumer(topic, subscription, second);
      bench.awaitRedelivery();
      bench.send(producer, messages, messages + 1);
      bench.awaitUntil(
          () -> second.distinctNumbers().contains((long) messages),
          "the message that was sent to the next consumer",
          second::count);
      Set<Long> numbers = second.distinctNumbers();
      numbers.remove((long) messages);
      return new Successor(messages, numbers);
    }
  }
}
