package io.tidemark.model.worker;

import java.util.Map;

/**
 * What a worker is.
 *
 * @param name as {@link Worker#name()}
 * @param version of Tidemark
 * @param clock which clock its stamps come from
 * @param environment facts for the result, sorted by key: {@code cpu.model}, {@code
 *     cpu.logicalCores}, {@code memory.bytes}, {@code os.kernel}, {@code jvm.version}, {@code
 *     jvm.flags}, {@code jvm.maxHeapBytes}, {@code container.cpuLimit}, {@code
 *     container.memoryLimitBytes}, {@code host.name}, {@code host.loadAverage}, {@code
 *     tidemark.commit}, ...
 */
public record WorkerInfo(
    String name, String version, ClockDomain clock, Map<String, String> environment) {
  public WorkerInfo {
    environment = Map.copyOf(environment);
  }

  public WorkerInfo withName(String other) {
    return new WorkerInfo(other, version, clock, environment);
  }

  /**
   * Two workers whose boot and time name space are the same read one monotonic clock: the
   * difference of their anchors is their offset, exactly.
   *
   * @param bootId identifies the running kernel and its time name space; empty when unknown
   * @param anchorNanos what this worker adds to its monotonic clock to get epoch nanoseconds
   */
  public record ClockDomain(String bootId, long anchorNanos) {

    public boolean sameClockAs(ClockDomain other) {
      return !bootId.isEmpty() && bootId.equals(other.bootId);
    }
  }
}
