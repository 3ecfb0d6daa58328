package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishBuilder;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.Responder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Passes requests to a handler, and sends its replies on the connection of the requests. */
record MqttResponder(MqttConsumer consumer) implements Responder {

  /** A request without a response topic is of another program, and gets no reply. */
  static void respond(
      Subscription subscription, MqttQos qos, RequestHandler handler, Mqtt5Publish request) {
    handler.requestReceived(
        request.getPayloadAsBytes(),
        (payload, result) -> {
          if (request.getResponseTopic().isEmpty()) {
            result.failed(new IOException("a request without a response topic"));
            return;
          }
          Mqtt5PublishBuilder.Complete reply =
              Mqtt5Publish.builder()
                  .topic(request.getResponseTopic().get())
                  .qos(qos)
                  .payload(payload);
          if (request.getCorrelationData().isPresent()) {
            reply = reply.correlationData(request.getCorrelationData().get());
          }
          subscription
              .publish(reply.build())
              .whenComplete((done, failed) -> end(result, done, failed));
        });
  }

  private static void end(
      SendResult result, @Nullable Mqtt5PublishResult done, @Nullable Throwable failed) {
    Throwable failure = done == null ? failed : done.getError().orElse(null);
    if (failure == null) {
      result.accepted();
    } else {
      result.failed(failure);
    }
  }

  @Override
  public void close() throws InterruptedException {
    consumer.close();
  }
}
