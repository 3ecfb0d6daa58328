package io.tidemark.http.server;

import io.tidemark.base.SystemClock;
import java.time.Duration;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
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
  private static final long LOOKS_PER_LIMIT = 10;

  private final AbstractConnector connector;
  private final Duration limit;
  private final Map<EndPoint, Long> firstSeenNanos =
      new IdentityHashMap<>(); // One thread at a time.
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
    long now = SystemClock.get().nanoTime();
    Collection<EndPoint> open = connector.getConnectedEndPoints();
    firstSeenNanos.keySet().retainAll(open);
    for (EndPoint each : open) {
      long sinceNanos = now - firstSeenNanos.computeIfAbsent(each, seen -> now);
      if (sinceNanos > limit.toNanos() && isSilent(each.getConnection())) {
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
