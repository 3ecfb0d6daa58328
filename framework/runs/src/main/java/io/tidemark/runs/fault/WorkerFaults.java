package io.tidemark.runs.fault;

import io.tidemark.base.Deadline;
import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultInjector.Undo;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerFault;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Faults of workers: each of them injects its own, so that it can be on any machine.
 *
 * @param workers that are separate processes
 */
record WorkerFaults(List<Worker> workers) {
  /** After its time a frozen worker answers again within this time. */
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(10);

  private static final long RETRY_MILLIS = 100;

  List<String> names() {
    return workers.stream().map(Worker::name).toList();
  }

  /**
   * @param number from 1
   */
  Undo inject(FaultSpec fault, int number) throws FaultException, InterruptedException {
    Worker worker = workers.get(number - 1);
    Duration duration = fault.duration().orElse(Duration.ZERO);
    try {
      worker.injectFault(new WorkerFault(fault.kind(), duration));
    } catch (WorkerException e) {
      throw new FaultException(e.oneLine(), e);
    }
    if (fault.kind() == FaultKind.KILL) {
      return Undo.NONE;
    }
    Deadline frozen = Deadline.in(duration);
    return () -> awaitAnswer(worker, frozen);
  }

  /** It continues by itself, and not earlier. */
  private static void awaitAnswer(Worker worker, Deadline frozen)
      throws FaultException, InterruptedException {
    TimeUnit.NANOSECONDS.sleep(frozen.left().toNanos());
    Deadline deadline = Deadline.in(ANSWERS_WITHIN);
    while (true) {
      try {
        worker.describe(deadline.left());
        return;
      } catch (WorkerException e) {
        if (deadline.isOver()) {
          throw new FaultException(
              "the worker does not answer %s after its time: %s"
                  .formatted(Deadline.in(ANSWERS_WITHIN), e.oneLine()),
              e);
        }
      }
      Thread.sleep(RETRY_MILLIS);
    }
  }
}
