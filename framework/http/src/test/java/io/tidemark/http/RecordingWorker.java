package io.tidemark.http;

import io.tidemark.driver.RequestReplyPair;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.Profile;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.worker.AlteredProbe;
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
import io.tidemark.model.worker.ProbeCounts;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Notes what it is asked, answers with samples, and does something first where a test wants it. */
public final class RecordingWorker implements Worker {

  /** What a test does inside a call. */
  public interface Behavior {
    void in(String operation) throws WorkerException, InterruptedException;
  }

  public final List<Object> calls = Collections.synchronizedList(new ArrayList<>());
  public volatile Behavior behavior = operation -> {};
  public volatile Optional<Snapshot> nextSnapshot = Optional.empty();

  private void note(String operation, Object... arguments)
      throws WorkerException, InterruptedException {
    calls.add(operation + List.of(arguments));
    behavior.in(operation);
  }

  public long countOf(String operation) {
    return List.copyOf(calls).stream()
        .filter(c -> c.toString().startsWith(operation + "["))
        .count();
  }

  @Override
  public String name() {
    return "recording";
  }

  @Override
  public WorkerInfo describe(Duration deadline) throws WorkerException, InterruptedException {
    note("describe", deadline);
    return new WorkerInfo(
        "recording", "1.2.3", new WorkerInfo.ClockDomain("boot", 5), Map.of("cpu.model", "x"));
  }

  @Override
  public ClockReading readClock() throws WorkerException, InterruptedException {
    behavior.in("readClock");
    return ClockReading.local(42, 0);
  }

  @Override
  public void prepare(RunSetup setup, Duration deadline)
      throws WorkerException, InterruptedException {
    note("prepare", setup.runId());
  }

  @Override
  public Map<String, String> brokerFacts(Duration deadline)
      throws WorkerException, InterruptedException {
    note("brokerFacts");
    return Map.of("version", "1");
  }

  @Override
  public List<TopicHandle> createTopics(TopicsRequest request, Duration deadline)
      throws WorkerException, InterruptedException {
    note("createTopics", request);
    return List.of(new TopicHandle("topic-" + calls.size(), request.partitionsPerTopic()));
  }

  @Override
  public void createSubscriptions(List<SubscriptionHandle> subscriptions, Duration deadline)
      throws WorkerException, InterruptedException {
    note("createSubscriptions", subscriptions);
  }

  @Override
  public void createConsumers(List<ConsumerRequest> consumers, Duration deadline)
      throws WorkerException, InterruptedException {
    note("createConsumers", consumers);
  }

  @Override
  public void createProducers(List<ProducerRequest> producers, Duration deadline)
      throws WorkerException, InterruptedException {
    note("createProducers", producers);
  }

  @Override
  public Pairs createPairs(DestinationsRequest request, Duration deadline)
      throws WorkerException, InterruptedException {
    note("createPairs", request);
    return new Pairs(true, "a mechanism", List.of(new RequestReplyPair(0, "requests", "replies")));
  }

  @Override
  public void createResponders(RespondersRequest order, Duration deadline)
      throws WorkerException, InterruptedException {
    note("createResponders", order);
  }

  @Override
  public void createRequesters(RequestersRequest order, Duration deadline)
      throws WorkerException, InterruptedException {
    note("createRequesters", order);
  }

  @Override
  public void probe() throws WorkerException, InterruptedException {
    note("probe");
  }

  @Override
  public ProbeReport probeStatus() throws WorkerException, InterruptedException {
    note("probeStatus");
    return new ProbeReport(
        2,
        1,
        Map.of(0, List.of(1, 2)),
        List.of("refused"),
        new ProbeCounts(5, 4, 3),
        List.of(new AlteredProbe(0, AlteredProbe.Kind.TEXT, "came back as text")));
  }

  @Override
  public void correctClocks(ClockTable table) throws WorkerException, InterruptedException {
    note("correctClocks", table);
  }

  @Override
  public void beginPhase(PhaseRequest phase) throws WorkerException, InterruptedException {
    note("beginPhase", phase);
  }

  @Override
  public void changeMessages(PayloadSpec payload, KeyDistribution keys)
      throws WorkerException, InterruptedException {
    note("changeMessages", payload, keys);
  }

  @Override
  public void startLoad(LoadRequest plan) throws WorkerException, InterruptedException {
    note("startLoad", plan);
  }

  @Override
  public void changeRate(long effectiveEpochNanos, Profile ratePerSecond)
      throws WorkerException, InterruptedException {
    note("changeRate", effectiveEpochNanos, ratePerSecond);
  }

  @Override
  public void newSchedule(long startEpochNanos, LoadShape shape)
      throws WorkerException, InterruptedException {
    note("newSchedule", startEpochNanos, shape);
  }

  @Override
  public void changeProcessingTime(long effectiveEpochNanos, Profile processingNanos)
      throws WorkerException, InterruptedException {
    note("changeProcessingTime", effectiveEpochNanos, processingNanos);
  }

  @Override
  public ClientsReport changeClients(ClientsRequest order)
      throws WorkerException, InterruptedException {
    note("changeClients", order);
    return new ClientsReport(order.producers(), order.consumers(), true, "");
  }

  @Override
  public void pauseConsumers() throws WorkerException, InterruptedException {
    note("pauseConsumers");
  }

  @Override
  public void resumeConsumers() throws WorkerException, InterruptedException {
    note("resumeConsumers");
  }

  @Override
  public Snapshot snapshot(long sequence) throws WorkerException, InterruptedException {
    note("snapshot", sequence);
    return nextSnapshot.orElseGet(() -> Samples.snapshot(sequence));
  }

  @Override
  public LoadReport stopLoad(Duration deadline) throws WorkerException, InterruptedException {
    note("stopLoad", deadline);
    return new LoadReport(List.of(new LoadReport.ProducerTotals(1, 99)), 0, 7, 8);
  }

  @Override
  public void injectFault(WorkerFault fault) throws WorkerException, InterruptedException {
    note("injectFault", fault);
  }

  @Override
  public FinishReport outstanding() throws WorkerException, InterruptedException {
    note("outstanding");
    return new FinishReport(List.of(5L), 1, List.of());
  }

  @Override
  public FinishReport finish(boolean deleteTopics, Duration deadline)
      throws WorkerException, InterruptedException {
    note("finish", deleteTopics);
    return new FinishReport(List.of(5L), 1, List.of("topic t: left"));
  }

  @Override
  public void close() {
    calls.add("close[]");
  }
}
