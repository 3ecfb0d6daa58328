package io.tidemark.driver.rabbitmq.quorum.amqp091;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.impl.FrameHandler;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfigurationRules;
import io.tidemark.driver.rabbitmq.quorum.connection.ConnectionSlot;
import io.tidemark.driver.rabbitmq.quorum.connection.DialedConnection;
import io.tidemark.driver.rabbitmq.quorum.connection.GroupedWrites;
import io.tidemark.driver.rabbitmq.quorum.connection.QuorumConnections;
import io.tidemark.driver.rabbitmq.quorum.connection.Retries;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumTopology;
import io.tidemark.driver.settings.SettingValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Over a connection whose network the test decides. */
@Timeout(60)
@Tag("slow")
class QuorumProducerTest {
  private static final byte[] PAYLOAD = new byte[8];

  private final CountDownLatch writing = new CountDownLatch(1);
  private final CountDownLatch severed = new CountDownLatch(1);
  private final AtomicInteger flushes = new AtomicInteger();
  private final Retries retries = new Retries(Duration.ofMillis(10));
  private volatile ShutdownListener atTheEndOfTheChannel;
  private volatile boolean stuck;
  private volatile boolean stuckInCommit;
  private volatile boolean ownsConnection = true;

  @AfterEach
  void close() {
    severed.countDown();
    retries.close();
  }

