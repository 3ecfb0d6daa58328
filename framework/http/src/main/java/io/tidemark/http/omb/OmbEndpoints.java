package io.tidemark.http.omb;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.tidemark.base.SystemClock;
import io.tidemark.http.omb.OmbJson.ConsumerAssignment;
import io.tidemark.http.omb.OmbJson.ProducerWork;
import io.tidemark.http.omb.OmbJson.TopicsInfo;
import io.tidemark.http.protocol.MalformedBodyException;
import io.tidemark.http.protocol.Protocol;
import io.tidemark.http.server.AdmittedCallers;
import io.tidemark.http.server.HttpStack;
import io.tidemark.http.server.IdempotentCommands;
import io.tidemark.http.server.LeaseWatchdog;
import io.tidemark.http.server.RequestBody;
import io.tidemark.http.server.RequestRefusedException;
import io.tidemark.http.server.WaitingCalls;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.model.worker.Operation.Scope;
import io.tidemark.model.worker.Operation.Stage;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.yaml.FilledText;
import io.tidemark.model.yaml.Printable;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlTree;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The paths and bodies by which an upstream OMB coordinator drives a worker. They have no token, so
 * they exist only where {@link #areAllowed} says.
 */
public final class OmbEndpoints implements HttpStack.Endpoints {
  private static final Logger LOG = LoggerFactory.getLogger(OmbEndpoints.class);

  /**
   * OMB's coordinator waits this long for resources of another worker, for example 10,000 topics.
   */
  private static final Duration PREPARING_GRACE = Duration.ofMinutes(10);

  private static final int OK = 200;
  private static final int SERVER_ERROR = 500;

  private final Worker worker;
  private final IdempotentCommands commands;
  private final LeaseWatchdog lease;
  private final WaitingCalls waiting;
  private final WorkerServerOptions options;
  private final Object stopping = new Object();
  private volatile Optional<OmbSession> session = Optional.empty();

  public OmbEndpoints(
      Worker worker,
      IdempotentCommands commands,
      LeaseWatchdog lease,
      WaitingCalls waiting,
      WorkerServerOptions options) {
    this.worker = worker;
    this.commands = commands;
    this.lease = lease;
    this.waiting = waiting;
    this.options = options;
  }

  /** OMB's endpoints would bypass the token. */
  public static boolean areAllowed(WorkerServerOptions options) {
    return options.token().isEmpty() && (options.insecure() || options.isLoopback());
  }

  /** What a path does with a body; the answer is a value for JSON or nothing. */
  private interface Operation {
    @Nullable Object with(byte[] body)
        throws WorkerException,
            InterruptedException,
            MalformedBodyException,
            RequestRefusedException;
  }

  private interface SessionOperation {
    void on(OmbSession session) throws WorkerException, InterruptedException;
  }

  @Override
  public void addTo(RoutesConfig routes) {
    routes.post("/initialize-driver", handler(Scope.BEGIN, this::initialize));
    routes.post(
        "/create-topics", handler(b -> current().createTopics(OmbJson.read(b, TopicsInfo.class))));
    routes.post("/create-producers", handler(this::createProducers));
    routes.post("/create-consumers", handler(this::createConsumers));
    routes.post("/probe-producers", handler(b -> order(current(), OmbSession::probe)));
    routes.post("/start-load", handler(this::startLoad));
    routes.post("/adjust-publish-rate", handler(this::adjustRate));
    routes.post("/pause-consumers", handler(b -> order(prepared(), OmbSession::pause)));
    routes.post("/resume-consumers", handler(b -> order(prepared(), OmbSession::resume)));
    routes.post(
        "/reset-stats", handler(b -> order(prepared(), session -> session.snapshots().reset())));
    routes.post("/stop-all", handler(Scope.END, b -> stop()));
    routes.get("/counters-stats", handler(b -> prepared().snapshots().counters()));
    routes.get("/period-stats", handler(b -> prepared().snapshots().period()));
    routes.get("/cumulative-latencies", handler(b -> prepared().snapshots().cumulative()));
  }

  private @Nullable Object initialize(byte[] body)
      throws WorkerException, InterruptedException, RequestRefusedException {
    SourceFile file = new SourceFile("driver file", new String(body, StandardCharsets.UTF_8));
    String driverClass =
        YamlTree.read(file, new Problems())
            .flatMap(tree -> tree.get("driverClass"))
            .map(node -> String.valueOf(node.plain()))
            .orElseThrow(
                () ->
                    new RequestRefusedException(
                        Protocol.BAD_REQUEST, "no driverClass in the body"));
    String yaml = FilledText.of(file, placeholder -> Optional.empty(), true);
    DriverSource driver = new DriverSource(driverClass, yaml);
    options.policy().check(worker.name(), driver);
    OmbSession begun =
        new OmbSession(worker, driver, new OmbWatch(LOG::warn, SystemClock.get()::nanoTime));
    commands.begin(begun.runId());
    lease.runBegins(OmbSnapshots.LEASE, PREPARING_GRACE);
    session = Optional.of(begun);
    try {
      begun.begin();
      return null;
    } catch (WorkerException | InterruptedException e) {
      commands.finish(begun.runId()); // There is nothing of it to end.
      throw e;
    }
  }

  private @Nullable Object createProducers(byte[] body)
      throws WorkerException,
          InterruptedException,
          MalformedBodyException,
          RequestRefusedException {
    List<String> topics = OmbJson.read(body, OmbJson.TOPIC_NAMES);
    return order(current(), session -> session.createProducers(topics));
  }

  private @Nullable Object createConsumers(byte[] body)
      throws WorkerException,
          InterruptedException,
          MalformedBodyException,
          RequestRefusedException {
    ConsumerAssignment assignment = OmbJson.read(body, ConsumerAssignment.class);
    return order(current(), session -> session.createConsumers(assignment.topicsSubscriptions()));
  }

  private @Nullable Object startLoad(byte[] body)
      throws WorkerException,
          InterruptedException,
          MalformedBodyException,
          RequestRefusedException {
    ProducerWork work = OmbJson.read(body, ProducerWork.class);
    return order(prepared(), session -> session.startLoad(work));
  }

  private @Nullable Object adjustRate(byte[] body)
      throws WorkerException,
          InterruptedException,
          MalformedBodyException,
          RequestRefusedException {
    double rate = OmbJson.read(body, OmbJson.NUMBER);
    return order(prepared(), session -> session.adjustRate(rate));
  }

  /** OMB stops before it begins, and several times at the end: a second one waits for the first. */
  private @Nullable Object stop() throws WorkerException, InterruptedException {
    synchronized (stopping) {
      Optional<OmbSession> ended = session;
      session = Optional.empty();
      if (ended.isPresent()
          && commands.unfinished().filter(ended.get().runId()::equals).isPresent()) {
        ended.get().stop().problems().forEach(line -> LOG.warn("stop-all: {}", line));
        commands.finish(ended.get().runId());
      }
      return null;
    }
  }

  private static @Nullable Object order(OmbSession session, SessionOperation operation)
      throws WorkerException, InterruptedException {
    operation.on(session);
    return null;
  }

  /**
   * After topics, consumers and producers are there. A worker that only consumes receives no
   * start-load; its first statistics call says that the preparation is over.
   */
  private OmbSession prepared() throws WorkerException, RequestRefusedException {
    OmbSession current = current();
    lease.enters(Stage.LOAD);
    return current;
  }

  private OmbSession current() throws WorkerException, RequestRefusedException {
    OmbSession current =
        session.orElseThrow(
            () -> new RequestRefusedException(SERVER_ERROR, "no driver has been initialized here"));
    commands.require(current.runId(), "omb");
    return current;
  }

  private Handler handler(Operation operation) {
    return handler(Scope.QUESTION, operation);
  }

  private Handler handler(Scope scope, Operation operation) {
    return context -> handle(context, scope, operation);
  }

  private void handle(Context context, Scope scope, Operation operation) {
    try {
      new AdmittedCallers(options).require(name -> context.header(name));
      HttpStack.admit(context);
      byte[] body = RequestBody.of(context);
      Object answer = watched(scope, operation, body);
      context.status(OK).result(answer == null ? "" : OmbJson.write(answer));
    } catch (RequestRefusedException e) {
      refuse(context, e.status(), e.getMessage());
    } catch (MalformedBodyException e) {
      refuse(context, Protocol.BAD_REQUEST, e.getMessage());
    } catch (WorkerException e) {
      refuse(context, SERVER_ERROR, e.oneLine());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refuse(context, SERVER_ERROR, "the worker is stopping");
    } catch (IllegalArgumentException e) {
      refuse(context, Protocol.BAD_REQUEST, e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("{} failed", context.path(), e);
      refuse(context, SERVER_ERROR, "internal error: " + e.getClass().getSimpleName());
    }
  }

  private @Nullable Object watched(Scope scope, Operation operation, byte[] body)
      throws WorkerException,
          InterruptedException,
          MalformedBodyException,
          RequestRefusedException {
    try (WaitingCalls.Place place = waiting.enter(scope)) {
      lease.callBegins();
      try {
        return operation.with(body);
      } finally {
        lease.callEnds();
      }
    }
  }

  private static void refuse(Context context, int status, @Nullable String message) {
    context
        .status(status)
        .result(Printable.message(String.valueOf(message)) + "\n")
        .header("Connection", "close");
  }
}
