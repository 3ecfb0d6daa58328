package org.example.nats;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener.Events;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.tidemark.driver.DriverEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens connections. Each producer and each consumer has one, as separate applications have. */
record NatsConnector(NatsConfiguration configuration, Consumer<DriverEvent> events) {
  private static final Logger log = LoggerFactory.getLogger(NatsConnector.class);
  private static final Duration RECONNECT_WAIT = Duration.ofMillis(200);

  /**
   * Fails if no server is reachable; the message names addresses and key. A connection that is lost
   * later is opened again by the client, without a limit.
   *
   * @param name for the broker and for events
   * @param lost is called when the connection is lost
   */
  Connection connect(String name, Consumer<IOException> lost)
      throws IOException, InterruptedException {
    Options.Builder options =
        new Options.Builder()
            .servers(configuration.urls().toArray(String[]::new))
            .connectionName(name)
            .connectionTimeout(configuration.connectTimeout())
            .requestCleanupInterval(configuration.sendTimeout())
            .maxReconnects(-1)
            .reconnectWait(RECONNECT_WAIT)
            .errorListener(new DebugLog())
            .connectionListener((connection, event) -> report(name, event, lost));
    configuration
        .user()
        .ifPresent(user -> options.userInfo(user, configuration.password().orElseThrow()));
    if (configuration.tls().isPresent()) {
      options.sslContext(configuration.tls().get().context());
    }
    try {
      return Nats.connect(options.build());
    } catch (IOException e) {
      throw new IOException(
          "cannot connect to %s (key 'servers'): %s"
              .formatted(configuration.servers(), e.getMessage()),
          e);
    }
  }

  private void report(String name, Events event, Consumer<IOException> lost) {
    switch (event) {
      case DISCONNECTED -> {
        lost.accept(new IOException("connection to " + configuration.servers() + " lost"));
        events.accept(new DriverEvent(DriverEvent.Kind.CONNECTION_LOST, name, event.toString()));
      }
      case RECONNECTED ->
          events.accept(
              new DriverEvent(DriverEvent.Kind.CONNECTION_RECOVERED, name, event.toString()));
      default -> log.debug("{}: {}", name, event);
    }
  }

  /** What matters is reported as event or failure; the client's default prints to the console. */
  private static final class DebugLog implements ErrorListener {
    @Override
    public void errorOccurred(Connection connection, String error) {
      log.debug("{}", error);
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception exception) {
      log.debug("{}", exception.toString());
    }
  }
}
