package io.tidemark.worker.engine;

import io.tidemark.measure.Clock;
import io.tidemark.measure.StripedRecorder;
import io.tidemark.model.load.DeliveryMode;
import java.util.concurrent.atomic.AtomicLong;

/** What the load path and the receive path record with. Safe for all threads. */
final class Recording {
  final Clock clock;
  final StripedRecorder recorder;
  final EventLog events;
  final boolean audit;
  private final AtomicLong ownFailures = new AtomicLong();
  private volatile PhaseTable phases = PhaseTable.EMPTY;
  private volatile StampCorrection correction = StampCorrection.NONE;
  private volatile boolean closed;

  Recording(Clock clock, DeliveryMode delivery) {
    this.clock = clock;
    this.audit = delivery == DeliveryMode.FULL;
    this.recorder = StripedRecorder.forThisMachine(audit);
    this.events = new EventLog(clock);
  }

  PhaseTable phases() {
    return phases;
  }

  void phases(PhaseTable changed) {
    phases = changed;
  }

  StampCorrection correction() {
    return correction;
  }

  void correction(StampCorrection changed) {
    correction = changed;
  }

  /** From now on nothing is recorded: the driver may still complete what it held. */
  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  /** Our own mistake: the driver must not see it, and it must not pass unseen. */
  void ownFailure(String where, RuntimeException failure) {
    ownFailures.incrementAndGet();
    StackTraceElement[] trace = failure.getStackTrace();
    String at = trace.length == 0 ? "" : " at " + trace[0];
    events.add("ENGINE_ERROR", where, EventLog.oneLine(failure) + at);
  }

  long ownFailures() {
    return ownFailures.get();
  }
}
