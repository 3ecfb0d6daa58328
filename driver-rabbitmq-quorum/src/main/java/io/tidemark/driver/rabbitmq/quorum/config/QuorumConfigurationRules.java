package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Confirms;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Connecting;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.ConsumeBy;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Consuming;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Io;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Mode;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.OnClose;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Placement;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Protocol;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Publishing;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Queues;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.driver.settings.SettingValues;
import java.time.Duration;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the driver's file and checks rules between several keys. */
public record QuorumConfigurationRules(SettingValues values, QueueType type) {
  /** Under this name the file keeps OMB's defaults: docs/decisions/README.md. */
  private static final String OMB_CLASS =
      "io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver";

  /** The protocol has 16 bits for seconds. */
  private static final Duration MOST_HEARTBEAT = Duration.ofSeconds(65_535);

  /** The client has 31 bits for milliseconds. */
  private static final Duration MOST_TIMEOUT = Duration.ofDays(24);

  private record Name(
      @Key("Class of the driver.") String driverClass, @Key("As in Queues.") String queueType) {}

  /** Reads everything; what is wrong is noted in the values. */
  public static QuorumConfiguration read(SettingValues values) {
    Name name = values.read(Name.class);
    boolean asOmb = name.driverClass().equals(OMB_CLASS);
    String ack = name.queueType().equalsIgnoreCase("stream") ? "manual" : "auto";
    Map<String, ?> ombDefaults =
        Map.of("queueType", "CLASSIC", "messagePersistence", false, "ack", ack);
    QuorumConfiguration read =
        values.orElse(asOmb ? ombDefaults : Map.of()).read(QuorumConfiguration.class);
    check(values, read);
    return read;
  }

  static void check(SettingValues values, QuorumConfiguration read) {
    QuorumConfigurationRules rules = new QuorumConfigurationRules(values, read.queues().type());
    read.brokers().check(values, "amqpUris", read.addresses(), "amqp");
    QueueArguments.check(values, read.queues());
    rules.checkQueues(read.queues());
    rules.checkExchange(read.queues());
    rules.checkPriorities(read);
    MessageProperties.check(values, read.publishing().messageProperties());
    rules.checkPublishing(read.publishing());
    rules.checkConsuming(read);
    rules.checkConnecting(read);
    StreamFilterRules.check(values, read);
    if (read.protocol() == Protocol.AMQP10) {
      Amqp10Rules.check(values, read);
    }
  }

  private void checkQueues(Queues queues) {
    boolean pattern = !queues.pattern().isEmpty();
    values.problemIf(
        pattern && !isPattern(queues.pattern()),
        "queues.pattern",
        "got '" + queues.pattern() + "'; allowed such as perf-%03d");
    values.problemIf(
        pattern && queues.existing(), "queues.existing", "cannot be combined with queues.pattern");
    values.problemIf(
        queues.perTopic() && (pattern || queues.existing() || queues.exclusive()),
        "queues.perTopic",
        "cannot be combined with other ways to name queues");
    values.problemIf(
        queues.to() < queues.from(),
        "queues.to",
        "got " + queues.to() + "; allowed from queues.from on");
    values.problemIf(
        queues.serverNamed() && (queues.exclusive() || queues.topicsAreQueues()),
        "queues.serverNamed",
        "cannot be combined with other ways to name queues");
    if (!queues.mirrorCopies().isEmpty()) {
      checkMirroring(queues);
    }
  }

  private void checkExchange(Queues queues) {
    boolean given = !queues.exchange().isEmpty();
    boolean keyed = !queues.routingKey().isEmpty();
    values.problemIf(
        queues.exchangeCreate() && !given, "exchange.create", "requires exchange.name");
    values.problemIf(
        keyed && queues.topicsAreQueues() && !given,
        "exchange.routingKey",
        "requires exchange.name: the default exchange routes by the name of the queue");
    values.problemIf(
        keyed && queues.exchangeType().equals(Queues.CONSISTENT_HASH),
        "exchange.routingKey",
        "a fixed key has one hash: all messages would go to one queue; remove the key");
  }

