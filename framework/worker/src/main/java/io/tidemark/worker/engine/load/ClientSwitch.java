package io.tidemark.worker.engine.load;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.base.Deadline;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.worker.engine.record.Recording;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes producers out of the load, so that they can be closed, and puts others in their place. Any
 * one thread at a time, while the load is under way.
 */
public final class ClientSwitch {
  private static final long POLL_MILLIS = 1;

  private final Recording recording;
  private final List<Lane> lanes;
  private final Supplier<@Nullable Load> load;

  public ClientSwitch(Recording recording, List<Lane> lanes, Supplier<@Nullable Load> load) {
    this.recording = recording;
    this.lanes = lanes;
    this.load = load;
  }

  /**
   * Takes a producer out of the load.
   *
   * @param allDue whether it first sends what is due
   * @return what was not done by the deadline; empty if the producer has nothing left to do
   */
  public String disconnect(int producer, boolean allDue, Deadline deadline)
      throws InterruptedException {
    Lane lane = laneOf(producer);
    while (allDue && owes(lane) && !deadline.isOver()) {
      Thread.sleep(POLL_MILLIS);
    }
    lane.leave();
    Load started = load.get();
    if (started != null && !started.regroup(deadline)) {
      return "its load thread did not stop sending";
    }
    while (!lane.isIdle()) {
      if (deadline.isOver()) {
        return "it has sends without an answer";
      }
      Thread.sleep(POLL_MILLIS);
    }
    return "";
  }

  private boolean owes(Lane lane) {
    long now = recording.clock.epochNanos();
    Load started = load.get();
    return started != null && lane.lagNanos(now) > 0 && started.state(now).running();
  }

  /** Puts another client in the place of a disconnected producer. */
  public void connect(int index, BenchmarkProducer producer, Deadline deadline)
      throws InterruptedException {
    laneOf(index).join(producer);
    Load started = load.get();
    if (started != null) {
      started.regroup(deadline);
    }
  }

  private Lane laneOf(int producer) {
    return lanes.stream()
        .filter(lane -> lane.producerIndex() == producer)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("producer " + producer + " is not here"));
  }

  /** A client was opened. */
  public void opened(long nanos) {
    int phase = recording.phases().phaseAt(recording.clock.epochNanos());
    recording.record(interval -> interval.opened(phase, nanos));
  }

  /** A client could not be opened, for this reason; thousands of them are some events. */
  public void failed(String client, Throwable cause) {
    failed();
    recording.events.add("CLIENT_ERROR", client, cause);
  }

  /** A client could not be closed in time, or the close failed. */
  public void notClosed(String client, Throwable cause) {
    recording.events.add("CLIENT_ERROR", client + ", close", cause);
  }

  /** A client could not be opened. */
  public void failed() {
    int phase = recording.phases().phaseAt(recording.clock.epochNanos());
    recording.record(interval -> interval.count(phase, Counter.CLIENTS_FAILED));
  }
}
