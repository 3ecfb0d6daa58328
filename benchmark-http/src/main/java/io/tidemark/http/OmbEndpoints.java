package io.tidemark.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.tidemark.http.OmbJson.ConsumerAssignment;
import io.tidemark.http.OmbJson.ProducerWork;
import io.tidemark.http.OmbJson.TopicsInfo;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The paths and bodies by which an upstream OMB coordinator drives a worker. They have no token, so
 * they exist only where {@link #areAllowed} says. One call at a time.
 */
final class OmbEndpoints implements HttpStack.Endpoints {
  private static final Logger LOG = LoggerFactory.getLogger(OmbEndpoints.class);
  private static final int OK = 200;
  private static final int SERVER_ERROR = 500;

  private final Worker worker;
  private final RunBook book;
  private final Orphans orphans;
  private final WorkerServerOptions options;
  private Optional<OmbSession> session = Optional.empty();
  private String run = "";

  OmbEndpoints(Worker worker, RunBook book, Orphans orphans, WorkerServerOptions options) {
    this.worker = worker;
    this.book = book;
    this.orphans = orphans;
    this.options = options;
  }

  /** A token that can be walked around would be none. */
  static boolean areAllowed(WorkerServerOptions options) {
    return options.token().isEmpty() && (options.insecure() || options.isLoopback());
  }

  /** What a path does with a body; the answer is a value for JSON or nothing. */
  private interface Operation {
    Object with(byte[] body)
        throws WorkerException, InterruptedException, MalformedBodyException, RefusedException;
  }

  private interface SessionOperation {
    void on(OmbSession session) throws WorkerException, InterruptedException;
  }

  @Override
  public void addTo(RoutesConfig routes) {
    routes.post("/initialize-driver", handler(this::initialize));
    routes.post(
        "/create-topics", handler(b -> current().createTopics(OmbJson.read(b, TopicsInfo.class))));
    routes.post("/create-producers", handler(this::createProducers));
    routes.post("/create-consumers", handler(this::createConsumers));
    routes.post("/probe-producers", handler(b -> order(OmbSession::probe)));
    routes.post("/start-load", handler(this::startLoad));
    routes.post("/adjust-publish-rate", handler(this::adjustRate));
    routes.post("/pause-consumers", handler(b -> order(OmbSession::pause)));
    routes.post("/resume-consumers", handler(b -> order(OmbSession::resume)));
    routes.post("/reset-stats", handler(b -> order(OmbSession::resetStatistics)));
    routes.post("/stop-all", handler(b -> stop()));
    routes.get("/counters-stats", handler(b -> current().counters()));
    routes.get("/period-stats", handler(b -> current().period()));
    routes.get("/cumulative-latencies", handler(b -> current().cumulative()));
  }

  private Object initialize(byte[] body)
      throws WorkerException, InterruptedException, RefusedException {
    String yaml = new String(body, StandardCharsets.UTF_8);
    String driverClass =
        YamlTree.read(new SourceFile("driver file", yaml), new Problems())
            .flatMap(tree -> tree.get("driverClass"))
            .map(node -> String.valueOf(node.plain()))
            .orElseThrow(
                () -> new RefusedException(Protocol.BAD_REQUEST, "no driverClass in the body"));
    DriverSource driver = new DriverSource(driverClass, yaml);
    options.policy().check(worker.name(), driver);
    run = WorkerServer.OMB_RUN + UUID.randomUUID();
    book.begin(run);
    orphans.leaseOfRun(OmbSession.LEASE);
    OmbSession begun = new OmbSession(worker, driver);
    begun.begin();
    session = Optional.of(begun);
    return null;
  }

  private Object createProducers(byte[] body)
      throws WorkerException, InterruptedException, MalformedBodyException, RefusedException {
    List<String> topics = OmbJson.read(body, OmbJson.TOPIC_NAMES);
    return order(session -> session.createProducers(topics));
  }

  private Object createConsumers(byte[] body)
      throws WorkerException, InterruptedException, MalformedBodyException, RefusedException {
    ConsumerAssignment assignment = OmbJson.read(body, ConsumerAssignment.class);
    return order(session -> session.createConsumers(assignment.topicsSubscriptions()));
  }

  private Object startLoad(byte[] body)
      throws WorkerException, InterruptedException, MalformedBodyException, RefusedException {
    ProducerWork work = OmbJson.read(body, ProducerWork.class);
    orphans.loadNears();
    return order(session -> session.startLoad(work));
  }

  private Object adjustRate(byte[] body)
      throws WorkerException, InterruptedException, MalformedBodyException, RefusedException {
    double rate = OmbJson.read(body, OmbJson.NUMBER);
    return order(session -> session.adjustRate(rate));
  }

  /** OMB stops before it begins, and several times at the end. */
  private Object stop() throws WorkerException, InterruptedException {
    if (session.isPresent() && book.unfinished().filter(run::equals).isPresent()) {
      session.get().stop();
      book.finish(run);
    }
    session = Optional.empty();
    return null;
  }

  private Object order(SessionOperation operation)
      throws WorkerException, InterruptedException, RefusedException {
    operation.on(current());
    return null;
  }

  private OmbSession current() throws WorkerException, RefusedException {
    if (session.isEmpty()) {
      throw new RefusedException(SERVER_ERROR, "no driver has been initialized here");
    }
    book.require(run, "omb");
    return session.get();
  }

  private Handler handler(Operation operation) {
    return context -> handle(context, operation);
  }

  private void handle(Context context, Operation operation) throws IOException {
    try {
      BrowserGuard.refuseBrowsers(context);
      HttpStack.admit(context);
      byte[] body =
          RequestBody.read(
              context.req().getInputStream(),
              context.req().getContentLengthLong(),
              options.maxBodyBytes());
      Object answer = watched(operation, body);
      context.status(OK).result(answer == null ? "" : OmbJson.write(answer));
    } catch (RefusedException e) {
      refuse(context, e.status(), e.getMessage());
    } catch (MalformedBodyException e) {
      refuse(context, Protocol.BAD_REQUEST, e.getMessage());
    } catch (WorkerException e) {
      refuse(context, SERVER_ERROR, e.oneLine());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refuse(context, SERVER_ERROR, "the worker is stopping");
    } catch (RuntimeException e) {
      LOG.error("{} failed", context.path(), e);
      refuse(context, SERVER_ERROR, "internal error: " + e.getClass().getSimpleName());
    }
  }

  private Object watched(Operation operation, byte[] body)
      throws WorkerException, InterruptedException, MalformedBodyException, RefusedException {
    orphans.callBegins();
    try {
      return inTurn(operation, body);
    } finally {
      orphans.callEnds();
    }
  }

  private synchronized Object inTurn(Operation operation, byte[] body)
      throws WorkerException, InterruptedException, MalformedBodyException, RefusedException {
    return operation.with(body);
  }

  private static void refuse(Context context, int status, String message) {
    context.status(status).result(message + "\n").header("Connection", "close");
  }
}
