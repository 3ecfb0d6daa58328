package io.tidemark.driver.inmemory;

import io.tidemark.driver.RequestHandler;
import io.tidemark.driver.Responder;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Takes requests from its pair's queue on a separate thread, one after the other. */
final class InMemoryResponder implements Responder {
  private static final long CLOSE_DEADLINE_MILLIS = TimeUnit.SECONDS.toMillis(30);

  private final RequestQueue queue;
  private final RequestHandler handler;
  private final Thread thread;
  private volatile boolean closed;

  InMemoryResponder(RequestQueue queue, RequestHandler handler, int index) {
    this.queue = queue;
    this.handler = handler;
    this.thread = new Thread(this::run, "inmemory-responder-" + index);
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (!closed) {
        RequestQueue.Request request = queue.poll();
        if (request != null) {
          handler.requestReceived(
              request.payload(),
              (reply, result) -> {
                request.replyTo().accept(reply);
                result.accepted();
              });
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws InterruptedException, TimeoutException {
    closed = true;
    thread.join(CLOSE_DEADLINE_MILLIS);
    if (thread.isAlive()) {
      throw new TimeoutException(thread.getName() + " is still inside its handler after 30 s");
    }
  }
}
