package io.tidemark.http.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections over which no request has come in time. Single bytes prevent the idle timeout,
 * and many such connections would block a coordinator.
 */
final class LazyConnections extends AbstractLifeCycle {
  private static final long LOOKS_PER_LIMIT = 5;

  private final AbstractConnector connector;
  private final Duration limit;
  private volatile Scheduler.Task task = () -> true;

  LazyConnections(AbstractConnector connector, Duration limit) {
    this.connector = connector;
    this.limit = limit;
  }

  @Override
  protected void doStart() {
    next();
  }

  @Override
  protected void doStop() {
    task.cancel();
  }

  private void next() {
    long millis = Math.max(1, limit.toMillis() / LOOKS_PER_LIMIT);
    task = connector.getScheduler().schedule(this::look, millis, TimeUnit.MILLISECONDS);
  }

  private void look() {
    long now = System.currentTimeMillis(); // As Jetty stamps them.
    for (EndPoint each : connector.getConnectedEndPoints()) {
      if (now - each.getCreatedTimeStamp() > limit.toMillis() && isSilent(each.getConnection())) {
        each.close();
      }
    }
    if (isRunning()) {
      next();
    }
  }

  private static boolean isSilent(Connection connection) {
    Connection inner =
        connection instanceof SslConnection ssl ? ssl.getSslEndPoint().getConnection() : connection;
    return inner == null || inner.getMessagesIn() == 0;
  }
}
