package io.tidemark.driver.rabbitmq.quorum.amqp091;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.rabbitmq.quorum.connection.ConnectionSlot;
import io.tidemark.driver.rabbitmq.quorum.connection.QuorumConnections;
import io.tidemark.driver.rabbitmq.quorum.connection.Refusals;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumContext;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A client that consumes on a separate channel and opens another if the channel is lost or the
 * broker cancels the consumer. Opening and closing are synchronized on this object.
 */
abstract class ReopeningChannel {
  protected final QuorumContext context;
  protected final QuorumConnections.Lease lease;
  protected volatile boolean closed;
  private final String subject;
  private volatile @Nullable Channel current;

  /** The lost channel in place of which the broker allows no other. */
  private @Nullable Channel refusedSince;

  ReopeningChannel(String subject, QuorumContext context, QuorumConnections.Lease lease) {
    this.subject = subject;
    this.context = context;
    this.lease = lease;
  }

  /** Declares what is needed, and consumes. */
  protected abstract void start(Channel opened) throws IOException;

  protected abstract void report(Throwable cause);

  /** Leaves the channel; may block. */
  protected abstract void leave();

  /** Whether the end of a channel is to be reported. */
  protected boolean isFailure(ShutdownSignalException cause) {
    return true;
  }

  /** The channel that was opened last; null before. */
  protected final @Nullable Channel channel() {
    return current;
  }

  /** Opens a channel; the caller handles a failure. */
  public final synchronized void openChannel() throws IOException {
    Channel opened = lease.slot().openChannel().channel();
    try {
      start(opened);
      current = opened;
    } catch (IOException | AlreadyClosedException e) {
      ConnectionSlot.discard(opened);
      throw Refusals.failure(subject + ": " + Refusals.reason(e), e);
    }
    // Called at once if the channel is closed already.
    opened.addShutdownListener(cause -> lost(opened, cause));
  }

  /** Opens the channel; closes this client if that fails. */
  public final void openOrClose() throws IOException {
    try {
      openChannel();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void lost(Channel gone, ShutdownSignalException cause) {
    if (!closed && !cause.isInitiatedByApplication()) {
      if (isFailure(cause)) {
        report(Refusals.failure(subject + ": " + Refusals.reason(cause), cause));
      }
      context.retries().start(subject, () -> reopen(gone));
    }
  }

  protected final void cancelled(Channel on, String consumed) {
    report(
        new IOException(
            "the broker cancelled the consumer of "
                + consumed
                + ": its queue was deleted or failed over, or acknowledgements came after"
                + " x-consumer-timeout"));
    context.retries().start(subject, () -> reopen(on));
  }

  private synchronized void reopen(Channel gone) throws IOException {
    if (!closed && current == gone) {
      ConnectionSlot.discard(gone);
      try {
        openChannel();
      } catch (RefusedException e) {
        if (refusedSince != gone) {
          refusedSince = gone; // Once: what a user repairs is tried again.
          report(e);
        }
        throw e;
      }
    }
  }

  public final boolean isClosed() {
    return closed;
  }

  /** Severs a connection that does not answer in time, perhaps another's too. */
  public void close() {
    closed = true;
    Duration closeTimeout = context.configuration().connecting().closeTimeout();
    if (!Bounded.start("rabbitmq-leave", this::leave).endedWithin(closeTimeout)) {
      lease.slot().sever();
    }
    lease.end(closeTimeout);
  }
}
