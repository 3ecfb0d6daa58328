package io.tidemark.simulation.world;

import io.javalin.http.Handler;
import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.kernel.Node;
import io.tidemark.simulation.plan.SeedPlan;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * Carries requests of the coordinator's HTTP client to the workers' endpoints and answers back, as
 * bytes. What TCP does to its users is simulated: delays, connections that are reset before or
 * after a request has arrived, times in which nothing arrives, or no answer, machines that are gone
 * without a word, requests that arrive twice, and answers that are read slowly.
 */
public final class Network {
  private static final long RESET_NANOS = 200_000;
  private static final double LONGEST_REPEAT_NANOS = 2e9;
  private static final double LONGEST_READ_NANOS = 4e9;

  private final Kernel kernel;
  private final Random random;
  private final SeedPlan.Links plan;
  private final TimedQueue wire;
  private TimedQueue client;
  private final Map<Integer, Host> hosts = new HashMap<>();
  private final Map<Integer, Long> silentUntil = new HashMap<>();
  private final Map<Integer, Long> noAnswerUntil = new HashMap<>();
  private final Set<Integer> gone = new HashSet<>();
  private final Map<Integer, Integer> idleConnections = new HashMap<>();
  private final Set<Long> unconnected = new HashSet<>();
  private final Map<String, List<Span>> served = new HashMap<>();
  private long requests;
  private long failures;

  /** A worker that listens. */
  private record Host(
      Node node, Executor threads, Map<String, Handler> endpoints, List<Handler> before) {}

  /**
   * A request under way.
   *
   * @param client the process that sent it
   * @param connectByNanos when a new connection must be there; the end of time for one that was
   *     kept, 0 for the repetition of a request
   */
  private record Call<T>(
      long number,
      int port,
      HttpRequest request,
      byte[] body,
      BodyHandler<T> handler,
      CompletableFuture<HttpResponse<T>> answer,
      TimedQueue client,
      long connectByNanos) {
    /** The same bytes again; nothing waits for the second answer. */
    Call<T> again() {
      return new Call<>(number, port, request, body, handler, new CompletableFuture<>(), client, 0);
    }

    void fails(IOException e) {
      client.after(RESET_NANOS, () -> answer.completeExceptionally(e));
    }
  }

  /** When an operation was carried out; its end is at the end of time if it did not end. */
  public static final class Span {
    final long beginNanos;

    /** The same for requests with the same body. */
    final int request;

    long endNanos = Long.MAX_VALUE;

    /** Not carried out, for example repeated after its run was over. */
    boolean refused;

    Span(long beginNanos, int request) {
      this.beginNanos = beginNanos;
      this.request = request;
    }

    public long beginNanos() {
      return beginNanos;
    }

    public int request() {
      return request;
    }

    public long endNanos() {
      return endNanos;
    }
  }

  Network(Kernel kernel, Node coordinator, SeedPlan plan) {
    this.kernel = kernel;
    this.plan = plan.links();
    this.random = new Random(plan.seed() ^ 0x6e6574);
    this.wire = new TimedQueue(kernel, new Node("network"), "wire");
    this.client = new TimedQueue(kernel, coordinator, "http-client");
  }

  /** Requests are sent by another process from now on. */
  void coordinatorStarts(Node process) {
    client = new TimedQueue(kernel, process, "http-client");
    idleConnections.clear();
  }

  void listen(
      int port, Node node, Executor threads, Map<String, Handler> endpoints, List<Handler> before) {
    hosts.put(port, new Host(node, threads, endpoints, before));
  }

  void stopListening(int port) {
    hosts.remove(port);
  }

  /**
   * Nothing arrives at a worker, or from it, for a time.
   *
   * @param halfOpen only answers do not arrive
   */
  public void partition(int port, long nanos, boolean halfOpen) {
    kernel.note("partition of " + port + " for " + nanos / 1_000_000 + " ms");
    (halfOpen ? noAnswerUntil : silentUntil).merge(port, kernel.now() + nanos, Math::max);
  }

  /** A machine without power: connections to it are neither refused nor reset. */
  public void disappears(int port) {
    gone.add(port);
  }

  /** How long the connection to a worker takes: it may be longer than anything waits for. */
  long connectNanos(int port) {
    return gone.contains(port) ? Integer.MAX_VALUE * 1_000L : delay(port, silentUntil);
  }

  /** Whether a process accepts connections. */
  boolean listens(int port) {
    Host host = hosts.get(port);
    return host != null && !host.node.isKilled();
  }

  /** Something that a worker does arrives at the coordinator. */
  void later(int port, Runnable arrival) {
    later(Math.max(delay(port, silentUntil), delay(port, noAnswerUntil)), arrival);
  }

  /** Something happens to the coordinator's connections after a time. */
  void later(long nanos, Runnable action) {
    client.after(nanos, action);
  }

  /** Notes a failure of a connection. */
  void fails() {
    failures++;
  }

  /** Failures that this network has made itself. */
  public long failures() {
    return failures;
  }

  /** When a worker carried out an operation, in their order. */
  public List<Span> served(int port, String operation) {
    return served.getOrDefault(port + "/" + operation, List.of()).stream()
        .filter(span -> !span.refused)
        .toList();
  }

