package io.tidemark.http.client;

import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.telemetry.LimitedHttp;
import io.tidemark.http.protocol.Failure;
import io.tidemark.http.protocol.MalformedBodyException;
import io.tidemark.http.protocol.Protocol;
import io.tidemark.http.protocol.Route;
import io.tidemark.http.protocol.Routes;
import io.tidemark.http.protocol.WireFormat;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.Operation.Scope;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.model.yaml.DriverSecrets;
import java.io.IOException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The calls to one worker, with numbers, deadlines and errors of the port. Commands come from one
 * thread at a time, calls without a run from any thread.
 */
final class Calls {
  // The worker's deadline has a better message and must expire first.
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration SIGN_OF_LIFE_WITHIN = Duration.ofSeconds(1);
  private static final int MOST_BYTES_OF_A_BEAT = 64 << 10;

  private final WorkerAddress address;
  private final HttpWorkerOptions options;
  private final HttpClient client;
  private final CallSockets sockets;
  private final ClockConnection clock;
  private final Heartbeat heartbeat;
  private volatile String runId = "";
  private long sequence;
  private String lastOperation = "";
  private byte[] lastBody = {};
  private boolean lastAnswered = true;
  private volatile Optional<String> departure = Optional.empty();
  private volatile boolean ignoresToken;
  private volatile boolean hasAnswered;

  Calls(WorkerAddress address, HttpWorkerOptions options) {
    this.address = address;
    this.options = options;
    this.client = SharedClients.of(options);
    this.sockets = new CallSockets(address);
    this.clock = new ClockConnection(address, options);
    this.heartbeat = new Heartbeat(this::beat, options.silence());
  }

  /** From here on calls belong to this run. */
  void begin(String run) {
    String line = Protocol.line(run);
    if (!line.equals(runId)) {
      runId = line;
      sequence = 0;
      lastAnswered = true;
    }
  }

  boolean hasBegun() {
    return !runId.isEmpty();
  }

  /** Reads the worker's clock, between time stamps of this process. */
  ClockReading readClock(Duration deadline) throws WorkerException, InterruptedException {
    Optional<ClockReading> direct = departure.isPresent() ? Optional.empty() : clock.read();
    if (Thread.interrupted()) {
      throw new InterruptedException("while a clock was read");
    }
    if (direct.isPresent()) {
      heartbeat.sign();
      return direct.get();
    }
    long askedNanoTime = SystemClock.get().nanoTime();
    ClockReading theirs = (ClockReading) Objects.requireNonNull(call(Routes.READ_CLOCK, deadline));
    return theirs.between(askedNanoTime, SystemClock.get().nanoTime());
  }

  /** Null if the operation answers nothing. */
  @Nullable Object call(Route route, Duration deadline, Object... arguments)
      throws WorkerException, InterruptedException {
    byte[] body = route.request(arguments);
    if (route.isCommand()) {
      number(route.operation(), body);
    }
    heartbeat.begin();
    Reply reply = send(route, body, deadline.plus(GRACE));
    heartbeat.sign();
    note(reply);
    if (route.isCommand()) {
      lastAnswered = true;
    }
    return answer(route, reply);
  }

  /** A repeated command after a missing response keeps its number. */
  private void number(String operation, byte[] body) {
    boolean again =
        !lastAnswered && lastOperation.equals(operation) && Arrays.equals(lastBody, body);
    if (!again) {
      sequence++;
    }
    lastOperation = operation;
    lastBody = body;
    lastAnswered = false;
  }

  private Reply send(Route route, byte[] body, Duration limit)
      throws WorkerException, InterruptedException {
    return sockets.serve(body)
        ? sendDirectly(route, body, limit)
        : sendByClient(route, body, limit);
  }

  private Reply sendDirectly(Route route, byte[] body, Duration limit)
      throws WorkerException, InterruptedException {
    Deadline deadline = Deadline.in(limit);
    try {
      return Reply.of(
          sockets.call(
              message(route, body), () -> look(route, deadline, limit, null), options.silence()));
    } catch (IOException e) {
      throw failed(route, limit, e);
    }
  }

  private byte[] message(Route route, byte[] body) {
    String[] headers =
        headers(route).entrySet().stream()
            .map(each -> each.getKey() + ": " + each.getValue())
            .toArray(String[]::new);
    return WorkerConnection.request(address, options.token(), route.path(), body, headers);
  }

