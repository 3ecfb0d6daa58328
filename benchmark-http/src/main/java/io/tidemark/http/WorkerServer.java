package io.tidemark.http;

import io.javalin.Javalin;
import io.tidemark.model.worker.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Hosts a worker: our protocol, and OMB's where it is allowed. */
public final class WorkerServer implements AutoCloseable {
  private final Worker worker;
  private final WorkerServerOptions options;
  private final Orphans orphans;
  private final Javalin http;

  private WorkerServer(Worker worker, WorkerServerOptions options) {
    this.worker = worker;
    this.options = options;
    RunBook book = new RunBook(worker.name());
    this.orphans = new Orphans(worker, book, options.orphanGrace());
    ProtocolEndpoints own = new ProtocolEndpoints(worker, book, orphans, options);
    List<HttpStack.Endpoints> endpoints = new ArrayList<>(List.of(own));
    if (OmbEndpoints.areAllowed(options)) {
      endpoints.add(new OmbEndpoints(worker, book, orphans, options));
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
    WorkerServer server = new WorkerServer(Objects.requireNonNull(worker), options);
    HttpStack.start(server.http, options);
    server.orphans.watch();
    return server;
  }

  /** Where it listens; the real port where any was asked for. */
  public WorkerAddress address() {
    return new WorkerAddress(options.tls().isPresent(), options.bind(), http.port());
  }

  /** Stops listening, then ends whatever runs. */
  @Override
  public void close() {
    orphans.close();
    http.stop();
    worker.close();
  }
}