  private void checkPriorities(QuorumConfiguration read) {
    List<String> priorities = read.publishing().priorities();
    boolean any = !priorities.isEmpty();
    priorities.stream()
        .filter(each -> !each.matches("\\d{1,2}|1\\d\\d|2[0-4]\\d|25[0-5]"))
        .forEach(each -> values.problem("priorities", "got '" + each + "'; allowed 0 to 255"));
    values.problemIf(
        any && values.has("messageProperties.priority"),
        "priorities",
        "cannot be combined with messageProperties.priority");
    values.problemIf(any && type == QueueType.STREAM, "priorities", "streams have no priorities");
    values.problemIf(
        any
            && type == QueueType.CLASSIC
            && !read.queues().existing()
            && !read.queues().arguments().containsKey("x-max-priority"),
        "priorities",
        "classic queues have priorities only with queueArguments: {x-max-priority: n}");
  }

  private void checkMirroring(Queues queues) {
    values.problemIf(
        !queues.mirrorCopies().matches("all|[1-9]\\d{0,3}"),
        "mirroring.copies",
        "got '" + queues.mirrorCopies() + "'; allowed a number, all");
    values.problemIf(
        type != QueueType.CLASSIC,
        "mirroring",
        "only classic queues are mirrored; set queueType: classic");
    values.problemIf(
        !values.has("managementUris"),
        "mirroring",
        "the policy needs the management API; set managementUris");
  }

  private void checkPublishing(Publishing publishing) {
    boolean unconfirmed = publishing.confirms() == Confirms.NONE;
    values.problemIf(
        publishing.confirms() == Confirms.TRANSACTION
            && publishing.transactionMessages() > publishing.windowMessages(),
        "transactionSize",
        "is greater than confirmWindow: it would never be reached");
    values.problemIf(
        publishing.mandatory() && values.has("messageProperties.messageId"),
        "messageProperties.messageId",
        "is used by the driver with mandatory: true, to identify returned messages");
    values.problemIf(
        unconfirmed && publishing.mandatory(),
        "mandatory",
        "returned messages cannot fail with confirms: none");
    values.problemIf(
        unconfirmed && publishing.onClose() == OnClose.REPUBLISH,
        "unconfirmedOnClose",
        "messages are never unconfirmed with confirms: none; allowed fail");
  }

  private void checkConsuming(QuorumConfiguration read) {
    Consuming consuming = read.consuming();
    boolean automatic = consuming.autoAck();
    if (automatic) {
      values.problemIf(values.has("ackEvery"), "ackEvery", "not allowed with ack: auto");
    } else {
      requireWithinPrefetch("ackEvery", consuming.ackEveryMessages(), consuming);
    }
    QueueArguments.checkConsumer(values, consuming.consumerArguments());
    checkChannelPrefetch(consuming, read.queues());
    if (consuming.transacted()) {
      checkTransactions(consuming);
    }
    values.problemIf(
        type == QueueType.STREAM && (automatic || consuming.prefetchMessages() == 0),
        "ack",
        "a stream read over AMQP needs ack: manual and a prefetch above 0");
    values.problemIf(
        automatic && consuming.nackRatio() > 0,
        "nackRatio",
        "messages cannot be refused with ack: auto");
    values.problemIf(
        consuming.nackTimes() > 1 && (type != QueueType.QUORUM || !consuming.nackRequeue()),
        "nackTimes",
        "requires queueType: quorum, which counts deliveries, and nackRequeue: true");
    for (String key : List.of("consumerPriority", "consumerArguments")) {
      values.problemIf(
          consuming.by() == ConsumeBy.POLL && values.has(key), key, "requires consumeBy: push");
    }
  }

  private void requireWithinPrefetch(String key, int messages, Consuming consuming) {
    int most = consuming.mostUnacknowledged();
    values.problemIf(
        messages > most,
        key,
        String.format(
            Locale.ROOT,
            "got %d with %s %d: the broker would stop deliveries before the acknowledgement",
            messages,
            most == consuming.prefetchMessages() ? "prefetch" : "channelPrefetch",
            most));
  }

