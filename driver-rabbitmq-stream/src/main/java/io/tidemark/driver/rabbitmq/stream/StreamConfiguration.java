package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.StreamCreator;
import com.rabbitmq.stream.compression.Compression;
import io.tidemark.driver.rabbitmq.BrokerSettings;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.driver.settings.SettingValues;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The driver's file. */
record StreamConfiguration(
    @Key(
            name = "streamUris",
            value =
                "Addresses of the nodes, or comma-separated lists of them. All have the same"
                    + " user, password, virtual host and scheme. A topic of several partitions is a"
                    + " super stream.",
            each = "rabbitmq-stream[+tls]://user:password@host:port/vhost.",
            required = true,
            secret = true)
        List<String> addresses,
    BrokerSettings brokers,
    Streams streams,
    Publishing publishing,
    Consuming consuming,
    @Key(name = "connections", value = "Connections of clients.") Connecting connecting) {

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

  /** AUTO: if the broker supports it. */
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
      @Key(value = "Prefix of the names of streams.", orElse = "test-topic") String topicPrefix,
      @Key(name = "streams.existing", value = "Topics are existing streams.") boolean existing,
      @Key(
              name = "streams.maxLength",
              value = "Size above which the oldest segments are deleted.",
              size = true)
          long maxLengthBytes,
      @Key(name = "streams.maxAge", value = "Age above which segments are deleted.")
          Duration maxAge,
      @Key(name = "streams.maxSegmentSize", value = "Size of a segment file.", size = true)
          long maxSegmentBytes,
      @Key(
              name = "streams.initialMembers",
              value = "Replicas of a new stream; 0: on every node.",
              orElse = "0",
              range = "0..100")
          int initialMembers,
      @Key(
              name = "streams.leader",
              value = "Placement of the leader of a new stream.",
              orElse = "balanced")
          Leader leader,
      @Key(name = "streams.filterSize", value = "Bytes of each chunk's filter.", range = "16..255")
          Optional<Integer> filterSize) {
    int filterBytes() {
      return filterSize.orElse(0);
    }
  }

  /**
   * @param filterByKey whether a message's key is its filter value
   * @param filterSet what messages carry as filter values, in turn; empty for none
   */
  record Publishing(
      @Key(value = "Most messages per publish frame.", orElse = "100", range = "1..65535")
          int batchSize,
      @Key(
              value =
                  "Send immediately when idle, batch under load: the first 500 producers of a"
                      + " stream.",
              orElse = "true")
          boolean dynamicBatch,
      @Key(value = "Longest wait for a full batch, if not dynamic.", orElse = "100ms")
          Duration batchDelay,
      @Key(value = "Messages per sub-entry.", orElse = "1", range = "1..65535") int subEntrySize,
      @Key(value = "Compression of sub-entries.", orElse = "none") Compression compression,
      @Key(
              value = "Most unconfirmed messages per producer and partition.",
              orElse = "10000",
              range = "1..16777216")
          int maxUnconfirmed,
      @Key(
              value =
                  "Time after which an unconfirmed message fails. It may still arrive: a disk"
                      + " alarm blocks publishers without an event.",
              orElse = "30s")
          Duration confirmTimeout,
      @Key(value = "Longest wait of a send for room or a connection.", orElse = "60s")
          Duration sendTimeout,
      @Key("Named producers that number their messages.") boolean deduplication,
      @Key(
              name = "filter.byKey",
              value =
                  "Publish each message's key as its filter value; filtering needs RabbitMQ 3.13.")
          boolean filterByKey,
      @Key(
              name = "filter.set",
              value = "Filter values that messages carry, in turn.",
              each = "One value.")
          List<String> filterSet,
      @Key(
              name = "unconfirmedOnClose",
              value =
                  "Whether messages that a lost connection left unconfirmed fail, or are sent again,"
                      + " which can duplicate them.",
              orElse = "fail")
          OnClose onClose) {
    boolean republishes() {
      return onClose == OnClose.REPUBLISH;
    }

    boolean filters() {
      return filterByKey || !filterSet.isEmpty();
    }
  }

  record Consuming(
      @Key(
              name = "offset",
              value =
                  "first, last, next, a number, timestamp:<millis>, or a time such as"
                      + " 2026-06-03T07:45:54Z.",
              orElse = "first")
          String offsetText,
      @Key(
              value =
                  "Whether a subscription's offset is stored. With `auto` a reconnected"
                      + " consumer continues; `none` leaves all consumers of a subscription on one"
                      + " worker.",
              orElse = "auto")
          Tracking tracking,
      @Key(
              name = "trackEvery",
              value =
                  "Messages between two stored offsets. Messages after the last one are"
                      + " delivered again when a partition moves to another worker.",
              orElse = "10000",
              range = "1..1073741824")
          int trackEveryMessages,
      @Key(value = "Chunks that the broker may send ahead.", orElse = "10", range = "1..10000")
          int credits,
      @Key(
              name = "creditStrategy",
              value = "When the broker may send another chunk.",
              orElse = "half-processed")
          Credit credit,
      @Key(
              name = "singleActiveConsumer",
              value =
                  "Distribution of a topic's partitions by the broker: among workers, if"
                      + " supported (auto); among all consumers (true); none (false). After the loss"
                      + " of a node RabbitMQ 4.0.5 and 4.3.6 often activate no consumer again: use"
                      + " `false` where one worker consumes and nodes are lost.",
              orElse = "auto")
          SingleActive singleActive,
      @Key(
              name = "filter.values",
              value =
                  "Consume only messages with these values. The broker skips whole chunks"
                      + " without a match, and consumers discard the rest. Without `filter.set` or"
                      + " `filter.byKey` use `delivery: off`.",
              each = "One value.")
          List<String> filterValues,
      @Key(name = "filter.matchUnfiltered", value = "Also consume messages without a value.")
          boolean matchUnfiltered) {

    OffsetSpecification offset() {
      return offset(offsetText).orElseThrow();
    }

    private static Optional<OffsetSpecification> offset(String text) {
      try {
        return Optional.of(
            switch (text) {
              case "first" -> OffsetSpecification.first();
              case "last" -> OffsetSpecification.last();
              case "next" -> OffsetSpecification.next();
              default ->
                  text.matches("\\d{1,18}")
                      ? OffsetSpecification.offset(Long.parseLong(text))
                      : OffsetSpecification.timestamp(epochMillis(text));
            });
      } catch (DateTimeException | ArithmeticException e) {
        return Optional.empty();
      }
    }

    private static long epochMillis(String text) {
      return text.matches("timestamp:\\d{1,18}")
          ? Long.parseLong(text.substring("timestamp:".length()))
          : OffsetDateTime.parse(text).toInstant().toEpochMilli();
    }
  }

  /**
   * @param addressMap the address a broker advertises to the one to use
   */
  record Connecting(
      @Key(
              "Always connect to streamUris. Set it, or `addressMap`, where advertised"
                  + " addresses cannot be reached.")
          boolean loadBalancer,
      @Key("Map from advertised to reachable host:port.") Map<String, Object> addressMap,
      @Key(value = "Producers per connection.", orElse = "255", range = "1..256")
          int producersPerConnection,
      @Key(value = "Consumers per connection.", orElse = "255", range = "1..256")
          int consumersPerConnection,
      @Key(value = "Consumers with stored offsets per connection.", orElse = "50", range = "1..50")
          int trackingConsumersPerConnection,
      @Key(value = "Netty's threads; 0: the client's default.", orElse = "0", range = "0..1000")
          int ioThreads,
      @Key(value = "Heartbeat interval.", orElse = "60s") Duration heartbeat,
      @Key(value = "Longest wait for a response.", orElse = "10s") Duration rpcTimeout,
      @Key(value = "Longest wait for confirms at the end.", orElse = "5s") Duration closeTimeout,
      @Key(value = "Pause between reconnects.", orElse = "500ms") Duration recoveryInterval,
      @Key(value = "Connect producers only to the leader's node.", orElse = "true")
          boolean producersOnLeader,
      @Key("Connect consumers only to a replica's node.") boolean consumersOnReplica) {}

  /**
   * Whether consumers of this file get a message with this filter value. Of messages that the file
   * does not publish the value is not known: all of a chunk that the broker delivers count.
   *
   * @param filterValue null for none
   */
  boolean delivers(@Nullable String filterValue) {
    if (consuming.filterValues.isEmpty() || !publishing.filters()) {
      return true;
    }
    return filterValue == null
        ? consuming.matchUnfiltered
        : consuming.filterValues.contains(filterValue);
  }

  /** Reads everything; what is wrong is noted in the values. */
  static StreamConfiguration from(SettingValues values) {
    StreamConfiguration read = values.read(StreamConfiguration.class);
    read.brokers.check(values, "streamUris", read.addresses, "rabbitmq-stream");
    if (!values.hasErrors()) {
      requireOneLogin(values, read.streamUris());
    }
    read.check(values);
    return read;
  }

  List<BrokerUri> streamUris() {
    return brokers.brokers(addresses, "rabbitmq-stream");
  }

  /**
   * The client has one user, one virtual host and one kind of transport for all its connections.
   */
  private static void requireOneLogin(SettingValues values, List<BrokerUri> uris) {
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
        values.problem(
            "streamUris",
            ("got '%s' and '%s'%s; allowed one user, password, virtual host and scheme"
                    + " in all addresses")
                .formatted(
                    uri,
                    first,
                    uri.toString().equals(wanted.toString()) ? " with another password" : ""));
        return;
      }
    }
  }

  private void check(SettingValues values) {
    values.problemIf(
        streams.maxSegmentBytes > StreamCreator.MAX_SEGMENT_SIZE.toBytes(),
        "streams.maxSegmentSize",
        "allowed up to " + StreamCreator.MAX_SEGMENT_SIZE.toBytes() + " bytes");
    values.problemIf(
        !publishing.confirmTimeout.isZero() && publishing.confirmTimeout.toSeconds() < 1,
        "confirmTimeout",
        "got " + Quantities.text(publishing.confirmTimeout) + "; allowed 0s (none), 1s and more");
    values.problemIf(
        publishing.subEntrySize == 1 && publishing.compression != Compression.NONE,
        "compression",
        "compresses sub-entries; set subEntrySize above 1");
    values.problemIf(
        publishing.subEntrySize > 1 && (publishing.deduplication || publishing.filters()),
        "subEntrySize",
        "sub-entries support neither deduplication nor filtering");
    values.problemIf(
        publishing.filterByKey && !publishing.filterSet.isEmpty(),
        "filter.set",
        "cannot be combined with filter.byKey: true");
    values.problemIf(
        consuming.singleActive == SingleActive.TRUE && consuming.tracking == Tracking.NONE,
        "tracking",
        "a single active consumer needs stored offsets; set tracking: auto");
    values.problemIf(
        Consuming.offset(consuming.offsetText).isEmpty(),
        "offset",
        ("got '%s'; allowed first, last, next, a number, timestamp:<epoch"
                + " milliseconds>, a time such as 2026-06-03T07:45:54Z")
            .formatted(consuming.offsetText));
    connecting.addressMap.forEach(
        (from, to) ->
            values.problemIf(
                !from.matches(".+:\\d{1,5}") || !String.valueOf(to).matches(".+:\\d{1,5}"),
                "connections.addressMap." + from,
                "allowed host:port to host:port"));
  }
}
