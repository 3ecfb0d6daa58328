package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.rabbitmq.BrokerVersion;
import io.tidemark.driver.settings.Key;
import java.io.IOException;
import java.util.Map;

/**
 * Which messages of a stream its consumers want, and who selects them. Every message carries the
 * property {@value #PROPERTY}; its value follows from the number of the message, so that the driver
 * knows of each message whether consumers receive it.
 *
 * @param matches such as 1/10, or empty for no filter
 * @param expression of the file, or empty for that of the property
 */
public record StreamFilter(
    @Key(
            "Share of each producer's messages that consumers want: 1/10. Turns the"
                + " filter on. These have the application property `filter` = `match`; the"
                + " others are `filteredMessages`, and not expected. Telemetry:"
                + " `filterReadMessages` and `filterReadPerMatch`. For stored messages set"
                + " `consumerArguments: {x-stream-offset: first}`.")
        String matches,
    @Key(
            value =
                "Who selects them: the broker by an SQL expression (RabbitMQ 4.2), by the property"
                    + " (4.1), or the client, which receives all messages.",
            orElse = "sql")
        By by,
    @Key(
            name = "sql",
            value =
                "Expression instead of filter = 'match'; it must select exactly the same messages.")
        String expression,
    @Key(
            "Also give the value to the Bloom filter of each chunk, so that the broker skips chunks"
                + " without a match.")
        boolean bloom) {

  /** Who selects the messages. */
  public enum By {
    SQL,
    PROPERTIES,
    CLIENT
  }

  /** The application property that every message carries. */
  public static final String PROPERTY = "filter";

  /** The value of messages that consumers want. */
  public static final String MATCH = "match";

  /** The value of the others. */
  public static final String OTHER = "other";

  public boolean isOn() {
    return !matches.isEmpty();
  }

  /** Whether the broker sends consumers only what they want. */
  public boolean isExact() {
    return by != By.CLIENT;
  }

  /** The expression for the broker. */
  public String sql() {
    return expression.isEmpty() ? PROPERTY + " = '" + MATCH + "'" : expression;
  }

  /**
   * Decides for the message of that number, from 0, of one producer; spreads matches evenly.
   * Requires a valid share.
   */
  public Share share() {
    String[] parts = matches.split("/", 2);
    return new Share(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
  }

  /** Some messages of each group of a size. */
  public record Share(long some, long of) {
    public boolean contains(long number) {
      long inGroup = number % of;
      return (inGroup + 1) * some / of > inGroup * some / of;
    }
  }

  /**
   * @throws IOException when the broker would ignore the filter
   */
  public void require(String brokerVersion) throws IOException {
    long number = BrokerVersion.of(brokerVersion);
    int minor = by == By.SQL ? 2 : 1;
    if (isOn()
        && isExact()
        && number != BrokerVersion.UNKNOWN
        && number < BrokerVersion.of(4, minor)) {
      throw new IOException(
          "filter.by: "
              + (by == By.SQL ? "sql" : "properties")
              + " requires RabbitMQ 4."
              + minor
              + " or later, this is "
              + brokerVersion
              + "; set filter.by: client");
    }
  }

  /** Returns facts for the result; empty without a filter. */
  public Map<String, String> facts() {
    if (!isOn()) {
      return Map.of();
    }
    String who =
        switch (by) {
          case SQL -> "the broker, by SQL: " + sql();
          case PROPERTIES -> "the broker, by the property " + PROPERTY;
          case CLIENT -> "the client";
        };
    return Map.of(
        "consumer.filter",
        matches + " of the messages, selected by " + who + (bloom ? ", with Bloom filters" : ""));
  }
}
