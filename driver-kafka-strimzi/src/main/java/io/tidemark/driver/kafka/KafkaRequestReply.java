package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.kafka.cluster.KafkaCluster;
import io.tidemark.driver.kafka.cluster.KafkaTelemetry;
import io.tidemark.driver.kafka.consumer.KafkaBenchmarkConsumer;
import io.tidemark.driver.kafka.consumer.RecordSink;
import io.tidemark.driver.kafka.producer.CorrelationHeaders;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Native request and reply on Kafka: a request topic whose responders are a consumer group, a reply
 * topic with a partition for each requester, which alone reads it, and headers with the reply
 * destination.
 */
record KafkaRequestReply(KafkaCluster cluster, KafkaClients clients, KafkaTelemetry telemetry) {
  static final String MECHANISM = "reply topic with correlation header, a partition per requester";

  /** The mechanism with transactions. */
  static final String EXACTLY_ONCE = MECHANISM + ", replies and offsets in transactions";

  private static final String REPLIES = "-replies";
  private static final String GROUP = "responders-";

  /** Blocks until every partition has a leader. */
  List<RequestReplyPair> create(PairsRequest request) throws IOException, InterruptedException {
    int pairs = request.names().size();
    List<TopicInfo> topics = new ArrayList<>();
    List<RequestReplyPair> made = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      String requests = request.names().get(i);
      String replies = requests + REPLIES;
      if (!request.existing()) {
        topics.add(new TopicInfo(requests, clientsOf(i, pairs, request.responders())));
      }
      topics.add(new TopicInfo(replies, clientsOf(i, pairs, request.requesters())));
      made.add(
          new RequestReplyPair(
              i, requests, new ReplyTopic(replies, pairs, request.existing()).text()));
    }
    cluster.topics().create(topics);
    made.forEach(pair -> topicsOf(pair).forEach(telemetry::uses));
    return made;
  }

  /** Client {@code n} uses pair {@code n % pairs}; a topic has a partition at least. */
  private static int clientsOf(int pair, int pairs, int clients) {
    return Math.max(1, (clients - pair + pairs - 1) / pairs);
  }

  private static List<String> topicsOf(RequestReplyPair pair) {
    return List.of(pair.requestDestination(), ReplyTopic.of(pair).name());
  }

  void delete(List<RequestReplyPair> pairs) throws IOException, InterruptedException {
    List<String> topics = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    for (RequestReplyPair pair : pairs) {
      topicsOf(pair).forEach(telemetry::forget);
      ReplyTopic replies = ReplyTopic.of(pair);
      topics.add(replies.name());
      groups.add(GROUP + pair.requestDestination());
      if (!replies.requestsExisted()) {
        topics.add(pair.requestDestination());
      }
    }
    cluster.topics().delete(topics);
    cluster.groups().delete(new HashSet<>(groups));
  }

  /** Blocks until the responder has its partitions. */
  Responder responder(ResponderSpec spec, RequestHandler handler) throws Exception {
    Producer<String, byte[]> replies = clients.client();
    String topic = spec.pair().requestDestination();
    try {
      if (clients.transactional()) {
        return clients.consumers().transactional(topic, GROUP + topic, handler, replies).start();
      }
      KafkaBenchmarkConsumer consumer =
          clients.consumers().member(topic, GROUP + topic, new Answering(handler, replies)).ready();
      return () -> {
        try {
          consumer.close();
        } finally {
          replies.close(clients.closeTimeout());
        }
      };
    } catch (Exception e) {
      replies.close(Duration.ZERO);
      throw e;
    }
  }

  /** Passes requests to the framework, and its replies to the requests' reply destinations. */
  private record Answering(RequestHandler handler, Producer<String, byte[]> replies)
      implements RecordSink {
    @Override
    public void deliver(ConsumerRecord<?, ByteBuffer> message, ReceivedBatch batch) {
      byte[] payload = new byte[message.value() == null ? 0 : message.value().remaining()];
      if (payload.length > 0) {
        message.value().get(payload);
      }
      handler.requestReceived(payload, (reply, result) -> reply(message, reply, result));
    }

    private void reply(ConsumerRecord<?, ByteBuffer> request, byte[] payload, SendResult result) {
      ProducerRecord<String, byte[]> reply =
          CorrelationHeaders.reply(request.headers(), payload).orElse(null);
      if (reply == null) {
        result.failed(new IllegalStateException("the request names no reply topic"));
      } else {
        KafkaRequester.send(replies, reply, result);
      }
    }

    @Override
    public void failed(Throwable cause) {
      handler.receiveFailed(cause);
    }
  }
}
