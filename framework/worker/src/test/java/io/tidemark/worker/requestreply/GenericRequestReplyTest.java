package io.tidemark.worker.requestreply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.PairsRequest;
import io.tidemark.driver.ReplyCallback;
import io.tidemark.driver.RequestHandler;
import io.tidemark.driver.RequestReplyPair;
import io.tidemark.driver.RequesterSpec;
import io.tidemark.driver.ResponderSpec;
import io.tidemark.worker.DriverDouble;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    GenericRequestReply generic = generic(consumer, producer);
    RequestReplyPair pair = pair(generic);

    assertThatThrownBy(
            () ->
                generic
                    .createRequester(
                        new RequesterSpec(0, pair, false, 1, Duration.ofSeconds(1)), new Unasked())
                    .get())
        .hasMessageContaining(cause);
  }

  private static GenericRequestReply generic(
      Supplier<CompletableFuture<BenchmarkConsumer>> consumer,
      Supplier<CompletableFuture<BenchmarkProducer>> producer) {
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
    return new GenericRequestReply(driver, "run", () -> "replies", payload -> 0, 1);
  }

  private static RequestReplyPair pair(GenericRequestReply generic) throws Exception {
    PairsRequest request = new PairsRequest(List.of("requests"), false, 1, 1, 10, 10);
    return generic.createPairs(request).get().get(0);
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

  @Test
  void aDriverThatHangsDoesNotKeepWhatIsClosed() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    GenericRequestReply generic =
        generic(
            () -> CompletableFuture.failedFuture(new AssertionError("it has no producers")),
            () -> {
              hangs.countDown();
              await(over);
              return CompletableFuture.failedFuture(new IOException("over"));
            });
    ResponderSpec spec = new ResponderSpec(0, pair(generic));
    Thread driver = new Thread(() -> generic.createResponder(spec, new Unanswered()));
    driver.start();
    await(hangs);

    assertThat(generic.producers()).isEmpty();
    over.countDown();
    driver.join();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Unanswered implements RequestHandler {
    @Override
    public void requestReceived(byte[] payload, ReplySender reply) {
      throw new AssertionError("there is no requester");
    }

    @Override
    public void receiveFailed(Throwable cause) {
      throw new AssertionError(cause);
    }
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