  @Test
  void aSendOverALostLinkFailsInTimeWithTheReason() throws Exception {
    retries.close(); // No recovery, as if all recovery threads were busy.
    QuorumProducer producer = producer(Map.of("sendTimeout", "100ms"));
    atTheEndOfTheChannel.shutdownCompleted(
        new ShutdownSignalException(true, false, null, "the test's connection"));

    CompletableFuture<Void> sent = inBackground(producer);

    assertThatThrownBy(() -> sent.get(30, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("not sent to t: waited PT0.1S for a connection")
        .hasMessageContaining("connection to h:1 was lost");
  }

  @ParameterizedTest
  @CsvSource({"async, true", "async, false", "transaction, true", "transaction, false"})
  void closingSeversAWriteThatIsStuckInsteadOfWaitingForIt(String confirms, boolean owned)
      throws Exception {
    stuck = true;
    ownsConnection = owned;
    QuorumProducer producer =
        producer(Map.of("confirms", confirms, "connections", Map.of("closeTimeout", "50ms")));
    CompletableFuture<Void> sent = inBackground(producer);
    assertThat(writing.await(30, TimeUnit.SECONDS)).isTrue();

    CompletableFuture<Void> closed = CompletableFuture.runAsync(producer::close);

    assertThat(closed).succeedsWithin(Duration.ofSeconds(30));
    assertThat(severed.getCount()).isZero();
    assertThatThrownBy(() -> sent.get(30, TimeUnit.SECONDS))
        .hasMessageContaining("closed before the broker confirmed");
  }

  @Test
  void closingDoesNotWaitForACommitThatTheBrokerDoesNotAnswer() throws Exception {
    stuckInCommit = true;
    QuorumProducer producer =
        producer(Map.of("confirms", "transaction", "connections", Map.of("closeTimeout", "50ms")));
    CompletableFuture<Void> sent = inBackground(producer);
    assertThat(writing.await(30, TimeUnit.SECONDS)).isTrue();

    CompletableFuture<Void> closed = CompletableFuture.runAsync(producer::close);

    assertThat(closed).succeedsWithin(Duration.ofSeconds(30));
    assertThatThrownBy(() -> sent.get(30, TimeUnit.SECONDS))
        .hasMessageContaining("closed before the broker confirmed");
  }

  @Test
  void closingAConnectionDoesNotWaitForAConnectionAttempt() throws Exception {
    CountDownLatch dialing = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    BrokerUri uri = new BrokerUri(false, "h", 1, "/", "u", "p");
    ConnectionSlot slot =
        new ConnectionSlot(
            (address, name) -> {
              dialing.countDown();
              awaited(answered);
              return dialed(uri);
            },
            "test",
            true,
            () -> List.of(uri),
            event -> {});
    CompletableFuture<Object> opened =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return slot.openChannel();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    assertThat(dialing.await(30, TimeUnit.SECONDS)).isTrue();

    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(() -> slot.close(Duration.ofMillis(50)));

    assertThat(closed).succeedsWithin(Duration.ofSeconds(30));
    answered.countDown();
    assertThatThrownBy(() -> opened.get(30, TimeUnit.SECONDS))
        .hasMessageContaining("was closed by the driver");
    assertThat(severed.getCount()).as("the connection that came too late is closed").isZero();
  }

  @Test
  void whatIsHeldBackLeavesBeforeASendWaitsForRoom() throws Exception {
    QuorumProducer producer = producer(Map.of("confirmWindow", 2, "sendTimeout", "50ms"));
    producer.hold();
    producer.sendAsync(Optional.empty(), PAYLOAD);
    producer.sendAsync(Optional.empty(), PAYLOAD);
    assertThat(flushes).hasValue(0);

    producer.sendAsync(Optional.empty(), PAYLOAD);

    assertThat(flushes).hasValue(1);
  }

  @Test
  void whatIsHeldBackLeavesAtTheEndOfTheGroup() throws Exception {
    QuorumProducer producer = producer(Map.of());
    producer.hold();
    producer.sendAsync(Optional.empty(), PAYLOAD);
    producer.release();
    assertThat(flushes).hasValue(1);

    producer.release();

    assertThat(flushes).as("nothing is held any more").hasValue(1);
  }

  @Test
  void aTransactionIsNeverHeldBack() throws Exception {
    QuorumProducer producer = producer(Map.of("confirms", "transaction"));
    producer.hold();
    producer.sendAsync(Optional.empty(), PAYLOAD);

    producer.release();

    assertThat(flushes).as("left to the client, which flushes each message").hasValue(0);
  }

  @Test
  void aBlockedConnectionFlushesWhenItIsNotAnyMore() {
    DialedConnection connection = dialed(new BrokerUri(false, "h", 1, "/", "u", "p"));
    connection.holdWrites();
    connection.blocked("low on memory");
    connection.releaseWrites();
    assertThat(flushes).as("a write to a broker that does not read may never end").hasValue(0);

    connection.unblocked();

    await().atMost(Duration.ofSeconds(60)).until(() -> flushes.get() == 1);
  }

  private static void awaited(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static CompletableFuture<Void> inBackground(QuorumProducer producer) {
    return CompletableFuture.supplyAsync(() -> producer.sendAsync(Optional.empty(), PAYLOAD))
        .thenCompose(sent -> sent);
  }

  private QuorumProducer producer(Map<String, Object> settings) throws IOException {
    BrokerUri uri = new BrokerUri(false, "h", 1, "/", "u", "p");
    ConnectionSlot slot =
        new ConnectionSlot(
            (address, name) -> dialed(uri), "test", true, () -> List.of(uri), event -> {});
    return new QuorumProducer(
            "t",
            List.of(new QuorumTopology.Target("", "q")),
            QuorumTopology.Routing.FIXED,
            QuorumConfigurationRules.read(new SettingValues("file", settings)),
            new QuorumConnections.Lease(slot, ownsConnection),
            retries,
            event -> {})
        .open();
  }

  private DialedConnection dialed(BrokerUri uri) {
    return new DialedConnection(
        proxy(Connection.class, this::onConnection),
        uri,
        new GroupedWrites(proxy(FrameHandler.class, this::onTransport)),
        this::sever);
  }

  private void sever() {
    severed.countDown();
  }

  private Object onConnection(Object proxy, Method method, Object[] arguments)
      throws InterruptedException {
    switch (method.getName()) {
      case "createChannel":
        return proxy(Channel.class, this::onChannel);
      case "isOpen":
        return true;
      case "abort": // A close handshake waits behind the stuck write.
        severed.await();
        return null;
      default:
        return null;
    }
  }

  private Object onChannel(Object proxy, Method method, Object[] arguments) throws Exception {
    switch (method.getName()) {
      case "addShutdownListener":
        atTheEndOfTheChannel = (ShutdownListener) arguments[0];
        return null;
      case "isOpen":
        return true;
      case "txCommit":
        if (stuckInCommit) {
          severed.await();
          throw new IOException("socket closed");
        }
        return null;
      case "abort": // Its handshake, too, waits behind the stuck write.
        if (stuck || stuckInCommit) {
          severed.await();
        }
        return null;
      case "basicPublish":
        writing.countDown();
        if (stuck) {
          severed.await();
          throw new IOException("socket closed");
        }
        return null;
      default:
        return null;
    }
  }

  private Object onTransport(Object proxy, Method method, Object[] arguments) {
    if (method.getName().equals("flush")) {
      flushes.incrementAndGet();
    }
    return null;
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
