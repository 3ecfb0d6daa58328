package io.tidemark.http.throughput;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.settings.TlsStores;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.MalformedBodyException;
import io.tidemark.http.protocol.Protocol;
import io.tidemark.http.protocol.WireFormat;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.http.server.CallGuard;
import io.tidemark.http.server.CallGuard.Work;
import io.tidemark.http.server.HttpStack;
import io.tidemark.http.server.IdempotentCommands;
import io.tidemark.http.server.RequestBody;
import io.tidemark.http.server.RequestRefusedException;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.http.throughput.Transfers.Send;
import io.tidemark.http.throughput.Transfers.SendTo;
import io.tidemark.http.throughput.Transfers.Throughput;
import io.tidemark.http.tls.ServerTls;
import io.tidemark.model.worker.WorkerException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bytes over the network for {@code bin/benchmark probe}. They are not kept. Transfers are limited
 * in number, bytes and time, end when a run begins, and go only to callers with the token and to
 * workers that accept it.
 */
public final class ThroughputEndpoints implements HttpStack.Endpoints {
  private static final Logger LOG = LoggerFactory.getLogger(ThroughputEndpoints.class);

  private final IdempotentCommands commands;
  private final WorkerServerOptions options;
  private final Semaphore streams = new Semaphore(Transfers.MOST_STREAMS);

  public ThroughputEndpoints(IdempotentCommands commands, WorkerServerOptions options) {
    this.commands = commands;
    this.options = options;
  }

  @Override
  public void addTo(RoutesConfig routes) {
    CallGuard guard = new CallGuard(options);
    routes.post(
        Transfers.path(Transfers.RECEIVE),
        context ->
            guard.serve(context, Transfers.RECEIVE, () -> occupying(1, () -> receive(context))));
    routes.post(
        Transfers.path(Transfers.SEND),
        context -> guard.serve(context, Transfers.SEND, () -> occupying(1, () -> send(context))));
    routes.post(
        Transfers.path(Transfers.SEND_TO),
        context -> guard.serve(context, Transfers.SEND_TO, () -> sendTo(context)));
  }

  @Override
  public Set<String> streamed() {
    return Set.of(Transfers.path(Transfers.RECEIVE));
  }

  private void occupying(int count, Work work)
      throws WorkerException,
          InterruptedException,
          RequestRefusedException,
          MalformedBodyException,
          IOException {
    requireNoRun();
    if (!streams.tryAcquire(count)) {
      throw new RequestRefusedException(
          Protocol.CONFLICT,
          String.format(
              Locale.ROOT,
              "at most %d streams at a time; other measurements are under way",
              Transfers.MOST_STREAMS));
    }
    try {
      work.run();
    } finally {
      streams.release(count);
    }
  }

  private void requireNoRun() throws RequestRefusedException {
    if (commands.unfinished().isPresent()) {
      throw new RequestRefusedException(
          Protocol.CONFLICT, "a run is under way on this worker; the transfer would disturb it");
    }
  }

  private void receive(Context context) throws RequestRefusedException {
    ByteMeter meter = new ByteMeter(SystemClock.get()::nanoTime);
    try {
      drop(context.req().getInputStream(), meter);
    } catch (IOException | RuntimeException e) { // The server's own, for a wrong chunk size.
      throw bad("the bytes are incomplete or not framed as HTTP requires");
    }
    answer(context, meter.bytesPerSecond());
  }

  private void drop(InputStream in, ByteMeter meter) throws IOException, RequestRefusedException {
    byte[] part = new byte[Transfers.BLOCK_BYTES];
    for (int length = in.read(part); length >= 0; length = in.read(part)) {
      meter.add(length);
      requireNoRun();
      if (meter.allBytes() > Transfers.MOST_BYTES
          || meter.elapsedNanos() > Transfers.LONGEST.plus(Transfers.PATIENCE).toNanos()) {
        throw new RequestRefusedException(
            Protocol.TOO_LARGE,
            String.format(
                Locale.ROOT,
                "a transfer has at most %d bytes and takes at most %d s",
                Transfers.MOST_BYTES,
                Transfers.LONGEST.toSeconds()));
      }
    }
  }

