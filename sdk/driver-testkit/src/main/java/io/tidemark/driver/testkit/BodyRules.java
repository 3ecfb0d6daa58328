package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.testkit.observed.HeaderInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import io.tidemark.driver.testkit.observed.NumberedPayload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The end of chapter 3: bodies of unusual sizes, which a broker may refuse, but not change; and
 * headers.
 */
final class BodyRules {
  private static final int LONG_BYTES = 4_000;

  /** One message of each kind of headers, and again. */
  private static final int ROUNDS = 5;

  private BodyRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.must(
            "3.9",
            "A body over 64 KiB arrives unchanged, or its send fails",
            bench -> arriveOrFail(bench, 65_537, 131_073, 262_144, 1_000_000)),
        Rule.must(
            "3.10", "An empty body arrives, or its send fails", bench -> arriveOrFail(bench, 0)),
        Rule.may(
            "3.11",
            "HeaderSupport: headers arrive with their message, byte for byte, also empty and long"
                + " ones",
            BodyRules::arrive),
        Rule.may(
            "3.12",
            "HeaderSupport: a callback that takes no headers gets messages that have some",
            BodyRules::areNoBurden));
  }

  private static void arriveOrFail(ConformanceBench bench, int... sizes) throws Exception {
    String topic = bench.topic(1);
    Inbox inbox = bench.subscribe(topic);
    BenchmarkProducer producer = bench.producer(topic);
    List<byte[]> accepted = new ArrayList<>();
    for (int bytes : sizes) {
      byte[] body = bytes == 0 ? new byte[0] : NumberedPayload.of(bytes, bytes);
      Optional<Throwable> refusal = refusal(bench, producer, body);
      refusal.ifPresent(e -> bench.remark("a body of " + bytes + " B is refused: " + e));
      if (refusal.isEmpty()) {
        accepted.add(body);
      }
    }
    bench.awaitCount(inbox, accepted.size());
    assertThat(inbox.arrivals().stream().map(Inbox.Arrival::payload).toList())
        .as(
            "bodies; sizes that arrived: %s",
            inbox.arrivals().stream().map(BodyRules::size).toList())
        .usingElementComparator(Arrays::compare)
        .containsExactlyInAnyOrderElementsOf(accepted);
  }

  private static int size(Inbox.Arrival arrival) {
    return arrival.payload().length;
  }

  /** Why the send failed; empty if it was acknowledged. */
  private static Optional<Throwable> refusal(
      ConformanceBench bench, BenchmarkProducer producer, byte[] body) throws Exception {
    CompletableFuture<Void> sent =
        bench.call("sendAsync of " + body.length + " B", () -> started(producer, body));
    bench.awaitUntil(sent::isDone, "completion of a send", () -> body.length + " B");
    try {
      sent.get();
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.ofNullable(e.getCause());
    }
  }

  private static CompletableFuture<Void> started(BenchmarkProducer producer, byte[] body) {
    try {
      CompletableFuture<Void> sent = producer.sendAsync(Optional.empty(), body.clone());
      assertThat(sent).as("the future of a send").isNotNull();
      return sent;
    } catch (RuntimeException e) { // Counts as a failed send.
      return CompletableFuture.failedFuture(e);
    }
  }

  private static boolean takesBinaryHeaders(ConformanceBench bench) throws Exception {
    HeaderSupport support = bench.capability(HeaderSupport.class);
    return bench.call("binaryHeaders", support::binaryHeaders);
  }

  private static void arrive(ConformanceBench bench) throws Exception {
    boolean binary = takesBinaryHeaders(bench);
    String topic = bench.topic(1);
    List<List<MessageHeader>> kinds = kinds(binary);
    Set<String> ours = new HashSet<>();
    kinds.forEach(headers -> headers.forEach(header -> ours.add(header.name())));
    HeaderInbox inbox = new HeaderInbox(ours);
    bench.consumer(topic, bench.newSubscriptionName(), inbox);
    BenchmarkProducer producer = bench.producer(topic);
    List<List<MessageHeader>> sent = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      sent.addAll(kinds);
    }
    bench.awaitAll(send(bench, producer, sent));
    bench.awaitCount(inbox, sent.size());
    assertThat(inbox.messages().size())
        .as("messages with headers among %d", inbox.count())
        .isEqualTo(inbox.count());
    assertThat(received(inbox))
        .as("headers")
        .isEqualTo(sent.stream().map(BodyRules::texts).toList());
  }

  /** Returns the headers of each message's first delivery, in the order of their numbers. */
  private static List<Map<String, String>> received(HeaderInbox inbox) {
    Map<Long, Map<String, String>> byNumber = new TreeMap<>();
    inbox.messages().forEach(each -> byNumber.putIfAbsent(each.number(), each.headers()));
    return List.copyOf(byNumber.values());
  }

  private static Map<String, String> texts(List<MessageHeader> headers) {
    Map<String, String> texts = new HashMap<>();
    headers.forEach(
        each -> texts.put(each.name(), new String(each.bytes(), StandardCharsets.ISO_8859_1)));
    return texts;
  }

  /** Messages with some headers, a single one, many, and none. */
  private static List<List<MessageHeader>> kinds(boolean binary) {
    List<MessageHeader> some = new ArrayList<>();
    some.add(MessageHeader.text("plain", "a text"));
    some.add(MessageHeader.text("empty", ""));
    some.add(MessageHeader.text("longText", "0123456789".repeat(LONG_BYTES / 10)));
    if (binary) {
      some.add(MessageHeader.binary("allBytes", NumberedPayload.of(1, 256)));
      some.add(MessageHeader.binary("longBytes", NumberedPayload.of(2, LONG_BYTES)));
      some.add(MessageHeader.binary("noBytes", new byte[0]));
    }
    List<MessageHeader> many = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      many.add(MessageHeader.text("many" + i, "value " + i));
    }
    Collections.reverse(many);
    return List.of(some, List.of(MessageHeader.text("plain", "another")), many, List.of());
  }

  private static List<CompletableFuture<Void>> send(
      ConformanceBench bench, BenchmarkProducer producer, List<List<MessageHeader>> headers)
      throws Exception {
    assertThat(producer)
        .as("a producer of a driver with HeaderSupport")
        .isInstanceOf(HeaderSender.class);
    HeaderSender sender = (HeaderSender) producer;
    return bench.call(
        "sendAsync with headers, called " + headers.size() + " times,",
        () -> {
          List<CompletableFuture<Void>> sent = new ArrayList<>();
          for (List<MessageHeader> each : headers) {
            byte[] payload = NumberedPayload.of(sent.size());
            sent.add(sender.sendAsync(Optional.empty(), payload, List.copyOf(each)));
          }
          return sent;
        });
  }

  private static void areNoBurden(ConformanceBench bench) throws Exception {
    boolean binary = takesBinaryHeaders(bench);
    String topic = bench.topic(1);
    Inbox inbox = new Inbox();
    bench.consumer(topic, bench.newSubscriptionName(), inbox);
    List<List<MessageHeader>> headers = kinds(binary);
    bench.awaitAll(send(bench, bench.producer(topic), headers));
    bench.awaitCount(inbox, headers.size());
    assertThat(inbox.distinctNumbers()).as("messages").hasSize(headers.size());
  }
}
