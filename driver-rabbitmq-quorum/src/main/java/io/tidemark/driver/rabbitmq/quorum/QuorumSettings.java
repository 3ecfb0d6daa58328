package io.tidemark.driver.rabbitmq.quorum;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.driver.rabbitmq.BrokerSettings;
import java.util.ArrayList;
import java.util.List;

/** The keys of the driver's file. */
final class QuorumSettings {
  static final List<Setting> ALL = all();

  private QuorumSettings() {}

  private static List<Setting> all() {
    List<Setting> settings =
        new ArrayList<>(BrokerSettings.of("amqpUris", "amqp[s]://user:password@host:port/vhost"));
    settings.addAll(topology());
    settings.addAll(publishing());
    settings.addAll(consuming());
    settings.addAll(replying());
    settings.addAll(connections());
    return List.copyOf(settings);
  }

  private static List<Setting> topology() {
    return List.of(
        Setting.of("queueType", Type.STRING, "Type of the queues; CLASSIC under OMB's class name.")
            .withAllowed("QUORUM", "CLASSIC", "STREAM", "quorum", "classic", "stream")
            .withDefault("QUORUM"),
        Setting.of("topicPrefix", Type.STRING, "Start of the names of exchanges and queues.")
            .withDefault("test-topic"),
        Setting.of("exchangeType", Type.STRING, "Type of the exchanges in front of the queues.")
            .withAllowed("fanout", "direct", "topic", "headers", "x-consistent-hash")
            .withDefault("fanout"),
        Setting.of("queueArguments", Type.MAP, "x- arguments of every queue, checked by type."),
        Setting.of(
            "queueArgumentsUnchecked",
            Type.MAP,
            "More of them, such as a plug-in's, passed on as they are."),
        Setting.of("queues", Type.SECTION, "Where the queues come from."),
        Setting.of("queues.pattern", Type.STRING, "Topic n is the queue of this name: perf-%03d."),
        Setting.of("queues.from", Type.INTEGER, "Number of the first topic's queue.")
            .withDefault(1),
        Setting.of("queues.to", Type.INTEGER, "Number of the last queue."),
        Setting.of("queues.existing", Type.BOOLEAN, "Topics are queues that exist; nothing is made")
            .withDefault(false),
        Setting.of("queues.durable", Type.BOOLEAN, "Whether queues outlive the broker.")
            .withDefault(true),
        Setting.of("queues.autoDelete", Type.BOOLEAN, "Whether queues go with the last consumer.")
            .withDefault(false),
        Setting.of("queues.exclusive", Type.BOOLEAN, "Server-named queues of one consumer each.")
            .withDefault(false),
        Setting.of(
                "queues.serverNamed",
                Type.BOOLEAN,
                "Server-named queues, shared by the consumers of a subscription in one worker.")
            .withDefault(false),
        Setting.of("mirroring", Type.SECTION, "Mirrored classic queues by policy, RabbitMQ 3.x."),
        Setting.of("mirroring.copies", Type.STRING, "How many copies, or all."),
        Setting.of("mirroring.sync", Type.STRING, "How a new mirror gets the old messages.")
            .withAllowed("automatic", "manual")
            .withDefault("automatic"));
  }

  private static List<Setting> publishing() {
    return List.of(
        Setting.of("messagePersistence", Type.BOOLEAN, "Delivery mode 2; OMB's default is false.")
            .withDefault(true),
        Setting.of("confirms", Type.STRING, "When a send counts as acknowledged.")
            .withAllowed("async", "none", "transaction")
            .withDefault("async"),
        Setting.of("confirmWindow", Type.INTEGER, "Unconfirmed messages per producer, at most.")
            .withDefault(QuorumConfiguration.DEFAULT_WINDOW),
        Setting.of("transactionSize", Type.INTEGER, "Messages per transaction.").withDefault(100),
        Setting.of("mandatory", Type.BOOLEAN, "Fail messages that reach no queue.")
            .withDefault(false),
        Setting.of(
                "unconfirmedOnClose",
                Type.STRING,
                "What becomes of messages a lost connection" + " left unconfirmed.")
            .withAllowed("fail", "republish")
            .withDefault("fail"),
        Setting.of("sendTimeout", Type.DURATION, "Longest wait of a send for room or a connection")
            .withDefault("60s"),
        Setting.of(
                "messageTimestamp", Type.STRING, "Send time in the message besides the envelope.")
            .withAllowed("off", "seconds", "millis")
            .withDefault("seconds"),
        Setting.of(
            "messageProperties", Type.MAP, "contentType, priority, correlationId, headers..."),
        Setting.of(
                "producerCreationDelay",
                Type.DURATION_OR_MILLISECONDS,
                "Pause before each batch of producers, as OMB has it.")
            .withDefault("100"),
        Setting.of("producerCreationBatchSize", Type.INTEGER, "Producers created at once.")
            .withDefault(5));
  }

