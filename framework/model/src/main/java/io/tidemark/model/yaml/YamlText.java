package io.tidemark.model.yaml;

import com.fasterxml.jackson.databind.node.TextNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.Locale;
import java.util.regex.Pattern;

/** The text of a tree that was changed after it had been read. */
public final class YamlText {
  /** Controls, ends of lines and marks of the byte order that JSON does not escape. */
  private static final Pattern SPECIAL =
      Pattern.compile("[\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff]");

  /** A text without quotes that has one of them continues in the next line. */
  private static final Pattern BREAKS = Pattern.compile("[\\n\\r\\x85\\u2028\\u2029\\ufeff]");

  private final StringBuilder text = new StringBuilder();

  private YamlText() {}

  /** It gives the same tree again. */
  public static String of(YamlMap top) {
    YamlText all = new YamlText();
    all.entries(top, "");
    return all.text.toString();
  }

  private void entries(YamlMap map, String indent) {
    map.entries()
        .forEach(
            (key, entry) -> {
              text.append(indent).append(quoted(key)).append(':');
              value(entry.value(), indent + "  ");
            });
  }

  /** After a colon or a hyphen. */
  private void value(YamlNode node, String indent) {
    if (node instanceof YamlMap map) {
      text.append(map.entries().isEmpty() ? " {}\n" : "\n");
      entries(map, indent);
    } else if (node instanceof YamlList list) {
      text.append(list.items().isEmpty() ? " []\n" : "\n");
      for (YamlNode item : list.items()) {
        text.append(indent).append('-');
        value(item, indent + "  ");
      }
    } else {
      // A number, or a placeholder of one, stays without quotes.
      YamlScalar scalar = (YamlScalar) node;
      boolean same = scalar.isNull() || YamlScalar.isAsWritten(scalar.text());
      boolean plain = !scalar.quoted() && same && !BREAKS.matcher(scalar.text()).find();
      String written = plain ? scalar.text() : quoted(scalar.text());
      text.append(' ').append(written).append('\n');
    }
  }

  /** A string of JSON is one of YAML too, but for characters that YAML reads in another way. */
  static String quoted(String value) {
    return SPECIAL
        .matcher(TextNode.valueOf(value).toString())
        .replaceAll(
            found -> String.format(Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
  }
}
