package io.tidemark.driver.rabbitmq.stream;

import java.io.IOException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which brokers filter streams. Older ones ignore the size of a filter without a word. */
final class FilterSupport {
  private static final Pattern VERSION = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})([^\\d].*)?");
  private static final int FIRST_MAJOR = 3;
  private static final int FIRST_MINOR = 13;

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
    Matcher version = VERSION.matcher(said);
    if (!version.matches()) {
      return;
    }
    int major = Integer.parseInt(version.group(1));
    int minor = Integer.parseInt(version.group(2));
    if (major < FIRST_MAJOR || major == FIRST_MAJOR && minor < FIRST_MINOR) {
      throw new IOException(
          key + ": streams are filtered by RabbitMQ 3.13 and later; this one is " + said);
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
