package io.tidemark.model.yaml;

import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * The text of a YAML file for code that parses the file itself. Placeholders are filled: only
 * values are replaced, so that the content of a variable cannot change the structure of the file or
 * a comment. What a reader of YAML would change, {@code 0123} for example, has quotes.
 */
public final class FilledText {
  /** Means the same with and without quotes, in block and flow style. */
  private static final Pattern PLAIN_SAFE =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9_./-]*+(:[A-Za-z0-9_./-]++)*+");

  private final String text;
  private final PlaceholderSource values;
  private final boolean keepOpen;
  private final StringBuilder filled = new StringBuilder();

  /** Where the text continues that is not copied yet: in characters, and in code points. */
  private int offset;

  private int index;

  private FilledText(String text, PlaceholderSource values, boolean keepOpen) {
    this.text = text;
    this.values = values;
    this.keepOpen = keepOpen;
  }

  /**
   * @param source a file that {@link YamlTree} has read without a problem
   * @param keepOpen the result will be filled once more
   * @throws UnknownPlaceholderException at the first that cannot be filled
   */
  public static String of(SourceFile source, PlaceholderSource values, boolean keepOpen) {
    return YamlTree.compose(source)
        .map(node -> new FilledText(source.text(), values, keepOpen).fill(node))
        .orElse(source.text());
  }

  private String fill(Node top) {
    fillIn(top);
    return filled.append(text, offset, text.length()).toString();
  }

  /** In the order of the text. */
  private void fillIn(Node node) {
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key && isChangedByReaders(key)) {
          replace(key, raw -> YamlText.quoted(key.getValue()));
        }
        fillIn(tuple.getValueNode());
      }
    } else if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(this::fillIn);
    } else if (node instanceof ScalarNode scalar) {
      String value = Placeholders.fill(scalar.getValue(), values, keepOpen);
      if (!value.equals(scalar.getValue())) {
        replace(scalar, raw -> written(scalar, raw, value));
      } else if (isChangedByReaders(scalar) && !YamlScalar.isNull(value)) {
        replace(scalar, raw -> YamlText.quoted(value));
      }
    }
  }

  private static boolean isChangedByReaders(ScalarNode scalar) {
    return scalar.getScalarStyle() == ScalarStyle.PLAIN
        && !YamlScalar.isAsWritten(scalar.getValue());
  }

  private void replace(ScalarNode scalar, UnaryOperator<String> replacement) {
    filled.append(upTo(scalar.getStartMark()));
    filled.append(replacement.apply(upTo(scalar.getEndMark())));
  }

  private String upTo(Mark mark) {
    int from = offset;
    offset = text.offsetByCodePoints(from, mark.getIndex() - index);
    index = mark.getIndex();
    return text.substring(from, offset);
  }

  private String written(ScalarNode scalar, String raw, String value) {
    ScalarStyle style = scalar.getScalarStyle();
    if (style == ScalarStyle.LITERAL || style == ScalarStyle.FOLDED) {
      return inBlock(raw, value);
    }
    boolean plain =
        style == ScalarStyle.PLAIN
            && PLAIN_SAFE.matcher(value).matches()
            && YamlScalar.isAsWritten(value);
    return plain ? value : YamlText.quoted(value);
  }

  /** In place, so that the user finds the lines again; unless a value has several lines itself. */
  private String inBlock(String raw, String value) {
    String inPlace = Placeholders.fill(raw, values, keepOpen);
    boolean sameLines = inPlace.lines().count() == raw.lines().count();
    return sameLines ? inPlace : YamlText.quoted(value) + (raw.endsWith("\n") ? "\n" : "");
  }
}
