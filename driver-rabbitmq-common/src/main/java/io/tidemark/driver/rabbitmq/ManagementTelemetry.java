package io.tidemark.driver.rabbitmq;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Broker metrics from the management API: nodes (memory against its watermark, disk against its
 * limit, alarms, sockets, processes, run queue), the run's own queues (depth, members, leader) and
 * message rates of the cluster. One thread at a time reads; any thread adds queues.
 * docs/reference/driver-rabbitmq-quorum.md lists all names.
 */
public final class ManagementTelemetry {
  private static final Logger log = LoggerFactory.getLogger(ManagementTelemetry.class);

  /** Metrics with the fields of the API's documents that have them. */
  private static final Map<String, String> CLUSTER =
      table(
          """
          brokerPublishRatePerSecond message_stats.publish_details.rate
          brokerConfirmRatePerSecond message_stats.confirm_details.rate
          brokerDeliverRatePerSecond message_stats.deliver_get_details.rate
          brokerAckRatePerSecond message_stats.ack_details.rate
          brokerRedeliverRatePerSecond message_stats.redeliver_details.rate
          brokerPublishedMessages message_stats.publish
          brokerConfirmedMessages message_stats.confirm
          brokerDeliveredMessages message_stats.deliver_get
          brokerAcknowledgedMessages message_stats.ack
          connections object_totals.connections
          """);

  private static final Map<String, String> NODE =
      table(
          """
          nodeRunning running
          nodeMemoryBytes mem_used
          nodeMemoryWatermarkBytes mem_limit
          nodeMemoryAlarm mem_alarm
          nodeDiskFreeBytes disk_free
          nodeDiskFreeLimitBytes disk_free_limit
          nodeDiskAlarm disk_free_alarm
          nodeSockets sockets_used
          nodeRunQueue run_queue
          nodeErlangProcesses proc_used
          nodeContextSwitchesPerSecond context_switches_details.rate
          nodeGcBytesReclaimedPerSecond gc_bytes_reclaimed_details.rate
          nodeIoWriteOperationsPerSecond io_write_count_details.rate
          """);

  private static final Map<String, String> QUEUE =
      table(
          """
          queueMessages messages
          queueMessagesReady messages_ready
          queueMessagesUnacknowledged messages_unacknowledged
          queueMessageBytes message_bytes
          queueMemoryBytes memory
          queueConsumers consumers
          queuePublishRatePerSecond message_stats.publish_details.rate
          queueDeliverRatePerSecond message_stats.deliver_get_details.rate
          queueAckRatePerSecond message_stats.ack_details.rate
          queueReductionsPerSecond reductions_details.rate
          queuePublishedMessages message_stats.publish
          queueDeliveredMessages message_stats.deliver_get
          queueAcknowledgedMessages message_stats.ack
          queueRedeliveredMessages message_stats.redeliver
          """);

  private final ManagementApi management;
  private final String virtualHost;
  private final long resolutionMillis;
  private final PrometheusNodes prometheus;
  private final RunQueues runQueues = new RunQueues();
  private final OwnQueues ownQueues = new OwnQueues();
  private final CountRates streamRates;
  private final LongSupplier nanoTime;
  private final Consumer<DriverEvent> events;
  private final Set<String> alarms = new HashSet<>();
  private volatile boolean reportsAlarms;
  private volatile boolean memoryBlocks;
  private volatile boolean isRead;
  private volatile Map<String, String> leaders = Map.of();

  /**
   * @param prometheusUris of the nodes; may be empty
   * @param resolution how often the nodes refresh their statistics (collect_statistics_interval),
   *     which they do not report
   * @param events receives failures of Prometheus endpoints, and alarms
   */
  ManagementTelemetry(
      ManagementApi management,
      List<BrokerUri> prometheusUris,
      RabbitMqTlsOptions tls,
      String virtualHost,
      Duration resolution,
      Consumer<DriverEvent> events,
      LongSupplier nanoTime)
      throws IOException {
    this.nanoTime = nanoTime;
    this.management = management;
    this.virtualHost = virtualHost;
    this.events = events;
    this.resolutionMillis = resolution.toMillis();
    this.prometheus = new PrometheusNodes(prometheusUris, tls, events, nanoTime);
    this.streamRates = new CountRates(resolution);
  }

  /** Adds queues of the run, which are read from now on; others of the virtual host are not. */
  public void watch(List<String> queues) {
    ownQueues.add(queues);
  }

