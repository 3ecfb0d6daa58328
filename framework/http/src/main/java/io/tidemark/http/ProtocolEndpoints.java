package io.tidemark.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.tidemark.base.SystemClock;
import io.tidemark.http.protocol.MalformedBodyException;
import io.tidemark.http.protocol.Protocol;
import io.tidemark.http.protocol.Route;
import io.tidemark.http.protocol.Routes;
import io.tidemark.http.server.CallGuard;
import io.tidemark.http.server.Departure;
import io.tidemark.http.server.HttpStack;
import io.tidemark.http.server.IdempotentCommands;
import io.tidemark.http.server.LeaseWatchdog;
import io.tidemark.http.server.RequestBody;
import io.tidemark.http.server.RequestRefusedException;
import io.tidemark.http.server.WaitingCalls;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.Operation.Scope;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import java.io.IOException;
import java.util.Optional;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Our own protocol on the worker's side: authorization, run, then the table of routes. */
record ProtocolEndpoints(
    Worker worker,
    Routes operations,
    IdempotentCommands commands,
    LeaseWatchdog lease,
    Departure departure,
    WaitingCalls waiting,
    WorkerServerOptions options)
    implements HttpStack.Endpoints {
  private static final Logger LOG = LoggerFactory.getLogger(ProtocolEndpoints.class);

  @Override
  public void addTo(RoutesConfig routes) {
    routes.before(ProtocolEndpoints::introduce);
    for (Route route : operations.all()) {
      routes.post(route.path(), context -> handle(context, route));
    }
    routes.post("/tidemark/<other>", this::handleUnknown);
  }

  private static void introduce(Context context) {
    context.header(Protocol.PROTOCOL_HEADER, String.valueOf(Protocol.VERSION));
    context.header(Protocol.PRODUCT_HEADER, Protocol.product());
  }

  private void handleUnknown(Context context) throws IOException {
    guard()
        .serve(
            context,
            "an unknown operation",
            () -> {
              throw new RequestRefusedException(Protocol.NOT_FOUND, "no such operation");
            });
  }

  private void handle(Context context, Route route) throws IOException {
    guard()
        .serve(
            context,
            route.operation(),
            () -> {
              byte[] body = RequestBody.of(context);
              context.result(serve(context, route, body)).contentType(Protocol.CONTENT_TYPE);
              announceDeparture(context);
            });
  }

  private CallGuard guard() {
    return new CallGuard(options);
  }

  /** Also the last answer counts: what it holds is kept. */
  private void announceDeparture(Context context) {
    departure.how().ifPresent(how -> context.header(Protocol.DEPARTURE_HEADER, how));
    if (context.header(Protocol.DEPARTURE_HEADER) != null) {
      departure.confirmed();
    }
  }

  private byte[] serve(Context context, Route route, byte[] body)
      throws WorkerException,
          InterruptedException,
          RequestRefusedException,
          MalformedBodyException {
    Object[] arguments = route.arguments(body);
    if (route.scope() == Scope.HOST) {
      long beforeNanoTime = SystemClock.get().nanoTime();
      Object answer = route.invoke(worker, arguments);
      return route.response(
          answer instanceof ClockReading now ? received(context, now, beforeNanoTime) : answer);
    }
    try (WaitingCalls.Place place = waiting.enter(route.scope())) {
      return serveOfRun(context, route, arguments);
    }
  }

  private byte[] serveOfRun(Context context, Route route, Object... arguments)
      throws WorkerException, InterruptedException, RequestRefusedException {
    String run = Optional.ofNullable(context.header(Protocol.RUN_HEADER)).orElse("");
    // Before the run begins, because otherwise its lease would already have expired.
    lease.callBegins();
    try {
      if (route.scope() == Scope.BEGIN) {
        begin(context, run, (RunSetup) arguments[0]);
      }
      commands.require(run, route.operation());
      byte[] answer = inRun(context, route, arguments);
      lease.enters(route.stage());
      if (route.scope() == Scope.END) {
        commands.finish(run);
      }
      return answer;
    } finally {
      lease.callEnds();
    }
  }

  private byte[] inRun(Context context, Route route, Object... arguments)
      throws WorkerException, InterruptedException, RequestRefusedException {
    IdempotentCommands.Work work = () -> route.response(route.invoke(worker, arguments));
    return route.isCommand()
        ? commands.once(sequence(context), route.operation(), work)
        : work.answer();
  }

  /**
   * The request arrived when the server began to read it.
   *
   * @param beforeNanoTime a reading before that of the clock, so that the arrival is not put too
   *     early and the bounds stay true
   */
  private static ClockReading received(Context context, ClockReading now, long beforeNanoTime) {
    long beganNanoTime =
        ServletContextRequest.getServletContextRequest(context.req()).getBeginNanoTime();
    return now.received(beforeNanoTime - beganNanoTime);
  }

  private void begin(Context context, String run, RunSetup setup)
      throws WorkerException, RequestRefusedException {
    if (!run.equals(setup.runId())) {
      throw new RequestRefusedException(
          Protocol.BAD_REQUEST, "header and body name different runs");
    }
    options.policy().check(worker.name(), setup.driver());
    commands.begin(run);
    lease.runBegins(setup.lease(), LeaseWatchdog.PREPARING_GRACE);
    LOG.info("run {} of {}", Protocol.shown(run), context.ip());
  }

  private static long sequence(Context context) throws RequestRefusedException {
    String text = context.header(Protocol.SEQUENCE_HEADER);
    try {
      return Long.parseLong(String.valueOf(text));
    } catch (NumberFormatException e) {
      throw new RequestRefusedException(
          Protocol.BAD_REQUEST, Protocol.SEQUENCE_HEADER + " must be a number");
    }
  }
}
