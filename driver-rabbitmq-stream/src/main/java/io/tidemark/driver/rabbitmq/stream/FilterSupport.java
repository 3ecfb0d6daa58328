package io.tidemark.driver.rabbitmq.stream;

import io.tidemark.driver.rabbitmq.BrokerVersion;
import java.io.IOException;
import java.util.function.Supplier;

/** Which brokers filter streams. Older ones silently ignore the size of a filter. */
final class FilterSupport {
  private static final long FIRST = BrokerVersion.of(3, 13);

  private FilterSupport() {}

  /**
   * @param brokerVersion such as 4.0.5, asked only where it matters; of one that is no version
   *     nothing is said
   * @throws IOException when the file wants filtering of a broker that cannot
   */
  static void require(StreamConfiguration wanted, Supplier<String> brokerVersion)
      throws IOException {
    String key = key(wanted);
    String said = key.isEmpty() ? "" : brokerVersion.get();
    long version = BrokerVersion.of(said);
    if (version != BrokerVersion.UNKNOWN && version < FIRST) {
      throw new IOException(
          key + ": filters for streams require RabbitMQ 3.13 or later; this one is " + said);
    }
  }

  /** The key that wants it; empty when none does. */
  private static String key(StreamConfiguration wanted) {
    if (wanted.publishing().filters() || !wanted.consuming().filterValues().isEmpty()) {
      return "filter";
    }
    return wanted.streams().filterBytes() > 0 ? "streams.filterSize" : "";
  }
}
