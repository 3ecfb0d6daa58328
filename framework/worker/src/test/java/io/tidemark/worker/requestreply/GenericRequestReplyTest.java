package io.tidemark.worker.requestreply;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.ResponderSpec;
import io.tidemark.worker.DriverDouble;
import io.tidemark.worker.DriverDouble.DriverScript;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GenericRequestReplyTest {
  private final DriverScript script = DriverDouble.play();
  private final AtomicInteger open = new AtomicInteger();
  private final GenericRequestReply generic =
      new GenericRequestReply(new DriverDouble(), "run", () -> "replies", payload -> 0, 1);

  @BeforeEach
  void countConsumers() {
    script.createTopic = (topic, partitions) -> completedFuture(null);
    script.createConsumer =
        (topic, subscription, callback) -> {
          open.incrementAndGet();
          return completedFuture(open::decrementAndGet);
        };
  }

  private RequestReplyPair pair() throws Exception {
    return generic
        .createPairs(new PairsRequest(List.of("requests"), false, 1, 1, 10, 10))
        .get()
        .get(0);
  }

  private void requesterFails(String cause) throws Exception {
    RequesterSpec spec = new RequesterSpec(0, pair(), false, 1, Duration.ofSeconds(1));
    assertThatThrownBy(() -> generic.createRequester(spec, new Unused()).get())
        .hasMessageContaining(cause);
    assertThat(open).hasValue(0);
  }

  @Test
  void aRequesterThatCannotSendLeavesNoConsumer() throws Exception {
    script.createProducer = topic -> failedFuture(new IOException("no producer"));
    requesterFails("no producer");
    script.createProducer =
        topic -> {
          throw new LinkageError("no class");
        };
    requesterFails("no class");
  }

  @Test
  void aNullClientIsNone() throws Exception {
    script.createProducer = topic -> completedFuture(null);
    requesterFails("a list with null instead of 1 client");
    script.createProducer = topic -> failedFuture(new AssertionError("it has no consumer"));
    script.createConsumer = (topic, subscription, callback) -> completedFuture(null);
    requesterFails("a list with null instead of 1 client");
  }

  @Test
  void aDriverThatHangsDoesNotKeepWhatIsClosed() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    script.createProducer =
        topic -> {
          hangs.countDown();
          await(over);
          return failedFuture(new IOException("over"));
        };
    ResponderSpec spec = new ResponderSpec(0, pair());
    Thread driver = new Thread(() -> generic.createResponder(spec, new Unused()));
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

  private static final class Unused implements ReplyCallback, RequestHandler {
    @Override
    public void replyReceived(byte[] payload) {
      throw new AssertionError("there is no responder");
    }

    @Override
    public void requestReceived(byte[] payload, ReplySender reply) {
      throw new AssertionError("there is no requester");
    }

    @Override
    public void receiveFailed(Throwable cause) {
      throw new AssertionError(cause);
    }
  }
}
