package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Confirms;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.ConsumeBy;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Consuming;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Mode;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.OnClose;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Publishing;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Replies;
import io.tidemark.driver.settings.SettingValues;
import java.util.List;

/** What AMQP 0-9-1 has and AMQP 1.0, or the client for it, has not. */
public record Amqp10Rules(SettingValues values) {
  /** Where a consumer of a stream begins, and the position of a message in it. */
  public static final String OFFSET = "x-stream-offset";

  /** Supported {@code messageProperties}; RabbitMQ has no counterpart of the others in AMQP 1.0. */
  static final List<String> PROPERTIES =
      List.of(
          "contentType",
          "contentEncoding",
          "priority",
          "correlationId",
          "replyTo",
          "expiration",
          "messageId",
          "userId",
          "headers");

  private static final String NOT_THERE = "is not supported with protocol: amqp10";

  /** Keys without a value that means what AMQP 1.0 does. */
  private static final List<String> KEYS =
      List.of(
          "oauth",
          "transactionSize",
          "channelPrefetch",
          "exchange",
          "priorities",
          "nackTimes",
          "consumerTransactionSize",
          "pollInterval",
          "connections.io",
          "connections.ioThreads",
          "connections.flushEvery",
          "connections.poolSize");

  static void check(SettingValues values, QuorumConfiguration read) {
    Amqp10Rules rules = new Amqp10Rules(values);
    KEYS.forEach(key -> values.problemIf(values.has(key), key, NOT_THERE));
    rules.checkPublishing(read.publishing());
    rules.checkConsuming(read.consuming(), read.queues().type());
    rules.refuse(
        "queues.exclusive",
        read.queues().exclusive(),
        "an exclusive queue belongs to an AMQP 0-9-1 connection");
    rules.refuse(
        "connections.mode",
        read.connecting().mode() != Mode.PER_CLIENT,
        "allowed per-client: each client has a separate connection");
    rules.refuse(
        "requestReply.replies",
        values.has("requestReply.replies") && read.replying().replies() == Replies.DIRECT,
        "allowed queue, which is the default then");
  }

  private void refuse(String key, boolean wrong, String why) {
    values.problemIf(wrong, key, NOT_THERE + "; " + why);
  }

  private void checkPublishing(Publishing publishing) {
    refuse(
        "confirms",
        publishing.confirms() != Confirms.ASYNC,
        "allowed async: the broker's outcome of each message");
    refuse("unconfirmedOnClose", publishing.onClose() == OnClose.REPUBLISH, "allowed fail");
    for (String name : publishing.messageProperties().keySet()) {
      refuse(
          "messageProperties." + name,
          !PROPERTIES.contains(name),
          "allowed " + String.join(", ", PROPERTIES));
    }
  }

  private void checkConsuming(Consuming consuming, QueueType type) {
    refuse("consumeBy", consuming.by() == ConsumeBy.POLL, "allowed push");
    refuse(
        "prefetch",
        consuming.prefetchMessages() == 0,
        "the consumer's credit; allowed a number from 1 to 65535");
    for (String name : consuming.consumerArguments().keySet()) {
      refuse(
          "consumerArguments." + name,
          type != QueueType.STREAM || !name.equals(OFFSET),
          "allowed " + OFFSET + " of a stream");
    }
  }
}
