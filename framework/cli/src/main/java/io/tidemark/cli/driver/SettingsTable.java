package io.tidemark.cli.driver;

import io.tidemark.driver.Setting;
import java.util.List;
import java.util.stream.Collectors;

/** The keys of a driver's file as a table in Markdown. */
public final class SettingsTable {
  private SettingsTable() {}

  public static String of(List<Setting> settings) {
    return settings.stream()
        .map(
            setting ->
                "| `%s` | %s | %s | %s%s%s |\n"
                    .formatted(
                        setting.path(),
                        setting.allowed(),
                        setting.defaultValue().map(text -> "`" + text + "`").orElse(""),
                        setting.description(),
                        setting.required() ? " Required." : "",
                        setting.secret() ? " Secret." : ""))
        .collect(
            Collectors.joining("", "| key | value | default | meaning |\n|---|---|---|---|\n", ""));
  }
}
