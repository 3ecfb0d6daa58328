package io.tidemark.model.yaml;

import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills {@code ${...}} in the values of a tree; {@code $${} stands for a literal <code>${</code>.
 * Not thread-safe.
 */
public record Placeholders(PlaceholderSource values, Problems problems) {
  private static final Pattern TOKEN = Pattern.compile("\\$\\$\\{|\\$\\{([^}\\n]{0,512})\\}");
  private static final Pattern UNCLOSED =
      Pattern.compile("(?<!\\$)\\$\\{(?:env:|file:|brokers\\.)[^}\\n]{0,512}+(?!})");
  private static final Pattern OPEN = Pattern.compile("\\$\\{brokers\\.[^}\\n]{0,512}\\}");

  /** Properties of a place in a file. */
  private record Place(SourceLocation mark, String path) {}

  /** Whether a value still waits for the addresses of local brokers. */
  public static boolean isOpen(String text) {
    return OPEN.matcher(text).find();
  }

  /** The names of the placeholders in a text. */
  static List<String> names(String text) {
    return TOKEN
        .matcher(text)
        .results()
        .map(token -> token.group(1))
        .filter(Objects::nonNull)
        .toList();
  }

  /** The tree with filled values; what cannot be filled stays and goes to the problems. */
  public YamlMap fill(YamlMap map) {
    return (YamlMap) fill(map, "");
  }

  private YamlNode fill(YamlNode node, String path) {
    if (node instanceof YamlMap map) {
      Map<String, Entry> entries = new LinkedHashMap<>();
      map.entries()
          .forEach(
              (key, entry) -> {
                String child = path.isEmpty() ? key : path + "." + key;
                entries.put(key, new Entry(entry.keyMark(), fill(entry.value(), child)));
              });
      return new YamlMap(map.mark(), entries);
    }
    if (node instanceof YamlList list) {
      List<YamlNode> items = new ArrayList<>();
      for (YamlNode item : list.items()) {
        items.add(fill(item, path + "[" + items.size() + "]"));
      }
      return new YamlList(list.mark(), items);
    }
    YamlScalar scalar = (YamlScalar) node;
    Place place = new Place(scalar.mark(), path);
    int before = problems.errors().size();
    String filled = fill(scalar.text(), place);
    if (problems.errors().size() > before) {
      problems.meant(place.mark(), place.path()); // It is not the text that is there.
    }
    boolean text = !filled.equals(scalar.text()) && YamlScalar.isNull(filled);
    return new YamlScalar(scalar.mark(), filled, scalar.quoted() || text);
  }

  private String fill(String text, Place place) {
    if (UNCLOSED.matcher(text).find()) {
      problems.error(
          place.mark(),
          place.path(),
          "a placeholder without its '}', got "
              + SecretMask.maskLooks(text)
              + "; allowed ${env:NAME}, ${file:path}, or $${ for a literal ${");
    }
    return fill(text, name -> value(name, place), false);
  }

  private Optional<String> value(String name, Place place) {
    try {
      return values.value(name);
    } catch (UnknownPlaceholderException e) {
      problems.error(place.mark(), place.path(), String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /**
   * Fills a text that is not split into values yet.
   *
   * @param keepOpen the text will be filled once more: escapes stay, and what values bring in is
   *     escaped
   */
  static String fill(String text, PlaceholderSource values, boolean keepOpen) {
    return TOKEN
        .matcher(text)
        .replaceAll(
            token -> {
              String name = token.group(1);
              String value;
              if (name == null) {
                value = keepOpen ? token.group() : "${";
              } else {
                Optional<String> found = values.value(name);
                value = found.map(v -> keepOpen ? v.replace("${", "$${") : v).orElse(token.group());
              }
              return Matcher.quoteReplacement(value);
            });
  }
}
