package io.tidemark.driver.rabbitmq;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of telemetry as the drivers' reference page lists them. */
public final class TelemetryPage {
  private static final Path PAGE = Path.of("../docs/reference/driver-rabbitmq.md");
  private static final String BEGIN = "<!-- names of telemetry -->\n";
  private static final String END = "<!-- end of names of telemetry -->\n";
  private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| ([^|]+) \\|");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  private TelemetryPage() {}

  /** Each name in the first column of the page's table. */
  public static Set<String> names() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN);
    int to = page.indexOf(END);
    if (from < 0 || to < from) {
      throw new IOException(PAGE + " has no table of the names of telemetry");
    }
    Set<String> names = new TreeSet<>();
    Matcher cell = FIRST_CELL.matcher(page.substring(from, to));
    while (cell.find()) {
      Matcher name = NAME.matcher(cell.group(1));
      while (name.find()) {
        names.add(name.group(1));
      }
    }
    return names;
  }
}
