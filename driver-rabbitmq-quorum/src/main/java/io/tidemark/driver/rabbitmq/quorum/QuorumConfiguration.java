package io.tidemark.driver.rabbitmq.quorum;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.ConfigurationTree;
import io.tidemark.driver.rabbitmq.OAuthOptions;
import io.tidemark.driver.rabbitmq.TlsOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The driver's file, checked. Sections stand together that change together. */
record QuorumConfiguration(
    List<BrokerUri> amqpUris,
    List<BrokerUri> managementUris,
    List<BrokerUri> prometheusUris,
    Duration telemetryResolution,
    TlsOptions tls,
    Optional<OAuthOptions> oauth,
    Queues queues,
    Publishing publishing,
    Consuming consuming,
    Replying replying,
    Connecting connecting) {
  static final int DEFAULT_WINDOW = 1000;
  static final int DEFAULT_PREFETCH = 500;
  static final int DEFAULT_ACK_EVERY = 100;

  /** Under this name the file keeps OMB's defaults: decision 10. */
  private static final String OMB_CLASS =
      "io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver";

  enum QueueType {
    QUORUM,
    CLASSIC,
    STREAM
  }

  /** How replies reach their requester. */
  enum Replies {
    DIRECT,
    QUEUE
  }

  enum Confirms {
    ASYNC,
    NONE,
    TRANSACTION
  }

  enum OnClose {
    FAIL,
    REPUBLISH
  }

  enum Timestamp {
    OFF,
    SECONDS,
    MILLIS
  }

  enum Ack {
    MANUAL,
    AUTO
  }

  enum ConsumeBy {
    PUSH,
    POLL
  }

  enum Mode {
    PER_CLIENT,
    SHARED,
    POOLED
  }

  enum Placement {
    BALANCED,
    LEADER
  }

  enum Io {
    THREADS,
    NETTY
  }

  /**
   * @param pattern of PerfTest's queue names, or empty
   * @param mirrorCopies empty, "all" or a number
   */
  record Queues(
      QueueType type,
      String topicPrefix,
      String exchangeType,
      Map<String, Object> arguments,
      String pattern,
      int from,
      int to,
      boolean existing,
      boolean durable,
      boolean autoDelete,
      boolean exclusive,
      boolean serverNamed,
      String mirrorCopies,
      String mirrorSync) {}

  record Publishing(
      BasicProperties properties,
      Timestamp timestamp,
      Confirms confirms,
      int windowMessages,
      int transactionMessages,
      boolean mandatory,
      OnClose onClose,
      Duration sendTimeout,
      Duration creationDelay,
      int creationBatchSize) {}

  /**
   * @param prefetchMessages of each partition's consumer; 0 for no limit
   * @param channelPrefetchMessages of all partitions' consumers together; 0 for no limit
   * @param transactionMessages whose acknowledgements are committed together; 0 for none
   */
  record Consuming(
      Ack ack,
      int ackEveryMessages,
      Duration ackIdle,
      int prefetchMessages,
      int channelPrefetchMessages,
      int transactionMessages,
      double nackRatio,
      boolean nackRequeue,
      Map<String, Object> arguments,
      ConsumeBy by,
      Duration pollInterval,
      Duration creationDelay,
      int creationBatchSize) {
    boolean autoAck() {
      return ack == Ack.AUTO;
    }

    boolean transacted() {
      return transactionMessages > 0;
    }

    /** How many messages the broker hands out before it wants acknowledgements. */
    int mostUnacknowledged() {
      return smallest(Integer.MAX_VALUE, prefetchMessages, channelPrefetchMessages);
    }
  }

  /** The smallest of the limits that are set; 0 is not set. */
  private static int smallest(int limit, int... limits) {
    return IntStream.concat(IntStream.of(limit), Arrays.stream(limits).filter(each -> each > 0))
        .min()
        .getAsInt();
  }

  /**
   * @param prefetchMessages of a responder
   */
  record Replying(Replies replies, int prefetchMessages) {}

  record Connecting(
      Mode mode,
      int poolSize,
      Placement placement,
      Io io,
      int ioThreads,
      int flushEveryMessages,
      int consumerThreads,
      Duration heartbeat,
      Duration connectTimeout,
      Duration closeTimeout,
      Duration startDelay,
      boolean recovers,
      Duration recoveryInterval,
      Duration recoveryTimeout) {}

  /** Reads everything; what is wrong is noted in the tree. */
  static QuorumConfiguration from(ConfigurationTree tree) {
    boolean asOmb = tree.text("driverClass", "").equals(OMB_CLASS);
    QueueType type = tree.choice("queueType", asOmb ? QueueType.CLASSIC : QueueType.QUORUM);
    List<BrokerUri> amqpUris = tree.uris("amqpUris", "amqp");
    QuorumConfiguration read =
        new QuorumConfiguration(
            amqpUris,
            tree.uris("managementUris", "http", amqpUris),
            tree.uris("prometheusUris", "http", amqpUris),
            tree.duration("telemetryResolution", Duration.ofSeconds(5)),
            TlsOptions.from(tree),
            OAuthOptions.from(tree),
            queues(tree, type),
            publishing(tree, asOmb),
            consuming(tree, asOmb && type != QueueType.STREAM),
            new Replying(
                tree.choice("requestReply.replies", Replies.DIRECT),
                tree.number("requestReply.prefetch", 1, 1, 65_535)),
            connecting(tree));
    ConfigurationRules.check(tree, read);
    return read;
  }

  private static Queues queues(ConfigurationTree tree, QueueType type) {
    return new Queues(
        type,
        tree.text("topicPrefix", "test-topic"),
        tree.text("exchangeType", "fanout"),
        QueueArguments.checked(tree, type),
        tree.text("queues.pattern", ""),
        tree.number("queues.from", 1, 0, Integer.MAX_VALUE),
        tree.number("queues.to", Integer.MAX_VALUE, 0, Integer.MAX_VALUE),
        tree.flag("queues.existing", false),
        tree.flag("queues.durable", true),
        tree.flag("queues.autoDelete", false),
        tree.flag("queues.exclusive", false),
        tree.flag("queues.serverNamed", false),
        tree.text("mirroring.copies", ""),
        tree.text("mirroring.sync", "automatic"));
  }

  private static Publishing publishing(ConfigurationTree tree, boolean asOmb) {
    return new Publishing(
        MessageProperties.from(tree, tree.flag("messagePersistence", !asOmb)),
        tree.choice("messageTimestamp", Timestamp.SECONDS),
        tree.choice("confirms", Confirms.ASYNC),
        tree.number("confirmWindow", DEFAULT_WINDOW, 1, 1 << 24),
        tree.number("transactionSize", 100, 1, 1 << 20),
        tree.flag("mandatory", false),
        tree.choice("unconfirmedOnClose", OnClose.FAIL),
        tree.duration("sendTimeout", Duration.ofSeconds(60)),
        tree.milliseconds("producerCreationDelay", Duration.ofMillis(100)),
        tree.number("producerCreationBatchSize", 5, 1, 100_000));
  }

  private static Consuming consuming(ConfigurationTree tree, boolean autoAck) {
    int prefetch = tree.number("prefetch", DEFAULT_PREFETCH, 0, 65_535);
    int channelPrefetch = tree.number("channelPrefetch", 0, 0, 65_535);
    int transaction = tree.number("consumerTransactionSize", 0, 0, 1 << 20);
    int defaultEvery = smallest(DEFAULT_ACK_EVERY, prefetch, channelPrefetch, transaction);
    Map<String, Object> arguments = tree.map("consumerArguments");
    if (tree.has("consumerPriority")) {
      arguments.put("x-priority", tree.number("consumerPriority", 0, -1_000_000, 1_000_000));
    }
    return new Consuming(
        tree.choice("ack", autoAck ? Ack.AUTO : Ack.MANUAL),
        tree.number("ackEvery", defaultEvery, 1, 1 << 20),
        tree.duration("ackIdle", Duration.ofMillis(100)),
        prefetch,
        channelPrefetch,
        transaction,
        tree.ratio("nackRatio", 0),
        tree.flag("nackRequeue", true),
        arguments,
        tree.choice("consumeBy", ConsumeBy.PUSH),
        tree.duration("pollInterval", Duration.ofMillis(10)),
        tree.milliseconds("consumerCreationDelay", Duration.ofMillis(100)),
        tree.number("consumerCreationBatchSize", 5, 1, 100_000));
  }

  private static Connecting connecting(ConfigurationTree tree) {
    return new Connecting(
        tree.choice("connections.mode", Mode.PER_CLIENT),
        tree.number("connections.poolSize", 4, 1, 10_000),
        tree.choice("connections.placement", Placement.BALANCED),
        tree.choice("connections.io", Io.THREADS),
        tree.number("connections.ioThreads", 2, 1, 1_000),
        tree.number("connections.flushEvery", 1, 1, 100_000),
        tree.number("connections.consumerThreads", 0, 0, 10_000),
        tree.duration("connections.heartbeat", Duration.ofSeconds(60)),
        tree.duration("connections.connectTimeout", Duration.ofSeconds(10)),
        tree.duration("connections.closeTimeout", Duration.ofSeconds(5)),
        tree.duration("connections.startDelay", Duration.ZERO),
        tree.flag("connections.recovery", true),
        tree.duration("connections.recoveryInterval", Duration.ofMillis(200)),
        tree.duration("connections.recoveryTimeout", Duration.ofSeconds(120)));
  }
}