  /** Brokers refuse it for other types, but for a stream only after 15 s. */
  private void checkChannelPrefetch(Consuming consuming, Queues queues) {
    boolean limited = consuming.channelPrefetchMessages() > 0;
    values.problemIf(
        limited && type != QueueType.CLASSIC && !queues.existing(),
        "channelPrefetch",
        "only classic queues have a limit for a whole channel; use prefetch, or set queueType:"
            + " classic");
    values.problemIf(
        limited && (consuming.autoAck() || consuming.by() == ConsumeBy.POLL),
        "channelPrefetch",
        "has no effect with ack: auto or consumeBy: poll");
  }

  private void checkTransactions(Consuming consuming) {
    String key = "consumerTransactionSize";
    requireWithinPrefetch(key, consuming.transactionMessages(), consuming);
    values.problemIf(
        consuming.autoAck(), key, "transactions need acknowledgements; not allowed with ack: auto");
    values.problemIf(
        type == QueueType.STREAM,
        key,
        "a stream's acknowledgements are credits, which are not committed");
    values.problemIf(
        consuming.ackEveryMessages() > consuming.transactionMessages(),
        "ackEvery",
        String.format(
            Locale.ROOT,
            "got %d; allowed up to consumerTransactionSize %d",
            consuming.ackEveryMessages(),
            consuming.transactionMessages()));
  }

  private void checkConnecting(QuorumConfiguration read) {
    Connecting connecting = read.connecting();
    requireUpTo("connections.heartbeat", connecting.heartbeat(), MOST_HEARTBEAT);
    requireUpTo("connections.connectTimeout", connecting.connectTimeout(), MOST_TIMEOUT);
    boolean atLeader = connecting.placement() == Placement.LEADER;
    values.problemIf(
        atLeader && read.brokers().management().isEmpty(),
        "connections.placement",
        "the management API is required to find leaders; set managementUris");
    values.problemIf(
        atLeader && connecting.mode() != Mode.PER_CLIENT,
        "connections.placement",
        "a shared connection cannot be placed at several leaders; set"
            + " connections.mode: per-client, or placement: balanced");
    values.problemIf(
        connecting.flushEveryMessages() > 1 && connecting.io() != Io.NETTY,
        "connections.flushEvery",
        "requires connections.io: netty");
    values.problemIf(
        !connecting.recovers() && read.publishing().onClose() == OnClose.REPUBLISH,
        "unconfirmedOnClose",
        "has no effect with connections.recovery: false");
  }

  private void requireUpTo(String key, Duration got, Duration most) {
    values.problemIf(
        got.compareTo(most) > 0,
        key,
        "got " + Quantities.text(got) + "; allowed up to " + Quantities.text(most));
  }

  private static boolean isPattern(String pattern) {
    try {
      return !String.format(pattern, 1).equals(String.format(pattern, 2));
    } catch (IllegalFormatException e) {
      return false;
    }
  }

  /** What a {@link StreamFilter} requires of the other keys. */
  static final class StreamFilterRules {
    private static final Pattern SHARE = Pattern.compile("([1-9]\\d{0,5})/([1-9]\\d{0,5})");

    private StreamFilterRules() {}

    static void check(SettingValues values, QuorumConfiguration read) {
      StreamFilter filter = read.filter();
      for (String key : List.of("filter.by", "filter.sql", "filter.bloom")) {
        values.problemIf(values.has(key) && !filter.isOn(), key, "requires filter.matches");
      }
      if (!filter.isOn()) {
        return;
      }
      values.problemIf(
          !isShare(filter.matches()),
          "filter.matches",
          "got '" + filter.matches() + "'; allowed a share of whole numbers up to 1 such as 1/10");
      values.problemIf(
          read.protocol() != Protocol.AMQP10 || read.queues().type() != QueueType.STREAM,
          "filter",
          "requires protocol: amqp10 and queueType: stream");
      values.problemIf(
          !filter.expression().isEmpty() && filter.by() != StreamFilter.By.SQL,
          "filter.sql",
          "requires filter.by: sql");
      values.problemIf(
          read.publishing().messageProperties().get("headers") instanceof Map<?, ?> headers
              && headers.containsKey(StreamFilter.PROPERTY),
          "messageProperties.headers." + StreamFilter.PROPERTY,
          "is used by the driver with filter.matches");
    }

    private static boolean isShare(String text) {
      Matcher share = SHARE.matcher(text);
      return share.matches()
          && Integer.parseInt(share.group(1)) <= Integer.parseInt(share.group(2));
    }
  }
}
