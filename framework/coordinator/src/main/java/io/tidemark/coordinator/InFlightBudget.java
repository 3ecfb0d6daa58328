package io.tidemark.coordinator;

import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.Workload;
import java.util.List;
import java.util.Optional;

/**
 * Default limit of unacknowledged messages per producer: about 1,000,000 in total, at most 1/4 of a
 * worker's heap, and 1,000 in a closed loop.
 */
final class InFlightBudget {
  private static final int CLOSED_LOOP_WINDOW = 1_000;
  private static final int TOTAL_MESSAGES = 1_000_000;
  private static final int FEWEST = 64;
  private static final int MOST = 65_536;
  private static final double HEAP_SHARE = 0.25;
  // Memory of engine and driver per message in addition to its payload: future, record, buffers.
  private static final int OVERHEAD_BYTES = 400;

  private InFlightBudget() {}

  static int perProducer(Workload workload, Assignment assignment, List<WorkerInfo> workers) {
    Optional<Integer> given =
        workload
            .load()
            .maxInFlightPerProducer()
            .or(() -> workload.requestReply().flatMap(RequestReplySpec::requestsInFlight));
    if (given.isPresent()) {
      return given.get();
    }
    int byNumber = byNumber(workload, assignment.totalProducers());
    long smallest = byNumber;
    for (int i = 0; i < workers.size(); i++) {
      int producers = assignment.producers().get(i).size();
      if (producers > 0) {
        smallest = Math.min(smallest, byHeap(workers.get(i), producers, workload));
      }
    }
    return (int) Math.max(1, smallest);
  }

  private static int byNumber(Workload workload, int producers) {
    if (!(workload.load().rate() instanceof ProducerRate.OpenLoop)) {
      return Math.max(1, Math.min(CLOSED_LOOP_WINDOW, TOTAL_MESSAGES / Math.max(1, producers)));
    }
    return Math.max(FEWEST, Math.min(MOST, TOTAL_MESSAGES / Math.max(1, producers)));
  }

  private static long byHeap(WorkerInfo worker, int producers, Workload workload) {
    String heap = worker.environment().get("jvm.maxHeapBytes");
    if (heap == null || !heap.chars().allMatch(Character::isDigit) || heap.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long messageBytes = (long) workload.messages().messageSizeBytes() + OVERHEAD_BYTES;
    return (long) (Long.parseLong(heap) * HEAP_SHARE / messageBytes / producers);
  }
}
