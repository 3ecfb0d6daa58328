package io.tidemark.driver.rabbitmq.stream;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.driver.rabbitmq.BrokerSettings;
import java.util.ArrayList;
import java.util.List;

/** The keys of the driver's file. */
final class StreamSettings {
  static final List<Setting> ALL = all();

  private StreamSettings() {}

  private static List<Setting> all() {
    List<Setting> settings =
        new ArrayList<>(
            BrokerSettings.of(
                "streamUris", "rabbitmq-stream[+tls]://user:password@host:port/vhost"));
    settings.addAll(streams());
    settings.addAll(publishing());
    settings.addAll(consuming());
    settings.addAll(connections());
    return List.copyOf(settings);
  }

  private static List<Setting> streams() {
    return List.of(
        Setting.of("topicPrefix", Type.STRING, "Start of the names of streams.")
            .withDefault("test-topic"),
        Setting.of("streams", Type.SECTION, "How streams are made."),
        Setting.of("streams.existing", Type.BOOLEAN, "Topics are streams that exist.")
            .withDefault(false),
        Setting.of("streams.maxLength", Type.SIZE, "Oldest segments go beyond this size."),
        Setting.of("streams.maxAge", Type.DURATION, "Segments older than this go."),
        Setting.of("streams.maxSegmentSize", Type.SIZE, "Size of a segment file."),
        Setting.of(
            "streams.initialMembers", Type.INTEGER, "Replicas of a new stream; 0: on every node."),
        Setting.of("streams.leader", Type.STRING, "Where the leader of a new stream goes.")
            .withAllowed("balanced", "client-local", "least-leaders", "random")
            .withDefault("balanced"),
        Setting.of("streams.filterSize", Type.INTEGER, "Bytes of each chunk's filter, 16 to 255."));
  }

  private static List<Setting> publishing() {
    return List.of(
        Setting.of("batchSize", Type.INTEGER, "Messages per publish frame, at most.")
            .withDefault(100),
        Setting.of("dynamicBatch", Type.BOOLEAN, "Send at once when idle, batch under load.")
            .withDefault(true),
        Setting.of("batchDelay", Type.DURATION, "Longest wait for a full batch, if not dynamic.")
            .withDefault("100ms"),
        Setting.of("subEntrySize", Type.INTEGER, "Messages per sub-entry.").withDefault(1),
        Setting.of("compression", Type.STRING, "Of sub-entries.")
            .withAllowed("none", "gzip", "snappy", "lz4", "zstd")
            .withDefault("none"),
        Setting.of("maxUnconfirmed", Type.INTEGER, "Unconfirmed messages per producer, partition.")
            .withDefault(10_000),
        Setting.of("confirmTimeout", Type.DURATION, "A message not confirmed by then fails.")
            .withDefault("30s"),
        Setting.of("sendTimeout", Type.DURATION, "Longest wait of a send for room or a connection")
            .withDefault("60s"),
        Setting.of("deduplication", Type.BOOLEAN, "Named producers that number their messages.")
            .withDefault(false),
        Setting.of("filter", Type.SECTION, "Stream filtering, 3.13 and later."),
        Setting.of("filter.byKey", Type.BOOLEAN, "Publish each message's key as its filter value.")
            .withDefault(false),
        Setting.of("filter.set", Type.LIST, "Filter values that messages carry, in turn."),
        Setting.of("filter.set[]", Type.STRING, "One value."),
        Setting.of("filter.values", Type.LIST, "Consume only chunks with these values."),
        Setting.of("filter.values[]", Type.STRING, "One value."),
        Setting.of("filter.matchUnfiltered", Type.BOOLEAN, "And messages without a value.")
            .withDefault(false),
        Setting.of(
                "unconfirmedOnClose",
                Type.STRING,
                "What becomes of messages a lost connection" + " left unconfirmed.")
            .withAllowed("fail", "republish")
            .withDefault("fail"));
  }

  private static List<Setting> consuming() {
    return List.of(
        Setting.of(
                "offset",
                Type.STRING,
                "first, last, next, a number, timestamp:<millis>, or a time such as 2026-06-03T07:45:54Z.")
            .withDefault("first"),
        Setting.of("tracking", Type.STRING, "Whether a subscription's offset is stored.")
            .withAllowed("auto", "none")
            .withDefault("auto"),
        Setting.of("trackEvery", Type.INTEGER, "Messages between two stored offsets.")
            .withDefault(10_000),
        Setting.of("credits", Type.INTEGER, "Chunks the broker may send ahead.").withDefault(10),
        Setting.of("creditStrategy", Type.STRING, "When the broker may send another chunk.")
            .withAllowed("chunk-arrival", "half-processed")
            .withDefault("half-processed"),
        Setting.of(
                "singleActiveConsumer",
                Type.STRING,
                "Whether the broker shares a topic's partitions: among workers, where it can (auto);"
                    + " among all consumers (true); not at all (false).")
            .withAllowed("auto", "true", "false")
            .withDefault("auto"));
  }

  private static List<Setting> connections() {
    return List.of(
        Setting.of("connections", Type.SECTION, "How clients connect."),
        Setting.of("connections.loadBalancer", Type.BOOLEAN, "Always connect to streamUris.")
            .withDefault(false),
        Setting.of("connections.addressMap", Type.MAP, "host:port advertised: host:port to use."),
        Setting.of("connections.producersPerConnection", Type.INTEGER, "Sharing by producers.")
            .withDefault(255),
        Setting.of("connections.consumersPerConnection", Type.INTEGER, "Sharing by consumers.")
            .withDefault(255),
        Setting.of(
                "connections.trackingConsumersPerConnection",
                Type.INTEGER,
                "Sharing by consumers that store offsets.")
            .withDefault(50),
        Setting.of("connections.ioThreads", Type.INTEGER, "Netty's threads; 0: the client's choice")
            .withDefault(0),
        Setting.of("connections.heartbeat", Type.DURATION, "Heartbeat interval.")
            .withDefault("60s"),
        Setting.of("connections.rpcTimeout", Type.DURATION, "Longest wait for an answer.")
            .withDefault("10s"),
        Setting.of(
                "connections.closeTimeout", Type.DURATION, "Longest wait for confirms at the end")
            .withDefault("5s"),
        Setting.of("connections.recoveryInterval", Type.DURATION, "Pause between reconnects.")
            .withDefault("500ms"),
        Setting.of("connections.producersOnLeader", Type.BOOLEAN, "Insist on the leader's node.")
            .withDefault(true),
        Setting.of("connections.consumersOnReplica", Type.BOOLEAN, "Insist on a replica's node.")
            .withDefault(false));
  }
}
