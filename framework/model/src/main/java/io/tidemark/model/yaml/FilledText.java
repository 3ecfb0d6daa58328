package io.tidemark.model.yaml;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * The text of a YAML file with its placeholders filled, for code that parses the file itself. Only
 * values are replaced, with quotes if necessary: the content of a variable cannot change the
 * structure of the file or a comment.
 */
public final class FilledText {
  /** Means the same with and without quotes, in block and flow style. */
  private static final Pattern PLAIN_SAFE =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9_./-]*+(:[A-Za-z0-9_./-]++)*+");

  private final String text;
  private final PlaceholderSource values;
  private final boolean keepOpen;

  private record Splice(int from, int to, String replacement) {}

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
    List<Splice> splices = new ArrayList<>();
    collect(top, splices);
    splices.sort(Comparator.comparingInt(Splice::from).reversed());
    StringBuilder filled = new StringBuilder(text);
    splices.forEach(splice -> filled.replace(splice.from, splice.to, splice.replacement));
    return filled.toString();
  }

  private void collect(Node node, List<Splice> splices) {
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        collect(tuple.getValueNode(), splices);
      }
    } else if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(item -> collect(item, splices));
    } else if (node instanceof ScalarNode scalar && scalar.getValue().contains("${")) {
      splices.add(splice(scalar));
    }
  }

  private Splice splice(ScalarNode scalar) {
    int from = text.offsetByCodePoints(0, scalar.getStartMark().getIndex());
    int to = text.offsetByCodePoints(0, scalar.getEndMark().getIndex());
    String filled = Placeholders.fill(scalar.getValue(), values, keepOpen);
    if (filled.equals(scalar.getValue())) {
      return new Splice(from, to, text.substring(from, to));
    }
    return new Splice(from, to, written(scalar, text.substring(from, to), filled));
  }

  private String written(ScalarNode scalar, String raw, String filled) {
    ScalarStyle style = scalar.getScalarStyle();
    if (style == ScalarStyle.LITERAL || style == ScalarStyle.FOLDED) {
      return inBlock(raw, filled, style);
    }
    boolean plain = style == ScalarStyle.PLAIN && PLAIN_SAFE.matcher(filled).matches();
    return plain ? filled : quoted(filled);
  }

  /** In place, so that the user finds the lines again; unless a value has several lines itself. */
  private String inBlock(String raw, String filled, ScalarStyle style) {
    String inPlace = Placeholders.fill(raw, values, keepOpen);
    boolean sameLines = inPlace.lines().count() == raw.lines().count();
    return sameLines ? inPlace : quoted(filled) + (raw.endsWith("\n") ? "\n" : "");
  }

  /** A string of JSON is one of YAML too. */
  private static String quoted(String value) {
    return TextNode.valueOf(value).toString();
  }
}
