package io.tidemark.driver.ibmmq.client;

import io.tidemark.driver.Bounded;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import javax.jms.Session;
import org.jspecify.annotations.Nullable;

/**
 * A client whose session is used by its callers' threads, one at a time under a lock. A call after
 * a loss reconnects. Closing breaks off a call that takes too long.
 */
public abstract class CallingClient {
  protected final SessionContext context;
  protected final String who;
  protected final ReentrantLock lock = new ReentrantLock();

  /** Null while there is none; changes under the lock. */
  protected volatile @Nullable Link link;

  protected volatile boolean closed;
  private boolean lost;

  public CallingClient(SessionContext context, String who) {
    this.context = context;
    this.who = who;
  }

  /** A session, and in it all that calls need. */
  protected abstract Link connected() throws JmsFailure;

  /** Closes what is open in the session. */
  protected abstract void end();

  /** Connects under the lock; a failure here is the creation's. */
  protected final void start() throws JmsFailure {
    lock.lock();
    try {
      connect();
    } finally {
      lock.unlock();
    }
  }

  protected final void connect() throws JmsFailure {
    link = connected();
    if (lost) {
      lost = false;
      context.connections().recovered(who);
    }
  }

  /** Gives the session up after a failure. */
  protected final void discard(JmsFailure failure) {
    lost = true;
    Link last = link;
    if (last != null) {
      context.connections().discard(last, who, failure);
    }
    link = null;
  }

  /** The link's session. Called under the lock, after a call that connects if necessary. */
  protected final Session session() {
    return Objects.requireNonNull(link, who).session();
  }

  public final boolean isClosed() {
    return closed;
  }

  public void close() {
    closed = true;
    boolean locked =
        Bounded.lockedWithin(context.configuration().connecting().closeTimeout(), lock);
    try {
      if (locked && link != null) {
        end();
      }
    } finally {
      Link last = link;
      if (last != null) {
        context.connections().close(last); // Breaks off a call that is still under way.
      }
      if (locked) {
        link = null;
        lock.unlock();
      }
    }
  }
}
