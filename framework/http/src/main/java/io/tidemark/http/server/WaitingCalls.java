package io.tidemark.http.server;

import io.tidemark.http.protocol.Protocol;
import io.tidemark.model.worker.Operation.Scope;
import java.util.Locale;
import java.util.concurrent.Semaphore;

/**
 * Calls that may wait for the worker and its driver hold a thread each. They are limited in number,
 * so that threads are left for what never waits, as a heartbeat. Thread-safe.
 */
public final class WaitingCalls {
  static final int MOST = 24;

  /** These end the waits of other calls, so they have places of their own. */
  static final int MOST_BEGINS_AND_ENDS = 8;

  private final Semaphore places = new Semaphore(MOST);
  private final Semaphore placesOfBeginsAndEnds = new Semaphore(MOST_BEGINS_AND_ENDS);

  /** The place of a call until it has been answered. */
  public interface Place extends AutoCloseable {
    @Override
    void close();
  }

  public Place enter(Scope scope) throws RequestRefusedException {
    boolean beginsOrEnds = scope == Scope.BEGIN || scope == Scope.END;
    Semaphore taken = beginsOrEnds ? placesOfBeginsAndEnds : places;
    if (!taken.tryAcquire()) {
      throw new RequestRefusedException(
          Protocol.BUSY,
          String.format(
              Locale.ROOT,
              "%d calls wait for the driver already; try again when they have ended",
              beginsOrEnds ? MOST_BEGINS_AND_ENDS : MOST));
    }
    return taken::release;
  }
}
