package io.tidemark.driver.rabbitmq.quorum;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Connection;
import io.tidemark.driver.rabbitmq.Bounded;
import io.tidemark.driver.rabbitmq.BrokerUri;
import java.time.Duration;

/** An open connection, where it leads, and how to end it when the broker does not answer. */
final class DialedConnection {
  private static final Duration BLOCKED_CLOSE = Duration.ofMillis(200);

  /** What waited for the socket has noticed by then. */
  static final Duration AFTER_SEVERING = Duration.ofSeconds(2);

  private final Connection connection;
  private final BrokerUri uri;
  private final Runnable severing;
  private volatile String blockedReason;

  /**
   * @param severing closes the socket itself: a close handshake waits behind a blocked write
   */
  DialedConnection(Connection connection, BrokerUri uri, Runnable severing) {
    this.connection = connection;
    this.uri = uri;
    this.severing = severing;
  }

  Connection connection() {
    return connection;
  }

  BrokerUri uri() {
    return uri;
  }

  /** Why the broker takes no messages from this connection; null when it does. */
  String blockedReason() {
    return blockedReason;
  }

  void blocked(String reason) {
    blockedReason = reason;
  }

  void unblocked() {
    blockedReason = null;
  }

  /** Closes the socket under it; the client finds out by itself and tells its listeners. */
  void sever() {
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
