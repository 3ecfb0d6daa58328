package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.testkit.observed.Inbox;
import io.tidemark.driver.testkit.observed.NumberedPayload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The end of chapter 3: bodies of unusual sizes. A broker may refuse them, but not change them. */
final class BodyRules {
  private BodyRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.must(
            "3.9",
            "A body over 64 KiB arrives unchanged, or its send fails",
            bench -> arriveOrFail(bench, 65_537, 131_073, 262_144, 1_000_000)),
        Rule.must(
            "3.10", "An empty body arrives, or its send fails", bench -> arriveOrFail(bench, 0)));
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
}
