package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Queues;
import io.tidemark.driver.settings.NearestName;
import io.tidemark.driver.settings.SettingValues;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The queue arguments about which RabbitMQ is silent: names that it does not know, and values that
 * some version accepts and cannot use. Other values it refuses when the queue is declared, and most
 * arguments of another type of queue.
 */
public final class QueueArguments {
  static final String DELIVERY_LIMIT = "x-delivery-limit";
  static final String MASTER_LOCATOR = "x-queue-master-locator";
  static final String CONSUMER_TIMEOUT = "x-consumer-timeout";
  static final String DISCONNECTED_TIMEOUT = "x-consumer-disconnected-timeout";
  static final String RETRY_TYPE = "x-delayed-retry-type";
  static final String RETRY_MIN = "x-delayed-retry-min";
  static final String RETRY_MAX = "x-delayed-retry-max";

  private static final String CHECKED = "queueArguments.";
  private static final String UNCHECKED = "queueArgumentsUnchecked.";
  private static final String OF_QUORUM_QUEUES = "x-quorum-";
  private static final String OVERFLOW = "x-overflow";
  private static final String DEAD_LETTERS = "x-dead-letter-strategy";
  private static final String DEAD_LETTER_EXCHANGE = "x-dead-letter-exchange";

  /** Arguments of all types of queues, in RabbitMQ 3.10 to 4.3. */
  private static final List<String> KNOWN =
      """
      x-consumer-disconnected-timeout x-consumer-timeout x-dead-letter-exchange x-dead-letter-routing-key x-dead-letter-strategy
      x-delayed-retry-max x-delayed-retry-min x-delayed-retry-type
      x-delivery-limit x-expires x-initial-cluster-size x-max-age x-max-in-memory-bytes
      x-max-in-memory-length x-max-length x-max-length-bytes x-max-priority x-message-ttl x-overflow
      x-queue-leader-locator x-queue-master-locator x-queue-mode x-queue-version
      x-quorum-initial-group-size x-quorum-target-group-size x-single-active-consumer
      x-stream-filter-size-bytes x-stream-max-segment-size-bytes
      """
          .lines()
          .flatMap(line -> Stream.of(line.split(" ")))
          .toList();

  /** Arguments of basic.consume; brokers ignore others. */
  private static final List<String> KNOWN_OF_CONSUMERS =
      List.of(
          "x-cancel-on-ha-failover",
          "x-priority",
          "x-stream-filter",
          "x-stream-match-unfiltered",
          "x-stream-offset");

  private QueueArguments() {}

  static void checkConsumer(SettingValues values, Map<String, Object> arguments) {
    arguments.keySet().stream()
        .filter(name -> !KNOWN_OF_CONSUMERS.contains(name))
        .forEach(
            name ->
                values.warning(
                    "consumerArguments." + name,
                    "is not an argument of RabbitMQ's consumers: it has no effect, unless a plug-in"
                        + " reads it"
                        + NearestName.suggestion(name, KNOWN_OF_CONSUMERS)));
  }

  static void check(SettingValues values, Queues queues) {
    Map<String, Object> arguments = queues.queueArguments();
    for (String prefix : List.of(CHECKED, UNCHECKED)) {
      values.problemIf(
          values.has(prefix + Queues.TYPE), prefix + Queues.TYPE, "is set by the key queueType");
    }
    for (String name : arguments.keySet()) {
      values.problemIf(
          !KNOWN.contains(name) && !name.equals(Queues.TYPE),
          CHECKED + name,
          "is not an argument of RabbitMQ; allowed "
              + String.join(", ", KNOWN)
              + "; one of a plug-in goes under queueArgumentsUnchecked"
              + NearestName.suggestion(name, KNOWN));
      values.problemIf(
          name.startsWith(OF_QUORUM_QUEUES) && queues.type() != QueueType.QUORUM,
          CHECKED + name,
          "belongs to queueType: quorum, which is not that of this file; remove it");
      values.problemIf(
          queues.queueArgumentsUnchecked().containsKey(name),
          UNCHECKED + name,
          "is also in queueArguments");
    }
    requireNumber(values, arguments, DELIVERY_LIMIT, -1, Long.MAX_VALUE);
    requireNumber(values, arguments, CONSUMER_TIMEOUT, 0, Long.MAX_VALUE);
    requireNumber(values, arguments, DISCONNECTED_TIMEOUT, 0, Long.MAX_VALUE);
    requireNumber(values, arguments, RETRY_MIN, 0, Long.MAX_VALUE);
    requireNumber(values, arguments, RETRY_MAX, 0, Long.MAX_VALUE);
    Object retries = arguments.getOrDefault(RETRY_TYPE, "disabled");
    values.problemIf(
        !List.of("all", "disabled", "failed", "returned").contains(retries),
        CHECKED + RETRY_TYPE,
        "got '" + retries + "'; allowed all, disabled, failed, returned");
    requireNumber(values, arguments, "x-quorum-target-group-size", 0, Long.MAX_VALUE);
    requireNumber(values, arguments, "x-stream-filter-size-bytes", 16, 255);
    Object locator = arguments.getOrDefault(MASTER_LOCATOR, "random");
    values.problemIf(
        !List.of("client-local", "min-masters", "random").contains(locator),
        CHECKED + MASTER_LOCATOR,
        "got '" + locator + "'; allowed client-local, min-masters, random");
    values.problemIf(
        queues.type() == QueueType.QUORUM && "reject-publish-dlx".equals(arguments.get(OVERFLOW)),
        CHECKED + OVERFLOW,
        "got 'reject-publish-dlx', which quorum queues treat as drop-head; allowed"
            + " drop-head, reject-publish");
    boolean atLeastOnce = "at-least-once".equals(arguments.get(DEAD_LETTERS));
    values.problemIf(
        atLeastOnce && !"reject-publish".equals(arguments.get(OVERFLOW)),
        CHECKED + DEAD_LETTERS,
        "at-least-once needs x-overflow: reject-publish; else the broker dead-letters at most once");
    if (atLeastOnce && !arguments.containsKey(DEAD_LETTER_EXCHANGE)) {
      values.warning(
          CHECKED + DEAD_LETTERS,
          "has no effect without "
              + DEAD_LETTER_EXCHANGE
              + ", except in workloads with outcomes, which set that");
    }
  }

  private static void requireNumber(
      SettingValues values, Map<String, Object> arguments, String name, long least, long most) {
    Object value = arguments.getOrDefault(name, least);
    boolean whole = value instanceof Integer || value instanceof Long;
    long number = whole ? ((Number) value).longValue() : 0;
    values.problemIf(
        !whole || number < least || number > most,
        CHECKED + name,
        String.format(
            Locale.ROOT,
            "got '%s'; allowed a whole number from %d%s, without quotes",
            value,
            least,
            most == Long.MAX_VALUE ? "" : " to " + most));
  }
}