  private static List<Setting> replying() {
    return List.of(
        Setting.of("requestReply", Type.SECTION, "How requests are answered."),
        Setting.of(
                "requestReply.replies",
                Type.STRING,
                "Direct reply-to, or a queue of the queues' type for each requester.")
            .withAllowed("direct", "queue")
            .withDefault("direct"),
        Setting.of("requestReply.prefetch", Type.INTEGER, "Unacknowledged requests per responder.")
            .withDefault(1));
  }

  private static List<Setting> consuming() {
    return List.of(
        Setting.of("ack", Type.STRING, "Who acknowledges; auto under OMB's class name.")
            .withAllowed("manual", "auto")
            .withDefault("manual"),
        Setting.of("ackEvery", Type.INTEGER, "Messages per (multiple) acknowledgement.")
            .withDefault(QuorumConfiguration.DEFAULT_ACK_EVERY),
        Setting.of("ackIdle", Type.DURATION, "Longest wait of a processed message for its ack.")
            .withDefault("100ms"),
        Setting.of("prefetch", Type.INTEGER, "Unacknowledged messages per consumer; 0: no limit.")
            .withDefault(QuorumConfiguration.DEFAULT_PREFETCH),
        Setting.of(
                "channelPrefetch",
                Type.INTEGER,
                "The same for all partitions of a consumer together (classic queues); 0: no limit.")
            .withDefault(0),
        Setting.of(
                "consumerTransactionSize",
                Type.INTEGER,
                "Messages whose acknowledgements a transaction commits; 0: none.")
            .withDefault(0),
        Setting.of("nackRatio", Type.NUMBER, "Share of first deliveries that is refused.")
            .withDefault(0.0),
        Setting.of("nackRequeue", Type.BOOLEAN, "Whether the refused come again, or are dropped.")
            .withDefault(true),
        Setting.of("consumerPriority", Type.INTEGER, "Priority among consumers of one queue."),
        Setting.of("consumerArguments", Type.MAP, "Arguments of basic.consume."),
        Setting.of("consumeBy", Type.STRING, "Deliveries by the broker, or basic.get.")
            .withAllowed("push", "poll")
            .withDefault("push"),
        Setting.of("pollInterval", Type.DURATION, "Pause after a poll that found nothing.")
            .withDefault("10ms"),
        Setting.of(
                "consumerCreationDelay",
                Type.DURATION_OR_MILLISECONDS,
                "Pause before each batch of consumers, as OMB has it.")
            .withDefault("100"),
        Setting.of("consumerCreationBatchSize", Type.INTEGER, "Consumers created at once.")
            .withDefault(5));
  }

  private static List<Setting> connections() {
    return List.of(
        Setting.of("connections", Type.SECTION, "How clients share connections."),
        Setting.of("connections.mode", Type.STRING, "A connection each, one per role, or a pool.")
            .withAllowed("per-client", "shared", "pooled")
            .withDefault("per-client"),
        Setting.of("connections.poolSize", Type.INTEGER, "Connections per role when pooled.")
            .withDefault(4),
        Setting.of("connections.placement", Type.STRING, "Nodes in turn, or the queue's leader.")
            .withAllowed("balanced", "leader")
            .withDefault("balanced"),
        Setting.of("connections.io", Type.STRING, "A thread per connection, or Netty.")
            .withAllowed("threads", "netty")
            .withDefault("threads"),
        Setting.of("connections.ioThreads", Type.INTEGER, "Netty's threads for all connections.")
            .withDefault(2),
        Setting.of("connections.flushEvery", Type.INTEGER, "Messages per flush at most, by Netty.")
            .withDefault(1),
        Setting.of("connections.consumerThreads", Type.INTEGER, "Callback threads; 0: as needed.")
            .withDefault(0),
        Setting.of("connections.heartbeat", Type.DURATION, "Heartbeat interval; 0 for none.")
            .withDefault("60s"),
        Setting.of("connections.connectTimeout", Type.DURATION, "Longest wait for a connection.")
            .withDefault("10s"),
        Setting.of(
                "connections.closeTimeout", Type.DURATION, "Longest wait for confirms at the end")
            .withDefault("5s"),
        Setting.of(
                "connections.startDelay",
                Type.DURATION,
                "Producers connect at random moments within, 100s at most.")
            .withDefault("0s"),
        Setting.of("connections.recovery", Type.BOOLEAN, "Whether lost connections come back.")
            .withDefault(true),
        Setting.of("connections.recoveryInterval", Type.DURATION, "Pause between reconnects.")
            .withDefault("200ms"),
        Setting.of(
                "connections.recoveryTimeout",
                Type.DURATION,
                "Then messages kept for" + " republishing fail.")
            .withDefault("120s"));
  }
}