  private Reply sendByClient(Route route, byte[] body, Duration limit)
      throws WorkerException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> future =
        ask(route, body, limit, ResponseBytes.MOST_BYTES);
    Deadline deadline = Deadline.in(limit);
    try {
      while (true) {
        try {
          return Reply.of(future.get(LOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
          look(route, deadline, limit, e);
        }
      }
    } catch (ExecutionException e) {
      throw failed(route, limit, Objects.requireNonNullElse(e.getCause(), e));
    } finally {
      future.cancel(true);
    }
  }

  /** While a response is outstanding. */
  private void look(Route route, Deadline deadline, Duration limit, @Nullable Throwable cause)
      throws WorkerException {
    // A worker that has announced its stop still answers: its last figures are kept.
    Optional<String> silence = heartbeat.silence();
    if (silence.isPresent()) {
      throw lost(route, departure.orElse(silence.get()), cause);
    }
    if (deadline.isOver()) {
      throw lost(
          route,
          String.format(Locale.ROOT, "%s did not answer within %d ms", address, limit.toMillis()),
          cause);
    }
  }

  /** Headers of a response. */
  private void note(Reply reply) {
    hasAnswered = true;
    reply.header(Protocol.DEPARTURE_HEADER).ifPresent(this::leaves);
    if (options.token().isPresent() && reply.header(Protocol.OPEN_HEADER).isPresent()) {
      ignoresToken = true;
    }
  }

  /** The next call confirms the worker's stop; it follows immediately. */
  private void leaves(String how) {
    boolean news = departure.isEmpty();
    departure = Optional.of(Protocol.line(how));
    if (news) {
      CompletableFuture<Optional<Heartbeat.Miss>> ignored = beat(); // Its arrival is what counts.
    }
  }

  /** Why the worker is stopping, as announced. */
  Optional<String> departure() {
    return departure;
  }

  boolean ignoresToken() {
    return ignoresToken;
  }

  /** Why the worker counts as lost; otherwise empty. */
  Optional<String> silence() {
    return departure.or(heartbeat::silence);
  }

  /** Any answer will do. Over a kept connection if there is one: hundreds of workers wait. */
  private CompletableFuture<Optional<Heartbeat.Miss>> beat() {
    byte[] body = Routes.READ_CLOCK.request();
    return sockets.serve(body)
        ? CallSockets.elsewhere(() -> beatDirectly(body))
        : beatByClient(body);
  }

  private Optional<Heartbeat.Miss> beatDirectly(byte[] body) {
    Deadline deadline = Deadline.in(SIGN_OF_LIFE_WITHIN);
    CallSockets.Look look =
        () -> {
          if (deadline.isOver()) {
            throw new HttpTimeoutException("no answer");
          }
        };
    try {
      note(Reply.of(sockets.call(message(Routes.READ_CLOCK, body), look, SIGN_OF_LIFE_WITHIN)));
      return Optional.empty();
    } catch (IOException | WorkerException e) {
      return Optional.of(missed(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(new Heartbeat.Miss("interrupted", true));
    }
  }

  private Heartbeat.Miss missed(Throwable cause) {
    return new Heartbeat.Miss(
        noAnswer(SIGN_OF_LIFE_WITHIN, cause), !(cause instanceof HttpConnectTimeoutException));
  }

  private CompletableFuture<Optional<Heartbeat.Miss>> beatByClient(byte[] body) {
    CompletableFuture<HttpResponse<byte[]>> asked =
        ask(Routes.READ_CLOCK, body, SIGN_OF_LIFE_WITHIN, MOST_BYTES_OF_A_BEAT);
    CompletableFuture<HttpResponse<byte[]>> inTime = asked.copy();
    Heartbeat.after(
        SIGN_OF_LIFE_WITHIN, () -> inTime.completeExceptionally(new TimeoutException()));
    return inTime.handle(
        (answer, failure) -> {
          asked.cancel(true); // A body that does not end.
          if (answer != null) {
            note(Reply.of(answer));
          }
          return Optional.ofNullable(failure)
              .map(e -> e instanceof CompletionException ? e.getCause() : e)
              .map(e -> e instanceof TimeoutException ? new HttpTimeoutException("") : e)
              .map(this::missed);
        });
  }

  private CompletableFuture<HttpResponse<byte[]>> ask(
      Route route, byte[] body, Duration limit, int mostBytes) {
    try {
      return client.sendAsync(request(route, body, limit), LimitedHttp.bytes(mostBytes));
    } catch (UnknownHostException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private HttpRequest request(Route route, byte[] body, Duration limit)
      throws UnknownHostException {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(address.resolve(route.path()))
            .timeout(limit)
            .POST(BodyPublishers.ofByteArray(body));
    Protocol.headers(options.token()).forEach(builder::header);
    headers(route).forEach(builder::header);
    return builder.build();
  }

  /** In addition to those of every call. */
  private Map<String, String> headers(Route route) {
    Map<String, String> headers = new HashMap<>();
    departure.ifPresent(how -> headers.put(Protocol.DEPARTURE_HEADER, how));
    if (route.scope() != Scope.HOST) {
      headers.put(Protocol.RUN_HEADER, runId);
      headers.put(Protocol.SEQUENCE_HEADER, String.valueOf(sequence));
    }
    return headers;
  }

  private @Nullable Object answer(Route route, Reply reply) throws WorkerException {
    try {
      return switch (reply.status()) {
        case 200 -> route.answer(reply.body());
        case Protocol.FAILED -> throw masked(WireFormat.read(reply.body(), Failure.class));
        default ->
            throw Refusals.of(
                address,
                route.operation(),
                reply.status(),
                reply.header(Protocol.PROTOCOL_HEADER).isPresent(),
                reply.body());
      };
    } catch (MalformedBodyException e) {
      throw new WorkerException(
          address.name(),
          route.operation(),
          Kind.INFRASTRUCTURE,
          address + " returned a response that cannot be read: " + e.getMessage(),
          e);
    }
  }

  /** This process may know more secrets of the driver's file than the worker. */
  private WorkerException masked(Failure failure) {
    return new Failure(failure.kind(), failure.operation(), DriverSecrets.masked(failure.message()))
        .at(address.name());
  }

  private WorkerException failed(Route route, Duration limit, Throwable cause) {
    return lost(route, departure.orElseGet(() -> noAnswer(limit, cause)), cause);
  }

  private String noAnswer(Duration limit, Throwable cause) {
    return NoAnswer.describe(address, limit, cause)
        + (hasAnswered ? "" : NoAnswer.likelyMistake(cause));
  }

  private WorkerException lost(Route route, String message, @Nullable Throwable cause) {
    return new WorkerException(address.name(), route.operation(), Kind.WORKER_LOST, message, cause);
  }

  void close() {
    heartbeat.close();
    clock.close();
    sockets.close();
  }
}
