package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;

/** Chapter 5: what closing guarantees. */
interface CloseRules extends Rules {

  @Rule("5.1 No callback starts after its consumer's close has returned")
  default void rule501NoCallbackAfterClose() throws Exception {
    String topic = bench().topic(1);
    Inbox witness = bench().subscribe(topic);
    Inbox inbox = new DetailedInbox();
    BenchmarkConsumer consumer = bench().consumer(topic, bench().newSubscriptionName(), inbox);
    BenchmarkProducer producer = bench().producer(topic);
    AtomicBoolean stop = new AtomicBoolean();
    CompletableFuture<Long> sending =
        CompletableFuture.supplyAsync(
            () -> {
              long number = 0;
              while (!stop.get()) {
                ConformanceBench.start(producer, Optional.empty(), number++).join();
              }
              return number;
            });
    try {
      bench().awaitCount(inbox, 10);
      bench().closeClient(consumer);
      inbox.seal();
      int atClose = witness.count();
      bench().awaitCount(witness, atClose + 20);
    } finally {
      stop.set(true);
    }
    long sent = bench().await(sending, "end of sending");
    bench().awaitCount(witness, (int) sent);
    assertThat(inbox.late()).as("callbacks after close").isZero();
  }

  @Rule("5.2 When a producer has been closed, the futures of all its sends complete")
  default void rule502FuturesCompleteWhenTheProducerCloses() throws Exception {
    BenchmarkProducer producer = bench().producer(bench().topic(1));
    List<CompletableFuture<Void>> sent =
        LongStream.range(0, bench().kit().messages())
            .mapToObj(n -> ConformanceBench.start(producer, Optional.empty(), n))
            .toList();
    bench().closeClient(producer);
    bench()
        .awaitUntil(
            () -> sent.stream().allMatch(CompletableFuture::isDone),
            "completion of all futures after close",
            () -> sent.stream().filter(future -> !future.isDone()).count() + " not completed");
  }

  @Rule("5.3 Closing one consumer leaves all messages to the others of its subscription")
  default void rule503TheOthersTakeOver() throws Exception {
    String topic = bench().topic(bench().kit().partitions());
    String subscription = bench().newSubscriptionName();
    Inbox leaving = new DetailedInbox();
    Inbox staying = new DetailedInbox();
    BenchmarkConsumer consumer = bench().consumer(topic, subscription, leaving);
    bench().consumer(topic, subscription, staying);
    bench().closeClient(consumer);
    int messages = bench().kit().messages();
    bench().sendKeyed(bench().producer(topic), 50, 0, messages);
    bench()
        .awaitUntil(
            () -> staying.distinctNumbers().size() == messages,
            messages + " messages at the remaining consumer",
            staying::count);
  }

  @Rule("5.4 Producers, consumers and the driver close in time, with messages in flight")
  default void rule504EverythingCloses() throws Exception {
    String topic = bench().topic(bench().kit().partitions());
    bench().subscribe(topic);
    bench().subscribe(topic);
    BenchmarkProducer producer = bench().producer(topic);
    for (long number = 0; number < bench().kit().messages(); number++) {
      assertThat(ConformanceBench.start(producer, Optional.empty(), number)).isNotNull();
    }
    CompletableFuture<Void> closing =
        CompletableFuture.runAsync(
            () -> {
              try {
                bench().close();
              } catch (Exception e) {
                throw new IllegalStateException("close failed: " + e, e);
              }
            });
    Duration deadline = bench().kit().deadline().multipliedBy(5);
    try {
      closing.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(
          "producer, two consumers, topic and driver not closed within " + deadline, e);
    }
  }
}
