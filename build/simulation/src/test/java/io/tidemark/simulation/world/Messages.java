package io.tidemark.simulation.world;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import javax.net.ssl.SSLSession;

/** Requests as bytes, and bytes as responses, of Java's HTTP client. */
final class Messages {
  private Messages() {}

  /** The body of a request. */
  static byte[] body(HttpRequest request) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    request
        .bodyPublisher()
        .ifPresent(
            publisher ->
                publisher.subscribe(
                    new Flow.Subscriber<>() {
                      @Override
                      public void onSubscribe(Flow.Subscription subscription) {
                        subscription.request(Long.MAX_VALUE);
                      }

                      @Override
                      public void onNext(ByteBuffer part) {
                        byte[] some = new byte[part.remaining()];
                        part.get(some);
                        bytes.writeBytes(some);
                      }

                      @Override
                      public void onError(Throwable e) {
                        throw new IllegalStateException(e);
                      }

                      @Override
                      public void onComplete() {}
                    }));
    return bytes.toByteArray();
  }

  static <T> HttpResponse<T> response(
      HttpRequest request, ServerExchange exchange, BodyHandler<T> handler) {
    HttpHeaders headers = HttpHeaders.of(exchange.headers(), (name, value) -> true);
    BodySubscriber<T> subscriber =
        handler.apply(new Info(exchange.status(), headers, HttpClient.Version.HTTP_1_1));
    subscriber.onSubscribe(
        new Flow.Subscription() {
          @Override
          public void request(long count) {}

          @Override
          public void cancel() {}
        });
    subscriber.onNext(List.of(ByteBuffer.wrap(exchange.answer())));
    subscriber.onComplete();
    return new Response<>(
        request,
        exchange.status(),
        headers,
        subscriber.getBody().toCompletableFuture().getNow(null));
  }

  private record Info(int statusCode, HttpHeaders headers, HttpClient.Version version)
      implements ResponseInfo {}

  private record Response<T>(HttpRequest request, int statusCode, HttpHeaders headers, T body)
      implements HttpResponse<T> {
    @Override
    public Optional<HttpResponse<T>> previousResponse() {
      return Optional.empty();
    }

    @Override
    public Optional<SSLSession> sslSession() {
      return Optional.empty();
    }

    @Override
    public URI uri() {
      return request.uri();
    }

    @Override
    public HttpClient.Version version() {
      return HttpClient.Version.HTTP_1_1;
    }
  }
}
