package io.tidemark.driver.rabbitmq.quorum.connection;

import io.tidemark.driver.rabbitmq.BrokerUri;
import java.io.IOException;

/** A connection was lost and is not recovered: retries are pointless. */
public final class GoneForGoodException extends IOException {
  private static final long serialVersionUID = 1L;

  GoneForGoodException(String name, BrokerUri uri) {
    super(
        "connection %s to %s was lost and is not recovered (connections.recovery: false)"
            .formatted(name, uri.address()));
  }
}
