package io.tidemark.base.brokers;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which versions of a broker may follow each other while its cluster runs. */
public final class UpgradePath {
  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?");

  /** The order of RabbitMQ's series; after the last one, minor numbers follow each other. */
  private static final List<String> SERIES =
      List.of("3.10", "3.11", "3.12", "3.13", "4.0", "4.1", "4.2", "4.3");

  /** Kafka 4 reads no older metadata. */
  private static final String OLDEST_BEFORE_KAFKA_4 = "3.3";

  private UpgradePath() {}

  /**
   * Why an upgrade of Kafka in KRaft mode is not possible: any later version may follow, but 4 only
   * 3.3 and later ones.
   */
  public static Optional<String> kafkaProblem(String from, String to) {
    Optional<String> wrong = laterProblem("Kafka", from, to);
    boolean tooOld =
        wrong.isEmpty() && !to.startsWith("3.") && isBefore(series(from), OLDEST_BEFORE_KAFKA_4);
    return tooOld
        ? Optional.of(
            "Kafka %s cannot be upgraded to 4 at once, got to: %s; allowed later versions of 3"
                .formatted(from, to))
        : wrong;
  }

  /**
   * Why an upgrade of RabbitMQ is not possible: a patch of the same series may follow, or the next
   * series, because its feature flags permit no others.
   */
  public static Optional<String> rabbitMqProblem(String from, String to) {
    Optional<String> wrong = laterProblem("RabbitMQ", from, to);
    if (wrong.isPresent()) {
      return wrong;
    }
    String next = next(series(from));
    return series(to).equals(series(from)) || series(to).equals(next)
        ? Optional.empty()
        : Optional.of(
            "nodes of RabbitMQ %s and %s cannot be in one cluster, got to: %s; allowed a later %s, or %s"
                .formatted(from, to, to, series(from), next));
  }

  private static String next(String series) {
    int index = SERIES.indexOf(series);
    if (index >= 0 && index + 1 < SERIES.size()) {
      return SERIES.get(index + 1);
    }
    String[] parts = series.split("\\.", 2);
    return parts[0] + "." + (Integer.parseInt(parts[1]) + 1);
  }

  private static Optional<String> laterProblem(String product, String from, String to) {
    if (!VERSION.matcher(from).matches() || !VERSION.matcher(to).matches()) {
      return Optional.of(
          "a version of %s is not known, got %s before and to: %s; allowed versions such as 4.3.1"
              .formatted(product, from.isEmpty() ? "none" : from, to));
    }
    return isBefore(from, to)
        ? Optional.empty()
        : Optional.of(
            "%s has version %s, got to: %s; allowed later versions".formatted(product, from, to));
  }

  private static boolean isBefore(String one, String other) {
    Matcher before = matched(one);
    Matcher after = matched(other);
    for (int part = 1; part <= 3; part++) {
      int difference = number(after, part) - number(before, part);
      if (difference != 0) {
        return difference > 0;
      }
    }
    return false;
  }

  private static Matcher matched(String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a version: " + version);
    }
    return matcher;
  }

  /** A version without a patch is the latest of its series. */
  private static int number(Matcher version, int part) {
    String text = version.group(part);
    return text == null ? Integer.MAX_VALUE : Integer.parseInt(text);
  }

  private static String series(String version) {
    return version.replaceFirst("^(\\d+\\.\\d+).*", "$1");
  }
}
