package io.tidemark.runs.kubernetes;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which versions may follow each other while a cluster runs, and the images that contain them. */
final class UpgradePath {
  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?");
  private static final Pattern IMAGE_TAG = Pattern.compile("(.*:)v?(\\d+\\.\\d+(?:\\.\\d+)?)(.*)");

  /** The order of RabbitMQ's series; after the last one, minor numbers follow each other. */
  private static final List<String> SERIES =
      List.of("3.10", "3.11", "3.12", "3.13", "4.0", "4.1", "4.2", "4.3");

  private UpgradePath() {}

  /** Later ones of any distance: the operator refuses those that it does not have. */
  static void requireKafka(String from, String to) throws IOException {
    requireLater("Kafka", from, to);
  }

  /** A patch of the same series, or the next series: RabbitMQ's feature flags permit no others. */
  static void requireRabbitMq(String from, String to) throws IOException {
    requireLater("RabbitMQ", from, to);
    String next = next(series(from));
    if (!series(to).equals(series(from)) && !series(to).equals(next)) {
      throw new IOException(
          "rollingUpgrade: nodes of RabbitMQ %s and %s cannot be in one cluster, got to: %s; allowed a later %s, or %s"
              .formatted(from, to, to, series(from), next));
    }
  }

  private static String next(String series) {
    int index = SERIES.indexOf(series);
    if (index >= 0 && index + 1 < SERIES.size()) {
      return SERIES.get(index + 1);
    }
    String[] parts = series.split("\\.", 2);
    return parts[0] + "." + (Integer.parseInt(parts[1]) + 1);
  }

  private static void requireLater(String product, String from, String to) throws IOException {
    Matcher before = VERSION.matcher(from);
    Matcher after = VERSION.matcher(to);
    if (!before.matches() || !after.matches()) {
      throw new IOException(
          "rollingUpgrade: a version of %s is not known, got %s before and to: %s; allowed versions such as 4.3.1"
              .formatted(product, from.isEmpty() ? "none" : from, to));
    }
    for (int part = 1; part <= 3; part++) {
      int difference = number(after, part) - number(before, part);
      if (difference > 0) {
        return;
      }
      if (difference < 0) {
        break;
      }
    }
    throw new IOException(
        "rollingUpgrade: %s has version %s, got to: %s; allowed later versions"
            .formatted(product, from, to));
  }

  /** A version without a patch is the latest of its series. */
  private static int number(Matcher version, int part) {
    String text = version.group(part);
    return text == null ? Integer.MAX_VALUE : Integer.parseInt(text);
  }

  private static String series(String version) {
    return version.replaceFirst("^(\\d+\\.\\d+).*", "$1");
  }

  /** The version in the tag of an image; empty if it has none. */
  static String versionOf(String image) {
    Matcher matcher = IMAGE_TAG.matcher(image);
    return matcher.matches() ? matcher.group(2) : "";
  }

  /** The same image with another version, unless an image is wanted. */
  static String nextImage(String image, String to) throws IOException {
    if (to.contains(":")) {
      if (!to.matches("[-A-Za-z0-9._/:@]+")) { // It becomes a part of a JSON text.
        throw new IOException("rollingUpgrade: not an image, got to: " + to);
      }
      return to;
    }
    Matcher matcher = IMAGE_TAG.matcher(image);
    if (!matcher.matches()) {
      throw new IOException(
          "rollingUpgrade: the image %s has no version in its tag; allowed to: with an image"
              .formatted(image));
    }
    return matcher.group(1) + to + matcher.group(3);
  }
}
