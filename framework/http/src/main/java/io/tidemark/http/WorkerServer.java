package io.tidemark.http;

import io.javalin.Javalin;
import io.tidemark.http.omb.OmbEndpoints;
import io.tidemark.http.omb.OmbSession;
import io.tidemark.http.protocol.Routes;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.http.server.Departure;
import io.tidemark.http.server.HttpStack;
import io.tidemark.http.server.IdempotentCommands;
import io.tidemark.http.server.LeaseWatchdog;
import io.tidemark.http.server.ListenException;
import io.tidemark.http.server.MetricsServer;
import io.tidemark.http.server.WaitingCalls;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.http.throughput.ThroughputEndpoints;
import io.tidemark.model.worker.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hosts a worker: our protocol, and OMB's where it is allowed. */
public final class WorkerServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerServer.class);
  private static final Duration ANNOUNCED_WITHIN = Duration.ofSeconds(3);

  private final Worker worker;
  private final WorkerServerOptions options;
  private final IdempotentCommands commands;
  private final LeaseWatchdog lease;
  private final Departure departure = new Departure();
  private final Javalin http;
  private Optional<MetricsServer> stats = Optional.empty();

  private WorkerServer(Worker worker, Routes operations, WorkerServerOptions options) {
    this.worker = worker;
    this.options = options;
    this.commands = new IdempotentCommands(worker.name());
    this.lease = new LeaseWatchdog(worker, commands, options.leaseGrace());
    WaitingCalls waiting = new WaitingCalls();
    ProtocolEndpoints own =
        new ProtocolEndpoints(worker, operations, commands, lease, departure, waiting, options);
    List<HttpStack.Endpoints> endpoints =
        new ArrayList<>(List.of(new ThroughputEndpoints(commands, options), own));
    if (OmbEndpoints.areAllowed(options)) {
      endpoints.add(new OmbEndpoints(worker, commands, lease, waiting, options));
    }
    this.http = HttpStack.create(options, endpoints);
  }

  /**
   * Starts listening.
   *
   * @param worker closed with the server
   * @throws ListenException when it cannot listen
   */
  public static WorkerServer start(Worker worker, WorkerServerOptions options)
      throws ListenException {
    return start(worker, Routes.OF_WORKERS, options);
  }

  /**
   * Starts listening, with the operations of another port.
   *
   * @param worker implements the port
   */
  static WorkerServer start(Worker worker, Routes operations, WorkerServerOptions options)
      throws ListenException {
    WorkerServer server = new WorkerServer(Objects.requireNonNull(worker), operations, options);
    HttpStack.start(server.http, options);
    server.lease.watch();
    return server;
  }

  /**
   * Starts listening, and serves metrics as well.
   *
   * @param statsPort where; 0 for any free port, empty for no metrics
   * @param metrics in Prometheus' text format; asked on any thread
   */
  public static WorkerServer start(
      Worker worker, WorkerServerOptions options, OptionalInt statsPort, Supplier<String> metrics)
      throws ListenException {
    WorkerServer server = start(worker, options);
    if (statsPort.isPresent()) {
      server.startStats(statsPort.getAsInt(), metrics);
    }
    return server;
  }

  private void startStats(int port, Supplier<String> metrics) throws ListenException {
    try {
      stats = Optional.of(MetricsServer.start(options.bind(), port, metrics));
    } catch (ListenException e) {
      http.stop();
      throw e;
    }
  }

  /** Where metrics are; empty when they are not served. */
  public OptionalInt statsPort() {
    return stats.map(each -> OptionalInt.of(each.port())).orElseGet(OptionalInt::empty);
  }

  /** Where it listens; the real port where any was asked for. */
  public WorkerAddress address() {
    return new WorkerAddress(options.tls().isPresent(), options.bind(), http.port());
  }

  /**
   * Announces the stop of this worker to the coordinator of the run, if there is one, and waits for
   * the confirmation. {@link #close} is to follow.
   *
   * @param how one sentence part, for example {@code it was stopped (SIGTERM)}
   */
  public void leave(String how) {
    departure.announce(how);
    boolean ownProtocol =
        commands.unfinished().filter(run -> !run.startsWith(OmbSession.RUN_PREFIX)).isPresent();
    if (!ownProtocol) {
      return;
    }
    try {
      departure.awaitConfirmation(ANNOUNCED_WITHIN);
    } catch (TimeoutException e) {
      LOG.warn("stopping without notice to the coordinator: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops listening, then ends the current run. */
  @Override
  public void close() {
    lease.close();
    stats.ifPresent(MetricsServer::close);
    http.stop();
    worker.close();
  }
}
