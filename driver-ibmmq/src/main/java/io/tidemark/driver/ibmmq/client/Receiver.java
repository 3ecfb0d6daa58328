package io.tidemark.driver.ibmmq.client;

import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * Receives messages with blocking calls on one thread, the only one that uses the session. It
 * reconnects after a connection error; the broker then redelivers unacknowledged messages.
 */
public abstract class Receiver {
  protected final SessionContext context;
  protected final String who;
  protected volatile boolean closed;
  private final Duration longestReceive;
  private final Thread thread;
  private @Nullable Link link;

  /**
   * @param longestReceive bounds {@link #receive}
   */
  public Receiver(SessionContext context, String who, Duration longestReceive) {
    this.context = context;
    this.who = who;
    this.longestReceive = longestReceive;
    this.thread = BackgroundTasks.daemons("jms-" + who.replace(' ', '-')).newThread(this::loop);
  }

  /** Connects, and opens all that receiving needs. */
  protected abstract Link connect() throws JmsFailure;

  /** Takes a message, or none after a time. */
  protected abstract void receive(Link from) throws JMSException;

  protected abstract void report(JmsFailure failure);

  /** The connection is given up. */
  protected void disconnected() {}

  /** Nothing is received any more; closes what is open. */
  protected void finish(Link last) {
    context.connections().close(last);
  }

  /** Connects and starts to receive. */
  protected final void start() throws JmsFailure {
    link = connect();
    thread.start();
  }

  private void loop() {
    while (!closed) {
      try {
        if (link == null) {
          link = connect();
          context.connections().recovered(who);
        }
        receive(link);
      } catch (JMSException e) {
        failed(context.provider().failure("receive for the " + who, e));
      } catch (JmsFailure e) {
        failed(e);
      } catch (RuntimeException e) {
        failed(JmsFailure.unexpected("receive for the " + who, e));
      }
    }
    if (link != null) {
      finish(link);
    }
  }

  private void failed(JmsFailure failure) {
    if (closed) {
      return;
    }
    report(failure);
    if (link != null) {
      context.connections().discard(link, who, failure);
      link = null;
      disconnected();
    }
    LockSupport.parkNanos(context.configuration().connecting().recoveryInterval().toNanos());
  }

  /** The longest that closing waits for a message that is being processed. */
  protected final Duration closeTimeout() {
    return longestReceive.plus(context.configuration().connecting().closeTimeout());
  }

  /** Waits for the receive under way; what comes after it stays with the broker. */
  protected final boolean hasEnded() throws InterruptedException {
    closed = true;
    thread.join(closeTimeout().toMillis());
    return !thread.isAlive();
  }

  public void close() throws InterruptedException {
    if (!hasEnded()) {
      throw new IllegalStateException(who + ": still busy with a message after its close timeout");
    }
  }
}
