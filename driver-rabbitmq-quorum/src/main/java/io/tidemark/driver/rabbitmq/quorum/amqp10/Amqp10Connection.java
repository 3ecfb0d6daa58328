package io.tidemark.driver.rabbitmq.quorum.amqp10;

import com.rabbitmq.client.amqp.Connection;
import com.rabbitmq.client.amqp.ConnectionBuilder;
import com.rabbitmq.client.amqp.Resource;
import io.netty.channel.Channel;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.quorum.connection.DialedConnection;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open connection of one client. Reports the first loss: of the connection, or of one of its
 * links, which the broker closes alone. The client's own recovery is off: it does not repeat a
 * recovery that another loss interrupts.
 */
final class Amqp10Connection {
  private static final Logger log = LoggerFactory.getLogger(Amqp10Connection.class);

  private final BrokerUri uri;
  private final Listener listener;
  private final Connection connection;
  private final Queue<AutoCloseable> links = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile boolean opened;

  /** Is notified of a loss, once, without blocking. */
  interface Listener {
    void lost(Amqp10Connection connection, Throwable cause, boolean withConnection);
  }

  private Amqp10Connection(BrokerUri uri, ConnectionBuilder builder, Listener listener) {
    this.uri = uri;
    this.listener = listener;
    builder.listeners(context -> ended(context, true));
    this.connection = builder.build();
  }

  /** Connects, which blocks. */
  static Amqp10Connection open(BrokerUri uri, ConnectionBuilder builder, Listener listener) {
    Amqp10Connection made = new Amqp10Connection(uri, builder, listener);
    made.opened = true;
    // Fails if it was lost before losses were reported.
    made.connection.connectionInfo();
    return made;
  }

  Connection connection() {
    return connection;
  }

  BrokerUri uri() {
    return uri;
  }

  /** Returns the listener of each of its links. */
  Resource.StateListener linkListener() {
    return context -> ended(context, false);
  }

  /** A link that is closed before its connection: together the client complains about its own. */
  <L extends AutoCloseable> L owning(L link) {
    links.add(link);
    return link;
  }

  private void ended(Resource.Context context, boolean withConnection) {
    boolean ends =
        context.currentState() == Resource.State.CLOSING
            || context.currentState() == Resource.State.CLOSED;
    Throwable cause = context.failureCause();
    if (opened && ends && cause != null && ended.compareAndSet(false, true)) {
      listener.lost(this, cause, withConnection);
    }
  }

  /** Closes it; cuts it when the broker does not answer in time. */
  void close(Duration timeout) {
    ended.set(true);
    Bounded closing = Bounded.start("rabbitmq-close", this::closeQuietly);
    if (!closing.endedWithin(timeout)) {
      Bounded.start("rabbitmq-sever", this::sever).endedWithin(DialedConnection.AFTER_SEVERING);
      closing.endedWithin(DialedConnection.AFTER_SEVERING);
    }
  }

  private void closeQuietly() {
    try {
      for (AutoCloseable link : links) {
        link.close();
      }
      connection.close();
    } catch (Exception e) {
      log.debug("Connection to {} was not closed in order: {}", uri.address(), e.getMessage());
    }
  }

  /** Closes the socket: the client has no method for it, and waits a minute for each answer. */
  private void sever() {
    try {
      Object transport = value(value(connection, "nativeConnection"), "transport");
      ((Channel) value(transport, "channel")).close();
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.warn("Connection to {} cannot be cut: {}", uri.address(), e.toString());
    }
  }

  private static Object value(Object object, String name) throws ReflectiveOperationException {
    Field field = object.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(object);
  }
}
