package io.tidemark.cli.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.base.DaemonThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Serves the live page to browsers on this machine: {@code /}, its changes as server-sent events
 * ({@code /events}), and reports of finished runs ({@code /runs/1}).
 */
final class LiveServer implements AutoCloseable {
  private static final int MOST_READERS = 8;
  private static final int THREADS = MOST_READERS + 4;

  /** What is served. Thread-safe. */
  interface Pages {
    String page();

    /**
     * Waits for changes.
     *
     * @param seen number of the change that the reader has; 0 for none
     * @return empty if nothing has changed for some time
     */
    Optional<Change> after(long seen) throws InterruptedException;

    /** The report of a finished run; empty if there is none. */
    Optional<String> report(int run) throws IOException;
  }

  /**
   * A new content of the page.
   *
   * @param number ascending, from 1
   * @param last whether no other one follows
   */
  record Change(long number, String content, boolean last) {
    private byte[] message() {
      StringBuilder message = new StringBuilder();
      content.lines().forEach(line -> message.append("data: ").append(line).append('\n'));
      message.append(last ? "\nevent: end\ndata:\n\n" : "\n");
      return message.toString().getBytes(StandardCharsets.UTF_8);
    }
  }

  private static final byte[] STILL_HERE = ":\n\n".getBytes(StandardCharsets.UTF_8);

  private final Pages pages;
  private final HttpServer http;
  private final Set<String> hosts;
  private final Semaphore readers = new Semaphore(MOST_READERS);

  private LiveServer(Pages pages, HttpServer http) {
    this.pages = pages;
    this.http = http;
    int port = http.getAddress().getPort();
    this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
  }

  /**
   * @param port 0 for any free one
   * @throws IOException if it cannot listen there
   */
  static LiveServer start(int port, Pages pages) throws IOException {
    InetAddress loopback = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
    HttpServer http = HttpServer.create(new InetSocketAddress(loopback, port), MOST_READERS);
    LiveServer server = new LiveServer(pages, http);
    http.setExecutor(Executors.newFixedThreadPool(THREADS, DaemonThreads.named("live-http")));
    http.createContext("/", server::answer);
    http.start();
    return server;
  }

  String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/";
  }

  boolean hasReaders() {
    return readers.availablePermits() < MOST_READERS;
  }

  /** Until all have received the last change, at most for a time; no further ones are accepted. */
  void awaitNoReaders(Duration most) throws InterruptedException {
    var unused = readers.tryAcquire(MOST_READERS, most.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (!hosts.contains(String.valueOf(exchange.getRequestHeaders().getFirst("Host")))) {
        // Pages of other names that resolve to this machine must not read this one.
        text(exchange, 403, "wrong Host header; allowed are " + String.join(", ", hosts));
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        text(exchange, 405, "only GET");
      } else if (path.equals("/")) {
        send(exchange, 200, "text/html", pages.page());
      } else if (path.equals("/events")) {
        events(exchange);
      } else if (path.matches("/runs/[1-9][0-9]{0,5}")) {
        report(exchange, Integer.parseInt(path.substring("/runs/".length())));
      } else {
        text(exchange, 404, "no such page");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The server ends.
    }
  }

  private void report(HttpExchange exchange, int run) throws IOException {
    Optional<String> report = pages.report(run);
    if (report.isPresent()) {
      send(exchange, 200, "text/html", report.get());
    } else {
      text(exchange, 404, "no finished run of this number");
    }
  }

  private void events(HttpExchange exchange) throws IOException, InterruptedException {
    if (!readers.tryAcquire()) {
      text(exchange, 503, "at most " + MOST_READERS + " pages at once");
      return;
    }
    try {
      headers(exchange, "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      stream(exchange.getResponseBody());
    } finally {
      readers.release();
    }
  }

  /** Until the last change, or until the reader has gone. */
  private void stream(OutputStream out) throws IOException, InterruptedException {
    long seen = 0;
    boolean last = false;
    while (!last) {
      Optional<Change> change = pages.after(seen);
      out.write(change.map(Change::message).orElse(STILL_HERE));
      out.flush();
      seen = change.map(Change::number).orElse(seen);
      last = change.filter(Change::last).isPresent();
    }
  }

  private static void text(HttpExchange exchange, int status, String text) throws IOException {
    send(exchange, status, "text/plain", text + "\n");
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    headers(exchange, type);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  private static void headers(HttpExchange exchange, String type) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type + "; charset=utf-8");
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Content-Security-Policy", "frame-ancestors 'none'");
  }

  @Override
  public void close() {
    http.stop(0);
    ((ExecutorService) http.getExecutor()).shutdownNow();
  }
}
