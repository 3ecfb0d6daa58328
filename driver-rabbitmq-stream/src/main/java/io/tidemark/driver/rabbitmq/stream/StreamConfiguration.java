package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.compression.Compression;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.ConfigurationTree;
import io.tidemark.driver.rabbitmq.OAuthOptions;
import io.tidemark.driver.rabbitmq.TlsOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The driver's file, checked. */
record StreamConfiguration(
    List<BrokerUri> streamUris,
    List<BrokerUri> managementUris,
    List<BrokerUri> prometheusUris,
    Duration telemetryResolution,
    TlsOptions tls,
    Optional<OAuthOptions> oauth,
    Streams streams,
    Publishing publishing,
    Consuming consuming,
    Connecting connecting) {

  enum OnClose {
    FAIL,
    REPUBLISH
  }

  enum Tracking {
    AUTO,
    NONE
  }

  enum Credit {
    CHUNK_ARRIVAL,
    HALF_PROCESSED
  }

  /** AUTO: where the broker can. */
  enum SingleActive {
    AUTO,
    TRUE,
    FALSE
  }

  enum Leader {
    BALANCED,
    CLIENT_LOCAL
  }

  /** Sizes in bytes; 0 leaves the broker's default. */
  record Streams(
      String topicPrefix,
      boolean existing,
      long maxLengthBytes,
      Duration maxAge,
      long maxSegmentBytes,
      int initialMembers,
      Leader leader,
      int filterBytes) {}

  record Publishing(
      int batchSize,
      boolean dynamicBatch,
      Duration batchDelay,
      int subEntrySize,
      Compression compression,
      int maxUnconfirmed,
      Duration confirmTimeout,
      Duration sendTimeout,
      boolean deduplication,
      boolean filterByKey,
      OnClose onClose) {
    boolean republishes() {
      return onClose == OnClose.REPUBLISH;
    }
  }

  record Consuming(
      OffsetSpecification offset,
      Tracking tracking,
      int trackEveryMessages,
      int credits,
      Credit credit,
      SingleActive singleActive,
      List<String> filterValues,
      boolean matchUnfiltered) {}

  /**
   * @param addressMap the address a broker advertises to the one to use
   */
  record Connecting(
      boolean loadBalancer,
      Map<String, Object> addressMap,
      int producersPerConnection,
      int consumersPerConnection,
      int ioThreads,
      Duration heartbeat,
      Duration rpcTimeout,
      Duration closeTimeout,
      Duration recoveryInterval,
      boolean producersOnLeader,
      boolean consumersOnReplica) {}

  /** Reads everything; what is wrong is noted in the tree. */
  static StreamConfiguration from(ConfigurationTree tree) {
    List<BrokerUri> streamUris = tree.uris("streamUris", "rabbitmq-stream");
    if (streamUris.isEmpty() && tree.problems().isEmpty()) {
      tree.problem("streamUris", "none given; allowed a list of rabbitmq-stream://user@host:port");
    }
    return new StreamConfiguration(
        streamUris,
        tree.uris("managementUris", "http", streamUris),
        tree.uris("prometheusUris", "http", streamUris),
        tree.duration("telemetryResolution", Duration.ofSeconds(5)),
        TlsOptions.from(tree),
        OAuthOptions.from(tree),
        streams(tree),
        publishing(tree),
        consuming(tree),
        connecting(tree));
  }

  private static Streams streams(ConfigurationTree tree) {
    return new Streams(
        tree.text("topicPrefix", "test-topic"),
        tree.flag("streams.existing", false),
        tree.size("streams.maxLength", 0),
        tree.duration("streams.maxAge", Duration.ZERO),
        tree.size("streams.maxSegmentSize", 0),
        tree.number("streams.initialMembers", 0, 0, 100),
        tree.choice("streams.leader", Leader.BALANCED),
        tree.has("streams.filterSize") ? tree.number("streams.filterSize", 16, 16, 255) : 0);
  }

  private static Publishing publishing(ConfigurationTree tree) {
    Publishing publishing =
        new Publishing(
            tree.number("batchSize", 100, 1, 65_535),
            tree.flag("dynamicBatch", true),
            tree.duration("batchDelay", Duration.ofMillis(100)),
            tree.number("subEntrySize", 1, 1, 65_535),
            tree.choice("compression", Compression.NONE),
            tree.number("maxUnconfirmed", 10_000, 1, 1 << 24),
            tree.duration("confirmTimeout", Duration.ofSeconds(30)),
            tree.duration("sendTimeout", Duration.ofSeconds(60)),
            tree.flag("deduplication", false),
            tree.flag("filter.byKey", false),
            tree.choice("unconfirmedOnClose", OnClose.FAIL));
    if (publishing.subEntrySize() == 1 && publishing.compression() != Compression.NONE) {
      tree.problem("compression", "compresses sub-entries; set subEntrySize above 1");
    }
    if (publishing.subEntrySize() > 1 && (publishing.deduplication() || publishing.filterByKey())) {
      tree.problem("subEntrySize", "sub-entries know neither deduplication nor filtering");
    }
    return publishing;
  }

  private static Consuming consuming(ConfigurationTree tree) {
    Consuming consuming =
        new Consuming(
            offset(tree),
            tree.choice("tracking", Tracking.AUTO),
            tree.number("trackEvery", 10_000, 1, 1 << 30),
            tree.number("credits", 10, 1, 10_000),
            tree.choice("creditStrategy", Credit.HALF_PROCESSED),
            tree.choice("singleActiveConsumer", SingleActive.AUTO),
            tree.texts("filter.values"),
            tree.flag("filter.matchUnfiltered", false));
    if (consuming.singleActive() == SingleActive.TRUE && consuming.tracking() == Tracking.NONE) {
      tree.problem(
          "tracking", "a single active consumer hands its offset over; set tracking: auto");
    }
    return consuming;
  }

  private static OffsetSpecification offset(ConfigurationTree tree) {
    String text = tree.text("offset", "first");
    switch (text) {
      case "first":
        return OffsetSpecification.first();
      case "last":
        return OffsetSpecification.last();
      case "next":
        return OffsetSpecification.next();
      default:
        break;
    }
    if (text.matches("\\d{1,18}")) {
      return OffsetSpecification.offset(Long.parseLong(text));
    }
    if (text.matches("timestamp:\\d{1,18}")) {
      return OffsetSpecification.timestamp(Long.parseLong(text.substring("timestamp:".length())));
    }
    tree.problem(
        "offset",
        "got '" + text + "'; allowed first, last, next, a number, timestamp:<epoch milliseconds>");
    return OffsetSpecification.first();
  }

  private static Connecting connecting(ConfigurationTree tree) {
    tree.map("connections.addressMap")
        .forEach(
            (from, to) -> {
              if (!String.valueOf(to).matches(".+:\\d{1,5}") || !from.matches(".+:\\d{1,5}")) {
                tree.problem("connections.addressMap." + from, "allowed host:port to host:port");
              }
            });
    return new Connecting(
        tree.flag("connections.loadBalancer", false),
        tree.map("connections.addressMap"),
        tree.number("connections.producersPerConnection", 255, 1, 255),
        tree.number("connections.consumersPerConnection", 255, 1, 255),
        tree.number("connections.ioThreads", 0, 0, 1_000),
        tree.duration("connections.heartbeat", Duration.ofSeconds(60)),
        tree.duration("connections.rpcTimeout", Duration.ofSeconds(10)),
        tree.duration("connections.closeTimeout", Duration.ofSeconds(5)),
        tree.duration("connections.recoveryInterval", Duration.ofMillis(500)),
        tree.flag("connections.producersOnLeader", true),
        tree.flag("connections.consumersOnReplica", false));
  }
}
