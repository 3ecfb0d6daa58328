package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver.ProducerInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.SendBehavior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;

/** Chapter 3: producers, futures and payloads. */
interface SendRules extends Rules {

  @Rule("3.1 Every send's future completes, also without waits between sends")
  default void rule301EverySendCompletes() throws Exception {
    BenchmarkProducer producer = bench().producer(bench().topic(bench().kit().partitions()));
    bench().send(producer, 0, bench().kit().messages());
  }

  @Rule("3.2 A message may have a key or none")
  default void rule302SendsWithAndWithoutKey() throws Exception {
    String topic = bench().topic(bench().kit().partitions());
    Inbox inbox = bench().subscribe(topic);
    BenchmarkProducer producer = bench().producer(topic);
    bench().send(producer, 0, 10);
    bench().sendKeyed(producer, 3, 10, 20);
    bench().awaitCount(inbox, 20);
  }

  @Rule("3.3 Bodies arrive byte for byte, from 1 byte to 64 KiB")
  default void rule303BodiesArriveUnchanged() throws Exception {
    String topic = bench().topic(1);
    Inbox inbox = bench().subscribe(topic);
    BenchmarkProducer producer = bench().producer(topic);
    List<byte[]> bodies = new ArrayList<>();
    bodies.add(new byte[] {-1});
    int[] sizes = {8, 9, 100, 1_000, 10_000, 65_536};
    for (int bytes : sizes) {
      bodies.add(NumberedPayload.of(bytes, bytes));
    }
    for (byte[] body : bodies) {
      bench().await(producer.sendAsync(Optional.empty(), body.clone()), "acknowledgement");
    }
    bench().awaitCount(inbox, bodies.size());
    assertThat(inbox.arrivals().stream().map(Inbox.Arrival::payload).toList())
        .usingElementComparator(Arrays::compare)
        .containsExactlyInAnyOrderElementsOf(bodies);
  }

  @Rule("3.4 The driver does not modify the body it was given")
  default void rule304DoesNotModifyThePayload() throws Exception {
    String topic = bench().topic(1);
    Inbox inbox = bench().subscribe(topic);
    BenchmarkProducer producer = bench().producer(topic);
    byte[] body = NumberedPayload.of(7);
    bench().await(producer.sendAsync(Optional.of("key"), body), "acknowledgement");
    bench().awaitCount(inbox, 1);
    assertThat(body).isEqualTo(NumberedPayload.of(7));
  }

  @Rule("3.5 A body may be overwritten once its future has completed")
  default void rule305PayloadIsFreeAfterTheAcknowledgement() throws Exception {
    String topic = bench().topic(1);
    BenchmarkProducer producer = bench().producer(topic);
    Inbox inbox = bench().subscribe(topic);
    byte[] body = new byte[100];
    for (long number = 0; number < 20; number++) {
      NumberedPayload.write(number, body);
      bench().await(producer.sendAsync(Optional.empty(), body), "acknowledgement");
    }
    assertAllIntact(inbox, 20);
  }

  @Rule("3.6 A body may be overwritten when the send returns, if the driver declares it")
  default void rule306PayloadIsFreeAfterTheSendWhereDeclared() throws Exception {
    Assumptions.assumeTrue(
        bench().capability(SendBehavior.class).copiesPayload(), "the driver does not copy bodies");
    String topic = bench().topic(1);
    BenchmarkProducer producer = bench().producer(topic);
    Inbox inbox = bench().subscribe(topic);
    int messages = bench().kit().messages();
    byte[] body = new byte[100];
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    for (long number = 0; number < messages; number++) {
      NumberedPayload.write(number, body);
      sent.add(producer.sendAsync(Optional.empty(), body));
    }
    bench().awaitAll(sent);
    assertAllIntact(inbox, messages);
  }

  private void assertAllIntact(Inbox inbox, int messages) {
    bench().awaitCount(inbox, messages);
    assertThat(inbox.arrivals()).allMatch(arrival -> NumberedPayload.isIntact(arrival.payload()));
    assertThat(inbox.distinctNumbers())
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, messages).boxed().toList());
  }

  @Rule("3.7 Several producers of one topic send at the same time")
  default void rule307ProducersWorkSideBySide() throws Exception {
    String topic = bench().topic(bench().kit().partitions());
    Inbox inbox = bench().subscribe(topic);
    int messages = bench().kit().messages();
    List<CompletableFuture<Void>> senders = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      BenchmarkProducer producer = bench().producer(topic);
      long first = (long) i * messages;
      senders.add(
          CompletableFuture.runAsync(
              () -> {
                for (long n = first; n < first + messages; n++) {
                  ConformanceBench.start(producer, Optional.empty(), n).join();
                }
              }));
    }
    bench().awaitAll(senders);
    assertAllIntact(inbox, 4 * messages);
  }

  @Rule("3.8 Producers created together are returned in the order of the requests")
  default void rule308CreatesSeveralProducersInOrder() throws Exception {
    List<ProducerInfo> infos = new ArrayList<>();
    List<Inbox> inboxes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      infos.add(new ProducerInfo(i, bench().topic(1)));
      inboxes.add(bench().subscribe(infos.get(i).getTopic()));
    }
    List<BenchmarkProducer> producers =
        bench().await(bench().driver().createProducers(infos), "creation of 3 producers");
    assertThat(producers).hasSize(3).allSatisfy(producer -> bench().adopt(producer));
    for (int i = 0; i < 3; i++) {
      bench().send(producers.get(i), i, i + 1);
      bench().awaitCount(inboxes.get(i), 1);
      assertThat(inboxes.get(i).numbers()).containsExactly((long) i);
    }
  }
}
