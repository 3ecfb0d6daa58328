package io.tidemark.http.client;

import io.tidemark.base.DaemonThreads;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.model.worker.WorkerException;
import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Short calls to a worker over sockets that are kept, on the thread of the caller: with many
 * workers an HTTP client, which hands each call from thread to thread, would take most of the
 * coordinator's CPU time. For all threads.
 */
final class CallSockets implements AutoCloseable {
  /** A write of this size does not wait for a worker that does not read. */
  static final int MOST_BODY_BYTES = 8 * 1024;

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /**
   * Threads for the calls of all workers: a heartbeat holds a thread until it is answered, a second
   * at most.
   */
  private static final ThreadPoolExecutor CALLERS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          DaemonThreads.numbered("worker-heartbeat-call"));

  /** Called while a response is outstanding; ends the wait by throwing. */
  interface Look {
    void around() throws IOException, WorkerException;
  }

  private final WorkerAddress address;
  private final ConcurrentLinkedDeque<WorkerConnection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  CallSockets(WorkerAddress address) {
    this.address = address;
  }

  /** Carries out a call that nothing waits for. */
  static <T> CompletableFuture<T> elsewhere(Supplier<T> call) {
    return CompletableFuture.supplyAsync(call, CALLERS);
  }

  /** Whether a call can take this way: neither TLS nor a proxy, and a short body. */
  boolean serve(byte[] body) {
    return !address.secure() && body.length <= MOST_BODY_BYTES && isDirect();
  }

  private boolean isDirect() {
    if (System.getProperty("http.proxyHost") == null) {
      return true;
    }
    List<Proxy> proxies =
        Optional.ofNullable(ProxySelector.getDefault())
            .map(selector -> selector.select(URI.create("http://" + address.hostAndPort())))
            .orElse(List.of());
    return proxies.stream().allMatch(Proxy.NO_PROXY::equals);
  }

  /**
   * Sends a request and waits for the response. If the worker has closed the kept connection in the
   * meantime, the request is sent again on a new one: the worker recognizes repeated commands.
   *
   * @param connecting timeout of a new connection
   */
  ResponseBytes call(byte[] request, Look look, Duration connecting)
      throws IOException, WorkerException, InterruptedException {
    for (WorkerConnection kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
      ResponseBytes response = new ResponseBytes();
      try {
        return call(kept, request, response, look);
      } catch (IOException e) {
        if (response.hasBegun()) {
          throw e;
        }
      }
    }
    return call(open(connecting), request, new ResponseBytes(), look);
  }

  private WorkerConnection open(Duration connecting) throws IOException {
    try {
      return WorkerConnection.open(address, Optional.empty(), connecting, LOOK_EVERY);
    } catch (SocketTimeoutException e) {
      HttpConnectTimeoutException timeout = new HttpConnectTimeoutException("no answer");
      timeout.initCause(e);
      throw timeout;
    }
  }

  private ResponseBytes call(
      WorkerConnection connection, byte[] request, ResponseBytes response, Look look)
      throws IOException, WorkerException, InterruptedException {
    @Nullable WorkerConnection failed = connection;
    try {
      connection.out().write(request);
      await(connection, response, look);
      failed = null;
    } finally {
      if (failed != null) {
        failed.close();
      }
    }
    keep(connection, response);
    return response;
  }

  private static void await(WorkerConnection connection, ResponseBytes response, Look look)
      throws IOException, WorkerException, InterruptedException {
    while (true) {
      try {
        if (response.read(connection.in())) {
          return;
        }
      } catch (SocketTimeoutException e) {
        if (Thread.interrupted()) {
          throw new InterruptedException("while a call was under way");
        }
      }
      look.around();
    }
  }

  private void keep(WorkerConnection connection, ResponseBytes response) {
    boolean ends = response.header("Connection").filter("close"::equalsIgnoreCase).isPresent();
    if (ends || closed) {
      connection.close();
    } else {
      idle.addFirst(connection);
    }
  }

  @Override
  public void close() {
    closed = true;
    for (WorkerConnection each = idle.pollFirst(); each != null; each = idle.pollFirst()) {
      each.close();
    }
  }
}