  /** When a worker had carried out the last request. */
  public long lastServedNanos(int port) {
    return served.entrySet().stream()
        .filter(each -> each.getKey().startsWith(port + "/"))
        .flatMap(each -> each.getValue().stream())
        .mapToLong(span -> span.endNanos)
        .filter(end -> end < Long.MAX_VALUE)
        .max()
        .orElse(0);
  }

  /**
   * @param connecting how long a new connection may take; empty for as long as the request
   */
  <T> CompletableFuture<HttpResponse<T>> send(
      HttpRequest request, BodyHandler<T> handler, Optional<Duration> connecting) {
    long number = requests++;
    int port = request.uri().getPort();
    byte[] body = Messages.body(request);
    CompletableFuture<HttpResponse<T>> answer = new CompletableFuture<>();
    boolean kept = idleConnections.getOrDefault(port, 0) > 0;
    idleConnections.computeIfPresent(port, (same, idle) -> Math.max(0, idle - 1));
    long connectBy = kept ? Long.MAX_VALUE : kernel.now() + shorter(connecting, request.timeout());
    Call<T> call = new Call<>(number, port, request, body, handler, answer, client, connectBy);
    note("->", number, port, request.uri().getPath(), body);
    request
        .timeout()
        .ifPresent(
            limit ->
                client.after(
                    limit.toNanos(),
                    () ->
                        answer.completeExceptionally(
                            unconnected.contains(number)
                                ? new HttpConnectTimeoutException("HTTP connect timed out")
                                : new HttpTimeoutException("request timed out")),
                    answer::isDone));
    if (chance(plan.resetShare())) {
      failures++;
      call.fails(new IOException("Connection reset"));
    } else {
      wire.after(delay(port, silentUntil), () -> arrive(call));
      if (chance(plan.repeatShare())) {
        wire.after(
            delay(port, silentUntil) + (long) (random.nextDouble() * LONGEST_REPEAT_NANOS),
            () -> arrive(call.again()));
      }
    }
    return answer;
  }

  private static long shorter(Optional<Duration> one, Optional<Duration> other) {
    return Stream.of(one, other)
        .flatMap(Optional::stream)
        .mapToLong(Duration::toNanos)
        .min()
        .orElse(Long.MAX_VALUE / 2);
  }

  private void arrive(Call<?> call) {
    if (gone.contains(call.port)) {
      cannotConnect(call);
      return;
    }
    Host host = hosts.get(call.port);
    if (host == null || host.node.isKilled()) {
      call.fails(new ConnectException("Connection refused"));
      return;
    }
    host.threads.execute(() -> serve(host, call));
  }

  /** The machine does not answer what asks for a connection; on one that is there all is silent. */
  private void cannotConnect(Call<?> call) {
    if (call.connectByNanos > 0 && call.connectByNanos < Long.MAX_VALUE) {
      unconnected.add(call.number);
      IOException late = new HttpConnectTimeoutException("HTTP connect timed out");
      call.client.after(
          Math.max(0, call.connectByNanos - kernel.now()),
          () -> call.answer.completeExceptionally(late),
          call.answer::isDone);
    }
  }

  private <T> void serve(Host host, Call<T> call) {
    int port = call.port;
    String path = call.request.uri().getPath();
    Span span = new Span(kernel.now(), Arrays.hashCode(call.body));
    served
        .computeIfAbsent(port + path.substring(path.lastIndexOf('/')), key -> new ArrayList<>())
        .add(span);
    ServerExchange exchange = new ServerExchange(call.request, call.body, kernel.nanoTime());
    exchange.handle(host.before, host.endpoints.get(path));
    span.endNanos = kernel.now();
    span.refused = exchange.status() >= HttpURLConnection.HTTP_BAD_REQUEST;
    note("<-", call.number, port, path + " " + exchange.status(), exchange.answer());
    if (chance(plan.lostAnswerShare())) {
      failures++;
      call.fails(new IOException("Connection reset"));
      return;
    }
    long reading = 0;
    if (chance(plan.slowShare())) {
      failures++;
      reading = (long) (random.nextDouble() * LONGEST_READ_NANOS);
    }
    call.client.after(
        Math.max(delay(port, silentUntil), delay(port, noAnswerUntil)) + reading,
        () -> {
          boolean waits =
              call.answer.complete(Messages.response(call.request, exchange, call.handler));
          if (waits && call.client == client && call.connectByNanos > 0) {
            idleConnections.merge(port, 1, Integer::sum);
          }
        });
  }

  private void note(String direction, long number, int port, String what, byte[] body) {
    kernel.note(
        direction + number + " " + port + what + " " + body.length + " " + Arrays.hashCode(body));
  }

  private boolean chance(double share) {
    return share > 0 && random.nextDouble() < share;
  }

  /** What is under way during a partition arrives when it is repeated after its end. */
  private long delay(int port, Map<Integer, Long> until) {
    double rare = Math.pow(random.nextDouble(), 4);
    long usual = plan.latencyNanos() + (long) (rare * plan.jitterNanos());
    long silent = until.getOrDefault(port, 0L) - kernel.now();
    return silent > 0 ? silent + usual + (long) (random.nextDouble() * silent) : usual;
  }
}
