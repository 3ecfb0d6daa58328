package io.tidemark.simulation.world;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** An HTTP client on the simulated network. */
final class NetworkClient extends HttpClient {
  private final Network network;
  private final Optional<Duration> connecting;

  NetworkClient(Network network, Optional<Duration> connecting) {
    this.network = network;
    this.connecting = connecting;
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    return network.send(request, handler, connecting);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request,
      HttpResponse.BodyHandler<T> handler,
      HttpResponse.PushPromiseHandler<T> pushed) {
    return network.send(request, handler, connecting);
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
      throws IOException {
    throw new IOException("only asynchronous calls are simulated");
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return Optional.empty();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return connecting;
  }

  @Override
  public Redirect followRedirects() {
    return Redirect.NEVER;
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return Optional.empty();
  }

  @Override
  public SSLContext sslContext() {
    throw new IllegalStateException("no TLS in the simulation");
  }

  @Override
  public SSLParameters sslParameters() {
    throw new IllegalStateException("no TLS in the simulation");
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return Optional.empty();
  }

  @Override
  public Version version() {
    return Version.HTTP_1_1;
  }

  @Override
  public Optional<Executor> executor() {
    return Optional.empty();
  }

  /** Ignores what is asked for, but for the timeout of connections. */
  static HttpClient.Builder builder() {
    AtomicReference<Optional<Duration>> connecting = new AtomicReference<>(Optional.empty());
    Class<?>[] types = {HttpClient.Builder.class};
    return (HttpClient.Builder)
        Proxy.newProxyInstance(
            NetworkClient.class.getClassLoader(),
            types,
            (builder, method, arguments) ->
                switch (method.getName()) {
                  case "connectTimeout" -> {
                    connecting.set(Optional.of((Duration) arguments[0]));
                    yield builder;
                  }
                  case "build" ->
                      new NetworkClient(SimulatedWorld.current().network(), connecting.get());
                  default -> builder;
                });
  }
}
