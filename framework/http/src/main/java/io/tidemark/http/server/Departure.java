package io.tidemark.http.server;

import io.tidemark.http.protocol.Protocol;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Announces the planned stop of a worker with a header in its responses, until a call of its
 * coordinator has the same header. Thread-safe.
 */
public final class Departure {
  private final CountDownLatch confirmed = new CountDownLatch(1);
  private volatile Optional<String> how = Optional.empty();

  public void announce(String text) {
    how = Optional.of(Protocol.line(text));
  }

  /**
   * Returns the header of the response to an admitted call; empty unless the worker is stopping.
   */
  public Optional<String> how() {
    return how;
  }

  /** A call has shown that an answer with the header arrived. */
  public void confirmed() {
    confirmed.countDown();
  }

  /**
   * Waits for the coordinator's confirmation; it sends a heartbeat every 500 ms.
   *
   * @throws TimeoutException when no call has come
   */
  public void awaitConfirmation(Duration most) throws InterruptedException, TimeoutException {
    if (!confirmed.await(most.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new TimeoutException("no call of the coordinator for " + most.toMillis() + " ms");
    }
  }
}
