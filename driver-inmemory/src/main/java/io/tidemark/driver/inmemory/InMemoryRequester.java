package io.tidemark.driver.inmemory;

import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.Requester;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Puts requests into its pair's queue; responders hand their replies to it. */
final class InMemoryRequester implements Requester {
  private final RequestQueue queue;
  private final ReplyCallback callback;
  private final Consumer<byte[]> replyTo = this::replied;
  private boolean closed;

  InMemoryRequester(RequestQueue queue, ReplyCallback callback) {
    this.queue = queue;
    this.callback = callback;
  }

  @Override
  public void sendRequest(byte[] payload, SendResult result) {
    try {
      queue.put(new RequestQueue.Request(payload, replyTo));
      result.accepted();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result.failed(e);
    } catch (TimeoutException e) {
      result.failed(e);
    }
  }

  /** Called by responders; the monitor keeps a reply from coming after {@link #close}. */
  private synchronized void replied(byte[] payload) {
    if (!closed) {
      callback.replyReceived(payload);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
