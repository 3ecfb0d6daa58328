package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ProducerInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import io.tidemark.driver.testkit.observed.NumberedPayload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** Chapter 3: producers, futures and payloads. */
final class SendRules {
  /** Much longer than an acknowledgement takes after the delivery, in the best of the attempts. */
  private static final Duration LATE = Duration.ofMillis(500);

  private static final int ATTEMPTS = 5;

  private SendRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.must(
            "3.1",
            "Every send's future completes, also without waits between sends, and soon after the broker has the message",
            SendRules::everySendCompletes),
        Rule.must("3.2", "A message may have a key or none", SendRules::sendsWithAndWithoutKey),
        Rule.must(
            "3.3",
            "Bodies arrive byte for byte, from 1 byte to 64 KiB",
            SendRules::bodiesArriveUnchanged),
        Rule.must(
            "3.4",
            "The driver does not modify the body it was given",
            SendRules::doesNotModifyThePayload),
        Rule.must(
            "3.5",
            "A body may be overwritten once its future has completed",
            SendRules::payloadIsFreeAfterTheAcknowledgement),
        Rule.may(
            "3.6",
            "A body may be overwritten when the send returns, if the driver declares it",
            SendRules::payloadIsFreeAfterTheSendWhereDeclared),
        Rule.must(
            "3.7",
            "Several producers of one topic send at the same time",
            SendRules::producersWorkSideBySide),
        Rule.must(
            "3.8",
            "Producers created together are returned in the order of the requests",
            SendRules::createsSeveralProducersInOrder));
  }

  private static void everySendCompletes(ConformanceBench bench) throws Exception {
    bench.sendMany(bench.producer(bench.topic(bench.kit().partitions())));
    completeSoon(bench, 1);
    completeSoon(bench, bench.few());
  }

  /** A driver that completes later than a message is delivered measures itself, not the broker. */
  private static void completeSoon(ConformanceBench bench, int messages) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    AtomicLong delivered = new AtomicLong();
    Inbox inbox =
        new DetailedInbox() {
          @Override
          protected void arrived(Arrival arrival) {
            delivered.set(System.nanoTime());
          }
        };
    bench.consumer(topic, bench.newSubscriptionName(), inbox);
    BenchmarkProducer producer = bench.producer(topic);
    long leastNanos = Long.MAX_VALUE;
    for (int attempt = 0; attempt < ATTEMPTS && leastNanos > LATE.toNanos(); attempt++) {
      long first = (long) attempt * messages;
      AtomicLong completed = new AtomicLong();
      List<CompletableFuture<Void>> sent = new ArrayList<>();
      for (CompletableFuture<Void> each : bench.start(producer, first, first + messages)) {
        sent.add(each.thenRun(() -> completed.accumulateAndGet(System.nanoTime(), Math::max)));
      }
      bench.awaitAll(sent);
      bench.awaitCount(inbox, (attempt + 1) * messages);
      leastNanos = Math.min(leastNanos, completed.get() - delivered.get());
    }
    assertThat(Duration.ofNanos(leastNanos))
        .as(
            "time from the delivery of %d messages to the completion of their sends, the least of"
                + " %d attempts",
            messages, ATTEMPTS)
        .isLessThanOrEqualTo(LATE);
  }

  private static void sendsWithAndWithoutKey(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    Inbox inbox = bench.subscribe(topic);
    BenchmarkProducer producer = bench.producer(topic);
    bench.send(producer, 0, 10);
    bench.sendKeyed(producer, 3, 10, 20);
    bench.awaitCount(inbox, 20);
  }

  private static void bodiesArriveUnchanged(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    Inbox inbox = bench.subscribe(topic);
    BenchmarkProducer producer = bench.producer(topic);
    List<byte[]> bodies = new ArrayList<>();
    bodies.add(new byte[] {-1});
    int[] sizes = {8, 9, 100, 1_000, 10_000, 65_536};
    for (int bytes : sizes) {
      bodies.add(NumberedPayload.of(bytes, bytes));
    }
    for (byte[] body : bodies) {
      bench.await("acknowledgement", () -> producer.sendAsync(Optional.empty(), body.clone()));
    }
    bench.awaitCount(inbox, bodies.size());
    assertThat(inbox.arrivals().stream().map(Inbox.Arrival::payload).toList())
        .usingElementComparator(Arrays::compare)
        .containsExactlyInAnyOrderElementsOf(bodies);
  }

  private static void doesNotModifyThePayload(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    Inbox inbox = bench.subscribe(topic);
    BenchmarkProducer producer = bench.producer(topic);
    byte[] body = NumberedPayload.of(7);
    bench.await("acknowledgement", () -> producer.sendAsync(Optional.of("key"), body));
    bench.awaitCount(inbox, 1);
    assertThat(body).isEqualTo(NumberedPayload.of(7));
  }

  private static void payloadIsFreeAfterTheAcknowledgement(ConformanceBench bench)
      throws Exception {
    String topic = bench.topic(1);
    BenchmarkProducer producer = bench.producer(topic);
    Inbox inbox = bench.subscribe(topic);
    byte[] body = new byte[100];
    for (long number = 0; number < 20; number++) {
      NumberedPayload.write(number, body);
      bench.await("acknowledgement", () -> producer.sendAsync(Optional.empty(), body));
    }
    assertAllIntact(bench, inbox, 20);
  }

  private static void payloadIsFreeAfterTheSendWhereDeclared(ConformanceBench bench)
      throws Exception {
    SendBehavior behavior = bench.capability(SendBehavior.class);
    bench.require(
        bench.call("copiesPayload", behavior::copiesPayload), "the driver does not copy bodies");
    String topic = bench.topic(1);
    BenchmarkProducer producer = bench.producer(topic);
    Inbox inbox = bench.subscribe(topic);
    int messages = bench.few();
    byte[] body = new byte[100];
    bench.awaitAll(
        bench.call(
            String.format(Locale.ROOT, "sendAsync, called %d times,", messages),
            () -> {
              List<CompletableFuture<Void>> sent = new ArrayList<>();
              for (long number = 0; number < messages; number++) {
                NumberedPayload.write(number, body);
                sent.add(producer.sendAsync(Optional.empty(), body));
              }
              return sent;
            }));
    assertAllIntact(bench, inbox, messages);
  }

  private static void assertAllIntact(ConformanceBench bench, Inbox inbox, int messages) {
    bench.awaitCount(inbox, messages);
    assertThat(inbox.arrivals()).allMatch(arrival -> NumberedPayload.isIntact(arrival.payload()));
    assertThat(inbox.distinctNumbers())
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, messages).boxed().toList());
  }

  private static void producersWorkSideBySide(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    Inbox inbox = bench.subscribe(topic);
    int messages = bench.few();
    List<CompletableFuture<?>> senders = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      BenchmarkProducer producer = bench.producer(topic);
      long first = (long) i * messages;
      senders.add(
          bench.inBackground(
              () -> {
                for (long n = first; n < first + messages; n++) {
                  ConformanceBench.start(producer, Optional.empty(), n).join();
                }
                return producer;
              }));
    }
    bench.awaitAll(senders);
    assertAllIntact(bench, inbox, 4 * messages);
  }

  private static void createsSeveralProducersInOrder(ConformanceBench bench) throws Exception {
    List<ProducerInfo> infos = new ArrayList<>();
    List<Inbox> inboxes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      infos.add(new ProducerInfo(i, bench.topic(1)));
      inboxes.add(bench.subscribe(infos.get(i).getTopic()));
    }
    BenchmarkDriver driver = bench.driver();
    List<BenchmarkProducer> producers =
        bench.await("creation of 3 producers", () -> driver.createProducers(infos));
    assertThat(producers).hasSize(3).allSatisfy(producer -> bench.adopt(producer));
    for (int i = 0; i < 3; i++) {
      bench.send(producers.get(i), i, i + 1);
      bench.awaitCount(inboxes.get(i), 1);
      assertThat(inboxes.get(i).numbers()).containsExactly((long) i);
    }
  }
}
