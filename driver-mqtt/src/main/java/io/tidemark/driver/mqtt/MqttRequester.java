package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5Subscribe;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.suback.Mqtt5SubAck;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * Sends requests with its own topic as the response topic, and a number as correlation data; gets
 * the replies on the same connection.
 */
final class MqttRequester implements Requester {
  private final MqttProducer producer;
  private final MqttTopic requests;
  private final MqttTopic replies;
  private final MqttQos qos;
  private long sent;

  private MqttRequester(MqttProducer producer, RequesterSpec spec, String replyTopic, MqttQos qos) {
    this.producer = producer;
    this.requests = MqttTopic.of(spec.pair().requestDestination());
    this.replies = MqttTopic.of(replyTopic);
    this.qos = qos;
  }

  /** Of this client alone: several with one index may be open. */
  private static String replyTopic(RequesterSpec spec, String clientId) {
    return spec.pair().replyDestination() + "/" + clientId;
  }

  /** Returns when the broker has the subscription for replies. */
  static MqttRequester open(
      MqttLinks links,
      RequesterSpec spec,
      String clientId,
      ReplyCallback callback,
      Consumer<MqttProducer> whenClosed)
      throws IOException, InterruptedException {
    String topic = replyTopic(spec, clientId);
    MqttProducer producer =
        MqttProducer.open(
            links,
            "requester " + spec.index(),
            clientId,
            List.of(spec.pair().requestDestination()),
            client ->
                client.publishes(
                    MqttGlobalPublishFilter.ALL,
                    reply -> callback.replyReceived(reply.getPayloadAsBytes()),
                    Runnable::run,
                    false),
            whenClosed);
    try {
      subscribe(producer.link(), topic, links.configuration().subscriptionLevel());
    } catch (IOException | InterruptedException e) {
      producer.close();
      throw e;
    }
    return new MqttRequester(producer, spec, topic, links.configuration().publishing().level());
  }

  private static void subscribe(MqttLink link, String topic, MqttQos level)
      throws IOException, InterruptedException {
    Mqtt5SubAck answer =
        link.await(
            link.client().subscribe(Mqtt5Subscribe.builder().topicFilter(topic).qos(level).build()),
            "SUBACK");
    if (answer.getReasonCodes().get(0).isError()) {
      throw new IOException(topic + ": the broker refuses it: " + answer.getReasonCodes().get(0));
    }
  }

  MqttProducer producer() {
    return producer;
  }

  @Override
  public void sendRequest(byte[] payload, SendResult result) {
    sent++;
    Mqtt5Publish request =
        Mqtt5Publish.builder()
            .topic(requests)
            .qos(qos)
            .payload(payload)
            .responseTopic(replies)
            .correlationData(ByteBuffer.allocate(Long.BYTES).putLong(0, sent))
            .build();
    producer
        .send(request)
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                result.accepted();
              } else {
                result.failed(failure);
              }
            });
  }

  @Override
  public void close() {
    producer.close();
  }
}