  private void send(Context context)
      throws IOException, RequestRefusedException, MalformedBodyException {
    Duration time = time(read(context, Send.class).deadline());
    context.status(200).contentType("application/octet-stream").header("Connection", "close");
    try {
      send(context.res().getOutputStream(), time);
    } catch (IOException e) {
      LOG.debug("{} ended the transfer", context.ip(), e);
    }
  }

  private void send(OutputStream out, Duration time) throws IOException {
    byte[] block = Transfers.block();
    out.write(block);
    Deadline deadline = Deadline.in(time);
    long bytes = block.length;
    boolean last = false; // It is after the deadline, also if this thread got no time before.
    while (!last && bytes < Transfers.MOST_BYTES && commands.unfinished().isEmpty()) {
      last = deadline.isOver();
      out.write(block);
      bytes += block.length;
    }
    out.flush();
  }

  private void sendTo(Context context)
      throws WorkerException,
          InterruptedException,
          RequestRefusedException,
          MalformedBodyException,
          IOException {
    SendTo request = read(context, SendTo.class);
    if (request.streams() < 1 || request.streams() > Transfers.MOST_STREAMS) {
      throw bad(
          String.format(
              Locale.ROOT,
              "streams: got %d; allowed are 1 to %d",
              request.streams(),
              Transfers.MOST_STREAMS));
    }
    Duration time = time(request.time());
    WorkerAddress target = target(request.target());
    HttpWorkerOptions connection =
        HttpWorkerOptions.DEFAULT
            .withToken(options.token())
            .withTls(
                target.secure() ? Optional.of(trust(request.certificate())) : Optional.empty());
    occupying(
        request.streams(),
        () ->
            answer(context, new ThroughputProbe(target, connection).send(request.streams(), time)));
  }

  /** This worker's token must not become readable on the way. */
  private WorkerAddress target(String text) throws RequestRefusedException {
    try {
      WorkerAddress target = WorkerAddress.parse(text);
      if (options.token().isPresent() && !options.insecure() && !target.protectsToken()) {
        throw bad("the token would be sent without TLS to " + target);
      }
      return target;
    } catch (IllegalArgumentException e) {
      throw bad(String.valueOf(e.getMessage()));
    }
  }

  /** With mutual TLS this worker's own; otherwise exactly the certificate that was given. */
  private SSLContext trust(byte[] certificate) throws RequestRefusedException {
    Optional<ServerTls> mutual = options.tls().filter(ServerTls::clientCertificate);
    if (mutual.isPresent()) {
      return mutual.get().context();
    }
    try {
      return TlsStores.context(TlsStores.authorities(certificate, "certificate"));
    } catch (IOException e) {
      throw bad("certificate: not an X.509 certificate");
    }
  }

  private static Duration time(Duration asked) throws RequestRefusedException {
    if (asked.isNegative() || asked.isZero() || asked.compareTo(Transfers.LONGEST) > 0) {
      throw bad(
          String.format(
              Locale.ROOT,
              "time: got %d ms; allowed are 1 to %d",
              asked.toMillis(),
              Transfers.LONGEST.toMillis()));
    }
    return asked;
  }

  private <T> T read(Context context, Class<T> type)
      throws RequestRefusedException, MalformedBodyException {
    return WireFormat.read(RequestBody.of(context), type);
  }

  private static void answer(Context context, double bytesPerSecond) {
    context
        .contentType(Protocol.CONTENT_TYPE)
        .result(WireFormat.write(new Throughput(bytesPerSecond)));
  }

  private static RequestRefusedException bad(String message) {
    return new RequestRefusedException(Protocol.BAD_REQUEST, message);
  }
}
