package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.lifecycle.MqttClientConnectedContext;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import com.hivemq.client.mqtt.lifecycle.MqttDisconnectSource;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5ClientBuilder;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5DisconnectException;
import com.hivemq.client.mqtt.mqtt5.message.auth.Mqtt5SimpleAuth;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAck;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5Disconnect;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5DisconnectReasonCode;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client with its connection, which is opened again when it is lost: on the next broker, without
 * a limit. Thread-safe.
 */
final class MqttLink implements AutoCloseable {
  private static final long RECONNECT_MILLIS = 200;

  private final MqttEnvironment environment;
  private final Wanted wanted;
  private final Mqtt5AsyncClient client;
  private volatile @Nullable Mqtt5ConnAck accepted;
  private volatile boolean established;
  private volatile boolean closed;
  private volatile boolean lost;
  private volatile @Nullable IOException lastLoss;

  /** The broker has refused the connection, and {@code whenLost} knows. */
  private volatile boolean refused;

  private int broker;

  /**
   * What a connection is for.
   *
   * @param name for events and messages
   * @param clean whether a session that exists is discarded
   * @param sessionSeconds for which the broker keeps the session without a connection
   * @param whenLost is called on the thread of the connection
   * @param prepare registers what must be in place before messages arrive
   */
  record Wanted(
      String name,
      String clientId,
      boolean clean,
      long sessionSeconds,
      Consumer<IOException> whenLost,
      Consumer<Mqtt5AsyncClient> prepare) {
    static Wanted withoutSession(String name, String clientId) {
      return new Wanted(name, clientId, true, 0, lost -> {}, client -> {});
    }

    Wanted withPrepare(Consumer<Mqtt5AsyncClient> registers) {
      return new Wanted(name, clientId, clean, sessionSeconds, whenLost, registers);
    }
  }

  private MqttLink(MqttEnvironment environment, int broker, Wanted wanted) {
    this.environment = environment;
    this.broker = broker;
    this.wanted = wanted;
    Mqtt5ClientBuilder builder =
        MqttClient.builder()
            .useMqttVersion5()
            .identifier(wanted.clientId())
            .transportConfig(environment.transport(broker))
            .executorConfig()
            .nettyExecutor(environment.eventLoops())
            .applicationScheduler(RxThreads.DIRECT)
            .applyExecutorConfig()
            .addConnectedListener(this::connected)
            .addDisconnectedListener(this::disconnected);
    Optional<MqttAddress.Login> login = environment.addresses().get(broker).login();
    this.client =
        (login.isPresent() ? builder.simpleAuth(auth(login.get())) : builder).buildAsync();
  }

  private static Mqtt5SimpleAuth auth(MqttAddress.Login login) {
    return Mqtt5SimpleAuth.builder()
        .username(login.user())
        .password(login.password().getBytes(StandardCharsets.UTF_8))
        .build();
  }

  static MqttLink open(MqttEnvironment environment, int broker, Wanted wanted)
      throws IOException, InterruptedException {
    MqttLink link = new MqttLink(environment, broker, wanted);
    MqttConfiguration configuration = environment.configuration();
    wanted.prepare().accept(link.client);
    Mqtt5Connect connect =
        Mqtt5Connect.builder()
            .cleanStart(wanted.clean())
            .sessionExpiryInterval(wanted.sessionSeconds())
            .keepAlive((int) configuration.connecting().keepAlive().toSeconds())
            .restrictions()
            .receiveMaximum(configuration.subscribing().receiveMaximum())
            .sendMaximum(configuration.publishing().maxInFlight())
            .applyRestrictions()
            .build();
    Duration timeout = configuration.connecting().connectTimeout();
    try {
      link.accepted = await(link.client.connect(connect), timeout.multipliedBy(2), "CONNACK");
      return link;
    } catch (IOException e) {
      link.close();
      throw e;
    }
  }

  Mqtt5AsyncClient client() {
    return client;
  }

  /** What the broker has said at the first connection. */
  Mqtt5ConnAck accepted() {
    Mqtt5ConnAck known = accepted;
    if (known == null) {
      throw new IllegalStateException("not connected");
    }
    return known;
  }

  private void connected(MqttClientConnectedContext context) {
    established = true;
    if (closed) {
      client.disconnect();
    } else if (lost) {
      lost = false;
      refused = false;
      String at =
          environment
              .addresses()
              .get(Math.floorMod(broker, environment.addresses().size()))
              .toString();
      environment.report(DriverEvent.Kind.CONNECTION_RECOVERED, wanted.name(), at);
    }
  }

  private void disconnected(MqttClientDisconnectedContext context) {
    if (closed || !established || context.getSource() == MqttDisconnectSource.USER) {
      return;
    }
    IOException reason =
        MqttRefusals.failure(wanted.name() + ": connection lost: ", context.getCause());
    lastLoss = reason;
    boolean news = !lost || (RefusedException.isIn(reason) && !refused);
    if (!lost) {
      lost = true;
      environment.report(
          DriverEvent.Kind.CONNECTION_LOST, wanted.name(), MqttRefusals.reason(context.getCause()));
    }
    if (news) {
      refused = RefusedException.isIn(reason);
      wanted.whenLost().accept(reason);
    }
    if (isTakenOver(context.getCause())) {
      wanted
          .whenLost()
          .accept(
              new IOException(
                  wanted.name()
                      + ": another client uses the session "
                      + wanted.clientId()
                      + "; without shared subscriptions the consumers of a subscription must be on"
                      + " one worker"));
      return;
    }
    broker++;
    context
        .getReconnector()
        .reconnect(true)
        .republishIfSessionExpired(environment.configuration().publishing().republishes())
        .transportConfig(environment.transport(broker))
        .delay(RECONNECT_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static boolean isTakenOver(Throwable cause) {
    return cause instanceof Mqtt5DisconnectException disconnect
        && disconnect.getMqttMessage().getReasonCode()
            == Mqtt5DisconnectReasonCode.SESSION_TAKEN_OVER;
  }

  /** Waits for an answer of the broker. */
  <T> T await(CompletableFuture<T> answer, String what) throws IOException, InterruptedException {
    try {
      return await(answer, environment.configuration().connecting().connectTimeout(), what);
    } catch (IOException e) {
      IOException loss = lastLoss;
      if (loss != null && e.getCause() instanceof TimeoutException) {
        throw MqttRefusals.failure(e.getMessage() + "; ", loss);
      }
      throw e;
    }
  }

  private static <T> T await(CompletableFuture<T> answer, Duration timeout, String what)
      throws IOException, InterruptedException {
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw MqttRefusals.failure("", e);
    } catch (TimeoutException e) {
      throw new IOException("no " + what + " within " + timeout.toMillis() + " ms", e);
    }
  }

  /** Keeps the session as long as was wanted. */
  @Override
  public void close() {
    close(Mqtt5Disconnect.builder().build());
  }

  /** The broker discards the session, and sends without an answer fail. */
  void closeWithSession() {
    close(Mqtt5Disconnect.builder().sessionExpiryInterval(0).build());
  }

  private void close(Mqtt5Disconnect message) {
    closed = true;
    try {
      client
          .disconnect(message)
          .get(
              environment.configuration().connecting().closeTimeout().toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // Not connected, or the broker does not answer: the connection ends with the event loops.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
