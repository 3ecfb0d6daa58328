package io.tidemark.model.worker;

import io.tidemark.model.fault.FaultKind;
import java.time.Duration;

/**
 * A fault of a worker's own process, which it injects itself.
 *
 * @param kind {@link FaultKind#KILL} or {@link FaultKind#FREEZE}
 * @param duration after which a frozen worker continues; 0 for a kill
 */
public record WorkerFault(FaultKind kind, Duration duration) {
  public WorkerFault {
    if (!kind.isForWorkers()) {
      throw new IllegalArgumentException("fault: got " + kind.key() + "; allowed kill, freeze");
    }
  }
}
