package io.tidemark.driver.ibmmq;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import java.io.File;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.bookkeeper.stats.NullStatsLogger;

/** A driver with pairs, responders that echo, and requesters; deletes its pairs at the end. */
final class RoundTrips implements AutoCloseable {
  static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final long SECONDS = 60;

  final IbmMqBenchmarkDriver driver = new IbmMqBenchmarkDriver();
  final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  final Queue<DriverEvent> events = new ConcurrentLinkedQueue<>();

  /** Number of further requests that a responder fails. */
  final AtomicInteger responderThrows = new AtomicInteger();

  private final List<AutoCloseable> clients = new ArrayList<>();
  private List<RequestReplyPair> pairs = List.of();

  RoundTrips(File file) throws Exception {
    driver.onEvent(events::add);
    driver.initialize(file, NullStatsLogger.INSTANCE);
  }

  List<RequestReplyPair> pairs(int count) throws Exception {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add("RR." + UUID.randomUUID().toString().substring(0, 8) + "." + i);
    }
    PairsRequest request = new PairsRequest(names, false, count, count, 1000, 1000);
    pairs = driver.createPairs(request).get(SECONDS, TimeUnit.SECONDS);
    return pairs;
  }

  /** Replies with what it gets. */
  void responder(int index, RequestReplyPair pair) throws Exception {
    RequestHandler echo =
        new RequestHandler() {
          @Override
          public void requestReceived(byte[] payload, ReplySender reply) {
            if (responderThrows.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
              throw new IllegalStateException("a responder's own error");
            }
            reply.reply(payload, result(new AtomicInteger()));
          }

          @Override
          public void receiveFailed(Throwable cause) {
            failures.add(cause);
          }
        };
    Responder made =
        driver.createResponder(new ResponderSpec(index, pair), echo).get(SECONDS, TimeUnit.SECONDS);
    clients.add(made);
  }

  Client requester(int index, RequestReplyPair pair, boolean openLoop, Duration timeout)
      throws Exception {
    Client client = new Client(index);
    RequesterSpec spec = new RequesterSpec(index, pair, openLoop, 1, timeout);
    client.requester = driver.createRequester(spec, client).get(SECONDS, TimeUnit.SECONDS);
    clients.add(client.requester);
    return client;
  }

  private SendResult result(AtomicInteger accepted) {
    return new SendResult() {
      @Override
      public void accepted() {
        accepted.incrementAndGet();
      }

      @Override
      public void failed(Throwable cause) {
        failures.add(cause);
      }
    };
  }

  /** One requester and the numbers of the replies it got. */
  final class Client implements ReplyCallback {
    final Queue<Long> replies = new ConcurrentLinkedQueue<>();
    final AtomicInteger accepted = new AtomicInteger();
    private final int index;
    private Requester requester;

    Client(int index) {
      this.index = index;
    }

    Requester requester() {
      return requester;
    }

    /** Sends a request of that number and of that size. */
    void request(long number, int bytes) {
      byte[] payload = new byte[bytes];
      ByteBuffer.wrap(payload).putLong(number).putInt(index);
      requester.sendRequest(payload, result(accepted));
    }

    @Override
    public void replyReceived(byte[] payload) {
      ByteBuffer reply = ByteBuffer.wrap(payload);
      long number = reply.getLong();
      if (reply.getInt() != index) {
        failures.add(new AssertionError("requester " + index + " got another's reply"));
      }
      replies.add(number);
    }

    @Override
    public void receiveFailed(Throwable cause) {
      failures.add(cause);
    }
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable client : clients) {
      client.close();
    }
    driver.deletePairs(pairs).get(SECONDS, TimeUnit.SECONDS);
    driver.close();
  }
}