  /** Adds all queues whose name begins with this one and a dot. */
  public void watchBelow(String topic) {
    ownQueues.addBelow(topic);
  }

  /**
   * Adds queues whose counts of the broker are reported as the run's: the run must have created
   * them.
   */
  public void count(String topic, String subscription, List<String> queues) {
    watch(queues);
    runQueues.add(topic, subscription, queues);
  }

  /** Three requests: overview, nodes, queues; two more for the counts of streams. */
  public List<TelemetryReading> read() throws IOException, InterruptedException {
    List<TelemetryReading> readings = new ArrayList<>();
    Sheet sheet = new Sheet(readings, resolutionMillis);
    String all = String.join(",", CLUSTER.values());
    sheet.add("cluster", management.get("overview?columns=" + all), CLUSTER);
    List<String> nodeNames = new ArrayList<>();
    JsonNode nodes = management.get("nodes");
    isRead = true;
    if (reportsAlarms) {
      report(nodes);
    }
    for (JsonNode node : nodes) {
      String name = node.path("name").asText();
      sheet.add(name, node, NODE);
      nodeNames.add(name);
    }
    JsonNode queues =
        management.get(
            ManagementApi.path("queues", virtualHost)
                + "?columns=name,node,leader,members,online,"
                + RunQueues.COLUMNS
                + ","
                + String.join(",", QUEUE.values()));
    Map<String, String> leading = new HashMap<>();
    for (JsonNode queue : queues) {
      if (ownQueues.contains(queue.path("name").asText())) {
        queue(sheet, queue, nodeNames);
        leader(queue).ifPresent(node -> leading.put(queue.path("name").asText(), node));
      }
    }
    leaders = leading;
    if (!runQueues.isEmpty()) {
      StreamCounts streams =
          StreamCounts.of(streamClients("publishers"), streamClients("consumers"));
      streamRates(sheet, "queuePublishRatePerSecond", streams.published());
      streamRates(sheet, "queueDeliverRatePerSecond", streams.delivered());
      readings.addAll(runQueues.readings(queues, streams, resolutionMillis));
    }
    readings.addAll(prometheus.read());
    return readings;
  }

  /**
   * Reports alarms as events, now and with each reading: for protocols in which a node stops to
   * read and does not say so.
   *
   * @param memory whether memory alarms block, too, and not only those of the disk
   */
  public void reportAlarms(boolean memory) {
    memoryBlocks = memory;
    reportsAlarms = true;
    lookForAlarms();
  }

