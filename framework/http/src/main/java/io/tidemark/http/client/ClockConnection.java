package io.tidemark.http.client;

import io.tidemark.base.SystemClock;
import io.tidemark.http.protocol.MalformedBodyException;
import io.tidemark.http.protocol.Routes;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.model.worker.ClockReading;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Reads a worker's clock over a plain socket, which is kept, with a request that is built once: in
 * a JVM that has just started the code of an HTTP client takes longer than the network.
 * Thread-safe.
 */
final class ClockConnection implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final int OK = 200;

  private final WorkerAddress address;
  private final Optional<SSLContext> tls;
  private final byte[] question;
  private @Nullable WorkerConnection connection;

  ClockConnection(WorkerAddress address, HttpWorkerOptions options) {
    this.address = address;
    this.tls = options.tls();
    this.question =
        WorkerConnection.request(
            address, options.token(), Routes.READ_CLOCK.path(), Routes.READ_CLOCK.request());
  }

  /** Empty if the worker did not answer as expected; a regular call reports the cause. */
  synchronized Optional<ClockReading> read() {
    try {
      WorkerConnection open =
          connection == null ? WorkerConnection.open(address, tls, TIMEOUT, TIMEOUT) : connection;
      connection = open;
      return Optional.of(ask(open));
    } catch (IOException | MalformedBodyException e) {
      close();
      return Optional.empty();
    }
  }

  private ClockReading ask(WorkerConnection worker) throws IOException, MalformedBodyException {
    long askedNanoTime = SystemClock.get().nanoTime();
    worker.out().write(question);
    WorkerConnection.Head head = worker.readHead();
    if (head.status() != OK) {
      throw new IOException("not the expected response");
    }
    return ((ClockReading) Objects.requireNonNull(Routes.READ_CLOCK.answer(worker.readBody(head))))
        .between(askedNanoTime, head.arrivedNanoTime());
  }

  /** The next reading opens a connection again. */
  @Override
  public synchronized void close() {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }
}
