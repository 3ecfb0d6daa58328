package io.tidemark.model.worker;

import static io.tidemark.model.worker.Operation.Scope.BEGIN;
import static io.tidemark.model.worker.Operation.Scope.COMMAND;
import static io.tidemark.model.worker.Operation.Scope.END;
import static io.tidemark.model.worker.Operation.Scope.HOST;
import static io.tidemark.model.worker.Operation.Scope.QUESTION;

import io.tidemark.model.load.Curve;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.ProcessingVariation;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.worker.Operation.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The coordinator's interface of a load generator, in this process or on another host.
 *
 * <p>Order of calls in a run: {@link #prepare}, {@link #createTopics} (first worker only), {@link
 * #createSubscriptions}, {@link #createConsumers}, {@link #createProducers}, {@link #probe} until
 * ready, {@link #correctClocks}, {@link #announcePhases}, {@link #startLoad}, {@link #snapshot}
 * again and again, {@link #stopLoad}, more snapshots while the run drains, {@link #outstanding},
 * {@link #finish}. {@link #finish} may come at any time and is safe to repeat. Calls of one run
 * come from one thread at a time, except {@link #readClock}, {@link #describe}, {@link
 * #injectFault} and those of profiles, which may come in between.
 *
 * <p>A request/reply run has {@link #createPairs}, {@link #createResponders} and {@link
 * #createRequesters} instead of topics, consumers and producers.
 *
 * <p>Every call returns within its deadline or throws a {@link WorkerException} that says what it
 * was waiting for. A worker without a call for the lease of {@link RunSetup} stops its load.
 *
 * <p>Each {@link Operation} is also served and called over HTTP, without further code. A record
 * that only holds the parameters of one operation is its {@code Request}; what an operation returns
 * about its work is a {@code Report}.
 */
public interface Worker extends AutoCloseable {

  /** How messages name this worker: {@code local}, or its address. */
  String name();

  /**
   * Why this worker counts as lost: it has not answered heartbeats for too long. Otherwise empty.
   * Returns immediately, on any thread.
   */
  default Optional<String> silence() {
    return Optional.empty();
  }

  /**
   * Why this worker is stopping, as announced by it; one sentence part, for example {@code it was
   * stopped (SIGTERM)}. Otherwise empty. Returns immediately, on any thread.
   */
  default Optional<String> departure() {
    return Optional.empty();
  }

  /** Facts about this worker and its host. */
  @Operation(HOST)
  WorkerInfo describe(Duration deadline) throws WorkerException, InterruptedException;

  /** Reads the worker's clock, with stamps as close to the network as possible. */
  @Operation(HOST)
  ClockReading readClock() throws WorkerException, InterruptedException;

  /** Ends the previous run, loads the driver and initialises it. */
  @Operation(BEGIN)
  void prepare(RunSetup setup, Duration deadline) throws WorkerException, InterruptedException;

  /** Facts about the broker from the driver; may be empty. After {@link #prepare}. */
  @Operation(QUESTION)
  Map<String, String> brokerFacts(Duration deadline) throws WorkerException, InterruptedException;

  /**
   * The broker's settings that are in effect, with those of topics or destinations of the run; may
   * be empty. After all clients are connected.
   */
  @Operation(QUESTION)
  BrokerConfiguration brokerConfiguration(List<String> topics, Duration deadline)
      throws WorkerException, InterruptedException;

  /**
   * Which node leads each queue or partition of the run, as last read by the driver's telemetry.
   * Empty if the driver does not report it.
   */
  @Operation(value = QUESTION, callsDriver = true)
  Map<String, String> leaders() throws WorkerException, InterruptedException;

  /** Creates topics, or looks existing ones up. */
  @Operation(COMMAND)
  List<TopicHandle> createTopics(TopicsRequest request, Duration deadline)
      throws WorkerException, InterruptedException;

  /**
   * Makes subscriptions retain messages without a consumer; throws if the driver does not support
   * it.
   */
  @Operation(COMMAND)
  void createSubscriptions(List<SubscriptionHandle> subscriptions, Duration deadline)
      throws WorkerException, InterruptedException;

  @Operation(value = COMMAND, stage = Stage.PREPARATION)
  void createConsumers(List<ConsumerRequest> consumers, Duration deadline)
      throws WorkerException, InterruptedException;

  @Operation(COMMAND)
  void createProducers(List<ProducerRequest> producers, Duration deadline)
      throws WorkerException, InterruptedException;

  /** Makes request and reply destinations, or looks existing ones up. On the first worker only. */
  @Operation(COMMAND)
  Pairs createPairs(DestinationsRequest request, Duration deadline)
      throws WorkerException, InterruptedException;

  /** After {@link #createPairs}, on each worker. */
  @Operation(COMMAND)
  void createResponders(RespondersRequest request, Duration deadline)
      throws WorkerException, InterruptedException;

  /** After all responders are there; requesters are the run's producers. */
  @Operation(COMMAND)
  void createRequesters(RequestersRequest request, Duration deadline)
      throws WorkerException, InterruptedException;

  /** Sends a probe from every producer whose last one has not been acknowledged; does not wait. */
  @Operation(value = COMMAND, callsDriver = true)
  void probe() throws WorkerException, InterruptedException;

  /** Which probes have been acknowledged and received so far. */
  @Operation(QUESTION)
  ProbeReport probeStatus() throws WorkerException, InterruptedException;

  /** Replaces the table by which time stamps of other workers are corrected. */
  @Operation(COMMAND)
  void correctClocks(ClockTable table) throws WorkerException, InterruptedException;

  /**
   * Announces phases with indexes one after the other, which replace all that were announced from
   * the first of them on. Samples belong to the phase of their intended send time.
   */
  @Operation(value = COMMAND, stage = Stage.LOAD)
  void announcePhases(List<PhaseRequest> phases) throws WorkerException, InterruptedException;

  /**
   * Replaces what messages consist of and their keys, for a coordinator that knows them late.
   * Before {@link #startLoad}, after {@link #createProducers}; not with requesters.
   */
  @Operation(COMMAND)
  void changeMessages(PayloadSpec payload, KeyDistribution keys)
      throws WorkerException, InterruptedException;

  /**
   * The next part of a trace for the producers of this worker: times, sizes and keys in place of
   * those of the load. Before {@link #startLoad}, after {@link #createProducers}. A block that
   * comes again has no effect.
   */
  @Operation(COMMAND)
  void addTrace(TracePart block) throws WorkerException, InterruptedException;

  @Operation(COMMAND)
  void startLoad(LoadRequest request) throws WorkerException, InterruptedException;

  /**
   * Replaces the rate from {@code effectiveEpochNanos} (the worker's clock) on; debt from before is
   * kept. The curve's offsets count from that moment.
   */
  @Operation(COMMAND)
  void changeRate(long effectiveEpochNanos, Curve ratePerSecond)
      throws WorkerException, InterruptedException;

  /**
   * Begins another schedule at {@code startEpochNanos} (the worker's clock). Messages of the
   * present one that are due and not sent are never sent; until the new one begins nothing is due.
   */
  @Operation(COMMAND)
  void newSchedule(long startEpochNanos, LoadShape shape)
      throws WorkerException, InterruptedException;

  /**
   * Simulated processing time of each consumer for a message: the typical one over time in
   * nanoseconds, whose offsets count from {@code effectiveEpochNanos} (the worker's clock), and how
   * single messages differ from it.
   */
  @Operation(COMMAND)
  void changeProcessingTime(
      long effectiveEpochNanos, Curve processingNanos, ProcessingVariation variation)
      throws WorkerException, InterruptedException;

  /**
   * Opens and closes clients until those of the request are open; returns at once. Clients of the
   * same indexes have been created before the load. A producer is closed when it has sent what was
   * due and has no send without an answer, or after a deadline. A repeated request only asks for
   * the state.
   */
  @Operation(COMMAND)
  ClientsReport changeClients(ClientsRequest request) throws WorkerException, InterruptedException;

  @Operation(value = COMMAND, callsDriver = true)
  void pauseConsumers() throws WorkerException, InterruptedException;

  @Operation(value = COMMAND, callsDriver = true)
  void resumeConsumers() throws WorkerException, InterruptedException;

  /**
   * What happened since the snapshot before. The same sequence again gives the same snapshot again;
   * the next one (sequence + 1) confirms that the one before has arrived. Renews the lease.
   */
  @Operation(value = QUESTION, stage = Stage.LOAD)
  Snapshot snapshot(long sequence) throws WorkerException, InterruptedException;

  /** Stops sending and joins the load threads; consumers go on. Safe to repeat. */
  @Operation(QUESTION)
  LoadReport stopLoad(Duration deadline) throws WorkerException, InterruptedException;

  /**
   * Unanswered sends, as {@link #finish} would report them; does not close clients or call the
   * driver.
   */
  @Operation(QUESTION)
  FinishReport outstanding() throws WorkerException, InterruptedException;

  /**
   * Closes producers, consumers and driver, removes created resources if requested. Safe to repeat.
   */
  @Operation(END)
  FinishReport finish(boolean deleteTopics, Duration deadline)
      throws WorkerException, InterruptedException;

  /**
   * Kills or freezes the worker's process; returns before that happens, at most 0.1 s. On any
   * thread, during a run.
   *
   * @throws WorkerException if the worker is not a separate process, or cannot do it
   */
  @Operation(QUESTION)
  void injectFault(WorkerFault fault) throws WorkerException, InterruptedException;

  /**
   * Prepares profiles of the worker's process, so that their beginning takes no time of the load.
   * On any thread, during a run, as the next ones.
   *
   * @throws WorkerException if the JVM of the worker cannot record
   */
  @Operation(QUESTION)
  void prepareProfile(Duration deadline) throws WorkerException, InterruptedException;

  /**
   * Begins to record a profile of the worker's process, in addition to what it has recorded before;
   * nothing happens while it records.
   */
  @Operation(QUESTION)
  void startProfile(Duration deadline) throws WorkerException, InterruptedException;

  /** Ends recording, if it goes on. */
  @Operation(QUESTION)
  void stopProfile(Duration deadline) throws WorkerException, InterruptedException;

  /** What was recorded, from a byte on. After {@link #stopProfile}. */
  @Operation(QUESTION)
  ProfilePart profilePart(long offset) throws WorkerException, InterruptedException;

  @Override
  void close();
}
