package io.tidemark.worker.driver;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The list of installed drivers. */
public final class DriversText {
  private static final String LINE = "  %-8s %s%n";

  private DriversText() {}

  public static String of(List<DriverInspection> drivers) {
    return drivers.stream().map(DriversText::of).collect(Collectors.joining("\n"));
  }

  private static String of(DriverInspection driver) {
    StringBuilder text = new StringBuilder();
    text.append(driver.installed().name())
        .append(driver.artifact().flatMap(DriverArtifact::version).map(v -> " " + v).orElse(""))
        .append('\n');
    line(text, "folder", driver.installed().location());
    line(
        text,
        "jar",
        driver.artifact().map(jar -> String.valueOf(jar.jar().getFileName())).orElse(""));
    line(text, "class", driver.className());
    line(text, "aliases", String.join(", ", driver.installed().aliases()));
    line(text, "SDK", driver.artifact().flatMap(DriverArtifact::sdkVersion).orElse(""));
    driver.problem().ifPresent(problem -> line(text, "PROBLEM", problem));
    if (driver.problem().isEmpty() || !driver.capabilities().isEmpty()) {
      line(text, "has", names(all().filter(driver.capabilities()::contains)));
      all()
          .filter(each -> !driver.capabilities().contains(each))
          .forEach(each -> line(text, "without", each.type() + ": " + each.loss()));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append(LINE.formatted(name, value));
    }
  }

  private static Stream<Capability> all() {
    return Arrays.stream(Capability.values());
  }

  private static String names(Stream<Capability> capabilities) {
    return capabilities.map(Capability::type).collect(Collectors.joining(", "));
  }
}
