package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.rabbitmq.BrokerSettings;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.settings.Key;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The driver's file. Sections stand together that change together. */
public record QuorumConfiguration(
    @Key(
            name = "amqpUris",
            value = "Addresses of the nodes, or comma-separated lists of them.",
            each = "amqp[s]://user:password@host:port/vhost.",
            required = true,
            secret = true)
        List<String> addresses,
    @Key(
            value =
                "AMQP 0-9-1, or AMQP 1.0 to send and receive (RabbitMQ 4.0 and later). Over"
                    + " AMQP 1.0 keys of AMQP 0-9-1 without a counterpart are refused, a returned"
                    + " message is an outcome `released`, and messages of queues are not counted by"
                    + " the broker.",
            orElse = "amqp091")
        Protocol protocol,
    BrokerSettings brokers,
    Queues queues,
    Publishing publishing,
    Consuming consuming,
    @Key(name = "filter", value = "Filter of a stream's consumers, over AMQP 1.0.")
        StreamFilter filter,
    @Key(name = "requestReply", value = "Native request and reply.") Replying replying,
    @Key(name = "connections", value = "Connections of clients.") Connecting connecting) {

  public enum Protocol {
    AMQP091,
    AMQP10
  }

  public enum QueueType {
    QUORUM,
    CLASSIC,
    STREAM
  }

  /** How replies reach their requester. */
  public enum Replies {
    DIRECT,
    QUEUE
  }

  public enum Confirms {
    ASYNC,
    NONE,
    TRANSACTION
  }

  public enum OnClose {
    FAIL,
    REPUBLISH
  }

  public enum Timestamp {
    OFF,
    SECONDS,
    MILLIS
  }

  enum Ack {
    MANUAL,
    AUTO
  }

  public enum ConsumeBy {
    PUSH,
    POLL
  }

  public enum Mode {
    PER_CLIENT,
    SHARED,
    POOLED
  }

  public enum Placement {
    BALANCED,
    LEADER
  }

  public enum Io {
    THREADS,
    NETTY
  }

  /**
   * @param exchangeType of RabbitMQ itself: for those of other plug-ins it is not known which
   *     queues get a message, which the delivery audit must know
   * @param pattern of PerfTest's queue names, or empty
   * @param mirrorCopies empty, "all" or a number
   */
  public record Queues(
      @Key(
              name = "queueType",
              value =
                  "Type of the queues; CLASSIC under OMB's class name. Quorum queues flush a message"
                      + " before they confirm it. A partition is an exchange (`T`, `T.1`, ...), a"
                      + " subscription a queue for each partition (`T.subA`, `T.1.subA`), and each"
                      + " of its consumers reads all of them.",
              orElse = "QUORUM",
              allowed = {"QUORUM", "CLASSIC", "STREAM", "quorum", "classic", "stream"})
          QueueType type,
      @Key(value = "Prefix of the names of exchanges and queues.", orElse = "test-topic")
          String topicPrefix,
      @Key(
              value =
                  "Type of the exchanges in front of the queues. topic passes the message's key as"
                      + " routing key; x-consistent-hash (a plug-in) distributes by it.",
              orElse = "fanout",
              allowed = {"fanout", "direct", "topic", "headers", Queues.CONSISTENT_HASH})
          String exchangeType,
      @Key(
              name = "exchange.name",
              value =
                  "Existing exchange of exchangeType: producers publish to it, queues are bound"
                      + " to it. Topics have one partition then. It is not deleted.")
          String exchange,
      @Key(
              name = "exchange.routingKey",
              value =
                  "Routing key of every message, and binding key of the run's queues. Without"
                      + " it the name of the topic, or the key of the message.")
          String routingKey,
      @Key(
              name = "exchange.create",
              value = "Create the exchange if it is missing; it stays after the run.")
          boolean exchangeCreate,
      @Key(
              "x- arguments of every queue. Unknown ones are errors; those that this"
                  + " version of the broker ignores are a warning. `x-delivery-limit` limits"
                  + " refusals (20 from RabbitMQ 4.0), `x-consumer-timeout` unacknowledged"
                  + " deliveries, `x-max-priority` gives classic queues priorities.")
          Map<String, Object> queueArguments,
      @Key("Further arguments, for example of plug-ins, without checks.")
          Map<String, Object> queueArgumentsUnchecked,
      @Key(name = "queues.pattern", value = "Topic n is the queue of this name: perf-%03d.")
          String pattern,
      @Key(
              name = "queues.from",
              value = "Number of the first topic's queue.",
              orElse = "1",
              range = "0..")
          int from,
      @Key(
              name = "queues.to",
              value = "Number of the last queue.",
              orElse = "2147483647",
              range = "0..")
          int to,
      @Key(name = "queues.existing", value = "Topics are existing queues; nothing is created.")
          boolean existing,
      @Key(
              name = "queues.perTopic",
              value =
                  "Each topic is a queue, or a stream, of its name: messages go to it through the"
                      + " default exchange, and all subscriptions read it.")
          boolean perTopic,
      @Key(
              name = "queues.durable",
              value = "Whether queues survive a restart of the broker.",
              orElse = "true")
          boolean durable,
      @Key(name = "queues.autoDelete", value = "Whether queues are deleted with the last consumer.")
          boolean autoDelete,
      @Key(name = "queues.exclusive", value = "Classic, server-named queues of one consumer each.")
          boolean exclusive,
      @Key(
              name = "queues.serverNamed",
              value =
                  "Classic, server-named queues, shared by the consumers of a subscription in one"
                      + " worker.")
          boolean serverNamed,
      @Key(
              name = "mirroring.copies",
              value = "Mirrored classic queues by policy, RabbitMQ 3.x: how many copies, or all.")
          String mirrorCopies,
      @Key(
              name = "mirroring.sync",
              value = "Synchronization of a new mirror.",
              orElse = "automatic",
              allowed = {"automatic", "manual"})
          String mirrorSync) {
    /** Whether a topic is a queue, which all its subscriptions share. */
    public boolean topicsAreQueues() {
      return existing || perTopic || !pattern.isEmpty();
    }

    /** Argument that selects the type of a queue. */
    public static final String TYPE = "x-queue-type";

    /** Type of the exchange that distributes messages by the hash of their keys. */
    public static final String CONSISTENT_HASH = "x-consistent-hash";

    /** What to declare queues with. */
    public Map<String, Object> arguments() {
      Map<String, Object> arguments = new LinkedHashMap<>(queueArguments);
      arguments.putAll(queueArgumentsUnchecked);
      arguments.put(TYPE, type.name().toLowerCase(Locale.ROOT));
      return arguments;
    }
  }

  public record Publishing(
      @Key(value = "Delivery mode 2; OMB's default is false.", orElse = "true")
          boolean messagePersistence,
      @Key(
              value =
                  "When a send counts as acknowledged: by the broker's confirm, when it is"
                      + " written, or by the commit of its transaction. Messages of a commit without"
                      + " an answer count as failed, and may be delivered.",
              orElse = "async")
          Confirms confirms,
      @Key(
              name = "confirmWindow",
              value =
                  "Most unconfirmed messages per producer. For the same window with each driver set"
                      + " the workload's `maxInFlightPerProducer` to at most this.",
              orElse = "1000",
              range = "1..16777216")
          int windowMessages,
      @Key(
              name = "transactionSize",
              value = "Messages per transaction.",
              orElse = "100",
              range = "1..1048576")
          int transactionMessages,
      @Key("Fail messages that reach no queue.") boolean mandatory,
      @Key(
              name = "unconfirmedOnClose",
              value =
                  "Whether messages that a lost connection left unconfirmed fail, or are sent again,"
                      + " which can duplicate them.",
              orElse = "fail")
          OnClose onClose,
      @Key(value = "Longest wait of a send for room or a connection.", orElse = "60s")
          Duration sendTimeout,
      @Key(
              name = "messageTimestamp",
              value = "Send time in the message, in addition to the envelope.",
              orElse = "seconds")
          Timestamp timestamp,
      @Key("contentType, priority, correlationId, headers...")
          Map<String, Object> messageProperties,
      @Key(
              value =
                  "Priorities that messages carry, in turn, instead of a fixed one. Order is"
                      + " not judged then.",
              each = "0 to 255.")
          List<String> priorities,
      @Key(
              name = "producerCreationDelay",
              value = "Pause before each batch of producers, as in OMB.",
              orElse = "100",
              milliseconds = true)
          Duration creationDelay,
      @Key(
              name = "producerCreationBatchSize",
              value = "Producers created at once.",
              orElse = "5",
              range = "1..100000")
          int creationBatchSize) {
    /** Checked before. */
    public List<Integer> priorityNumbers() {
      return priorities.stream().map(Integer::valueOf).toList();
    }
  }

  /**
   * @param prefetchMessages of each partition's consumer; 0 for no limit
   * @param channelPrefetchMessages of all partitions' consumers together; 0 for no limit
   * @param transactionMessages whose acknowledgements are committed together; 0 for none
   */
  public record Consuming(
      @Key(
              value = "Acknowledgement by the driver or automatic; auto under OMB's class name.",
              orElse = "manual")
          Ack ack,
      @Key(
              value =
                  "Messages per (multiple) acknowledgement; fewer by default if a limit is less.",
              orElse = "" + Consuming.DEFAULT_ACK_EVERY,
              range = "1..1048576")
          Optional<Integer> ackEvery,
      @Key(value = "Longest wait of a processed message for its ack.", orElse = "100ms")
          Duration ackIdle,
      @Key(
              name = "prefetch",
              value = "Unacknowledged messages per consumer; 0: no limit.",
              orElse = "500",
              range = "0..65535")
          int prefetchMessages,
      @Key(
              name = "channelPrefetch",
              value =
                  "The same for all partitions of a consumer together (classic queues); 0: no"
                      + " limit.",
              orElse = "0",
              range = "0..65535")
          int channelPrefetchMessages,
      @Key(
              name = "consumerTransactionSize",
              value = "Messages whose acknowledgements a transaction commits; 0: none.",
              orElse = "0",
              range = "0..1048576")
          int transactionMessages,
      @Key(
              value = "Older name of `released` of the workload's `outcomes`.",
              orElse = "0.0",
              range = "0..1")
          double nackRatio,
      @Key(
              value =
                  "`false` makes it `rejected`, with `deadLetters: false`: where messages go is up"
                      + " to `x-dead-letter-exchange`.",
              orElse = "true")
          boolean nackRequeue,
      @Key(
              name = "nackTimes",
              value =
                  "Older name of `times`, for quorum queues. Above `x-delivery-limit` the queue"
                      + " needs an `x-dead-letter-exchange`.",
              orElse = "1",
              range = "1..1000")
          int nackTimes,
      @Key(value = "Priority among consumers of one queue.", range = "-2147483648..2147483647")
          Optional<Integer> consumerPriority,
      @Key("Arguments of basic.consume.") Map<String, Object> consumerArguments,
      @Key(name = "consumeBy", value = "Deliveries by the broker, or basic.get.", orElse = "push")
          ConsumeBy by,
      @Key(value = "Pause after a poll that found nothing.", orElse = "10ms") Duration pollInterval,
      @Key(
              name = "consumerCreationDelay",
              value = "Pause before each batch of consumers, as in OMB.",
              orElse = "100",
              milliseconds = true)
          Duration creationDelay,
      @Key(
              name = "consumerCreationBatchSize",
              value = "Consumers created at once.",
              orElse = "5",
              range = "1..100000")
          int creationBatchSize) {
    private static final int DEFAULT_ACK_EVERY = 100;

    public boolean autoAck() {
      return ack == Ack.AUTO;
    }

    public boolean transacted() {
      return transactionMessages > 0;
    }

    public int ackEveryMessages() {
      return ackEvery.orElseGet(
          () ->
              smallest(
                  DEFAULT_ACK_EVERY,
                  prefetchMessages,
                  channelPrefetchMessages,
                  transactionMessages));
    }

    /** How many messages the broker hands out before it wants acknowledgements. */
    int mostUnacknowledged() {
      return smallest(Integer.MAX_VALUE, prefetchMessages, channelPrefetchMessages);
    }

    public Map<String, Object> arguments() {
      Map<String, Object> arguments = new LinkedHashMap<>(consumerArguments);
      consumerPriority.ifPresent(priority -> arguments.put("x-priority", priority));
      return arguments;
    }

    /** The smallest of the limits that are set; 0 is not set. */
    private static int smallest(int limit, int... limits) {
      return IntStream.concat(IntStream.of(limit), Arrays.stream(limits).filter(each -> each > 0))
          .min()
          .getAsInt();
    }
  }

  /**
   * @param prefetchMessages of a responder; not without a limit, with which the first responder
   *     would take the requests of all
   */
  public record Replying(
      @Key(
              value =
                  "Direct reply-to, which is lost with the channel, or a queue of the queues'"
                      + " type for each requester. Over AMQP 1.0 always `queue`.",
              orElse = "direct")
          Replies replies,
      @Key(
              name = "prefetch",
              value = "Unacknowledged requests per responder.",
              orElse = "1",
              range = "1..65535")
          int prefetchMessages) {}

  public record Connecting(
      @Key(value = "One connection per client, one per role, or a pool.", orElse = "per-client")
          Mode mode,
      @Key(value = "Connections per role when pooled.", orElse = "4", range = "1..10000")
          int poolSize,
      @Key(
              value =
                  "Nodes in turn, or the node of the queue's leader (per-client, with"
                      + " managementUris). A connection stays when the leader moves.",
              orElse = "balanced")
          Placement placement,
      @Key(value = "A thread per connection, or Netty.", orElse = "threads") Io io,
      @Key(value = "Netty's threads for all connections.", orElse = "2", range = "1..1000")
          int ioThreads,
      @Key(
              name = "flushEvery",
              value = "Most messages per flush of Netty.",
              orElse = "1",
              range = "1..100000")
          int flushEveryMessages,
      @Key(value = "Callback threads; 0: as needed.", orElse = "0", range = "0..10000")
          int consumerThreads,
      @Key(value = "Heartbeat interval; 0 for none.", orElse = "60s") Duration heartbeat,
      @Key(value = "Longest wait for a connection.", orElse = "10s") Duration connectTimeout,
      @Key(value = "Longest wait for confirms at the end.", orElse = "5s") Duration closeTimeout,
      @Key(
              value =
                  "Producers of a worker connect at random times within it, and the load starts"
                      + " when all are connected.",
              orElse = "0s",
              range = "..100s")
          Duration startDelay,
      @Key(name = "recovery", value = "Whether lost connections are recovered.", orElse = "true")
          boolean recovers,
      @Key(value = "Pause between reconnects.", orElse = "200ms") Duration recoveryInterval,
      @Key(value = "Time after which messages kept for republishing fail.", orElse = "120s")
          Duration recoveryTimeout) {}

  /** Over AMQP 1.0 there are no direct replies here. */
  public Replies replies() {
    return protocol == Protocol.AMQP10 ? Replies.QUEUE : replying.replies();
  }

  public List<BrokerUri> amqpUris() {
    return brokers.brokers(addresses, "amqp");
  }
}
