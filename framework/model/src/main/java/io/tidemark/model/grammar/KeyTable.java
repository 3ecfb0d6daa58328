package io.tidemark.model.grammar;

import io.tidemark.driver.Setting;
import java.util.List;
import java.util.stream.Collectors;

/** Declared keys as a table of a reference page, in Markdown. */
public final class KeyTable {
  /** The head of the table. */
  public static final String HEAD = "| key | value | default | meaning |\n|---|---|---|---|\n";

  private KeyTable() {}

  public static String of(List<Setting> keys) {
    return HEAD + keys.stream().map(KeyTable::row).collect(Collectors.joining());
  }

  private static String row(Setting key) {
    return "| `"
        + key.path()
        + "` | "
        + cell(value(key))
        + " | "
        + (key.required() ? "required" : key.defaultValue().map(d -> "`" + d + "`").orElse(""))
        + " | "
        + cell(key.description())
        + " |\n";
  }

  private static String value(Setting key) {
    return key.types().isEmpty()
        ? key.allowedValues().stream()
            .map(word -> "`" + word + "`")
            .collect(Collectors.joining(", "))
        : key.allowed();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
