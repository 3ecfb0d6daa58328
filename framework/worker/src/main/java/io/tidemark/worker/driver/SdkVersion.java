package io.tidemark.worker.driver;

import io.tidemark.driver.DescribedDriver;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a driver fits this SDK: capabilities follow semantic versioning, in which a version 0 may
 * change with each minor version.
 *
 * @param here the version of the SDK of this process, {@code major.minor.patch}; others fit all
 */
record SdkVersion(String here) {
  private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\..*");

  static SdkVersion ofThisProcess() {
    String version = DescribedDriver.class.getPackage().getImplementationVersion();
    return new SdkVersion(version == null ? "" : version);
  }

  /** What is wrong with a driver that was built with another version; empty if it fits. */
  Optional<String> mismatch(String builtWith) {
    Matcher ours = NUMBERS.matcher(here);
    Matcher theirs = NUMBERS.matcher(builtWith);
    if (!theirs.matches()) {
      return Optional.of(
          "its manifest names no version of the SDK: got Tidemark-SDK-Version '"
              + builtWith
              + "'; allowed major.minor.patch, such as "
              + (ours.matches() ? here : "0.1.0"));
    }
    if (!ours.matches()) {
      return Optional.empty();
    }
    int minor = number(ours, 2);
    boolean sameMajor = number(ours, 1) == number(theirs, 1);
    boolean fits =
        sameMajor
            && (number(ours, 1) == 0 ? minor == number(theirs, 2) : minor >= number(theirs, 2));
    return fits
        ? Optional.empty()
        : Optional.of(
            ("it was built with SDK %s, and this is %s: calls may fail or capabilities be missing;"
                    + " build it with SDK %s.%s, or use Tidemark %s.%s")
                .formatted(
                    builtWith,
                    here,
                    ours.group(1),
                    ours.group(2),
                    theirs.group(1),
                    theirs.group(2)));
  }

  private static int number(Matcher version, int group) {
    return Integer.parseInt(version.group(group));
  }
}
