package io.tidemark.http.throughput;

import io.tidemark.base.DaemonThreads;
import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.client.NoAnswer;
import io.tidemark.http.client.Refusals;
import io.tidemark.http.client.WorkerConnection;
import io.tidemark.http.client.WorkerConnection.Head;
import io.tidemark.http.protocol.Failure;
import io.tidemark.http.protocol.MalformedBodyException;
import io.tidemark.http.protocol.Protocol;
import io.tidemark.http.protocol.Routes;
import io.tidemark.http.protocol.WireFormat;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.http.throughput.Transfers.Send;
import io.tidemark.http.throughput.Transfers.SendTo;
import io.tidemark.http.throughput.Transfers.Throughput;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Throughput of the network to and from a worker, in bytes per second. Bytes flow only over
 * connections whose other end has proven to be a worker that accepts the token. Every call ends
 * within its time and a few seconds.
 */
public final class ThroughputProbe {
  /** At a time on one worker. */
  public static final int MOST_STREAMS = Transfers.MOST_STREAMS;

  private static final int OK = 200;
  private static final int CONTINUE = 100;
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final WorkerAddress address;
  private final HttpWorkerOptions options;

  public ThroughputProbe(WorkerAddress address, HttpWorkerOptions options) {
    this.address = address;
    this.options = options;
  }

  /** On one connection, in its own thread. */
  private interface Transfer {
    double bytesPerSecond(WorkerConnection worker) throws IOException, WorkerException;
  }

  /** Measures the way from here to the worker. */
  public double send(int streams, Duration time) throws WorkerException, InterruptedException {
    return parallel(Transfers.RECEIVE, streams, time, worker -> send(worker, time));
  }

  /** Measures the way from the worker to here. */
  public double receive(int streams, Duration time) throws WorkerException, InterruptedException {
    return parallel(Transfers.SEND, streams, time, worker -> receive(worker, time));
  }

  /**
   * Measures the way from the worker to another one, which both must be able to reach under this
   * address.
   */
  public double sendTo(ThroughputProbe other, int streams, Duration time)
      throws WorkerException, InterruptedException {
    byte[] certificate = other.certificate();
    SendTo order = new SendTo(other.address.toString(), certificate, streams, time);
    Duration longest = time.plus(Transfers.PATIENCE.multipliedBy(3));
    return parallel(
        Transfers.SEND_TO,
        1,
        longest,
        worker -> {
          worker.out().write(request(Transfers.SEND_TO, WireFormat.write(order)));
          return answer(worker, Transfers.SEND_TO, worker.readHead());
        });
  }

  private byte[] certificate() throws WorkerException {
    try (WorkerConnection worker = open(Transfers.PATIENCE)) {
      return worker.certificate();
    } catch (IOException e) {
      throw failed("connect", e);
    }
  }

