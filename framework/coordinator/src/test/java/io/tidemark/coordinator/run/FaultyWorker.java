package io.tidemark.coordinator.run;

import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerFault;
import io.tidemark.model.worker.WorkerInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The calls of a {@link ScriptedWorker} with the failures that the test decides, and its clock,
 * which may be off and drift.
 */
public abstract class FaultyWorker {
  /** The worker as the coordinator sees it. */
  public final Worker port = ScriptedPort.of(this);

  /** Decides what a call does before it does it: nothing, take time, or throw. */
  public interface Fault {
    void on(int call) throws WorkerException;
  }

  public volatile Optional<String> silence = Optional.empty();
  public volatile Optional<String> departure = Optional.empty();
  public final String name;
  public final SimulatedBroker broker;
  private final Map<String, Fault> faults = new HashMap<>();
  private final Map<String, Integer> calls = new HashMap<>();
  public final List<String> log = new ArrayList<>();
  public String bootId = "";
  public long offsetNanos;

  /** By how much the anchor that it names is not that of its clock. */
  public long anchorErrorNanos;

  public double driftRatio;
  public long wayThereNanos;
  public long wayBackNanos;

  /** Time in the worker between receiving the request and answering it. */
  public long clockReadingTakesNanos;

  public boolean dead;

  public FaultyWorker(String name, SimulatedBroker broker) {
    this.name = name;
    this.broker = broker;
  }

  /** For chains of calls. */
  public abstract ScriptedWorker self();

  public ScriptedWorker fault(String operation, Fault fault) {
    faults.put(operation, fault);
    return self();
  }

  /** From the given call on (counted from 1) the operation never answers again. */
  public ScriptedWorker silentFrom(String operation, int call) {
    return fault(
        operation,
        n -> {
          if (n >= call) {
            broker.clock.advance(500_000_000L);
            throw new WorkerException(
                name, operation, WorkerException.Kind.WORKER_LOST, "no answer within 500 ms", null);
          }
        });
  }

  public void requireAlive(String operation) throws WorkerException {
    if (dead) {
      silence = Optional.of("no response");
      throw new WorkerException(
          name, operation, WorkerException.Kind.WORKER_LOST, "connection refused", null);
    }
  }

  public ScriptedWorker failing(String operation, WorkerException.Kind kind, String message) {
    return fault(
        operation,
        n -> {
          throw new WorkerException(name, operation, kind, message, null);
        });
  }

  public int calls(String operation) {
    return calls.getOrDefault(operation, 0);
  }

  /** This worker's clock at a true moment. */
  public long own(long trueNanos) {
    return trueNanos + offsetNanos + (long) (driftRatio * (trueNanos - ORIGIN));
  }

  public static final long ORIGIN = 1_700_000_000_000_000_000L;

  public void enter(String operation) throws WorkerException {
    int call = calls.merge(operation, 1, Integer::sum);
    log.add(operation);
    requireAlive(operation);
    Fault fault = faults.get(operation);
    if (fault != null) {
      fault.on(call);
    }
  }

  public Optional<String> silence() {
    return silence;
  }

  public String name() {
    return name;
  }

  public WorkerInfo describe(Duration deadline) throws WorkerException {
    enter("describe");
    return new WorkerInfo(
        name, "test", new WorkerInfo.ClockDomain(bootId, offsetNanos + anchorErrorNanos), Map.of());
  }

  public ClockReading readClock() throws WorkerException {
    enter("read-clock");
    long asked = broker.clock.nanoTime();
    broker.clock.advance(wayThereNanos);
    long received = own(broker.clock.epochNanos());
    broker.clock.advance(clockReadingTakesNanos);
    long answered = own(broker.clock.epochNanos());
    broker.clock.advance(wayBackNanos);
    return new ClockReading(answered, received, asked, broker.clock.nanoTime());
  }

  public Map<String, String> brokerFacts(Duration deadline) throws WorkerException {
    enter("broker-facts");
    return broker.facts;
  }

  public BrokerConfiguration brokerConfiguration(List<String> topics, Duration deadline)
      throws WorkerException {
    enter("broker-configuration");
    return new BrokerConfiguration(
        List.of(
            new BrokerConfiguration.Entry(
                "topic", topics, "retention", "1", BrokerConfiguration.CHANGED, "")),
        List.of());
  }

  public Map<String, String> leaders() {
    return Map.of();
  }

  public void injectFault(WorkerFault fault) {
    throw new UnsupportedOperationException("faults are those of the scenario");
  }

  public void fault(String operation) throws WorkerException {
    if (faults.containsKey(operation)) {
      enter(operation);
    }
  }

  public Optional<String> departure() {
    return departure;
  }
}
