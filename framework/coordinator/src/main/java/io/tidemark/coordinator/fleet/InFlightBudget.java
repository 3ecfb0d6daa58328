package io.tidemark.coordinator.fleet;

import io.tidemark.model.load.ConnectionPer;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Default limit of unacknowledged messages per producer: about 1,000,000 in total and at most 1/4
 * of a worker's heap. In a closed loop it is what the driver's client buffers, but at least 1,000,
 * and at most 10,000 and 32 MiB: a larger window raises only the latency.
 */
public final class InFlightBudget {
  private static final int LEAST_WINDOW = 1_000;
  private static final int LARGEST_WINDOW = 10_000;
  private static final long LARGEST_WINDOW_BYTES = 32 << 20; // Kafka's default of buffer.memory.
  // Facts of drivers: see BrokerFacts.
  private static final String BUFFER_BYTES = "client.bufferBytes";
  private static final String BUFFER_MESSAGES = "client.bufferMessages";
  private static final int TOTAL_MESSAGES = 1_000_000;
  private static final int FEWEST = 64;
  private static final int MOST = 65_536;
  private static final double HEAP_SHARE = 0.25;
  // Memory of engine and driver per message in addition to its payload: future, record, buffers.
  private static final int OVERHEAD_BYTES = 400;

  private InFlightBudget() {}

  /**
   * @param facts of the driver
   */
  public static int perProducer(
      Workload workload,
      Assignment assignment,
      List<WorkerInfo> workers,
      Map<String, String> facts) {
    return perProducer(workload, assignment, workers, facts, 1);
  }

  /**
   * @param facts of the driver
   * @param runs that share the memory of the workers
   */
  public static int perProducer(
      Workload workload,
      Assignment assignment,
      List<WorkerInfo> workers,
      Map<String, String> facts,
      int runs) {
    Optional<Integer> given =
        workload
            .limits()
            .maxInFlightPerProducer()
            .or(() -> workload.requestReply().flatMap(RequestReplySpec::requestsInFlight));
    if (given.isPresent()) {
      return given.get();
    }
    int byNumber = byNumber(workload, assignment.totalProducers(), facts);
    long smallest = byNumber;
    for (int i = 0; i < workers.size(); i++) {
      int producers = assignment.producers().get(i).size();
      if (producers > 0) {
        smallest = Math.min(smallest, byHeap(workers.get(i), producers * runs, workload));
      }
    }
    return (int) Math.max(1, smallest);
  }

  private static int byNumber(Workload workload, int producers, Map<String, String> facts) {
    int share = TOTAL_MESSAGES / Math.max(1, producers);
    return workload.load().openLoop().isPresent()
        ? Math.max(FEWEST, Math.min(MOST, share))
        : Math.max(1, Math.min(closedLoop(workload, facts), share));
  }

  /** With connections of some messages each, a producer has one: it connects, sends, closes. */
  private static int closedLoop(Workload workload, Map<String, String> facts) {
    return workload
        .limits()
        .connectionPer()
        .map(ConnectionPer::messages)
        .orElseGet(() -> window(workload, facts));
  }

  private static int window(Workload workload, Map<String, String> facts) {
    long messageBytes = Math.max(1, largest(workload));
    long buffered =
        Math.max(
            number(facts.get(BUFFER_MESSAGES)).orElse(0L),
            number(facts.get(BUFFER_BYTES)).orElse(0L) / messageBytes);
    long most = Math.min(LARGEST_WINDOW, LARGEST_WINDOW_BYTES / messageBytes);
    return (int) Math.max(LEAST_WINDOW, Math.min(most, buffered));
  }

  private static Optional<Long> number(@Nullable String text) {
    return Optional.ofNullable(text)
        .filter(digits -> digits.matches("\\d{1,18}"))
        .map(Long::valueOf);
  }

  /** The largest size: for a distribution its mean, for phases the largest of them. */
  private static long largest(Workload workload) {
    return workload.phases().stream()
        .flatMap(phase -> phase.messageSizeBytes().stream())
        .reduce(workload.messages().messageSizeBytes(), Math::max);
  }

  private static long byHeap(WorkerInfo worker, int producers, Workload workload) {
    long messageBytes = largest(workload) + OVERHEAD_BYTES;
    return number(worker.environment().get("jvm.maxHeapBytes"))
        .map(heap -> (long) (heap * HEAP_SHARE / messageBytes / producers))
        .orElse(Long.MAX_VALUE);
  }
}
