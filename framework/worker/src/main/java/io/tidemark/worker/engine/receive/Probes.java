package io.tidemark.worker.engine.receive;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.driver.RefusedException;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.worker.ProbeReport;
import io.tidemark.worker.engine.load.Lane;
import io.tidemark.worker.engine.record.IncidentLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Checks before the load whether messages are delivered. Probes are sent on a separate thread,
 * because a driver's first send may block; it ends with the pass. Thread-safe.
 */
public final class Probes {
  private static final int MOST_FAILURES = 10;
  private static final Optional<String> KEY = Optional.of("key");

  /** An acknowledged probe may still have come before a consumer was there; so it is repeated. */
  private static final long REPEAT_NANOS = 1_000_000_000L;

  private final Clock clock;
  private final Map<Lane, State> states = new HashMap<>();
  private final Map<Integer, TreeSet<Integer>> received = new HashMap<>();
  private final Map<Integer, Integer> withoutStamp = new HashMap<>();

  /** The latest first. */
  private final Deque<String> failures = new ArrayDeque<>();

  private Optional<String> refusal = Optional.empty();
  private ProbeCounts counts = ProbeCounts.NONE;
  private final AlteredProbes altered;
  private @Nullable Thread pass;

  private static final class State {
    private boolean acknowledged;
    private boolean underWay;
    private long sentNanos;
    private long count;
  }

  public Probes(Clock clock, AlteredProbes altered) {
    this.clock = clock;
    this.altered = altered;
  }

  /** Where to hand in what arrives and is no message of the run. */
  public AlteredProbes altered() {
    return altered;
  }

  /** Starts a pass over the lanes, unless one is still at it. */
  public synchronized void send(List<Lane> lanes, ClassLoader contextClassLoader) {
    if (pass != null && pass.isAlive()) {
      return;
    }
    List<Lane> due = new ArrayList<>();
    for (Lane lane : lanes) {
      State state = state(lane);
      boolean repeat = clock.nanoTime() - state.sentNanos >= REPEAT_NANOS;
      if (state.count == 0 || repeat || !(state.acknowledged || state.underWay)) {
        due.add(lane);
      }
    }
    if (due.isEmpty()) {
      return;
    }
    pass = DaemonThreads.of("probe", () -> due.forEach(this::sendOne));
    pass.setContextClassLoader(contextClassLoader);
    pass.start();
  }

  /** Waits for the pass that is under way; false when it has not ended in time. */
  public boolean awaitPass(long millis) {
    Thread underWay;
    synchronized (this) {
      underWay = pass;
    }
    if (underWay == null) {
      return true;
    }
    try {
      underWay.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !underWay.isAlive();
  }

  private void sendOne(Lane lane) {
    try {
      CompletableFuture<Void> sent = lane.sendProbe(KEY, begin(lane));
      if (sent == null) {
        throw new IllegalStateException("sendAsync returned null");
      }
      sent.whenComplete((ignored, failure) -> completed(lane, failure));
    } catch (Throwable refused) {
      completed(lane, refused);
    }
  }

  private synchronized State state(Lane lane) {
    return states.computeIfAbsent(lane, key -> new State());
  }

  private synchronized long begin(Lane lane) {
    State state = state(lane);
    state.underWay = true;
    state.sentNanos = clock.nanoTime();
    counts = counts.plus(new ProbeCounts(1, 0, 0));
    return state.count++;
  }

  private synchronized void completed(Lane lane, @Nullable Throwable failure) {
    State state = state(lane);
    state.underWay = false;
    if (failure == null) {
      state.acknowledged = true;
      counts = counts.plus(new ProbeCounts(0, 1, 0));
      return;
    }
    if (failures.size() == MOST_FAILURES) {
      failures.removeLast();
    }
    String text = "producer " + lane.producerIndex() + ": " + IncidentLog.oneLine(failure);
    failures.addFirst(text);
    if (RefusedException.isIn(failure)) {
      refusal = Optional.of(text);
    }
  }

  /** Why the broker never takes a probe; empty if it may. */
  public synchronized Optional<String> refusal() {
    return refusal;
  }

  public synchronized void received(int subscription, int producer) {
    counts = counts.plus(new ProbeCounts(0, 0, 1));
    received.computeIfAbsent(subscription, key -> new TreeSet<>()).add(producer);
  }

  /** A message of a run whose messages carry no stamp. */
  synchronized void receivedWithoutStamp(int subscription) {
    counts = counts.plus(new ProbeCounts(0, 0, 1));
    withoutStamp.merge(subscription, 1, Integer::sum);
  }

  public synchronized ProbeReport status(int producers) {
    Map<Integer, List<Integer>> receivedCopy = new HashMap<>();
    received.forEach((subscription, from) -> receivedCopy.put(subscription, List.copyOf(from)));
    int acknowledged = (int) states.values().stream().filter(s -> s.acknowledged).count();
    return new ProbeReport(
        producers,
        acknowledged,
        receivedCopy,
        withoutStamp,
        List.copyOf(failures),
        counts,
        altered.found());
  }
}
