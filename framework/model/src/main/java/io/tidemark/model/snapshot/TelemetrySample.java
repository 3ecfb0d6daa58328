package io.tidemark.model.snapshot;

import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import java.util.List;

/**
 * One metric of the broker.
 *
 * @param epochNanos when it was read, in the worker's clock
 * @param name with unit and scope, for example {@code queueMessagesReady}
 * @param subject which node, queue or topic
 * @param value the figure
 * @param resolutionMillis how often the broker refreshes it; 0 when read live
 */
public record TelemetrySample(
    long epochNanos, String name, String subject, double value, long resolutionMillis) {
  /** The telemetry of a live run. */
  public static final Part<List<TelemetrySample>> PART =
      new Part<List<TelemetrySample>>("telemetry", Written.ELSEWHERE, List.of()) {};

  /** Messages that the broker received from publishers, each once, on a destination of the run. */
  public static final String RUN_PUBLISHED = "runPublishedMessages";

  /** Messages that the broker sent to consumers of a destination of the run. */
  public static final String RUN_DELIVERED = "runDeliveredMessages";

  /** Messages that consumers of a destination of the run acknowledged. */
  public static final String RUN_ACKNOWLEDGED = "runAcknowledgedMessages";

  /** Topics whose messages the broker counts; known before the first of its counts. */
  public static final String RUN_COUNTED_TOPICS = "runCountedTopics";

  /** Messages in a queue, in any state. */
  public static final String QUEUE_MESSAGES = "queueMessages";

  /** Messages that wait for a subscription, read live. */
  public static final String SUBSCRIPTION_LAG = "subscriptionLagMessages";

  /** 1 or 0: whether a node of the broker runs. */
  public static final String NODE_RUNNING = "nodeRunning";

  /** CPU seconds of all processes of a node on this machine, since the run began. */
  public static final String PROCESS_CPU = "processCpuSecondsTotal";

  /** Bytes that the processes of a node fetched from disks, since the run began. */
  public static final String PROCESS_DISK_READ = "processDiskReadBytesTotal";

  /** Bytes that the processes of a node handed to disks, since the run began. */
  public static final String PROCESS_DISK_WRITTEN = "processDiskWrittenBytesTotal";

  /** Resident memory of all processes of a node. */
  public static final String PROCESS_RESIDENT = "processResidentBytes";

  /** The same of a node in a container on this machine, from its control group. */
  public static final String CONTAINER_CPU = "containerCpuSecondsTotal";

  /** Bytes that a node in a container fetched from disks, since the run began. */
  public static final String CONTAINER_DISK_READ = "containerDiskReadBytesTotal";

  /** Bytes that a node in a container handed to disks, since the run began. */
  public static final String CONTAINER_DISK_WRITTEN = "containerDiskWrittenBytesTotal";

  /** Memory of a node in a container, with the part of the page cache that is in use. */
  public static final String CONTAINER_MEMORY = "containerMemoryBytes";

  /** Energy that the packages of a machine's processors used, since the run began. */
  public static final String HOST_ENERGY = "hostEnergyJoulesTotal";

  /** Whether a figure counts something since a start, by its name. */
  public static boolean isSum(String name) {
    return name.endsWith("edMessages") || name.endsWith("Total");
  }

  public boolean isSum() {
    return isSum(name);
  }

  /** The figure with its time in another clock, for example the coordinator's. */
  public TelemetrySample at(long otherEpochNanos) {
    return new TelemetrySample(otherEpochNanos, name, subject, value, resolutionMillis);
  }
}
