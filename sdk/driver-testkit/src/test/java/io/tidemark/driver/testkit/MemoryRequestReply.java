package io.tidemark.driver.testkit;

import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Requests and replies of {@link MemoryDriver}. */
final class MemoryRequestReply {
  private final MemoryDriver driver;

  /** The queues of all drivers, as at a broker. */
  private static final Map<String, BlockingQueue<Asked>> QUEUES = new ConcurrentHashMap<>();

  private final Map<String, MemoryRequester> latest = new ConcurrentHashMap<>();
  private final ReentrantLock oneThread = new ReentrantLock();

  private record Asked(byte[] payload, MemoryRequester requester) {}

  MemoryRequestReply(MemoryDriver driver) {
    this.driver = driver;
  }

  private BlockingQueue<Asked> queue(RequestReplyPair pair) {
    return QUEUES.computeIfAbsent(pair.requestDestination(), key -> new LinkedBlockingQueue<>());
  }

  void delete(RequestReplyPair pair) {
    QUEUES.remove(pair.requestDestination());
  }

  Requester requester(RequesterSpec spec, ReplyCallback callback) {
    MemoryRequester requester = new MemoryRequester(spec.pair(), callback);
    latest.put(spec.pair().requestDestination(), requester);
    return requester;
  }

  private final class MemoryRequester implements Requester {
    private final RequestReplyPair pair;
    private final ReplyCallback callback;
    private final AtomicInteger inFlight = new AtomicInteger();
    private boolean closed;

    MemoryRequester(RequestReplyPair pair, ReplyCallback callback) {
      this.pair = pair;
      this.callback = callback;
    }

    @Override
    public void sendRequest(byte[] payload, SendResult result) {
      boolean lost =
          inFlight.getAndIncrement() > 0 && driver.has(Defect.FORGETS_THE_SECOND_IN_FLIGHT);
      if (!lost) {
        queue(pair).add(new Asked(payload, this));
      }
      result.accepted();
    }

    synchronized void replied(byte[] payload) {
      inFlight.decrementAndGet();
      if (!closed || driver.has(Defect.ANSWERS_THE_CLOSED)) {
        callback.replyReceived(payload);
      }
    }

    @Override
    public synchronized void close() {
      closed = true;
    }
  }

  Responder responder(ResponderSpec spec, RequestHandler handler) {
    MemoryResponder responder = new MemoryResponder(spec.pair(), handler);
    responder.thread.start();
    return responder;
  }

  private final class MemoryResponder implements Responder {
    private final RequestReplyPair pair;
    private final RequestHandler handler;
    private final Thread thread = new Thread(this::run, "memory-responder");
    private volatile boolean closed;

    MemoryResponder(RequestReplyPair pair, RequestHandler handler) {
      this.pair = pair;
      this.handler = handler;
      thread.setDaemon(true);
    }

    private void run() {
      try {
        while (!closed) {
          Asked asked = queue(pair).poll(5, TimeUnit.MILLISECONDS);
          if (asked != null) {
            handle(asked);
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void handle(Asked asked) {
      boolean shared = driver.has(Defect.RESPONDERS_SHARE_A_THREAD);
      if (shared) {
        oneThread.lock();
      }
      try {
        handler.requestReceived(asked.payload(), (reply, result) -> reply(asked, reply, result));
      } finally {
        if (shared) {
          oneThread.unlock();
        }
      }
    }

    private void reply(Asked asked, byte[] payload, SendResult result) {
      MemoryRequester to =
          driver.has(Defect.ANSWERS_THE_LAST_REQUESTER)
              ? latest.get(pair.requestDestination())
              : asked.requester();
      to.replied(payload);
      if (driver.has(Defect.ANSWERS_TWICE)) {
        to.replied(payload);
      }
      result.accepted();
    }

    @Override
    public void close() throws InterruptedException {
      closed = true;
      thread.join();
    }
  }
}
