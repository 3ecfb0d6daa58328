package io.tidemark.http.client;

import io.tidemark.http.protocol.Arguments.Change;
import io.tidemark.http.protocol.Arguments.CreateConsumers;
import io.tidemark.http.protocol.Arguments.CreatePairs;
import io.tidemark.http.protocol.Arguments.CreateProducers;
import io.tidemark.http.protocol.Arguments.CreateRequesters;
import io.tidemark.http.protocol.Arguments.CreateResponders;
import io.tidemark.http.protocol.Arguments.CreateSubscriptions;
import io.tidemark.http.protocol.Arguments.CreateTopics;
import io.tidemark.http.protocol.Arguments.Finish;
import io.tidemark.http.protocol.Arguments.Messages;
import io.tidemark.http.protocol.Arguments.NewSchedule;
import io.tidemark.http.protocol.Arguments.None;
import io.tidemark.http.protocol.Arguments.Prepare;
import io.tidemark.http.protocol.Arguments.TakeSnapshot;
import io.tidemark.http.protocol.Arguments.Within;
import io.tidemark.http.protocol.Route;
import io.tidemark.http.protocol.Routes;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.Profile;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.worker.ClientsReport;
import io.tidemark.model.worker.ClientsRequest;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.DestinationsRequest;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.LoadReport;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.ProbeReport;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RequestersRequest;
import io.tidemark.model.worker.RespondersRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerFault;
import io.tidemark.model.worker.WorkerInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A worker on another host. Calls of one run come from one thread at a time, as the port says;
 * {@link #readClock}, {@link #describe} and {@link #injectFault} may come in between. A call that
 * is repeated because its answer did not arrive is the same command to the worker.
 */
public final class HttpWorker implements Worker {
  // The longest a worker's own deadline is for calls that are given none.
  private static final Duration INNER_DEADLINE = Duration.ofSeconds(10);

  private final WorkerAddress address;
  private final HttpWorkerOptions options;
  private final Calls calls;

  public HttpWorker(WorkerAddress address, HttpWorkerOptions options) {
    this.address = address;
    this.options = options;
    this.calls = new Calls(address, options);
  }

  @Override
  public String name() {
    return address.name();
  }

  @Override
  public Optional<String> silence() {
    return calls.silence();
  }

  @Override
  public Optional<String> departure() {
    return calls.departure();
  }

  /** Whether it accepted a call with a token without requiring one. */
  public boolean ignoresToken() {
    return calls.ignoresToken();
  }

  @Override
  public WorkerInfo describe(Duration deadline) throws WorkerException, InterruptedException {
    WorkerInfo info = calls.call(Routes.DESCRIBE, new Within(deadline), deadline);
    return new WorkerInfo(name(), info.version(), info.clock(), info.environment());
  }

  @Override
  public ClockReading readClock() throws WorkerException, InterruptedException {
    return calls.readClock(options.callTimeout());
  }

  @Override
  public void prepare(RunSetup setup, Duration deadline)
      throws WorkerException, InterruptedException {
    calls.begin(setup.runId());
    calls.call(Routes.PREPARE, new Prepare(setup, deadline), deadline);
  }

  @Override
  public Map<String, String> brokerFacts(Duration deadline)
      throws WorkerException, InterruptedException {
    return calls.call(Routes.BROKER_FACTS, new Within(deadline), deadline).facts();
  }

  @Override
  public Map<String, String> leaders() throws WorkerException, InterruptedException {
    return calls.call(Routes.LEADERS, None.NONE, INNER_DEADLINE).facts();
  }

  @Override
  public List<TopicHandle> createTopics(TopicsRequest request, Duration deadline)
      throws WorkerException, InterruptedException {
    return calls.call(Routes.CREATE_TOPICS, new CreateTopics(request, deadline), deadline).topics();
  }

  @Override
  public void createSubscriptions(List<SubscriptionHandle> subscriptions, Duration deadline)
      throws WorkerException, InterruptedException {
    calls.call(
        Routes.CREATE_SUBSCRIPTIONS, new CreateSubscriptions(subscriptions, deadline), deadline);
  }

  @Override
  public void createConsumers(List<ConsumerRequest> consumers, Duration deadline)
      throws WorkerException, InterruptedException {
    calls.call(Routes.CREATE_CONSUMERS, new CreateConsumers(consumers, deadline), deadline);
  }

  @Override
  public void createProducers(List<ProducerRequest> producers, Duration deadline)
      throws WorkerException, InterruptedException {
    calls.call(Routes.CREATE_PRODUCERS, new CreateProducers(producers, deadline), deadline);
  }

  @Override
  public Pairs createPairs(DestinationsRequest request, Duration deadline)
      throws WorkerException, InterruptedException {
    return calls.call(Routes.CREATE_PAIRS, new CreatePairs(request, deadline), deadline);
  }

  @Override
  public void createResponders(RespondersRequest order, Duration deadline)
      throws WorkerException, InterruptedException {
    calls.call(Routes.CREATE_RESPONDERS, new CreateResponders(order, deadline), deadline);
  }

  @Override
  public void createRequesters(RequestersRequest order, Duration deadline)
      throws WorkerException, InterruptedException {
    calls.call(Routes.CREATE_REQUESTERS, new CreateRequesters(order, deadline), deadline);
  }

  @Override
  public void probe() throws WorkerException, InterruptedException {
    calls.call(Routes.PROBE, None.NONE, INNER_DEADLINE);
  }

  @Override
  public ProbeReport probeStatus() throws WorkerException, InterruptedException {
    return quick(Routes.PROBE_STATUS, None.NONE);
  }

  @Override
  public void correctClocks(ClockTable table) throws WorkerException, InterruptedException {
    quick(Routes.CORRECT_CLOCKS, table);
  }

  @Override
  public void beginPhase(PhaseRequest phase) throws WorkerException, InterruptedException {
    quick(Routes.BEGIN_PHASE, phase);
  }

  @Override
  public void changeMessages(PayloadSpec payload, KeyDistribution keys)
      throws WorkerException, InterruptedException {
    quick(Routes.CHANGE_MESSAGES, new Messages(payload, keys));
  }

  @Override
  public void startLoad(LoadRequest plan) throws WorkerException, InterruptedException {
    quick(Routes.START_LOAD, plan);
  }

  @Override
  public void changeRate(long effectiveEpochNanos, Profile ratePerSecond)
      throws WorkerException, InterruptedException {
    quick(Routes.CHANGE_RATE, new Change(effectiveEpochNanos, ratePerSecond));
  }

  @Override
  public void newSchedule(long startEpochNanos, LoadShape shape)
      throws WorkerException, InterruptedException {
    quick(Routes.NEW_SCHEDULE, new NewSchedule(startEpochNanos, shape));
  }

  @Override
  public void changeProcessingTime(long effectiveEpochNanos, Profile processingNanos)
      throws WorkerException, InterruptedException {
    quick(Routes.CHANGE_PROCESSING_TIME, new Change(effectiveEpochNanos, processingNanos));
  }

  @Override
  public ClientsReport changeClients(ClientsRequest order)
      throws WorkerException, InterruptedException {
    return quick(Routes.CHANGE_CLIENTS, order);
  }

  @Override
  public void pauseConsumers() throws WorkerException, InterruptedException {
    calls.call(Routes.PAUSE_CONSUMERS, None.NONE, INNER_DEADLINE);
  }

  @Override
  public void resumeConsumers() throws WorkerException, InterruptedException {
    calls.call(Routes.RESUME_CONSUMERS, None.NONE, INNER_DEADLINE);
  }

  @Override
  public Snapshot snapshot(long sequence) throws WorkerException, InterruptedException {
    return quick(Routes.SNAPSHOT, new TakeSnapshot(sequence));
  }

  @Override
  public LoadReport stopLoad(Duration deadline) throws WorkerException, InterruptedException {
    return calls.call(Routes.STOP_LOAD, new Within(deadline), deadline);
  }

  @Override
  public void injectFault(WorkerFault fault) throws WorkerException, InterruptedException {
    quick(Routes.INJECT_FAULT, fault);
  }

  @Override
  public FinishReport outstanding() throws WorkerException, InterruptedException {
    return quick(Routes.OUTSTANDING, None.NONE);
  }

  @Override
  public FinishReport finish(boolean deleteTopics, Duration deadline)
      throws WorkerException, InterruptedException {
    if (!calls.hasBegun()) {
      return new FinishReport(List.of(), 0, List.of()); // The worker has nothing of this run.
    }
    return calls.call(Routes.FINISH, new Finish(deleteTopics, deadline), deadline);
  }

  private <A, R> R quick(Route<A, R> route, A argument)
      throws WorkerException, InterruptedException {
    return calls.call(route, argument, options.callTimeout());
  }

  /** Closes the connections; the worker continues. */
  @Override
  public void close() {
    calls.close();
  }
}
