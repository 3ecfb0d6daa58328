package io.tidemark.runs.kubernetes;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Images of brokers, whose tags have the version. */
final class VersionedImage {
  private static final Pattern IMAGE_TAG = Pattern.compile("(.*:)v?(\\d+\\.\\d+(?:\\.\\d+)?)(.*)");

  private VersionedImage() {}

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
