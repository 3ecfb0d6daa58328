package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Replies from a queue of each requester's own; direct reply-to is the conformance kit's. */
class ReplyQueueIT {
  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER_4;

  private static final String FILE =
      """
      amqpUris: ["${brokers.amqpUris}"]
      managementUris: ["${brokers.managementUris}"]
      requestReply: {replies: queue}
      """;

  private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();

  @Test
  void repliesComeFromTheRequestersQueueWhichGoesWithIt() throws Exception {
    BenchmarkDriver driver = new RabbitMqQuorumBenchmarkDriver();
    driver.initialize(cluster.file(FILE), NullStatsLogger.INSTANCE);
    try {
      RequestReply asking = (RequestReply) driver;
      String name = "requests-" + UUID.randomUUID();
      PairsRequest wanted = new PairsRequest(List.of(name), false, 1, 1, 100, 100);
      List<RequestReplyPair> pairs = asking.createPairs(wanted).get(60, TimeUnit.SECONDS);
      assertThat(asking.replyMechanism()).contains("reply queue");
      askAndAnswer(asking, pairs.get(0));
      asking.deletePairs(pairs).get(60, TimeUnit.SECONDS);
    } finally {
      driver.close();
    }
  }

  @Test
  void aRequesterWhoseQueueIsDeletedMakesItAgainAndGetsReplies() throws Exception {
    BenchmarkDriver driver = new RabbitMqQuorumBenchmarkDriver();
    driver.initialize(cluster.file(FILE), NullStatsLogger.INSTANCE);
    try (Connection other = other();
        Channel channel = other.createChannel()) {
      RequestReply asking = (RequestReply) driver;
      RequestReplyPair pair = pair(asking);
      try (Responder responder = responder(asking, pair);
          Requester requester = requester(asking, pair)) {
        assertThat(responder).isNotNull();
        channel.queueDelete(pair.requestDestination() + ".reply-0");
        await().atMost(Duration.ofSeconds(60)).until(() -> failures.get() > 0);
        await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () -> {
                  requester.sendRequest(new byte[] {'a'}, new Counting());
                  return replies.poll(500, TimeUnit.MILLISECONDS) != null;
                });
      }
      asking.deletePairs(List.of(pair)).get(60, TimeUnit.SECONDS);
    } finally {
      driver.close();
    }
  }

  @Test
  void aReplyQueueThatItsRequesterCouldNotDeleteGoesWithThePairs() throws Exception {
    BenchmarkDriver driver = new RabbitMqQuorumBenchmarkDriver();
    driver.initialize(cluster.file(FILE), NullStatsLogger.INSTANCE);
    try (Connection other = other()) {
      RequestReply asking = (RequestReply) driver;
      RequestReplyPair pair = pair(asking);
      String queue = pair.requestDestination() + ".reply-0";
      try (Requester requester = requester(asking, pair)) {
        await().atMost(Duration.ofSeconds(60)).until(() -> taken(queue, other));
        await().atMost(Duration.ofSeconds(60)).until(() -> failures.get() > 0);
        requester.close();
        Channel channel = other.createChannel();
        channel.queueDelete(queue);
        channel.queueDeclare(queue, true, false, false, Map.of());
      }
      asking.deletePairs(List.of(pair)).get(60, TimeUnit.SECONDS);
      Channel channel = other.createChannel();
      assertThatThrownBy(() -> channel.queueDeclarePassive(queue))
          .cause()
          .hasMessageContaining("NOT_FOUND");
    } finally {
      driver.close();
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

  private static Connection other() throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(cluster.brokers().placeholders().get("amqpUri"));
    return factory.newConnection();
  }

  private static RequestReplyPair pair(RequestReply asking) throws Exception {
    String name = "requests-" + UUID.randomUUID();
    PairsRequest wanted = new PairsRequest(List.of(name), false, 1, 1, 100, 100);
    return asking.createPairs(wanted).get(60, TimeUnit.SECONDS).get(0);
  }

  private Responder responder(RequestReply asking, RequestReplyPair pair) throws Exception {
    return asking.createResponder(new ResponderSpec(0, pair), new Echo()).get(60, TimeUnit.SECONDS);
  }

  private Requester requester(RequestReply asking, RequestReplyPair pair) throws Exception {
    return asking
        .createRequester(
            new RequesterSpec(0, pair, false, 1, Duration.ofSeconds(60)), new Replies())
        .get(60, TimeUnit.SECONDS);
  }

  private void askAndAnswer(RequestReply asking, RequestReplyPair pair) throws Exception {
    try (Responder responder = responder(asking, pair);
        Requester requester = requester(asking, pair)) {
      assertThat(responder).isNotNull();
      for (int i = 0; i < 20; i++) {
        requester.sendRequest(("request " + i).getBytes(StandardCharsets.UTF_8), new Counting());
        assertThat(replies.poll(60, TimeUnit.SECONDS)).isEqualTo("request " + i);
      }
      await().atMost(Duration.ofSeconds(60)).until(() -> accepted.get() == 40);
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
