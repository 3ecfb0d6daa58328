package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.exceptions.ConnectionClosedException;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishBuilder;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.mqtt.MqttConfiguration.Publishing;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages over one connection; called by one thread. A key selects the partition; others are
 * used in turn.
 *
 * <p>A send ends with PUBACK (QoS 1) or PUBCOMP (QoS 2), or when it is written (QoS 0).
 */
final class MqttProducer implements BenchmarkProducer, HeaderSender {
  private static final long SWEEP_MILLIS = 500;

  private final MqttLinks links;
  private final MqttLink link;
  private final String name;
  private final Publishing wanted;
  private final MqttTopic[] partitions;
  private final Set<Send> open = ConcurrentHashMap.newKeySet();
  private final Future<?> sweep;
  private final Consumer<MqttProducer> whenClosed;
  private int turn;

  private static final class Send extends SendFuture {
    private final long startNanos = System.nanoTime();
    private volatile @Nullable IOException loss;
  }

  private MqttProducer(
      MqttLinks links,
      String name,
      String clientId,
      List<String> topics,
      Consumer<Mqtt5AsyncClient> prepare,
      Consumer<MqttProducer> whenClosed)
      throws IOException, InterruptedException {
    this.links = links;
    this.name = name;
    this.whenClosed = whenClosed;
    this.wanted = links.configuration().publishing();
    this.partitions = topics.stream().map(MqttTopic::of).toArray(MqttTopic[]::new);
    // A broker that keeps the session recognizes repetitions of QoS 2.
    long sessionSeconds = wanted.republishes() ? wanted.sendTimeout().toSeconds() + 1 : 0;
    this.link =
        links.connect(
            new MqttLink.Wanted(
                name, clientId, true, sessionSeconds, this::connectionLost, prepare));
    this.sweep =
        links
            .environment()
            .eventLoops()
            .scheduleWithFixedDelay(
                this::failOld, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * @param prepare registers what must be in place before messages arrive on its connection
   */
  static MqttProducer open(
      MqttLinks links,
      String name,
      String clientId,
      List<String> topics,
      Consumer<Mqtt5AsyncClient> prepare,
      Consumer<MqttProducer> whenClosed)
      throws IOException, InterruptedException {
    MqttProducer producer = new MqttProducer(links, name, clientId, topics, prepare, whenClosed);
    Limits.requireQos(producer.link, producer.wanted.level(), "qos");
    return producer;
  }

  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    return sendAsync(key, payload, List.of());
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    Mqtt5PublishBuilder.Complete message =
        Mqtt5Publish.builder()
            .topic(partition(key))
            .qos(wanted.level())
            .payload(payload)
            .userProperties(MqttProperties.of(headers, System.currentTimeMillis()));
    Optional<Duration> expiry = wanted.messageExpiry();
    if (expiry.isPresent()) {
      message = message.messageExpiryInterval(expiry.get().toSeconds());
    }
    return send(message.build());
  }

  /** The connection. */
  MqttLink link() {
    return link;
  }

  CompletableFuture<Void> send(Mqtt5Publish message) {
    Send send = new Send();
    open.add(send);
    link.client().publish(message).whenComplete((done, failed) -> end(send, done, failed));
    return send;
  }

  private void end(Send send, @Nullable Mqtt5PublishResult done, @Nullable Throwable failed) {
    open.remove(send);
    Throwable failure = done == null ? failed : done.getError().orElse(null);
    if (failure == null) {
      send.complete(null);
    } else {
      // RabbitMQ says nothing when the right to write is missing.
      boolean unsaid = failure.getCause() instanceof ConnectionClosedException;
      send.completeExceptionally(
          MqttRefusals.failure(
              unsaid ? "the broker may have refused it, see its log: " : "", failure));
    }
  }

  private MqttTopic partition(Optional<String> key) {
    if (key.isPresent()) {
      return partitions[Math.floorMod(key.get().hashCode(), partitions.length)];
    }
    turn = turn + 1 == partitions.length ? 0 : turn + 1;
    return partitions[turn];
  }

  private void connectionLost(IOException reason) {
    open.forEach(send -> send.loss = reason);
    if (RefusedException.isIn(reason)) {
      open.forEach(send -> fail(send, reason)); // The broker would refuse them again.
    }
    int unacknowledged = open.size();
    if (unacknowledged > 0) {
      links
          .environment()
          .report(
              wanted.republishes()
                  ? DriverEvent.Kind.UNCONFIRMED_REPUBLISHED
                  : DriverEvent.Kind.UNCONFIRMED_FAILED,
              name,
              unacknowledged + " messages");
    }
  }

  private void failOld() {
    long nowNanos = System.nanoTime();
    long mostNanos = wanted.sendTimeout().toNanos();
    for (Send send : open) {
      if (nowNanos - send.startNanos > mostNanos) {
        IOException loss = send.loss;
        fail(
            send,
            "no acknowledgement within sendTimeout, "
                + wanted.sendTimeout()
                + (loss == null ? "" : "; " + loss.getMessage()));
      }
    }
  }

  private void fail(Send send, String reason) {
    fail(send, new IOException(reason));
  }

  private void fail(Send send, IOException reason) {
    open.remove(send);
    send.completeExceptionally(reason);
  }

  /** Sends without an answer fail. */
  @Override
  public void close() {
    sweep.cancel(false);
    link.closeWithSession();
    for (Send send : open) {
      fail(send, "the producer was closed before the message was acknowledged");
    }
    whenClosed.accept(this);
  }
}
