package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5RetainHandling;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5Subscribe;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.suback.Mqtt5SubAck;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.suback.Mqtt5SubAckReasonCode;
import com.hivemq.client.mqtt.mqtt5.message.unsubscribe.Mqtt5Unsubscribe;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.FailureReason;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A session of the broker with one subscription, and its connection. Its members take the messages
 * in the order in which they have arrived. Thread-safe.
 */
final class Subscription {
  private final MqttLinks links;
  private final Identity identity;
  private final MqttLink link;
  private final WaitingMessages<Mqtt5Publish> waiting = new WaitingMessages<>();
  private final Set<Consumer<Throwable>> members = ConcurrentHashMap.newKeySet();
  private final AtomicLong dropped = new AtomicLong();

  /**
   * Which session, of which topic.
   *
   * @param filter as the broker gets it
   */
  record Identity(String topic, String subscription, String clientId, String filter) {
    String name() {
      return "subscription " + subscription + " of " + topic + " (" + clientId + ")";
    }
  }

  private Subscription(MqttLinks links, Identity identity)
      throws IOException, InterruptedException {
    this.links = links;
    this.identity = identity;
    MqttConfiguration configuration = links.configuration();
    MqttLink.Wanted wanted =
        new MqttLink.Wanted(
            identity.name(),
            identity.clientId(),
            false,
            configuration.subscribing().sessionExpiry().toSeconds(),
            this::connectionLost,
            // A session that exists sends before the subscription is repeated.
            client ->
                client.publishes(MqttGlobalPublishFilter.ALL, this::arrived, Runnable::run, true));
    this.link = links.connect(wanted);
  }

  /** Returns when the subscription is in place. */
  static Subscription open(MqttLinks links, Identity identity)
      throws IOException, InterruptedException {
    Subscription opened = new Subscription(links, identity);
    try {
      opened.subscribe();
      return opened;
    } catch (IOException | InterruptedException e) {
      opened.link.close();
      throw e;
    }
  }

  private void subscribe() throws IOException, InterruptedException {
    MqttQos wanted = links.configuration().subscriptionLevel();
    Mqtt5SubAck answer = answer(wanted);
    Mqtt5SubAckReasonCode granted = answer.getReasonCodes().get(0);
    if (granted.getCode() < wanted.getCode()) {
      links
          .environment()
          .report(
              DriverEvent.Kind.NOTICE,
              identity.name(),
              "subscriptionQos: got "
                  + wanted.getCode()
                  + "; the broker grants "
                  + granted.getCode());
    }
  }

  private Mqtt5SubAck answer(MqttQos wanted) throws IOException, InterruptedException {
    try {
      return link.await(
          link.client()
              .subscribe(
                  Mqtt5Subscribe.builder()
                      .topicFilter(identity.filter())
                      .qos(wanted)
                      .retainHandling(Mqtt5RetainHandling.DO_NOT_SEND)
                      .build()),
          "SUBACK");
    } catch (IOException e) {
      throw MqttRefusals.failure(identity.filter() + ": the broker refuses it: ", e);
    }
  }

  Identity identity() {
    return identity;
  }

  /** On the thread of the connection. */
  private void arrived(Mqtt5Publish message) {
    if (message.getQos() == MqttQos.AT_MOST_ONCE
        && waiting.size() >= links.configuration().subscribing().receiveMaximum()) {
      if (dropped.incrementAndGet() == 1) {
        links
            .environment()
            .report(
                DriverEvent.Kind.NOTICE,
                identity.name(),
                "a consumer is slower than the broker: messages of QoS 0 are dropped (receiveMaximum)");
      }
      return;
    }
    waiting.add(message);
  }

  /**
   * The broker sends what is not acknowledged once more: of QoS 1 it is not kept twice. Of QoS 2
   * the client itself recognizes the repetition.
   */
  private void connectionLost(IOException reason) {
    for (Mqtt5Publish message : waiting.drain()) {
      if (message.getQos() == MqttQos.AT_LEAST_ONCE) {
        message.acknowledge();
      } else {
        waiting.add(message);
      }
    }
    members.forEach(member -> member.accept(reason));
  }

  /**
   * @param member gets the failures of the connection
   */
  void join(Consumer<Throwable> member) {
    members.add(member);
  }

  /** Whether no member is left. */
  boolean leave(Consumer<Throwable> member) {
    members.remove(member);
    return members.isEmpty();
  }

  /** The broker keeps the session, but sends it no further messages. */
  void unsubscribeAndClose() throws InterruptedException {
    try {
      link.await(
          link.client()
              .unsubscribe(Mqtt5Unsubscribe.builder().topicFilter(identity.filter()).build()),
          "UNSUBACK");
    } catch (IOException e) {
      links
          .environment()
          .report(
              DriverEvent.Kind.NOTICE, identity.name(), "cannot be ended: " + FailureReason.of(e));
    }
    close();
  }

  /** The broker keeps the session. */
  void close() {
    link.close();
  }

  /** Sends a message on the connection of the session. */
  CompletableFuture<Mqtt5PublishResult> publish(Mqtt5Publish message) {
    return link.client().publish(message);
  }

  WaitingMessages<Mqtt5Publish> waiting() {
    return waiting;
  }
}
