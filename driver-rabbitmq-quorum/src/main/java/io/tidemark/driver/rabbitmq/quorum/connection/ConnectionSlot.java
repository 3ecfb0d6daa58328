package io.tidemark.driver.rabbitmq.quorum.connection;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.rabbitmq.BrokerUri;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Manages one connection: opens it for the first channel, and reopens it on any node after a loss,
 * unless recovery is disabled. Reports losses, recoveries and blocking. Thread-safe.
 */
public final class ConnectionSlot {
  private final Dialing dialing;
  private final String name;
  private final boolean recovers;
  private final Supplier<List<BrokerUri>> candidates;
  private final Consumer<DriverEvent> events;
  private volatile @Nullable DialedConnection current;

  /** Null until it is closed; volatile, because closing does not wait for a connection attempt. */
  private volatile @Nullable Duration closeTimeout;

  /**
   * @param recovers whether it is opened again when it was lost
   * @param candidates where to connect to, best first; asked before every attempt
   */
  public ConnectionSlot(
      Dialing dialing,
      String name,
      boolean recovers,
      Supplier<List<BrokerUri>> candidates,
      Consumer<DriverEvent> events) {
    this.dialing = dialing;
    this.name = name;
    this.recovers = recovers;
    this.candidates = candidates;
    this.events = events;
  }

  /** Connects to one address. */
  public interface Dialing {
    DialedConnection dial(BrokerUri uri, String name) throws IOException;
  }

  /** A channel of an open connection. */
  public record OpenChannel(Channel channel, DialedConnection on) {}

  public synchronized OpenChannel openChannel() throws IOException {
    DialedConnection connection = connected();
    try {
      Channel channel = connection.connection().createChannel();
      if (channel == null) {
        throw new RefusedException(
            "no channel left on the connection to %s (channel_max %s)"
                .formatted(connection.uri().address(), connection.connection().getChannelMax()),
            null);
      }
      return new OpenChannel(channel, connection);
    } catch (ShutdownSignalException e) {
      throw Refusals.failure(
          "connection to %s was closed: %s"
              .formatted(connection.uri().address(), Refusals.reason(e)),
          e);
    }
  }

  boolean isClosed() {
    return closeTimeout != null;
  }

  /** Whether its connection was lost and is not recovered. */
  public boolean isGoneForGood() {
    DialedConnection last = current;
    return !recovers && last != null && !last.connection().isOpen();
  }

  private DialedConnection connected() throws IOException {
    requireNotClosed();
    DialedConnection last = current;
    if (last != null && isGoneForGood()) {
      throw new GoneForGoodException(name, last.uri());
    }
    if (last != null && last.connection().isOpen()) {
      return last;
    }
    boolean lost = last != null && reportIfLost(last);
    DialedConnection fresh = dialAny();
    current = fresh;
    requireNotClosed();
    if (lost) {
      events.accept(new DriverEvent(Kind.CONNECTION_RECOVERED, name, fresh.uri().address()));
    }
    return fresh;
  }

  private void requireNotClosed() throws IOException {
    Duration timeout = closeTimeout;
    if (timeout != null) {
      if (current != null) {
        current.close(timeout); // A concurrent close may have missed it.
      }
      throw new IOException("connection " + name + " was closed by the driver");
    }
  }

  private DialedConnection dialAny() throws IOException {
    IOException failure = new IOException("no address to connect to");
    for (BrokerUri uri : candidates.get()) {
      try {
        return watched(dialing.dial(uri, name));
      } catch (IOException e) {
        failure = Refusals.worse(failure, e);
      }
    }
    throw failure;
  }

  private DialedConnection watched(DialedConnection dialed) {
    String subject = subject(dialed);
    dialed
        .connection()
        .addBlockedListener(
            reason -> {
              dialed.blocked(reason);
              events.accept(new DriverEvent(Kind.BLOCKED, subject, reason));
            },
            () -> {
              dialed.unblocked();
              events.accept(
                  new DriverEvent(Kind.UNBLOCKED, subject, "the broker accepts messages"));
            });
    dialed
        .connection()
        .addShutdownListener(
            cause -> {
              if (dialed.blockedReason() != null) {
                dialed.ended();
                events.accept(
                    new DriverEvent(Kind.UNBLOCKED, subject, "the connection was closed"));
              }
              reportIfLost(dialed);
            });
    return dialed;
  }

  /**
   * Reports a loss once, from the first listener: a channel's listeners are notified before those
   * of the connection, and may have reconnected by then.
   *
   * @return whether it was lost, and not closed by us
   */
  private boolean reportIfLost(DialedConnection dialed) {
    ShutdownSignalException cause = dialed.connection().getCloseReason();
    boolean lost = cause != null && !cause.isInitiatedByApplication();
    if (lost && dialed.isFirstToReportLoss()) {
      events.accept(new DriverEvent(Kind.CONNECTION_LOST, subject(dialed), Refusals.reason(cause)));
    }
    return lost;
  }

  private String subject(DialedConnection dialed) {
    return name + " at " + dialed.uri().address();
  }

  /** Closes an unused channel in any state. */
  public static void discard(Channel channel) {
    try {
      if (channel.isOpen()) {
        channel.abort();
      }
    } catch (IOException | ShutdownSignalException e) {
      // It is closed: what was wanted.
    }
  }

  /** Cuts the connection; it is opened again when it is wanted. */
  public void sever() {
    DialedConnection last = current;
    if (last != null) {
      last.sever();
    }
  }

  /** Closes for good. Waits for the time given and some seconds at most. */
  public void close(Duration timeout) {
    closeTimeout = timeout;
    DialedConnection last = current;
    if (last != null) {
      last.close(timeout);
    }
  }
}
