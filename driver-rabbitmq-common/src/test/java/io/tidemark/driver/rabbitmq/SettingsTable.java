package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The keys of a driver as its reference page lists them, between two comments that name the driver.
 * With {@code -Dtidemark.write=true} the page is written anew.
 */
public final class SettingsTable {
  private static final Path PAGE = Path.of("../docs/reference/driver-rabbitmq.md");

  private SettingsTable() {}

  /** What stands on the page for that driver. */
  public static String onThePage(String driver, List<Setting> settings) throws IOException {
    String page = Files.readString(PAGE);
    String begin = "<!-- keys of " + driver + ", generated -->\n";
    String end = "<!-- end of keys of " + driver + " -->\n";
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf(end);
    if (from < begin.length() || to < from) {
      throw new IOException(PAGE + " has no place for the keys of " + driver);
    }
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(PAGE, page.substring(0, from) + of(settings) + page.substring(to));
      return of(settings);
    }
    return page.substring(from, to);
  }

  public static String of(List<Setting> settings) {
    StringBuilder table =
        new StringBuilder("| key | value | default | meaning |\n|---|---|---|---|\n");
    for (Setting setting : settings) {
      String value =
          setting.allowedValues().isEmpty()
              ? setting.type().name().toLowerCase(Locale.ROOT).replace('_', ' ')
              : String.join(", ", setting.allowedValues());
      table.append(
          "| `%s` | %s | %s | %s%s%s |\n"
              .formatted(
                  setting.path(),
                  value,
                  setting.defaultValue().orElse(""),
                  setting.description(),
                  setting.required() ? " Required." : "",
                  setting.secret() ? " Secret." : ""));
    }
    return table.toString();
  }
}
