package io.tidemark.http.protocol;

import static io.tidemark.http.protocol.Route.Scope.BEGIN;
import static io.tidemark.http.protocol.Route.Scope.COMMAND;
import static io.tidemark.http.protocol.Route.Scope.HOST;
import static io.tidemark.http.protocol.Route.Scope.QUESTION;

import io.tidemark.http.protocol.Arguments.Change;
import io.tidemark.http.protocol.Arguments.CreateConsumers;
import io.tidemark.http.protocol.Arguments.CreatePairs;
import io.tidemark.http.protocol.Arguments.CreateProducers;
import io.tidemark.http.protocol.Arguments.CreateRequesters;
import io.tidemark.http.protocol.Arguments.CreateResponders;
import io.tidemark.http.protocol.Arguments.CreateSubscriptions;
import io.tidemark.http.protocol.Arguments.CreateTopics;
import io.tidemark.http.protocol.Arguments.Facts;
import io.tidemark.http.protocol.Arguments.Finish;
import io.tidemark.http.protocol.Arguments.Messages;
import io.tidemark.http.protocol.Arguments.NewSchedule;
import io.tidemark.http.protocol.Arguments.None;
import io.tidemark.http.protocol.Arguments.Prepare;
import io.tidemark.http.protocol.Arguments.TakeSnapshot;
import io.tidemark.http.protocol.Arguments.Topics;
import io.tidemark.http.protocol.Arguments.Within;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.worker.ClientsReport;
import io.tidemark.model.worker.ClientsRequest;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.LoadReport;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.ProbeReport;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerFault;
import io.tidemark.model.worker.WorkerInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The table of all operations: the only mapping between port and protocol. */
public final class Routes {
  private static final List<Route<?, ?>> ROUTES = new ArrayList<>(); // Before the routes.
  public static final List<Route<?, ?>> ALL = Collections.unmodifiableList(ROUTES);
  public static final Route<Within, WorkerInfo> DESCRIBE =
      add(
          new Route<>(
              "describe",
              HOST,
              Within.class,
              WorkerInfo.class,
              (w, a) -> w.describe(a.deadline())));
  public static final Route<None, ClockReading> READ_CLOCK =
      add(new Route<>("read-clock", HOST, None.class, ClockReading.class, (w, a) -> w.readClock()));
  public static final Route<Prepare, None> PREPARE =
      add(
          Route.order(
              "prepare", BEGIN, Prepare.class, (w, a) -> w.prepare(a.setup(), a.deadline())));
  public static final Route<Within, Facts> BROKER_FACTS =
      question(
          "broker-facts",
          Within.class,
          Facts.class,
          (w, a) -> new Facts(w.brokerFacts(a.deadline())));
  public static final Route<None, Facts> LEADERS =
      question("leaders", None.class, Facts.class, (w, a) -> new Facts(w.leaders()));
  public static final Route<CreateTopics, Topics> CREATE_TOPICS =
      add(
          new Route<>(
              "create-topics",
              COMMAND,
              CreateTopics.class,
              Topics.class,
              (w, a) -> new Topics(w.createTopics(a.request(), a.deadline()))));
  public static final Route<CreateSubscriptions, None> CREATE_SUBSCRIPTIONS =
      command(
          "create-subscriptions",
          CreateSubscriptions.class,
          (w, a) -> w.createSubscriptions(a.subscriptions(), a.deadline()));
  public static final Route<CreateConsumers, None> CREATE_CONSUMERS =
      command(
          "create-consumers",
          CreateConsumers.class,
          (w, a) -> w.createConsumers(a.consumers(), a.deadline()));
  public static final Route<CreateProducers, None> CREATE_PRODUCERS =
      command(
          "create-producers",
          CreateProducers.class,
          (w, a) -> w.createProducers(a.producers(), a.deadline()));
  public static final Route<CreatePairs, Pairs> CREATE_PAIRS =
      add(
          new Route<>(
              "create-pairs",
              COMMAND,
              CreatePairs.class,
              Pairs.class,
              (w, a) -> w.createPairs(a.request(), a.deadline())));
  public static final Route<CreateResponders, None> CREATE_RESPONDERS =
      command(
          "create-responders",
          CreateResponders.class,
          (w, a) -> w.createResponders(a.order(), a.deadline()));
  public static final Route<CreateRequesters, None> CREATE_REQUESTERS =
      command(
          "create-requesters",
          CreateRequesters.class,
          (w, a) -> w.createRequesters(a.order(), a.deadline()));
  public static final Route<None, None> PROBE = command("probe", None.class, (w, a) -> w.probe());
  public static final Route<None, ProbeReport> PROBE_STATUS =
      question("probe-status", None.class, ProbeReport.class, (w, a) -> w.probeStatus());
  public static final Route<ClockTable, None> CORRECT_CLOCKS =
      command("correct-clocks", ClockTable.class, Worker::correctClocks);
  public static final Route<PhaseRequest, None> BEGIN_PHASE =
      command("begin-phase", PhaseRequest.class, Worker::beginPhase);
  public static final Route<Messages, None> CHANGE_MESSAGES =
      command("change-messages", Messages.class, (w, a) -> w.changeMessages(a.payload(), a.keys()));
  public static final Route<LoadRequest, None> START_LOAD =
      command("start-load", LoadRequest.class, Worker::startLoad);
  public static final Route<Change, None> CHANGE_RATE =
      command(
          "change-rate",
          Change.class,
          (w, a) -> w.changeRate(a.effectiveEpochNanos(), a.profile()));
  public static final Route<NewSchedule, None> NEW_SCHEDULE =
      command(
          "new-schedule",
          NewSchedule.class,
          (w, a) -> w.newSchedule(a.startEpochNanos(), a.shape()));
  public static final Route<Change, None> CHANGE_PROCESSING_TIME =
      command(
          "change-processing-time",
          Change.class,
          (w, a) -> w.changeProcessingTime(a.effectiveEpochNanos(), a.profile()));
  public static final Route<ClientsRequest, ClientsReport> CHANGE_CLIENTS =
      add(
          new Route<>(
              "change-clients",
              COMMAND,
              ClientsRequest.class,
              ClientsReport.class,
              Worker::changeClients));
  public static final Route<None, None> PAUSE_CONSUMERS =
      command("pause-consumers", None.class, (w, a) -> w.pauseConsumers());
  public static final Route<None, None> RESUME_CONSUMERS =
      command("resume-consumers", None.class, (w, a) -> w.resumeConsumers());
  public static final Route<TakeSnapshot, Snapshot> SNAPSHOT =
      question("snapshot", TakeSnapshot.class, Snapshot.class, (w, a) -> w.snapshot(a.sequence()));
  public static final Route<Within, LoadReport> STOP_LOAD =
      question("stop-load", Within.class, LoadReport.class, (w, a) -> w.stopLoad(a.deadline()));
  public static final Route<WorkerFault, None> INJECT_FAULT =
      add(Route.order("inject-fault", QUESTION, WorkerFault.class, Worker::injectFault));
  public static final Route<None, FinishReport> OUTSTANDING =
      question("outstanding", None.class, FinishReport.class, (w, a) -> w.outstanding());
  public static final Route<Finish, FinishReport> FINISH =
      question(
          "finish",
          Finish.class,
          FinishReport.class,
          (w, a) -> w.finish(a.deleteTopics(), a.deadline()));

  private Routes() {}

  private static <A> Route<A, None> command(
      String operation, Class<A> argument, Route.Order<A> order) {
    return add(Route.order(operation, COMMAND, argument, order));
  }

  private static <A, R> Route<A, R> question(
      String operation, Class<A> argument, Class<R> answer, Route.Invocation<A, R> invocation) {
    return add(new Route<>(operation, QUESTION, argument, answer, invocation));
  }

  private static <A, R> Route<A, R> add(Route<A, R> route) {
    ROUTES.add(route);
    return route;
  }
}
