package io.tidemark.driver.rabbitmq.quorum.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.rabbitmq.BrokerUri;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Losses and recoveries, with connections whose listeners are called when the test wants it. */
class ConnectionSlotTest {
  private static final BrokerUri URI = new BrokerUri(false, "h", 1, "/", "u", "p");

  private final List<DriverEvent> events = new ArrayList<>();
  private final List<Scripted> dialed = new ArrayList<>();
  private final ConnectionSlot slot =
      new ConnectionSlot(
          (uri, name) -> {
            Scripted connection = new Scripted();
            dialed.add(connection);
            return new DialedConnection(connection.proxy(), uri, null, () -> {});
          },
          "c",
          true,
          () -> List.of(URI),
          events::add);

  private static final class Scripted {
    private final List<ShutdownListener> listeners = new ArrayList<>();
    private ShutdownSignalException closed;

    Connection proxy() {
      return (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "isOpen" -> closed == null;
                    case "getCloseReason" -> closed;
                    case "createChannel" -> channel();
                    case "addShutdownListener" -> listeners.add((ShutdownListener) arguments[0]);
                    case "abort", "addBlockedListener" -> null;
                    default -> throw new UnsupportedOperationException(method.getName());
                  });
    }

    private static Channel channel() {
      return (Channel)
          Proxy.newProxyInstance(
              Channel.class.getClassLoader(),
              new Class<?>[] {Channel.class},
              (proxy, method, arguments) -> null);
    }

    void end(boolean byUs) {
      closed =
          new ShutdownSignalException(
              true, byUs, new AMQP.Connection.Close.Builder().build(), this);
    }

    void tellListeners() {
      listeners.forEach(each -> each.shutdownCompleted(closed));
    }
  }

  private List<Kind> kinds() {
    return events.stream().map(DriverEvent::kind).toList();
  }

  @Test
  void reportsALossAndThenTheRecovery() throws Exception {
    slot.openChannel();
    dialed.get(0).end(false);
    dialed.get(0).tellListeners();
    assertThat(kinds()).containsExactly(Kind.CONNECTION_LOST);
    slot.openChannel();
    assertThat(kinds()).containsExactly(Kind.CONNECTION_LOST, Kind.CONNECTION_RECOVERED);
  }

  @Test
  void reportsARecoveryThatIsFasterThanTheConnectionsListeners() throws Exception {
    slot.openChannel();
    dialed.get(0).end(false);
    slot.openChannel();
    dialed.get(0).tellListeners();
    slot.openChannel();
    assertThat(kinds()).containsExactly(Kind.CONNECTION_LOST, Kind.CONNECTION_RECOVERED);
    assertThat(dialed).hasSize(2);
  }

  @Test
  void whatWasClosedByUsIsNoLoss() throws Exception {
    slot.openChannel();
    dialed.get(0).end(true);
    dialed.get(0).tellListeners();
    slot.openChannel();
    slot.close(Duration.ofSeconds(1));
    assertThat(kinds()).isEmpty();
  }
}
