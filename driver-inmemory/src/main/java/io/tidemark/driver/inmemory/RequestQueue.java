package io.tidemark.driver.inmemory;

import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** The requests of one pair, shared by its responders. Thread-safe. */
final class RequestQueue {
  private static final long LOOK_AGAIN_MILLIS = 100;

  private final String name;
  private final BlockingQueue<Request> requests;

  /**
   * A request.
   *
   * @param replyTo its requester, which takes the reply; in place of correlation id and reply-to
   */
  record Request(byte[] payload, Consumer<byte[]> replyTo) {}

  RequestQueue(String name, int capacity) {
    this.name = name;
    this.requests = new LinkedBlockingQueue<>(capacity);
  }

  /** Waits for room, for a while. */
  void put(Request request) throws InterruptedException, TimeoutException {
    if (!requests.offer(request, InMemorySubscription.SEND_DEADLINE_SECONDS, TimeUnit.SECONDS)) {
      throw new TimeoutException(
          String.format(
              Locale.ROOT,
              "request queue '%s' was full for %d s: %d requests",
              name,
              InMemorySubscription.SEND_DEADLINE_SECONDS,
              requests.size()));
    }
  }

  /** The next request; null when none has come for a moment. */
  Request poll() throws InterruptedException {
    return requests.poll(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
  }
}
