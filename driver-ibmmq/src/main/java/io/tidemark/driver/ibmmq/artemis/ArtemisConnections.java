package io.tidemark.driver.ibmmq.artemis;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsFailure.Kind;
import io.tidemark.driver.ibmmq.provider.SignedOn;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.jms.Connection;
import javax.jms.ConnectionFactory;
import javax.jms.IllegalStateException;
import javax.jms.InvalidDestinationException;
import javax.jms.JMSException;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connections to the broker of a driver file. They have as few factories as possible, because each
 * has its own threads. Thread-safe.
 */
final class ArtemisConnections implements AutoCloseable {
  private static final int CONFIRMATION_WINDOW_BYTES = 1 << 20;

  private final IbmMqConfiguration configuration;
  private final List<ActiveMQConnectionFactory> factories = new ArrayList<>();
  private @Nullable ActiveMQConnectionFactory factory;

  ArtemisConnections(IbmMqConfiguration configuration) {
    this.configuration = configuration;
  }

  synchronized ConnectionFactory factory() throws JmsFailure {
    if (factory == null) {
      factory = newFactory();
    }
    return factory;
  }

  /**
   * A new one, for producers that put asynchronously. Without a window the client calls such a put
   * complete before the broker has it. With one the broker keeps what belongs to a lost connection
   * for its return, so consumers have the other factory.
   */
  synchronized ConnectionFactory publishing() throws JmsFailure {
    ActiveMQConnectionFactory made = newFactory();
    if (completesEarly(made)) {
      made.setConfirmationWindowSize(CONFIRMATION_WINDOW_BYTES);
    }
    return made;
  }

  static boolean completesEarly(ConnectionFactory factory) {
    return factory instanceof ActiveMQConnectionFactory artemis
        && artemis.getConfirmationWindowSize() < 0;
  }

  private ActiveMQConnectionFactory newFactory() throws JmsFailure {
    String url = configuration.where().brokerUrl();
    try {
      // The client retries at most once: the driver reconnects and reports this.
      ActiveMQConnectionFactory made = new ActiveMQConnectionFactory(url);
      made.setReconnectAttempts(0);
      made.setInitialConnectAttempts(1);
      made.setConnectionTTL(30_000);
      made.setCallTimeout(configuration.connecting().connectTimeout().toMillis());
      // Each send waits until the broker has the message, as with a queue manager's client.
      made.setBlockOnDurableSend(true);
      made.setBlockOnNonDurableSend(true);
      made.setConsumerWindowSize(0);
      made.setUseGlobalPools(false);
      factories.add(made);
      return made;
    } catch (IllegalArgumentException e) {
      throw new JmsFailure(
          "brokerUrl is not an address of Artemis: "
              + configuration
                  .where()
                  .address()); // The cause's text may be the whole URL with what is secret in it.
    }
  }

  /** A new connection, not started. */
  Connection connect(ConnectionFactory from) throws JMSException {
    return SignedOn.connect(from, configuration.who());
  }

  JmsFailure failure(String doing, JMSException cause) {
    return ArtemisFailures.explain(doing, configuration.where().address(), cause);
  }

  @Override
  public synchronized void close() {
    if (!factories.isEmpty()) {
      // In this order: the network threads still hand work to the factories'.
      ClientThreads.awaitEnd();
      factories.forEach(ActiveMQConnectionFactory::close);
      factories.clear();
      factory = null;
    }
  }

  /** Artemis's exceptions in one line. */
  static final class ArtemisFailures {
    private ArtemisFailures() {}

    static JmsFailure explain(String doing, String address, JMSException cause) {
      String message = String.valueOf(cause.getMessage());
      return new JmsFailure(doing + " at " + address + ": " + message, kind(cause, message), cause);
    }

    private static Kind kind(JMSException cause, String message) {
      if (cause instanceof InvalidDestinationException) {
        return Kind.UNKNOWN_OBJECT;
      }
      if (JmsFailure.isRefusal(cause)) {
        return Kind.REFUSED;
      }
      boolean gone =
          cause instanceof IllegalStateException
              || message.contains("AMQ219014") // timed out waiting for a response
              || message.contains("AMQ219016") // connection failure detected
              || message.contains("AMQ219006") // channel disconnected
              || message.contains("AMQ219007") // cannot connect
              || message.contains("AMQ219010") // connection is destroyed
              || message.contains("AMQ219017") // consumer is closed
              || message.contains("AMQ219018") // producer is closed
              || message.contains("AMQ219019") // session is closed
              || message.contains("Failed to create session factory")
              || message.contains("Disconnected");
      return gone ? Kind.CONNECTION : Kind.OTHER;
    }
  }

  /**
   * The network threads of Artemis's client end a while after its connections. When they do, they
   * need classes, which are gone once the driver's class loader is closed.
   */
  static final class ClientThreads {
    private static final String NAME = "activemq-client-remoting";
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(8);

    private ClientThreads() {}

    /** Waits for those of this driver's class loader; not where all share the application's. */
    static void awaitEnd() {
      ClassLoader own = ClientThreads.class.getClassLoader();
      if (own == ClassLoader.getSystemClassLoader()) {
        return;
      }
      long endNanos = System.nanoTime() + MOST_NANOS;
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().contains(NAME) && thread.getContextClassLoader() == own) {
          long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
          if (leftMillis <= 0) {
            return;
          }
          try {
            thread.join(leftMillis);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
          }
        }
      }
    }
  }
}
