package io.tidemark.http.omb;

import io.tidemark.http.omb.OmbJson.ProducerWork;
import io.tidemark.http.omb.OmbJson.TopicSubscription;
import io.tidemark.http.omb.OmbJson.TopicsInfo;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.Operations;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.ConsumerSpec;
import io.tidemark.model.workload.MessageOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A run of OMB's coordinator on the port. OMB sends the payloads with the start of the load; until
 * then the run uses other messages for its probes.
 *
 * <p>Messages carry no envelope: OMB's protocol has no runs and clocks. Latencies are OMB's own,
 * from the driver's time stamps.
 *
 * <p>Thread-safe. Commands wait for each other; {@link #stop} and the statistics do not wait for a
 * driver: {@link #stop} ends the driver's call, statistics come from the last snapshot.
 */
public final class OmbSession {
  /** Prefix of the runs of OMB's coordinators, which do not support announcements. */
  public static final String RUN_PREFIX = "omb-";

  /** OMB's coordinator gives a call 10 minutes; our error has to arrive before. */
  private static final Duration DEADLINE = Duration.ofMinutes(9);

  private static final Duration FINISH_WITHIN = Duration.ofMinutes(5);

  private static final int MAX_IN_FLIGHT = 10_000;

  /** All of OMB's runs have the same id: workers of a run must recognize each other's probes. */
  private static final int EPOCH = 0x4F4D42;

  /** Limit of producers on one worker that probes can identify. */
  private static final int PRODUCERS = 10_000;

  private static final int PROBE_BYTES = 10;

  private final String runId = RUN_PREFIX + UUID.randomUUID();
  private final Worker worker;
  private final DriverSource driver;
  private final ReentrantLock commands = new ReentrantLock();
  private final OmbSnapshots snapshots;
  private List<ConsumerRequest> consumers = List.of();
  private List<ProducerRequest> producers = List.of();

  OmbSession(Worker worker, DriverSource driver, OmbWatch watch) {
    this.worker = Operations.named(worker, name -> {});
    this.driver = driver;
    this.snapshots = new OmbSnapshots(worker, commands, watch);
  }

  String runId() {
    return runId;
  }

  private interface Command<T> {
    T run() throws WorkerException, InterruptedException;
  }

  private interface Order {
    void run() throws WorkerException, InterruptedException;
  }

  private <T> T inTurn(Command<T> command) throws WorkerException, InterruptedException {
    commands.lockInterruptibly();
    try {
      return command.run();
    } finally {
      commands.unlock();
    }
  }

  private void doInTurn(Order order) throws WorkerException, InterruptedException {
    inTurn(
        () -> {
          order.run();
          return true;
        });
  }

  void begin() throws WorkerException, InterruptedException {
    RunSetup setup =
        RunSetup.of(runId, EPOCH, driver, PayloadSpec.zeros(PROBE_BYTES))
            .with()
            .totalProducers(PRODUCERS)
            .messages(
                Grammar.defaults(MessageOptions.class)
                    .withEnvelope(
                        new EnvelopeSpec(EnvelopeSpec.Position.OFF, EnvelopeSpec.Form.BINARY)))
            .consumers(Grammar.defaults(ConsumerSpec.class).withDelivery(DeliveryMode.OFF))
            .lease(OmbSnapshots.LEASE)
            .build();
    doInTurn(
        () -> {
          worker.prepare(setup, DEADLINE);
          worker.announcePhases(
              List.of(new PhaseRequest(0, "omb", worker.readClock().epochNanos())));
        });
  }

  List<String> createTopics(TopicsInfo info) throws WorkerException, InterruptedException {
    if (info.numberOfTopics() == 0) {
      return List.of();
    }
    TopicsRequest request = info.request();
    return inTurn(
        () -> worker.createTopics(request, DEADLINE).stream().map(TopicHandle::name).toList());
  }

  void createConsumers(List<TopicSubscription> wanted)
      throws WorkerException, InterruptedException {
    Map<TopicSubscription, Integer> indexes = new LinkedHashMap<>();
    List<ConsumerRequest> assigned = new ArrayList<>();
    for (TopicSubscription each : wanted) {
      int index = indexes.computeIfAbsent(each, key -> indexes.size());
      SubscriptionHandle subscription =
          new SubscriptionHandle(index, new TopicHandle(each.topic(), 1), each.subscription());
      assigned.add(new ConsumerRequest(assigned.size(), subscription, false));
    }
    doInTurn(() -> worker.createConsumers(assigned, DEADLINE));
  }

  void createProducers(List<String> topics) throws WorkerException, InterruptedException {
    List<ProducerRequest> assigned = new ArrayList<>();
    for (String topic : topics) {
      assigned.add(new ProducerRequest(assigned.size(), new TopicHandle(topic, 1)));
    }
    doInTurn(
        () -> {
          worker.createProducers(assigned, DEADLINE);
          producers = List.copyOf(assigned);
        });
  }

  void probe() throws WorkerException, InterruptedException {
    doInTurn(worker::probe);
  }

  void startLoad(ProducerWork work) throws WorkerException, InterruptedException {
    PayloadSpec payload = payload(work.payloadData());
    Curve rate = Curve.constant(work.publishRate());
    doInTurn(
        () -> {
          if (producers.isEmpty()) {
            return;
          }
          worker.changeMessages(payload, keys(work.keyDistributorType()));
          snapshots.loadStarts();
          worker.startLoad(
              new LoadRequest(
                  worker.readClock().epochNanos(),
                  LoadShape.of(rate),
                  producers.size(),
                  ArrivalProcess.UNIFORM,
                  MAX_IN_FLIGHT,
                  0,
                  0));
        });
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

  /** An unknown name means no key, as in OMB. */
  private static KeyDistribution keys(String name) {
    return switch (String.valueOf(name)) {
      case "KEY_ROUND_ROBIN" -> KeyDistribution.KEY_ROUND_ROBIN;
      case "RANDOM_NANO" -> KeyDistribution.RANDOM_NANO;
      default -> KeyDistribution.NO_KEY;
    };
  }

  void adjustRate(double ratePerSecond) throws WorkerException, InterruptedException {
    Curve rate = Curve.constant(ratePerSecond);
    doInTurn(
        () -> {
          if (!producers.isEmpty()) {
            worker.changeRate(worker.readClock().epochNanos(), rate);
          }
        });
  }

  void pause() throws WorkerException, InterruptedException {
    doInTurn(worker::pauseConsumers);
  }

  void resume() throws WorkerException, InterruptedException {
    doInTurn(worker::resumeConsumers);
  }

  OmbSnapshots snapshots() {
    return snapshots;
  }

  /** Ends the run and its current driver call. */
  FinishReport stop() throws WorkerException, InterruptedException {
    return worker.finish(false, FINISH_WITHIN);
  }
}
