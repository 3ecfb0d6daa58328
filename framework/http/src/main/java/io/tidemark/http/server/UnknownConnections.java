package io.tidemark.http.server;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;

/**
 * Connections over which no admitted request has come. Beyond a number of them the oldest is
 * closed, so that they cannot take all places. Thread-safe.
 */
final class UnknownConnections implements Connection.Listener {
  private final int most;
  private final Set<Connection> oldestFirst = new LinkedHashSet<>();

  UnknownConnections(int most) {
    this.most = most;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof ConnectionMetaData) { // Of HTTP, not of TLS around it.
      added(connection).ifPresent(Connection::close);
    }
  }

  private synchronized Optional<Connection> added(Connection connection) {
    oldestFirst.add(connection);
    if (oldestFirst.size() <= most) {
      return Optional.empty();
    }
    Iterator<Connection> all = oldestFirst.iterator();
    Connection oldest = all.next();
    all.remove();
    return Optional.of(oldest);
  }

  @Override
  public void onClosed(Connection connection) {
    admitted(connection);
  }

  synchronized void admitted(Connection connection) {
    oldestFirst.remove(connection);
  }
}
