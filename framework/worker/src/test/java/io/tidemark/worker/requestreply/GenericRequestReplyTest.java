package io.tidemark.worker.requestreply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.PairsRequest;
import io.tidemark.driver.ReplyCallback;
import io.tidemark.driver.RequestReplyPair;
import io.tidemark.driver.RequesterSpec;
import io.tidemark.worker.DriverDouble;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class GenericRequestReplyTest {
  private final AtomicInteger open = new AtomicInteger();

  /** Makes consumers that count, and such producers. */
  private void requesterFails(Supplier<CompletableFuture<BenchmarkProducer>> producer, String cause)
      throws Exception {
    requesterFails(
        () -> {
          open.incrementAndGet();
          return CompletableFuture.completedFuture(open::decrementAndGet);
        },
        producer,
        cause);
    assertThat(open).hasValue(0);
  }

  private static void requesterFails(
      Supplier<CompletableFuture<BenchmarkConsumer>> consumer,
      Supplier<CompletableFuture<BenchmarkProducer>> producer,
      String cause)
      throws Exception {
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public CompletableFuture<Void> createTopic(String topic, int partitions) {
            return CompletableFuture.completedFuture(null);
          }

          @Override
          public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
            return producer.get();
          }

          @Override
          public CompletableFuture<BenchmarkConsumer> createConsumer(
              String topic, String subscription, ConsumerCallback callback) {
            return consumer.get();
          }
        });
    DriverDouble driver = new DriverDouble();
    DriverDouble.playNext(new DriverDouble.DriverScript());
    GenericRequestReply generic = new GenericRequestReply(driver, () -> "replies", payload -> 0, 1);
    RequestReplyPair pair =
        generic
            .createPairs(new PairsRequest(List.of("requests"), false, 1, 1, 10, 10))
            .get()
            .get(0);

    assertThatThrownBy(
            () ->
                generic
                    .createRequester(
                        new RequesterSpec(0, pair, false, 1, Duration.ofSeconds(1)), new Unasked())
                    .get())
        .hasMessageContaining(cause);
  }

  @Test
  void aRequesterThatCannotSendLeavesNoConsumer() throws Exception {
    requesterFails(
        () -> CompletableFuture.failedFuture(new IOException("no producer")), "no producer");
    requesterFails(
        () -> {
          throw new LinkageError("no class");
        },
        "no class");
  }

  @Test
  void aNullClientIsNone() throws Exception {
    requesterFails(
        () -> CompletableFuture.completedFuture(null), "a list with null instead of 1 client");
    requesterFails(
        () -> CompletableFuture.completedFuture(null),
        () -> CompletableFuture.failedFuture(new AssertionError("it has no consumer")),
        "a list with null instead of 1 client");
  }

  private static final class Unasked implements ReplyCallback {
    @Override
    public void replyReceived(byte[] payload) {
      throw new AssertionError("there is no responder");
    }

    @Override
    public void receiveFailed(Throwable cause) {
      throw new AssertionError(cause);
    }
  }
}
