package io.tidemark.driver.rabbitmq;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.TelemetryReading;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Broker metrics from the management API: nodes (memory against its watermark, disk against its
 * limit, alarms, sockets, processes, run queue), the run's own queues (depth, members, leader) and
 * message rates of the cluster. One thread at a time reads; any thread adds queues.
 * docs/reference/driver-rabbitmq.md lists all names.
 */
public final class ManagementTelemetry {
  private static final String QUEUE_COLUMNS =
      "name,node,leader,members,online,messages,messages_ready,messages_unacknowledged,"
          + "message_bytes,memory,consumers,consumer_utilisation,"
          + "message_stats.publish,message_stats.publish_details.rate,"
          + "message_stats.deliver_get,message_stats.deliver_get_details.rate,"
          + "message_stats.ack,message_stats.ack_details.rate,"
          + "message_stats.redeliver,message_stats.confirm,reductions_details.rate";

  private final ManagementApi management;
  private final String virtualHost;
  private final long resolutionMillis;
  private final PrometheusNodes prometheus;
  private final RunQueues runQueues = new RunQueues();
  private final OwnQueues ownQueues = new OwnQueues();
  private final CountRates streamRates;
  private final LongSupplier nanoTime;

  /**
   * @param prometheusUris of the nodes; may be empty
   * @param resolution how often the nodes refresh their statistics (collect_statistics_interval),
   *     which they do not report @param events receives failures of Prometheus endpoints
   */
  public ManagementTelemetry(
      ManagementApi management,
      List<BrokerUri> prometheusUris,
      RabbitMqTlsOptions tls,
      String virtualHost,
      Duration resolution,
      Consumer<DriverEvent> events)
      throws IOException {
    this(management, prometheusUris, tls, virtualHost, resolution, events, System::nanoTime);
  }

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
    this.resolutionMillis = resolution.toMillis();
    this.prometheus = new PrometheusNodes(prometheusUris, tls, events, nanoTime);
    this.streamRates = new CountRates(resolution);
  }

  /** Adds queues of the run, which are read from now on; others of the virtual host are not. */
  public void watch(List<String> queues) {
    ownQueues.add(queues);
  }

  /** As {@link #watch}, of all queues whose name begins with this one and a dot. */
  public void watchBelow(String topic) {
    ownQueues.addBelow(topic);
  }

  /**
   * As {@link #watch}; and the broker's counts of these queues are reported as the run's: the run
   * must have created them.
   */
  public void count(String topic, String subscription, List<String> queues) {
    watch(queues);
    runQueues.add(topic, subscription, queues);
  }

  /** Three requests: overview, nodes, queues; two more for the counts of streams. */
  public List<TelemetryReading> read() throws IOException, InterruptedException {
    List<TelemetryReading> readings = new ArrayList<>();
    JsonNode overview =
        management.get(
            "overview?columns=rates_mode,sample_retention_policies,"
                + "statistics_db_event_queue,message_stats,queue_totals,object_totals,"
                + "collect_statistics_interval");
    Sheet sheet = new Sheet(readings, resolutionMillis);
    cluster(sheet, overview);
    List<String> nodeNames = new ArrayList<>();
    for (JsonNode node : management.get("nodes")) {
      node(sheet, node);
      nodeNames.add(node.path("name").asText());
    }
    String path = "queues/" + ManagementApi.segment(virtualHost) + "?columns=" + QUEUE_COLUMNS;
    JsonNode queues = management.get(path);
    for (JsonNode queue : queues) {
      if (ownQueues.contains(queue.path("name").asText())) {
        queue(sheet, queue, nodeNames);
      }
    }
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
        .find("stream/" + which + "/" + ManagementApi.segment(virtualHost))
        .orElseGet(MissingNode::getInstance);
  }

  /** Of the node that answers. */
  public String brokerVersion() throws IOException, InterruptedException {
    return management.get("overview?columns=rabbitmq_version").path("rabbitmq_version").asText();
  }

  private static void cluster(Sheet sheet, JsonNode overview) {
    JsonNode stats = overview.path("message_stats");
    sheet.rate("brokerPublishRatePerSecond", "cluster", stats, "publish_details");
    sheet.rate("brokerConfirmRatePerSecond", "cluster", stats, "confirm_details");
    sheet.rate("brokerDeliverRatePerSecond", "cluster", stats, "deliver_get_details");
    sheet.rate("brokerAckRatePerSecond", "cluster", stats, "ack_details");
    sheet.rate("brokerRedeliverRatePerSecond", "cluster", stats, "redeliver_details");
    sheet.number("brokerPublishedMessages", "cluster", stats, "publish");
    sheet.number("brokerConfirmedMessages", "cluster", stats, "confirm");
    sheet.number("brokerDeliveredMessages", "cluster", stats, "deliver_get");
    sheet.number("brokerAcknowledgedMessages", "cluster", stats, "ack");
    sheet.number("connections", "cluster", overview.path("object_totals"), "connections");
  }

  private static void node(Sheet sheet, JsonNode node) {
    String name = node.path("name").asText();
    sheet.flag(TelemetryReading.NODE_RUNNING, name, node, "running");
    sheet.number("nodeMemoryBytes", name, node, "mem_used");
    sheet.number("nodeMemoryWatermarkBytes", name, node, "mem_limit");
    sheet.flag("nodeMemoryAlarm", name, node, "mem_alarm");
    sheet.number("nodeDiskFreeBytes", name, node, "disk_free");
    sheet.number("nodeDiskFreeLimitBytes", name, node, "disk_free_limit");
    sheet.flag("nodeDiskAlarm", name, node, "disk_free_alarm");
    sheet.number("nodeSockets", name, node, "sockets_used");
    sheet.number("nodeRunQueue", name, node, "run_queue");
    sheet.number("nodeErlangProcesses", name, node, "proc_used");
    sheet.rate("nodeContextSwitchesPerSecond", name, node, "context_switches_details");
    sheet.rate("nodeGcBytesReclaimedPerSecond", name, node, "gc_bytes_reclaimed_details");
    sheet.rate("nodeIoWriteOperationsPerSecond", name, node, "io_write_count_details");
  }

  private static void queue(Sheet sheet, JsonNode queue, List<String> nodeNames) {
    String name = queue.path("name").asText();
    sheet.number("queueMessages", name, queue, "messages");
    sheet.number("queueMessagesReady", name, queue, "messages_ready");
    sheet.number("queueMessagesUnacknowledged", name, queue, "messages_unacknowledged");
    sheet.number("queueMessageBytes", name, queue, "message_bytes");
    sheet.number("queueMemoryBytes", name, queue, "memory");
    sheet.number("queueConsumers", name, queue, "consumers");
    if (queue.has("members")) {
      sheet.add("queueMembers", name, queue.path("members").size());
      sheet.add("queueMembersOnline", name, queue.path("online").size());
    }
    String leader = queue.path("leader").asText(queue.path("node").asText());
    // A reading is a number: the leader is the node's place in the list of nodes, from 1.
    sheet.add("queueLeaderNode", name, nodeNames.indexOf(leader) + 1.0);
    JsonNode stats = queue.path("message_stats");
    sheet.rate("queuePublishRatePerSecond", name, stats, "publish_details");
    sheet.rate("queueDeliverRatePerSecond", name, stats, "deliver_get_details");
    sheet.rate("queueAckRatePerSecond", name, stats, "ack_details");
    sheet.rate("queueReductionsPerSecond", name, queue, "reductions_details");
    sheet.number("queuePublishedMessages", name, stats, "publish");
    sheet.number("queueDeliveredMessages", name, stats, "deliver_get");
    sheet.number("queueAcknowledgedMessages", name, stats, "ack");
    sheet.number("queueRedeliveredMessages", name, stats, "redeliver");
  }

  /** Collects readings; missing metrics are omitted. */
  private record Sheet(List<TelemetryReading> readings, long resolutionMillis) {
    void number(String name, String subject, JsonNode from, String field) {
      if (from.path(field).isNumber()) {
        add(name, subject, from.path(field).asDouble());
      }
    }

    void rate(String name, String subject, JsonNode from, String field) {
      number(name, subject, from.path(field), "rate");
    }

    void flag(String name, String subject, JsonNode from, String field) {
      if (from.path(field).isBoolean()) {
        add(name, subject, from.path(field).asBoolean() ? 1 : 0);
      }
    }

    void add(String name, String subject, double value) {
      readings.add(new TelemetryReading(name, subject, value, resolutionMillis));
    }
  }
}
