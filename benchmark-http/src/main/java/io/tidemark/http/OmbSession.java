package io.tidemark.http;

import io.tidemark.http.OmbJson.CountersStats;
import io.tidemark.http.OmbJson.CumulativeLatencies;
import io.tidemark.http.OmbJson.PeriodStats;
import io.tidemark.http.OmbJson.ProducerWork;
import io.tidemark.http.OmbJson.TopicSubscription;
import io.tidemark.http.OmbJson.TopicsInfo;
import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.LoadPlan;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.Profile;
import io.tidemark.model.worker.ConsumerAssignment;
import io.tidemark.model.worker.PhaseStart;
import io.tidemark.model.worker.ProbeStatus;
import io.tidemark.model.worker.ProducerAssignment;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.Snapshot;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A run as OMB's coordinator conducts it, on our port. OMB says only at its start what the load's
 * messages are, so a worker with producers is prepared anew then; its topics stay.
 *
 * <p>Messages carry no envelope: OMB's coordinator knows neither runs nor clocks. Latencies are
 * OMB's own, from the driver's time stamps. Calls come one at a time.
 */
final class OmbSession {
  private static final Duration DEADLINE = Duration.ofMinutes(5);

  /** OMB's coordinator asks for statistics every 10 s; with the grace a killed one costs 25 s. */
  static final Duration LEASE = Duration.ofSeconds(20);

  private static final int MAX_IN_FLIGHT = 10_000;

  /** All of OMB's runs have one: workers of a run must know each other's probes. */
  private static final int EPOCH = 0x4F4D42;

  /** More producers than this on one worker cannot be told apart by their probes. */
  private static final int PRODUCERS = 10_000;

  private static final int PROBE_BYTES = 10;

  private final Worker worker;
  private final DriverSource driver;
  private final OmbStatistics statistics = new OmbStatistics();
  private List<ConsumerAssignment> consumers = List.of();
  private List<ProducerAssignment> producers = List.of();
  private long snapshots;
  private boolean loadStarted;

  OmbSession(Worker worker, DriverSource driver) {
    this.worker = worker;
    this.driver = driver;
  }

  void begin() throws WorkerException, InterruptedException {
    prepare(PayloadSpec.zeros(PROBE_BYTES), KeyDistribution.NO_KEY);
  }

  private void prepare(PayloadSpec payload, KeyDistribution keys)
      throws WorkerException, InterruptedException {
    RunSetup setup =
        new RunSetup(
            "omb-" + UUID.randomUUID(),
            EPOCH,
            0,
            driver,
            payload,
            keys,
            new EnvelopeSpec(EnvelopeSpec.Position.OFF, EnvelopeSpec.Form.BINARY),
            DeliveryMode.OFF,
            1,
            LEASE,
            PRODUCERS);
    worker.prepare(setup, DEADLINE);
    snapshots = 0;
    worker.beginPhase(new PhaseStart(0, "omb", worker.readClock().epochNanos()));
  }

  List<String> createTopics(TopicsInfo info) throws WorkerException, InterruptedException {
    TopicsRequest request =
        new TopicsRequest(info.numberOfTopics(), info.numberOfPartitionsPerTopic(), List.of());
    return worker.createTopics(request, DEADLINE).stream().map(TopicHandle::name).toList();
  }

  void createConsumers(List<TopicSubscription> wanted)
      throws WorkerException, InterruptedException {
    List<TopicSubscription> distinct = wanted.stream().distinct().toList();
    List<ConsumerAssignment> assigned = new ArrayList<>();
    for (TopicSubscription each : wanted) {
      SubscriptionHandle subscription =
          new SubscriptionHandle(
              distinct.indexOf(each), new TopicHandle(each.topic(), 1), each.subscription());
      assigned.add(new ConsumerAssignment(assigned.size(), subscription, false));
    }
    consumers = List.copyOf(assigned);
    worker.createConsumers(consumers, DEADLINE);
  }

  void createProducers(List<String> topics) throws WorkerException, InterruptedException {
    List<ProducerAssignment> assigned = new ArrayList<>();
    for (String topic : topics) {
      assigned.add(new ProducerAssignment(assigned.size(), new TopicHandle(topic, 1)));
    }
    producers = List.copyOf(assigned);
    worker.createProducers(producers, DEADLINE);
  }

  void probe() throws WorkerException, InterruptedException {
    worker.probe();
  }

  void startLoad(ProducerWork work) throws WorkerException, InterruptedException {
    if (producers.isEmpty()) {
      return;
    }
    takeSnapshot();
    prepare(payload(work.payloadData()), keys(work.keyDistributorType()));
    worker.createConsumers(consumers, DEADLINE);
    worker.createProducers(producers, DEADLINE);
    loadStarted = true;
    worker.startLoad(
        new LoadPlan(
            worker.readClock().epochNanos(),
            Optional.of(Profile.constant(work.publishRate())),
            producers.size(),
            Arrivals.UNIFORM,
            MAX_IN_FLIGHT,
            0));
  }

  private static PayloadSpec payload(List<byte[]> bodies) {
    List<WeightedSize> sizes =
        bodies.stream()
            .map(body -> body.length)
            .distinct()
            .map(n -> new WeightedSize(n, 1))
            .toList();
    return new PayloadSpec(sizes, new PayloadSpec.Corpus(bodies));
  }

  /** As OMB: what is unknown means no key. */
  private static KeyDistribution keys(String name) {
    return switch (String.valueOf(name)) {
      case "KEY_ROUND_ROBIN" -> KeyDistribution.KEY_ROUND_ROBIN;
      case "RANDOM_NANO" -> KeyDistribution.RANDOM_NANO;
      default -> KeyDistribution.NO_KEY;
    };
  }

  void adjustRate(double ratePerSecond) throws WorkerException, InterruptedException {
    if (!producers.isEmpty()) {
      worker.changeRate(worker.readClock().epochNanos(), Profile.constant(ratePerSecond));
    }
  }

  void pause() throws WorkerException, InterruptedException {
    worker.pauseConsumers();
  }

  void resume() throws WorkerException, InterruptedException {
    worker.resumeConsumers();
  }

  CountersStats counters() throws WorkerException, InterruptedException {
    takeSnapshot();
    if (loadStarted) {
      return statistics.counters(0, 0);
    }
    ProbeStatus probes = worker.probeStatus();
    long received = probes.received().values().stream().mapToLong(List::size).sum();
    return statistics.counters(probes.acknowledged(), received);
  }

  PeriodStats period() throws WorkerException, InterruptedException {
    takeSnapshot();
    return statistics.takePeriod();
  }

  CumulativeLatencies cumulative() throws WorkerException, InterruptedException {
    takeSnapshot();
    return statistics.cumulative();
  }

  void resetStatistics() throws WorkerException, InterruptedException {
    takeSnapshot();
    statistics.reset();
  }

  private void takeSnapshot() throws WorkerException, InterruptedException {
    Snapshot snapshot = worker.snapshot(snapshots + 1);
    snapshots++;
    statistics.add(snapshot);
  }

  void stop() throws WorkerException, InterruptedException {
    worker.finish(false, DEADLINE);
  }
}
