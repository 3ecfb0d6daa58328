package io.tidemark.driver.ibmmq.client;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Mode;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsProvider;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import javax.jms.Connection;
import javax.jms.ConnectionFactory;
import javax.jms.JMSException;
import javax.jms.Session;
import org.jspecify.annotations.Nullable;

/** Opens sessions, each on a separate connection or all on one. Thread-safe. */
public final class MqConnections implements AutoCloseable {
  private static final String COMMON = "shared connection";
  private final JmsProvider provider;
  private final ConnectionFactory factory;
  private final ConnectionFactory publishing;
  private final boolean shared;
  private final Consumer<DriverEvent> events;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final Set<String> interrupted = ConcurrentHashMap.newKeySet();
  private @Nullable Connection common;
  private volatile boolean closed;

  public MqConnections(JmsProvider provider, Mode mode, Consumer<DriverEvent> events)
      throws JmsFailure {
    this.provider = provider;
    this.factory = provider.connectionFactory();
    this.publishing = provider.publishingFactory(factory);
    this.shared = mode == Mode.SHARED;
    this.events = events;
  }

  /**
   * A new session.
   *
   * @param who for messages and events, for example {@code producer of T}
   */
  public Link open(String who, boolean transacted, int acknowledgeMode) throws JmsFailure {
    return open(who, "", transacted, acknowledgeMode);
  }

  /**
   * A new session on a connection with a client id.
   *
   * @param clientId of the connection; empty for none. Not for shared connections
   */
  public Link open(String who, String clientId, boolean transacted, int acknowledgeMode)
      throws JmsFailure {
    return open(factory, who, clientId, transacted, acknowledgeMode);
  }

  /** A new session of a producer. */
  Link openForPuts(String who, boolean transacted) throws JmsFailure {
    return open(publishing, who, "", transacted, Session.AUTO_ACKNOWLEDGE);
  }

  private Link open(
      ConnectionFactory from, String who, String clientId, boolean transacted, int acknowledgeMode)
      throws JmsFailure {
    try {
      return shared
          ? new Link(common(), session(common(), transacted, acknowledgeMode), false)
          : own(from, who, clientId, transacted, acknowledgeMode);
    } catch (JMSException e) {
      JmsFailure failure = provider.failure("connect for the " + who, e);
      if (shared && failure.kind() == JmsFailure.Kind.CONNECTION) {
        forgetCommon(who, failure);
      }
      throw failure;
    }
  }

  /** Closes a shared connection on which no session can be created. */
  private synchronized void forgetCommon(String who, JmsFailure cause) {
    if (common != null && open.contains(common)) {
      giveUp(common, who, cause);
    }
  }

  private Link own(
      ConnectionFactory from, String who, String clientId, boolean transacted, int acknowledgeMode)
      throws JMSException {
    Connection connection = connected(from, who, clientId);
    try {
      return new Link(connection, session(connection, transacted, acknowledgeMode), true);
    } catch (JMSException e) {
      discard(connection);
      throw e;
    }
  }

  /** One more session on the connection of another link, which is to stay the owner. */
  public Link beside(Link link, boolean transacted) throws JMSException {
    return new Link(
        link.connection(), session(link.connection(), transacted, Session.AUTO_ACKNOWLEDGE), false);
  }

  private static Session session(Connection connection, boolean transacted, int acknowledgeMode)
      throws JMSException {
    return connection.createSession(
        transacted, transacted ? Session.SESSION_TRANSACTED : acknowledgeMode);
  }

  private synchronized Connection common() throws JMSException {
    if (common == null || !open.contains(common)) {
      common = connected(publishing, COMMON, "");
      recovered(COMMON);
    }
    return common;
  }

  private Connection connected(ConnectionFactory from, String who, String clientId)
      throws JMSException {
    if (closed) {
      throw new JMSException("the driver is closed");
    }
    Connection connection = provider.connect(from);
    try {
      if (!clientId.isEmpty()) {
        connection.setClientID(clientId); // Before anything else, as JMS wants it.
      }
      connection.setExceptionListener(e -> lost(connection, who, e));
      connection.start();
    } catch (JMSException e) {
      discard(connection);
      throw e;
    }
    open.add(connection);
    return connection;
  }

  private void lost(Connection connection, String who, JMSException cause) {
    if (open.remove(connection) && !closed) {
      interrupted.add(who);
      events.accept(
          new DriverEvent(
              Kind.CONNECTION_LOST, who, provider.failure("stay connected", cause).getMessage()));
    }
  }

  /**
   * Discards a link after a failure, so that the next one is new. A shared connection is closed
   * only if it has failed.
   */
  void discard(Link link, String who, JmsFailure cause) {
    if (cause.kind() == JmsFailure.Kind.CONNECTION) {
      interrupted.add(who);
      giveUp(link.connection(), who, cause);
    } else {
      close(link);
    }
  }

  private void giveUp(Connection connection, String who, JmsFailure cause) {
    if (open.remove(connection) && !closed) {
      events.accept(new DriverEvent(Kind.CONNECTION_LOST, who, cause.getMessage()));
    }
    discard(connection);
  }

  private static void discard(Connection connection) {
    try {
      connection.close();
    } catch (JMSException e) {
      // It has failed already.
    }
  }

  /** Reports that a client works again, if it had lost its connection. */
  void recovered(String who) {
    if (interrupted.remove(who)) {
      events.accept(new DriverEvent(Kind.CONNECTION_RECOVERED, who, "connected again"));
    }
  }

  /** Ends a link in good order. */
  public void close(Link link) {
    if (link.owned()) {
      open.remove(link.connection());
    }
    link.close();
  }

  /** Ends every connection, also those whose clients were not closed. */
  @Override
  public void close() {
    closed = true;
    open.forEach(MqConnections::discard);
    open.clear();
  }
}
