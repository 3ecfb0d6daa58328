package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.rabbitmq.BrokerVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The arguments of a queue that a broker's version accepts and ignores without a word. */
public final class ArgumentsOfVersion {
  private static final String NO_BODIES =
      "quorum queues of 3.10 and later keep no bodies in memory";

  /**
   * A value without effect in a span of versions.
   *
   * @param from the first of them, as {@link BrokerVersion} has it
   * @param before the first that is none of them
   */
  private record Ignored(
      String argument, Predicate<Object> value, long from, long before, String reason) {}

  private static final List<Ignored> IGNORED =
      List.of(
          ignoredFrom(3, 10, "x-max-in-memory-length", any -> true, NO_BODIES),
          ignoredFrom(3, 10, "x-max-in-memory-bytes", any -> true, NO_BODIES),
          ignoredFrom(
              3,
              12,
              "x-queue-mode",
              "lazy"::equals,
              "classic queues of 3.12 and later have one mode only"),
          // RabbitMQ 4.3 refuses these two.
          ignored(
              BrokerVersion.of(4, 0),
              BrokerVersion.of(4, 3),
              "x-queue-version",
              value -> value instanceof Number number && number.intValue() == 1,
              "classic queues of 4.0 and later are of version 2"),
          ignored(
              BrokerVersion.of(4, 0),
              BrokerVersion.of(4, 3),
              QueueArguments.MASTER_LOCATOR,
              value -> !"client-local".equals(value),
              "RabbitMQ 4.0 and later treat it as x-queue-leader-locator: balanced"),
          unknownBefore(3, 12, QueueArguments.CONSUMER_TIMEOUT),
          unknownBefore(3, 13, "x-quorum-target-group-size"),
          unknownBefore(3, 13, "x-stream-filter-size-bytes"),
          unknownBefore(4, 3, QueueArguments.RETRY_TYPE),
          unknownBefore(4, 3, QueueArguments.RETRY_MIN),
          unknownBefore(4, 3, QueueArguments.RETRY_MAX),
          unknownBefore(4, 3, QueueArguments.DISCONNECTED_TIMEOUT));

  private final Map<String, Object> arguments;
  private final long number;

  /**
   * @param version such as 4.0.5; of one that is no version nothing is said
   */
  public ArgumentsOfVersion(Map<String, Object> arguments, String version) {
    this.arguments = arguments;
    this.number = BrokerVersion.of(version);
  }

  private static Ignored ignoredFrom(
      int major, int minor, String argument, Predicate<Object> value, String reason) {
    return ignored(BrokerVersion.of(major, minor), Long.MAX_VALUE, argument, value, reason);
  }

  private static Ignored ignored(
      long from, long before, String argument, Predicate<Object> value, String reason) {
    return new Ignored(argument, value, from, before, reason);
  }

  private static Ignored unknownBefore(int major, int minor, String argument) {
    String reason = "known to " + major + "." + minor + " and later";
    return new Ignored(argument, any -> true, 0, BrokerVersion.of(major, minor), reason);
  }

  /**
   * @throws IOException where the broker would take a limit of deliveries for another
   */
  public void requireDeliveryLimit() throws IOException {
    boolean unlimited =
        arguments.get(QueueArguments.DELIVERY_LIMIT) instanceof Number limit
            && limit.longValue() < 0;
    if (unlimited && number >= 0 && number < BrokerVersion.of(4, 0)) {
      throw new IOException(
          "queueArguments.x-delivery-limit: got -1, which is supported by RabbitMQ 4.0 and later;"
              + " remove the key: this version has no limit by default");
    }
  }

  /** Ignored arguments, each with the reason; empty if there are none. */
  public List<String> ignored() {
    List<String> found = new ArrayList<>();
    for (Ignored rule : IGNORED) {
      Object value = arguments.get(rule.argument);
      if (value != null && number >= rule.from && number < rule.before && rule.value.test(value)) {
        found.add(rule.argument + ": " + value + " (" + rule.reason + ")");
      }
    }
    return found;
  }
}