  private double parallel(String operation, int streams, Duration time, Transfer transfer)
      throws WorkerException, InterruptedException {
    Duration longest = time.plus(Transfers.PATIENCE);
    List<WorkerConnection> open = new ArrayList<>();
    ExecutorService pool =
        Executors.newFixedThreadPool(streams, DaemonThreads.named("tidemark-throughput"));
    try {
      List<Callable<Double>> transfers = new ArrayList<>();
      for (int i = 0; i < streams; i++) {
        WorkerConnection worker = openToWorker(operation, longest);
        open.add(worker);
        transfers.add(() -> transfer.bytesPerSecond(worker));
      }
      double sum = 0;
      for (Future<Double> each :
          pool.invokeAll(transfers, longest.toMillis(), TimeUnit.MILLISECONDS)) {
        sum += each.get();
      }
      return sum;
    } catch (IOException e) {
      throw failed(operation, e);
    } catch (CancellationException e) {
      String late =
          String.format(
              Locale.ROOT, "%s: bytes have not arrived after %d s", address, longest.toSeconds());
      throw new WorkerException(address.name(), operation, Kind.INFRASTRUCTURE, late, e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof WorkerException refused
          ? refused
          : failed(operation, e.getCause() == null ? e : e.getCause());
    } finally {
      open.forEach(WorkerConnection::close); // A blocked write ends only so.
      pool.shutdownNow();
    }
  }

  /** Before any volume is sent: it could be any server. */
  private WorkerConnection openToWorker(String operation, Duration timeout)
      throws IOException, WorkerException {
    WorkerConnection worker = open(timeout);
    try {
      worker.out().write(request(Routes.READ_CLOCK.operation(), Routes.READ_CLOCK.request()));
      Head head = worker.readHead();
      if (head.status() != OK) {
        throw refused(worker, operation, head);
      }
      Routes.READ_CLOCK.answer(worker.readBody(head));
      return worker;
    } catch (IOException | WorkerException e) {
      worker.close();
      throw e;
    } catch (MalformedBodyException e) {
      worker.close();
      throw new IOException("it is not a Tidemark worker", e);
    }
  }

  private WorkerConnection open(Duration timeout) throws IOException {
    return WorkerConnection.open(address, options.tls(), Transfers.PATIENCE, timeout);
  }

  private double send(WorkerConnection worker, Duration time) throws IOException, WorkerException {
    OutputStream out = worker.out();
    out.write(
        WorkerConnection.head(
            address,
            options.token(),
            Transfers.path(Transfers.RECEIVE),
            "Transfer-Encoding: chunked",
            "Expect: 100-continue"));
    Head head = worker.readHead();
    if (head.status() != CONTINUE) {
      throw refused(worker, Transfers.RECEIVE, head);
    }
    byte[] chunk = chunk();
    out.write(chunk);
    Deadline deadline = Deadline.in(time.plus(ByteMeter.SETTLING));
    boolean last;
    do { // The last one is after the deadline, also if this thread got no time before.
      last = deadline.isOver();
      out.write(chunk);
    } while (!last);
    out.write(LAST_CHUNK);
    return answer(worker, Transfers.RECEIVE, worker.readHead());
  }

  private static byte[] chunk() {
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    String length = Integer.toHexString(Transfers.BLOCK_BYTES) + "\r\n";
    chunk.writeBytes(length.getBytes(StandardCharsets.US_ASCII));
    chunk.writeBytes(Transfers.block());
    chunk.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    return chunk.toByteArray();
  }

  /** The framing of the chunks is counted too: less than 0.1 %. */
  private double receive(WorkerConnection worker, Duration time)
      throws IOException, WorkerException {
    Send request = new Send(time.plus(ByteMeter.SETTLING));
    worker.out().write(request(Transfers.SEND, WireFormat.write(request)));
    Head head = worker.readHead();
    if (head.status() != OK) {
      throw refused(worker, Transfers.SEND, head);
    }
    ByteMeter meter = new ByteMeter(SystemClock.get()::nanoTime);
    byte[] part = new byte[Transfers.BLOCK_BYTES];
    for (int length = worker.in().read(part); length >= 0; length = worker.in().read(part)) {
      meter.add(length);
    }
    return counted(meter.bytesPerSecond());
  }

  private double answer(WorkerConnection worker, String operation, Head head)
      throws IOException, WorkerException {
    try {
      return switch (head.status()) {
        case OK ->
            counted(WireFormat.read(worker.readBody(head), Throughput.class).bytesPerSecond());
        case Protocol.FAILED ->
            throw WireFormat.read(worker.readBody(head), Failure.class).at(address.name());
        default -> throw refused(worker, operation, head);
      };
    } catch (MalformedBodyException e) {
      throw new IOException("a response that cannot be read: " + e.getMessage(), e);
    }
  }

  private static double counted(double bytesPerSecond) throws IOException {
    if (bytesPerSecond <= 0) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "no bytes arrived after the first %d ms",
              ByteMeter.SETTLING.toMillis()));
    }
    return bytesPerSecond;
  }

  private byte[] request(String operation, byte[] body) {
    return WorkerConnection.request(address, options.token(), Transfers.path(operation), body);
  }

  /** A server that is no worker is not quoted: a worker that sends must not read it for others. */
  private WorkerException refused(WorkerConnection worker, String operation, Head head)
      throws IOException {
    byte[] body = head.ofWorker() ? worker.readBody(head) : new byte[0];
    return Refusals.of(address, operation, head.status(), head.ofWorker(), body);
  }

  private WorkerException failed(String operation, Throwable cause) {
    String message = NoAnswer.describe(address, Transfers.PATIENCE, cause);
    return new WorkerException(address.name(), operation, Kind.INFRASTRUCTURE, message, cause);
  }
}
