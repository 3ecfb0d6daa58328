package io.tidemark.driver.inmemory;

import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.Responder;
import java.util.concurrent.TimeoutException;

/** Takes requests from its pair's queue on a separate thread, one after the other. */
final class InMemoryResponder implements Responder {
  private final RequestQueue queue;
  private final RequestHandler handler;
  private final DeliveryThread thread;
  private volatile boolean closed;

  InMemoryResponder(RequestQueue queue, RequestHandler handler, int index) {
    this.queue = queue;
    this.handler = handler;
    String name = "inmemory-responder-" + index;
    this.thread = DeliveryThread.make(name, name + " is still inside its handler", this::run);
    thread.ensureStarted();
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
    thread.awaitEnd();
  }
}
