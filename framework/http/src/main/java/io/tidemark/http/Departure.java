package io.tidemark.http;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * That a worker leaves as planned: a header of its answers says so, until a call of its coordinator
 * has the same header. For all threads.
 */
final class Departure {
  private final CountDownLatch confirmed = new CountDownLatch(1);
  private volatile Optional<String> how = Optional.empty();

  void announce(String text) {
    how = Optional.of(Protocol.line(text));
  }

  /** For the answer to a call that was admitted; empty while the worker stays. */
  Optional<String> how() {
    return how;
  }

  /** A call has shown that an answer with the header arrived. */
  void confirmed() {
    confirmed.countDown();
  }

  /**
   * Until the coordinator knows; it asks for a sign of life every 500 ms.
   *
   * @throws TimeoutException when no call has come
   */
  void awaitConfirmation(Duration most) throws InterruptedException, TimeoutException {
    if (!confirmed.await(most.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new TimeoutException("no call of the coordinator for " + most.toMillis() + " ms");
    }
  }
}
