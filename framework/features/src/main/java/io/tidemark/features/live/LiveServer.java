package io.tidemark.features.live;

import io.javalin.Javalin;
import io.javalin.http.Context;
import io.tidemark.http.server.HttpStack;
import io.tidemark.http.server.ListenException;
import io.tidemark.http.server.WorkerServerOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Serves the live page to browsers on this machine: {@code /}, its changes as server-sent events
 * ({@code /events}), and reports of finished runs ({@code /runs/1}).
 */
final class LiveServer implements AutoCloseable {
  private static final int MOST_READERS = 8;
  private static final String ADDRESS = "127.0.0.1";

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
  private final Javalin http;
  private final Semaphore readers = new Semaphore(MOST_READERS);

  private LiveServer(Pages pages, WorkerServerOptions options) {
    this.pages = pages;
    HttpStack.Endpoints all = routes -> routes.before(this::answer);
    this.http = HttpStack.create(options, List.of(all));
  }

  /**
   * @param port 0 for any free one
   * @throws IOException if it cannot listen there
   */
  static LiveServer start(int port, Pages pages) throws IOException {
    WorkerServerOptions options = WorkerServerOptions.ofPages(ADDRESS, port);
    LiveServer server = new LiveServer(pages, options);
    try {
      HttpStack.start(server.http, options);
    } catch (ListenException e) {
      throw new IOException(e.getMessage(), e);
    }
    return server;
  }

  String url() {
    return "http://" + ADDRESS + ":" + http.port() + "/";
  }

  boolean hasReaders() {
    return readers.availablePermits() < MOST_READERS;
  }

  /** Until all have received the last change, at most for a time; no further ones are accepted. */
  void awaitNoReaders(Duration most) throws InterruptedException {
    var unused = readers.tryAcquire(MOST_READERS, most.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void answer(Context context) throws IOException {
    context.skipRemainingHandlers();
    Set<String> hosts = Set.of(ADDRESS + ":" + http.port(), "localhost:" + http.port());
    String path = context.path();
    try {
      if (!hosts.contains(String.valueOf(context.header("Host")))) {
        // Pages of other names that resolve to this machine must not read this one.
        text(context, 403, "wrong Host header; allowed are " + String.join(", ", hosts));
      } else if (!context.req().getMethod().equals("GET")) {
        context.header("Allow", "GET");
        text(context, 405, "only GET");
      } else if (path.equals("/")) {
        send(context, 200, "text/html", pages.page());
      } else if (path.equals("/events")) {
        events(context);
      } else if (path.matches("/runs/[1-9][0-9]{0,5}")) {
        report(context, Integer.parseInt(path.substring("/runs/".length())));
      } else {
        text(context, 404, "no such page");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The server ends.
    }
  }

  private void report(Context context, int run) throws IOException {
    Optional<String> report = pages.report(run);
    if (report.isPresent()) {
      send(context, 200, "text/html", report.get());
    } else {
      text(context, 404, "no finished run of this number");
    }
  }

  private void events(Context context) throws InterruptedException {
    if (!readers.tryAcquire()) {
      text(context, 503, "at most " + MOST_READERS + " pages at once");
      return;
    }
    headers(context, "text/event-stream");
    // Closed here: its end has been written when its place is free, and the server may stop.
    try (OutputStream out = context.status(200).res().getOutputStream()) {
      stream(out);
    } catch (IOException e) {
      // The reader has gone.
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

  private static void text(Context context, int status, String text) {
    send(context, status, "text/plain", text + "\n");
  }

  private static void send(Context context, int status, String type, String text) {
    headers(context, type);
    context.status(status).result(text);
  }

  private static void headers(Context context, String type) {
    context
        .contentType(type + "; charset=utf-8")
        .header("Cache-Control", "no-store")
        .header("X-Content-Type-Options", "nosniff")
        .header("Content-Security-Policy", "frame-ancestors 'none'");
  }

  @Override
  public void close() {
    http.stop();
  }
}
