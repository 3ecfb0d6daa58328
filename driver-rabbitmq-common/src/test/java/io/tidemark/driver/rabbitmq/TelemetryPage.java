package io.tidemark.driver.rabbitmq;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The names of telemetry that the drivers declare for their reference page. */
public final class TelemetryPage {
  private TelemetryPage() {}

  /** The names of each line, before its meaning. */
  public static Set<String> names() throws IOException {
    Set<String> names = new TreeSet<>();
    try (var declared =
        ManagementTelemetry.class.getResourceAsStream("/META-INF/tidemark/telemetry.txt")) {
      new String(declared.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> List.of(line.split(" = ")[0].split(" ")))
          .forEach(names::addAll);
    }
    return names;
  }
}
