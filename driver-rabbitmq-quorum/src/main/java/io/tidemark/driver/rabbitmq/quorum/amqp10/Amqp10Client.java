package io.tidemark.driver.rabbitmq.quorum.amqp10;

import com.rabbitmq.client.amqp.AmqpException;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration;
import io.tidemark.driver.rabbitmq.quorum.connection.QuorumConnections;
import io.tidemark.driver.rabbitmq.quorum.connection.Refusals;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumContext;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client with a separate connection over AMQP 1.0, and again with another one when that or a link
 * of it is lost. Opening and closing are synchronized on this object.
 */
abstract class Amqp10Client implements AutoCloseable {
  protected final Amqp10Context context;
  protected volatile boolean closed;
  private final String subject;
  private final String name;
  private final Supplier<List<BrokerUri>> places;
  private volatile @Nullable Amqp10Connection current;

  /** The connection in place of which the broker allows no other. */
  private @Nullable Amqp10Connection refusedSince;

  /** The broker has ended the last link for a reason that does not pass by itself. */
  private volatile boolean refused;

  /**
   * @param role for the name of its connection: producer, consumer, requester, responder
   * @param queue whose leader would be the best place; "" when not known
   */
  Amqp10Client(String role, String subject, String queue, Amqp10Context context) {
    this.context = context;
    this.subject = role + " of " + subject;
    QuorumConnections.Place place = context.session().connections().place(queue);
    this.name = "tidemark-" + role + "-" + place.number();
    this.places = place.candidates();
  }

  /** What the clients of a session share. Thread-safe. */
  record Amqp10Context(
      QuorumContext session, Amqp10Connections connections, Consumer<DriverEvent> events) {
    QuorumConfiguration configuration() {
      return session.configuration();
    }
  }

  /** Opens its links. */
  protected abstract void start(Amqp10Connection on);

  /**
   * A link is lost, or the connection with all of them; called once, without blocking.
   *
   * @param reason for failed messages
   */
  protected abstract void disconnected(String reason, boolean withConnection, boolean forGood);

  /** What is still to be done on an open connection; may block. */
  protected void leave() {}

  /** Opens it; the caller handles a failure. */
  public final synchronized void open() throws IOException {
    Amqp10Connection opened = context.connections().connect(name, places.get(), this::lost);
    try {
      start(opened);
    } catch (AmqpException e) {
      opened.close(closeTimeout());
      throw Refusals.failure(
          "%s at %s: %s".formatted(subject, opened.uri().address(), FailureReason.of(e)), e);
    }
    current = opened;
    refused = false;
    if (closed) {
      opened.close(closeTimeout()); // A concurrent close may have missed it.
    }
  }

  private void lost(Amqp10Connection gone, Throwable cause, boolean withConnection) {
    if (closed) {
      return;
    }
    String address = gone.uri().address();
    String reason =
        "%s to %s was lost: %s"
            .formatted(withConnection ? "connection" : "link", address, FailureReason.of(cause));
    boolean recovers = context.configuration().connecting().recovers();
    if (withConnection) {
      report(Kind.CONNECTION_LOST, name + " at " + address, FailureReason.of(cause));
    }
    refused = Refusals.isFinal(cause);
    disconnected(reason, withConnection, !recovers);
    if (recovers) {
      context.session().retries().start(subject, () -> reopen(gone, withConnection));
    }
  }

  private synchronized void reopen(Amqp10Connection gone, boolean withConnection)
      throws IOException {
    if (closed || current != gone) {
      return;
    }
    gone.close(closeTimeout());
    try {
      open();
    } catch (RefusedException e) {
      if (refusedSince != gone) {
        refusedSince = gone; // Once: what a user repairs is tried again.
        refused = true;
        disconnected(e.getMessage(), false, false);
      }
      throw e;
    }
    Amqp10Connection opened = current;
    if (withConnection && opened != null) {
      report(Kind.CONNECTION_RECOVERED, name, opened.uri().address());
    }
  }

  protected final boolean isRefused() {
    return refused;
  }

  /** Returns the exception that shows whether the reason of a loss can pass. */
  protected final IOException failure(String reason) {
    return refused ? new RefusedException(reason, null) : new IOException(reason);
  }

  protected final void report(Kind kind, String about, String detail) {
    context.events().accept(new DriverEvent(kind, about, detail));
  }

  protected final Duration closeTimeout() {
    return context.configuration().connecting().closeTimeout();
  }

  @Override
  public void close() {
    closed = true;
    leave();
    Amqp10Connection last = current;
    if (last != null) {
      last.close(closeTimeout());
    }
  }
}
