package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replies from a queue of each requester's own; direct reply-to is the conformance kit's. */
class ReplyQueueIT extends OneQuorumNode {
  private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final RabbitMqQuorumBenchmarkDriver driver = new RabbitMqQuorumBenchmarkDriver();
  private RequestReplyPair pair;

  @BeforeEach
  void makePair() throws Exception {
    String file = benches.addresses() + "requestReply: {replies: queue}\n";
    driver.initialize(cluster.file(file), NullStatsLogger.INSTANCE);
    String name = "requests-" + UUID.randomUUID();
    PairsRequest wanted = new PairsRequest(List.of(name), false, 1, 1, 100, 100);
    pair = driver.createPairs(wanted).get(60, TimeUnit.SECONDS).get(0);
  }

  @AfterEach
  void close() throws Exception {
    driver.close();
  }

  @Test
  void repliesComeFromTheRequestersQueueWhichGoesWithIt() throws Exception {
    assertThat(driver.replyMechanism()).contains("reply queue");
    askAndAnswer();
    deletePair();
  }

  @Test
  void aRequesterWhoseQueueIsDeletedMakesItAgainAndGetsReplies() throws Exception {
    try (Connection other = otherClient(cluster);
        Channel channel = other.createChannel()) {
      try (Responder responder = responder();
          Requester requester = requester()) {
        assertThat(responder).isNotNull();
        channel.queueDelete(pair.requestDestination() + ".reply-0");
        await().atMost(SETTLED).until(() -> failures.get() > 0);
        await()
            .atMost(SETTLED)
            .until(
                () -> {
                  requester.sendRequest(new byte[] {'a'}, new Counting());
                  return replies.poll(500, TimeUnit.MILLISECONDS) != null;
                });
      }
      deletePair();
    }
  }

  @Test
  void aReplyQueueThatItsRequesterCouldNotDeleteGoesWithThePairs() throws Exception {
    try (Connection other = otherClient(cluster)) {
      String queue = pair.requestDestination() + ".reply-0";
      try (Requester requester = requester()) {
        await().atMost(SETTLED).until(() -> taken(queue, other));
        await().atMost(SETTLED).until(() -> failures.get() > 0);
        requester.close();
        Channel channel = other.createChannel();
        channel.queueDelete(queue);
        channel.queueDeclare(queue, true, false, false, Map.of());
      }
      deletePair();
      Channel channel = other.createChannel();
      assertThatThrownBy(() -> channel.queueDeclarePassive(queue))
          .cause()
          .hasMessageContaining("NOT_FOUND");
    }
  }

  /**
   * Whether the queue is another's before the requester, notified of its deletion, creates it
   * again.
   */
  private static boolean taken(String queue, Connection other) throws Exception {
    Channel channel = other.createChannel();
    try {
      channel.queueDeleteNoWait(queue, false, false);
      channel.queueDeclare(queue, false, true, false, Map.of());
      return true;
    } catch (IOException e) {
      return false; // The requester was quicker.
    }
  }

  private void deletePair() throws Exception {
    driver.deletePairs(List.of(pair)).get(60, TimeUnit.SECONDS);
  }

  private Responder responder() throws Exception {
    return driver.createResponder(new ResponderSpec(0, pair), new Echo()).get(60, TimeUnit.SECONDS);
  }

  private Requester requester() throws Exception {
    return driver
        .createRequester(new RequesterSpec(0, pair, false, 1, SETTLED), new Replies())
        .get(60, TimeUnit.SECONDS);
  }

  private void askAndAnswer() throws Exception {
    try (Responder responder = responder();
        Requester requester = requester()) {
      assertThat(responder).isNotNull();
      for (int i = 0; i < 20; i++) {
        requester.sendRequest(("request " + i).getBytes(StandardCharsets.UTF_8), new Counting());
        assertThat(replies.poll(60, TimeUnit.SECONDS)).isEqualTo("request " + i);
      }
      await().atMost(SETTLED).until(() -> accepted.get() == 40);
      assertThat(failures).hasValue(0);
    }
  }

  private final class Counting implements SendResult {
    @Override
    public void accepted() {
      accepted.incrementAndGet();
    }

    @Override
    public void failed(Throwable cause) {
      failures.incrementAndGet();
    }
  }

  private final class Echo implements RequestHandler {
    @Override
    public void requestReceived(byte[] payload, ReplySender reply) {
      reply.reply(payload.clone(), new Counting());
    }

    @Override
    public void receiveFailed(Throwable cause) {
      failures.incrementAndGet();
    }
  }

  private final class Replies implements ReplyCallback {
    @Override
    public void replyReceived(byte[] payload) {
      replies.add(new String(payload, StandardCharsets.UTF_8));
    }

    @Override
    public void receiveFailed(Throwable cause) {
      failures.incrementAndGet();
    }
  }
}
