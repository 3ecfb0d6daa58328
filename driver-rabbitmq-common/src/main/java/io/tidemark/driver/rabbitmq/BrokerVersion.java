package io.tidemark.driver.rabbitmq;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Major and minor number of a broker's version as one number, to be compared. */
public final class BrokerVersion {
  /** Stands for a text that is no version; less than every version. */
  public static final long UNKNOWN = -1;

  private static final Pattern VERSION = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})([^\\d].*)?");
  private static final long MINORS = 1_000_000;

  private BrokerVersion() {}

  /** A version of two numbers of six digits at most. */
  public static long of(int major, int minor) {
    return major * MINORS + minor;
  }

  /** The version of a text such as 4.0.5; {@link #UNKNOWN} for other texts. */
  public static long of(String text) {
    Matcher version = VERSION.matcher(text);
    return version.matches()
        ? of(Integer.parseInt(version.group(1)), Integer.parseInt(version.group(2)))
        : UNKNOWN;
  }
}
