package io.tidemark.driver.telemetry;

import io.tidemark.driver.settings.Quantities;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Responses over HTTP of limited size, within a total time. An {@link HttpClient} has neither: the
 * timeout of a request ends with the headers of its response.
 */
public final class LimitedHttp {
  /** The largest body: brokers with many queues have pages of some MB. */
  public static final int MOST_BYTES = 16 << 20;

  private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);

  private LimitedHttp() {}

  /** A request that was sent. For one thread. */
  public static final class Pending {
    private final CompletableFuture<HttpResponse<String>> response;
    private final Duration timeout;
    private final long startNanos = System.nanoTime();

    private Pending(CompletableFuture<HttpResponse<String>> response, Duration timeout) {
      this.response = response;
      this.timeout = timeout;
    }

    /**
     * The whole response.
     *
     * @throws IOException if it is not there within the timeout since the request was sent, or is
     *     too large
     */
    public HttpResponse<String> await() throws IOException, InterruptedException {
      try {
        long left = timeout.toNanos() - (System.nanoTime() - startNanos);
        return response.get(Math.max(1, left), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        throw timedOut();
      } catch (ExecutionException e) {
        throw failure(e.getCause() == null ? e : e.getCause());
      } finally {
        response.cancel(true);
      }
    }

    private HttpTimeoutException timedOut() {
      return new HttpTimeoutException("no complete response within " + Quantities.text(timeout));
    }

    private IOException failure(Throwable cause) {
      if (cause instanceof HttpTimeoutException) {
        return timedOut();
      }
      if (cause instanceof ConnectException && cause.getMessage() == null) {
        return new ConnectException("no connection"); // A closed port.
      }
      return cause instanceof IOException failed ? failed : new IOException(cause);
    }
  }

  /** Sends a request without waiting. Its timeout, or 10 s, is that of the whole response. */
  public static Pending begin(HttpClient client, HttpRequest request) {
    return new Pending(
        client.sendAsync(
            request,
            head ->
                BodySubscribers.mapping(
                    bytes(MOST_BYTES).apply(head),
                    bytes -> new String(bytes, StandardCharsets.UTF_8))),
        request.timeout().orElse(USUAL_TIMEOUT));
  }

  /** Sends a request, and waits for the response as {@link Pending#await} does. */
  public static HttpResponse<String> send(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    return begin(client, request).await();
  }

  /** A body of limited size; without a limit of time. */
  public static BodyHandler<byte[]> bytes(int mostBytes) {
    return head -> new LimitedBody(mostBytes);
  }

  private static final class LimitedBody implements BodySubscriber<byte[]> {
    private final BodySubscriber<byte[]> all = BodySubscribers.ofByteArray();
    private final int most;
    private long left;
    private Flow.Subscription subscription = NONE;

    private static final Flow.Subscription NONE =
        new Flow.Subscription() {
          @Override
          public void request(long items) {}

          @Override
          public void cancel() {}
        };

    LimitedBody(int most) {
      this.most = most;
      this.left = most;
    }

    @Override
    public void onSubscribe(Flow.Subscription body) {
      subscription = body;
      all.onSubscribe(body);
    }

    @Override
    public void onNext(List<ByteBuffer> more) {
      if (left < 0) {
        return; // On its way when the limit was reached.
      }
      left -= more.stream().mapToLong(ByteBuffer::remaining).sum();
      if (left >= 0) {
        all.onNext(more);
      } else {
        subscription.cancel();
        all.onError(new IOException("a response of more than " + most + " bytes"));
      }
    }

    @Override
    public void onError(Throwable failure) {
      all.onError(failure);
    }

    @Override
    public void onComplete() {
      all.onComplete();
    }

    @Override
    public CompletionStage<byte[]> getBody() {
      return all.getBody();
    }
  }
}
