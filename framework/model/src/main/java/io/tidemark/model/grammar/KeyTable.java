package io.tidemark.model.grammar;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import java.util.List;
import java.util.stream.Collectors;

/** Declared keys as a table of a reference page, in Markdown. */
public final class KeyTable {
  /** The head of the table. */
  public static final String HEAD = "| key | value | default | meaning |\n|---|---|---|---|\n";

  /** The limit of every time span, which the section on notation has once. */
  private static final String LONGEST = " to 365d";

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
        + (key.secret() ? " Secret." : "")
        + " |\n";
  }

  private static String value(Setting key) {
    return key.types().isEmpty()
        ? key.allowedValues().stream()
            .map(word -> "`" + word + "`")
            .collect(Collectors.joining(", "))
        : withoutExamples(key);
  }

  /** Messages have examples of each form; a page has them once, in its section on notation. */
  private static String withoutExamples(Setting key) {
    String text = key.types().contains(Type.LIST) ? forms(key) : key.allowed();
    for (Type type : key.types()) {
      text = text.replace(type.description(), name(type));
    }
    return text.endsWith(LONGEST) ? text.substring(0, text.length() - LONGEST.length()) : text;
  }

  /** A list has the words of its elements, which have a row. */
  private static String forms(Setting key) {
    return key.types().stream().map(Type::description).collect(Collectors.joining(", "));
  }

  private static String name(Type type) {
    return switch (type) {
      case INTEGER -> "integer";
      case NUMBER -> "number";
      case PERCENT -> "percentage";
      case RATE -> "rate";
      case DURATION -> "time span";
      case DURATION_OR_MILLISECONDS -> "time span or milliseconds";
      case SIZE -> "size";
      case PROPERTIES -> "properties";
      default -> type.description().replaceFirst("^an? ", "");
    };
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
