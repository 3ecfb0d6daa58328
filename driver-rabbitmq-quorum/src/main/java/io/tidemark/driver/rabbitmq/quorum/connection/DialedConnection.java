package io.tidemark.driver.rabbitmq.quorum.connection;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Connection;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.rabbitmq.BrokerUri;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** An open connection, its address, and how to close it if the broker does not answer. */
public final class DialedConnection {
  private static final Duration BLOCKED_CLOSE = Duration.ofMillis(200);

  /** What waited for the socket has noticed by then. */
  public static final Duration AFTER_SEVERING = Duration.ofSeconds(2);

  private final Connection connection;
  private final BrokerUri uri;
  private final GroupedWrites writes;
  private final Runnable severing;
  private final AtomicBoolean lossReported = new AtomicBoolean();
  private volatile @Nullable String blockedReason;

  /**
   * @param severing closes the socket itself: a close handshake waits behind a blocked write
   */
  public DialedConnection(
      Connection connection, BrokerUri uri, GroupedWrites writes, Runnable severing) {
    this.connection = connection;
    this.uri = uri;
    this.writes = writes;
    this.severing = severing;
  }

  Connection connection() {
    return connection;
  }

  public BrokerUri uri() {
    return uri;
  }

  /** True for one caller only. */
  boolean isFirstToReportLoss() {
    return lossReported.compareAndSet(false, true);
  }

  /** Why the broker blocks this connection; null if it does not. */
  @Nullable
  public String blockedReason() {
    return blockedReason;
  }

  public void blocked(String reason) {
    blockedReason = reason;
  }

  /** Sends held messages without blocking, because the caller is the I/O thread. */
  public void unblocked() {
    blockedReason = null;
    Bounded.start("rabbitmq-flush", this::flush);
  }

  /** It is closed; nothing waits for the broker to take messages on it any more. */
  void ended() {
    blockedReason = null;
  }

  /** What the calling thread writes may wait for what it writes next. */
  public void holdWrites() {
    writes.hold();
  }

  /** Ends that; a connection that is blocked flushes when it is not any more. */
  public void releaseWrites() {
    if (writes.letGo() && blockedReason == null) {
      flush();
    }
  }

  private void flush() {
    try {
      writes.flushNow();
    } catch (IOException e) {
      // A socket that cannot be written is not always noticed by its reader.
      sever();
    }
  }

  /** Closes the socket under it; the client detects this and notifies its listeners. */
  public void sever() {
    Bounded.start("rabbitmq-sever", severing).endedWithin(AFTER_SEVERING);
  }

  /** Closes it; severs it when the broker does not answer in time. */
  void close(Duration timeout) {
    Duration patience = blockedReason == null ? timeout : BLOCKED_CLOSE;
    Bounded closing =
        Bounded.start(
            "rabbitmq-close",
            () -> connection.abort(AMQP.REPLY_SUCCESS, "closed", (int) patience.toMillis()));
    if (!closing.endedWithin(patience)) {
      sever();
      closing.endedWithin(AFTER_SEVERING);
    }
  }
}