  /** Until metrics are read. */
  public void lookForAlarms() {
    if (isRead) {
      return;
    }
    try {
      report(management.get("nodes?columns=name,mem_alarm,disk_free_alarm"));
    } catch (IOException e) {
      log.debug("The alarms of the nodes are not known: {}", FailureReason.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void report(JsonNode nodes) {
    for (JsonNode node : nodes) {
      String subject = "publishers by " + node.path("name").asText();
      boolean memory = memoryBlocks && node.path("mem_alarm").asBoolean();
      boolean alarmed = memory || node.path("disk_free_alarm").asBoolean();
      if (alarmed && alarms.add(subject)) {
        String alarm = memory ? "memory alarm" : "alarm: no disk space left";
        events.accept(new DriverEvent(Kind.BLOCKED, subject, alarm));
      } else if (!alarmed && alarms.remove(subject)) {
        events.accept(new DriverEvent(Kind.UNBLOCKED, subject, "no alarm"));
      }
    }
  }

  /** The broker has counts but no rates for the stream protocol. */
  private void streamRates(Sheet sheet, String name, Map<String, Long> counts) {
    long nowNanos = nanoTime.getAsLong();
    counts.forEach(
        (stream, count) -> {
          if (ownQueues.contains(stream)) {
            streamRates
                .ratePerSecond(name + " " + stream, count, nowNanos)
                .ifPresent(rate -> sheet.add(name, stream, rate));
          }
        });
  }

  /** Empty where the stream plug-in's part of the API is not there. */
  private JsonNode streamClients(String which) throws IOException, InterruptedException {
    return management
        .find(ManagementApi.path("stream", which, virtualHost))
        .orElseGet(MissingNode::getInstance);
  }

  /** The version of the node that answers. */
  public String brokerVersion() throws IOException, InterruptedException {
    return management.get("overview?columns=rabbitmq_version").path("rabbitmq_version").asText();
  }

  /** Size of the cluster; empty if the API does not answer. */
  public OptionalInt nodes() {
    try {
      return OptionalInt.of(management.get("nodes?columns=name").size());
    } catch (IOException e) {
      log.warn("The number of nodes is not known: {}", FailureReason.of(e));
      return OptionalInt.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }

  private static void queue(Sheet sheet, JsonNode queue, List<String> nodeNames) {
    String name = queue.path("name").asText();
    sheet.add(name, queue, QUEUE);
    if (queue.has("members")) {
      sheet.add("queueMembers", name, queue.path("members").size());
      sheet.add("queueMembersOnline", name, queue.path("online").size());
    }
    // A reading is a number: the leader is the node's place in the list of nodes, from 1.
    sheet.add("queueLeaderNode", name, nodeNames.indexOf(leader(queue).orElse("")) + 1.0);
  }

  private static Optional<String> leader(JsonNode queue) {
    String leader = queue.path("leader").asText(queue.path("node").asText());
    return Optional.of(leader).filter(name -> !name.isEmpty());
  }

  /** The node that leads each of the run's queues, by the last reading. */
  public Map<String, String> leaders() {
    return leaders;
  }

  private static Map<String, String> table(String lines) {
    Map<String, String> table = new LinkedHashMap<>();
    lines.lines().map(line -> line.split(" ")).forEach(row -> table.put(row[0], row[1]));
    return table;
  }

  /** Collects readings; missing metrics are omitted. */
  private record Sheet(List<TelemetryReading> readings, long resolutionMillis) {
    void add(String subject, JsonNode from, Map<String, String> table) {
      table.forEach(
          (name, field) -> {
            JsonNode value = from.at("/" + field.replace('.', '/'));
            if (value.isNumber() || value.isBoolean()) {
              add(name, subject, value.asDouble());
            }
          });
    }

    void add(String name, String subject, double value) {
      readings.add(new TelemetryReading(name, subject, value, resolutionMillis));
    }
  }

  /**
   * Rates calculated from the broker's counts. The broker refreshes counts at intervals: a rate is
   * the mean between two changes, reported until the next change is overdue. Used by one thread at
   * a time.
   */
  static final class CountRates {
    /** A count at its last change, or when it was last known to be constant. */
    private record Seen(long count, long nanos, OptionalDouble ratePerSecond) {}

    private final long overdueNanos;
    private final Map<String, Seen> seenByName = new HashMap<>();

    /**
     * @param resolution how often the broker refreshes the counts
     */
    CountRates(Duration resolution) {
      this.overdueNanos = resolution.multipliedBy(2).plusSeconds(1).toNanos();
    }

    /**
     * Per second; empty until the count has changed or is known to be constant, and after a reset.
     *
     * @param nowNanos when the count was read
     */
    OptionalDouble ratePerSecond(String name, long count, long nowNanos) {
      Seen before = seenByName.get(name);
      if (before != null && count == before.count() && nowNanos - before.nanos() < overdueNanos) {
        return before.ratePerSecond();
      }
      Seen now = new Seen(count, nowNanos, ratePerSecond(before, count, nowNanos));
      seenByName.put(name, now);
      return now.ratePerSecond();
    }

    private static OptionalDouble ratePerSecond(@Nullable Seen before, long count, long nowNanos) {
      if (before == null || count < before.count() || nowNanos <= before.nanos()) {
        return OptionalDouble.empty();
      }
      return OptionalDouble.of((count - before.count()) * 1e9 / (nowNanos - before.nanos()));
    }
  }

  /**
   * The queues and streams of this run in a virtual host, from any worker: added ones, and those
   * whose name begins with one of the run's topics and a dot. Thread-safe.
   */
  static final class OwnQueues {
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final Set<String> topics = ConcurrentHashMap.newKeySet();

    void add(Collection<String> queues) {
      names.addAll(queues);
    }

    /** Every queue "topic.anything", now and later. */
    void addBelow(String topic) {
      topics.add(topic);
    }

    boolean contains(String queue) {
      return names.contains(queue) || isBelowATopic(queue);
    }

    /** A look-up for each dot: there may be thousands of topics and foreign queues. */
    private boolean isBelowATopic(String queue) {
      for (int dot = queue.indexOf('.'); dot >= 0; dot = queue.indexOf('.', dot + 1)) {
        if (topics.contains(queue.substring(0, dot))) {
          return true;
        }
      }
      return false;
    }
  }
}
