package io.tidemark.cli.explain;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names that are declared in one way.
 *
 * @param name for {@code explain NAME}
 * @param title what they are
 * @param part that all its names have; empty for none
 * @param declared reads the declarations
 */
public record Chapter(String name, String title, String part, Supplier<List<Entry>> declared) {
  public Chapter(String name, String title, Supplier<List<Entry>> declared) {
    this(name, title, "", declared);
  }

  /** Whether it is worth reading for a name. */
  boolean canHave(String wanted) {
    return wanted.contains(part);
  }

  /**
   * The keys of a kind of file.
   *
   * @param place the name of the kind
   * @param page its reference
   * @param file whether a file is one
   */
  public static List<Entry> keys(
      List<Setting> keys, String place, String page, Predicate<YamlMap> file) {
    return keys.stream()
        .filter(key -> !key.path().endsWith("[]"))
        .map(key -> key(key, keys, place, page, file))
        .toList();
  }

  /** Returns the entry of a key with the elements of a list. */
  private static Entry key(
      Setting key, List<Setting> all, String place, String page, Predicate<YamlMap> file) {
    String path = key.path();
    List<String> parts = List.of(path.replace("[]", "").split("\\."));
    List<String> older = key.olderNames().stream().map(Setting.OlderName::name).toList();
    String each =
        all.stream()
            .filter(other -> other.path().equals(path + "[]"))
            .map(Setting::description)
            .collect(Collectors.joining());
    String below =
        all.stream()
            .map(Setting::path)
            .filter(other -> other.matches(Pattern.quote(path) + "(\\[])?\\.[^.]+"))
            .filter(other -> !other.endsWith("[]"))
            .map(other -> other.substring(other.lastIndexOf('.') + 1))
            .collect(Collectors.joining(", "));
    return Entry.of(path, "key of", place, key.description(), page)
        .with("value", value(key))
        .with(
            "default", key.required() ? "none: the key is required" : key.defaultValue().orElse(""))
        .with("each", each)
        .with("keys in it", below)
        .with("secret", key.secret() ? "its value is masked in all that is stored and printed" : "")
        .with("older names", String.join(", ", older))
        .alsoCalled(older)
        .with(library -> library.yaml(parts, file));
  }

  private static String value(Setting key) {
    return key.types().equals(List.of(Type.SECTION)) ? "" : key.allowed();
  }
}
