package io.tidemark.driver.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LimitedHttpTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final HttpClient client = HttpClient.newHttpClient();
  private final CountDownLatch over = new CountDownLatch(1);
  private final CountDownLatch refused = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool(LimitedHttpTest::daemon));
    server.createContext("/short", exchange -> respond(exchange, "one page".getBytes()));
    server.createContext("/endless", this::endless);
    server.createContext("/unfinished", this::unfinished);
    server.start();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
  }

  private static void respond(HttpExchange exchange, byte[] body) throws IOException {
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void endless(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      byte[] line = "a_metric 5\n".repeat(1000).getBytes();
      while (over.getCount() > 0) {
        out.write(line);
      }
    } catch (IOException e) {
      refused.countDown(); // The client has closed the connection.
    }
  }

  /** Headers and a first byte, and then nothing. */
  private void unfinished(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 100);
    exchange.getResponseBody().write('a');
    exchange.getResponseBody().flush();
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpRequest request(String path, Duration timeout) {
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    return HttpRequest.newBuilder(uri).timeout(timeout).build();
  }

  @Test
  void aShortBodyIsWhole() throws Exception {
    assertThat(LimitedHttp.send(client, request("/short", LONG)).body()).isEqualTo("one page");
  }

  @Test
  void aBodyWithoutEndIsRefusedAndItsConnectionClosed() throws Exception {
    assertThatThrownBy(() -> LimitedHttp.send(client, request("/endless", LONG)))
        .isInstanceOf(IOException.class)
        .hasMessage("a response of more than " + LimitedHttp.MOST_BYTES + " bytes");
    assertThat(refused.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void theTimeoutIsThatOfTheWholeBody() {
    Duration shortly = Duration.ofMillis(200);
    assertThatThrownBy(() -> LimitedHttp.send(client, request("/unfinished", shortly)))
        .isInstanceOf(HttpTimeoutException.class)
        .hasMessage("no complete response within 200ms");
  }

  @Test
  void aClosedPortIsNoConnection() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/")).build();
    assertThatThrownBy(() -> LimitedHttp.send(client, request)).hasMessage("no connection");
  }
}
