package io.tidemark.http;

import static io.tidemark.http.Route.Scope.BEGIN;
import static io.tidemark.http.Route.Scope.COMMAND;
import static io.tidemark.http.Route.Scope.HOST;
import static io.tidemark.http.Route.Scope.QUESTION;

import io.tidemark.http.Arguments.Change;
import io.tidemark.http.Arguments.CreateConsumers;
import io.tidemark.http.Arguments.CreatePairs;
import io.tidemark.http.Arguments.CreateProducers;
import io.tidemark.http.Arguments.CreateRequesters;
import io.tidemark.http.Arguments.CreateResponders;
import io.tidemark.http.Arguments.CreateSubscriptions;
import io.tidemark.http.Arguments.CreateTopics;
import io.tidemark.http.Arguments.Facts;
import io.tidemark.http.Arguments.Finish;
import io.tidemark.http.Arguments.Messages;
import io.tidemark.http.Arguments.None;
import io.tidemark.http.Arguments.Prepare;
import io.tidemark.http.Arguments.TakeSnapshot;
import io.tidemark.http.Arguments.Topics;
import io.tidemark.http.Arguments.Within;
import io.tidemark.model.load.LoadPlan;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.LoadSummary;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.PhaseStart;
import io.tidemark.model.worker.ProbeStatus;
import io.tidemark.model.worker.Snapshot;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerInfo;
import java.util.List;

/** The table of all operations: the only place that knows both the port and the wire. */
final class Routes {
  static final Route<Within, WorkerInfo> DESCRIBE =
      new Route<>(
          "describe", HOST, Within.class, WorkerInfo.class, (w, a) -> w.describe(a.deadline()));
  static final Route<None, ClockReading> READ_CLOCK =
      new Route<>("read-clock", HOST, None.class, ClockReading.class, (w, a) -> w.readClock());
  static final Route<Prepare, None> PREPARE =
      Route.order("prepare", BEGIN, Prepare.class, (w, a) -> w.prepare(a.setup(), a.deadline()));
  static final Route<Within, Facts> BROKER_FACTS =
      new Route<>(
          "broker-facts",
          QUESTION,
          Within.class,
          Facts.class,
          (w, a) -> new Facts(w.brokerFacts(a.deadline())));
  static final Route<CreateTopics, Topics> CREATE_TOPICS =
      new Route<>(
          "create-topics",
          COMMAND,
          CreateTopics.class,
          Topics.class,
          (w, a) -> new Topics(w.createTopics(a.request(), a.deadline())));
  static final Route<CreateSubscriptions, None> CREATE_SUBSCRIPTIONS =
      Route.order(
          "create-subscriptions",
          COMMAND,
          CreateSubscriptions.class,
          (w, a) -> w.createSubscriptions(a.subscriptions(), a.deadline()));
  static final Route<CreateConsumers, None> CREATE_CONSUMERS =
      Route.order(
          "create-consumers",
          COMMAND,
          CreateConsumers.class,
          (w, a) -> w.createConsumers(a.consumers(), a.deadline()));
  static final Route<CreateProducers, None> CREATE_PRODUCERS =
      Route.order(
          "create-producers",
          COMMAND,
          CreateProducers.class,
          (w, a) -> w.createProducers(a.producers(), a.deadline()));
  static final Route<CreatePairs, Pairs> CREATE_PAIRS =
      new Route<>(
          "create-pairs",
          COMMAND,
          CreatePairs.class,
          Pairs.class,
          (w, a) -> w.createPairs(a.request(), a.deadline()));
  static final Route<CreateResponders, None> CREATE_RESPONDERS =
      Route.order(
          "create-responders",
          COMMAND,
          CreateResponders.class,
          (w, a) -> w.createResponders(a.order(), a.deadline()));
  static final Route<CreateRequesters, None> CREATE_REQUESTERS =
      Route.order(
          "create-requesters",
          COMMAND,
          CreateRequesters.class,
          (w, a) -> w.createRequesters(a.order(), a.deadline()));
  static final Route<None, None> PROBE =
      Route.order("probe", COMMAND, None.class, (w, a) -> w.probe());
  static final Route<None, ProbeStatus> PROBE_STATUS =
      new Route<>(
          "probe-status", QUESTION, None.class, ProbeStatus.class, (w, a) -> w.probeStatus());
  static final Route<ClockTable, None> CORRECT_CLOCKS =
      Route.order("correct-clocks", COMMAND, ClockTable.class, Worker::correctClocks);
  static final Route<PhaseStart, None> BEGIN_PHASE =
      Route.order("begin-phase", COMMAND, PhaseStart.class, Worker::beginPhase);
  static final Route<Messages, None> CHANGE_MESSAGES =
      Route.order(
          "change-messages",
          COMMAND,
          Messages.class,
          (w, a) -> w.changeMessages(a.payload(), a.keys()));
  static final Route<LoadPlan, None> START_LOAD =
      Route.order("start-load", COMMAND, LoadPlan.class, Worker::startLoad);
  static final Route<Change, None> CHANGE_RATE =
      Route.order(
          "change-rate",
          COMMAND,
          Change.class,
          (w, a) -> w.changeRate(a.effectiveEpochNanos(), a.profile()));
  static final Route<Change, None> CHANGE_PROCESSING_TIME =
      Route.order(
          "change-processing-time",
          COMMAND,
          Change.class,
          (w, a) -> w.changeProcessingTime(a.effectiveEpochNanos(), a.profile()));
  static final Route<None, None> PAUSE_CONSUMERS =
      Route.order("pause-consumers", COMMAND, None.class, (w, a) -> w.pauseConsumers());
  static final Route<None, None> RESUME_CONSUMERS =
      Route.order("resume-consumers", COMMAND, None.class, (w, a) -> w.resumeConsumers());
  static final Route<TakeSnapshot, Snapshot> SNAPSHOT =
      new Route<>(
          "snapshot",
          QUESTION,
          TakeSnapshot.class,
          Snapshot.class,
          (w, a) -> w.snapshot(a.sequence()));
  static final Route<Within, LoadSummary> STOP_LOAD =
      new Route<>(
          "stop-load",
          QUESTION,
          Within.class,
          LoadSummary.class,
          (w, a) -> w.stopLoad(a.deadline()));
  static final Route<None, FinishReport> OUTSTANDING =
      new Route<>(
          "outstanding", QUESTION, None.class, FinishReport.class, (w, a) -> w.outstanding());
  static final Route<Finish, FinishReport> FINISH =
      new Route<>(
          "finish",
          QUESTION,
          Finish.class,
          FinishReport.class,
          (w, a) -> w.finish(a.deleteTopics(), a.deadline()));

  static final List<Route<?, ?>> ALL =
      List.of(
          DESCRIBE,
          READ_CLOCK,
          PREPARE,
          BROKER_FACTS,
          CREATE_TOPICS,
          CREATE_SUBSCRIPTIONS,
          CREATE_CONSUMERS,
          CREATE_PRODUCERS,
          CREATE_PAIRS,
          CREATE_RESPONDERS,
          CREATE_REQUESTERS,
          PROBE,
          PROBE_STATUS,
          CORRECT_CLOCKS,
          BEGIN_PHASE,
          CHANGE_MESSAGES,
          START_LOAD,
          CHANGE_RATE,
          CHANGE_PROCESSING_TIME,
          PAUSE_CONSUMERS,
          RESUME_CONSUMERS,
          SNAPSHOT,
          STOP_LOAD,
          OUTSTANDING,
          FINISH);

  private Routes() {}
}
