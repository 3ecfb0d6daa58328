package io.tidemark.cli.driver;

import io.tidemark.base.UsageException;
import io.tidemark.worker.driver.SharedClasses;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/**
 * The names of a new driver's project.
 *
 * @param driver {@code my-broker}
 * @param javaPackage {@code org.example.mybroker}
 */
record ProjectNames(String driver, String javaPackage) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final int LONGEST = 40;
  private static final Pattern WORD_START = Pattern.compile("(?:^|-)(.)");

  /**
   * @throws UsageException if the driver or the package cannot have that name
   */
  static ProjectNames of(String driver, Optional<String> javaPackage) {
    if (driver.length() > LONGEST || !NAME.matcher(driver).matches()) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "NAME: got '%s'; allowed up to %d lower-case letters, digits and single dashes, such as my-broker",
              driver,
              LONGEST));
    }
    String used = javaPackage.orElse("org.example." + driver.replace("-", ""));
    if (!SourceVersion.isName(used) || !used.contains(".")) {
      throw new UsageException(
          "--package: got '%s'; allowed a Java package such as com.example.mybroker"
              .formatted(used));
    }
    if (SharedClasses.has(used)) {
      throw new UsageException(
          "--package: got '%s'; allowed any other, because all drivers share that of the SDK"
              .formatted(used));
    }
    return new ProjectNames(driver, used);
  }

  /** {@code MyBroker}. */
  String classPrefix() {
    return WORD_START.matcher(driver).replaceAll(start -> start.group(1).toUpperCase(Locale.ROOT));
  }
}
