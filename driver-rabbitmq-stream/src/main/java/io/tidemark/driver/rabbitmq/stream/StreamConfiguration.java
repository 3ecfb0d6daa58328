package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.compression.Compression;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.ConfigurationTree;
import io.tidemark.driver.rabbitmq.OAuthOptions;
import io.tidemark.driver.rabbitmq.TlsOptions;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
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

  /** The last two are RabbitMQ 3.9's and older; newer brokers take them for BALANCED. */
  enum Leader {
    BALANCED,
    CLIENT_LOCAL,
    LEAST_LEADERS,
    RANDOM
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

  /**
   * @param filterByKey whether a message's key is its filter value
   * @param filterSet what messages carry as filter values, in turn; empty for none
   */
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
      List<String> filterSet,
      OnClose onClose) {
    boolean republishes() {
      return onClose == OnClose.REPUBLISH;
    }

    boolean filters() {
      return filterByKey || !filterSet.isEmpty();
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
      int trackingConsumersPerConnection,
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
    requireOneLogin(tree, streamUris);
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

  /**
   * The client has one user, one virtual host and one kind of transport for all its connections.
   */
  private static void requireOneLogin(ConfigurationTree tree, List<BrokerUri> uris) {
    for (BrokerUri uri : uris) {
      BrokerUri first = uris.get(0);
      BrokerUri wanted =
          new BrokerUri(
              first.tls(),
              uri.host(),
              uri.port(),
              first.virtualHost(),
              first.user(),
              first.password());
      if (!uri.equals(wanted)) {
        tree.problem(
            "streamUris",
            "got '%s' beside '%s'%s; allowed one user, password, virtual host and scheme in all addresses"
                .formatted(
                    uri,
                    first,
                    uri.toString().equals(wanted.toString()) ? " with another password" : ""));
        return;
      }
    }
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
            tree.texts("filter.set"),
            tree.choice("unconfirmedOnClose", OnClose.FAIL));
    if (publishing.subEntrySize() == 1 && publishing.compression() != Compression.NONE) {
      tree.problem("compression", "compresses sub-entries; set subEntrySize above 1");
    }
    if (publishing.subEntrySize() > 1 && (publishing.deduplication() || publishing.filters())) {
      tree.problem("subEntrySize", "sub-entries know neither deduplication nor filtering");
    }
    if (publishing.filterByKey() && !publishing.filterSet().isEmpty()) {
      tree.problem("filter.set", "stands beside filter.byKey: true; allowed one of them");
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
    try {
      return OffsetSpecification.timestamp(OffsetDateTime.parse(text).toInstant().toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      tree.problem(
          "offset",
          "got '"
              + text
              + "'; allowed first, last, next, a number, timestamp:<epoch milliseconds>,"
              + " a time such as 2026-06-03T07:45:54Z");
      return OffsetSpecification.first();
    }
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
        tree.number("connections.trackingConsumersPerConnection", 50, 1, 255),
        tree.number("connections.ioThreads", 0, 0, 1_000),
        tree.duration("connections.heartbeat", Duration.ofSeconds(60)),
        tree.duration("connections.rpcTimeout", Duration.ofSeconds(10)),
        tree.duration("connections.closeTimeout", Duration.ofSeconds(5)),
        tree.duration("connections.recoveryInterval", Duration.ofMillis(500)),
        tree.flag("connections.producersOnLeader", true),
        tree.flag("connections.consumersOnReplica", false));
  }
}
