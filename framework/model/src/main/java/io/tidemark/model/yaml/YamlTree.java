package io.tidemark.model.yaml;

import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads one YAML document whose top is a map; what is wrong with it goes to the problems. */
public final class YamlTree {
  /** The most maps and lists within each other. */
  private static final int MAX_DEPTH = 32;

  /** Characters. */
  static final int MAX_VALUE_LENGTH = 1 << 16;

  private static final int MAX_KEY_LENGTH = 256;

  /** Tags that change no text. */
  private static final Set<String> TAGS =
      Set.of(Tag.STR.getValue(), Tag.MAP.getValue(), Tag.SEQ.getValue());

  private final SourceFile source;
  private final Problems problems;

  private YamlTree(SourceFile source, Problems problems) {
    this.source = source;
    this.problems = problems;
  }

  /** Empty when there is no usable tree; the reason is then among the problems. */
  public static Optional<YamlMap> read(SourceFile source, Problems problems) {
    return new YamlTree(source, problems).top();
  }

  /** The library's own tree, for those who need the extent of each value; empty on a bad syntax. */
  static Optional<Node> compose(SourceFile source) {
    try {
      return Optional.ofNullable(yaml().compose(new StringReader(source.text())));
    } catch (YAMLException e) {
      return Optional.empty();
    }
  }

  private Optional<YamlMap> top() {
    if (source.text().length() > InputFiles.MAX_TEXT_BYTES) {
      problems.error(
          SourceLocation.start(source),
          "",
          "too large; allowed are " + InputFiles.MAX_TEXT_BYTES + " bytes");
      return Optional.empty();
    }
    try {
      if (!isWithinLimits()) {
        return Optional.empty();
      }
      Node node = yaml().compose(new StringReader(source.text()));
      return node == null ? empty() : map(node);
    } catch (MarkedYAMLException e) {
      problems.error(markOf(e), "", syntaxMessage(e));
    } catch (YAMLException e) {
      problems.error(
          SourceLocation.start(source),
          "",
          "not a YAML file: " + firstLine(String.valueOf(e.getMessage())));
    }
    return Optional.empty();
  }

  private static Yaml yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(true); // Reported here, all of them, with both lines.
    return new Yaml(options);
  }

  private Optional<YamlMap> empty() {
    problems.error(
        SourceLocation.start(source), "", "the file is empty; expected keys with values");
    return Optional.empty();
  }

  private Optional<YamlMap> map(Node node) {
    if (convert(node, "") instanceof YamlMap map) {
      return Optional.of(map);
    }
    problems.error(mark(node), "", "expected keys with values, got " + kindOf(node));
    return Optional.empty();
  }

  private static String kindOf(Node node) {
    return node instanceof SequenceNode ? "a list" : "a single value";
  }

  /**
   * Whether the file is within its limits. Events are checked one by one, so reading ends at the
   * first violation.
   */
  private boolean isWithinLimits() {
    int depth = 0;
    for (Event event : yaml().parse(new StringReader(source.text()))) {
      if (event instanceof NodeEvent node && node.getAnchor() != null) {
        return refuse(
            event,
            "anchors and aliases (&" + node.getAnchor() + ") are not supported; repeat the value");
      }
      String tag = tag(event);
      if (tag != null && !TAGS.contains(tag)) {
        return refuse(event, "tags (" + tag + ") are not supported; leave the tag out");
      }
      if (event instanceof ScalarEvent scalar && scalar.getValue().length() > MAX_VALUE_LENGTH) {
        return refuse(
            event,
            "the value has %s characters; allowed %s"
                .formatted(scalar.getValue().length(), MAX_VALUE_LENGTH));
      }
      depth += event instanceof CollectionStartEvent ? 1 : 0;
      depth -= event instanceof CollectionEndEvent ? 1 : 0;
      if (depth > MAX_DEPTH) {
        return refuse(event, "maps and lists are nested too deeply; allowed " + MAX_DEPTH);
      }
    }
    return true;
  }

  private static @Nullable String tag(Event event) {
    return event instanceof ScalarEvent scalar
        ? scalar.getTag()
        : event instanceof CollectionStartEvent start ? start.getTag() : null;
  }

  private boolean refuse(Event event, String message) {
    problems.error(mark(event.getStartMark()), "", message);
    return false;
  }

  private YamlNode convert(Node node, String path) {
    if (node instanceof MappingNode mapping) {
      return convertMap(mapping, path);
    }
    if (node instanceof SequenceNode sequence) {
      List<YamlNode> items = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        items.add(convert(item, path + "[" + items.size() + "]"));
      }
      return new YamlList(mark(node), items);
    }
    ScalarNode scalar = (ScalarNode) node;
    String text = scalar.getValue();
    boolean tagged = scalar.getTag().equals(Tag.STR) && !(YamlScalar.plain(text) instanceof String);
    boolean quoted = tagged || scalar.getScalarStyle() != ScalarStyle.PLAIN;
    return new YamlScalar(mark(node), text, quoted);
  }

  private YamlMap convertMap(MappingNode mapping, String path) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
        problems.error(mark(tuple.getKeyNode()), path, "a key must be a single word");
        continue;
      }
      String key = keyNode.getValue();
      if (key.length() > MAX_KEY_LENGTH) {
        problems.error(
            mark(keyNode),
            path,
            "a key has " + key.length() + " characters; allowed " + MAX_KEY_LENGTH);
        continue;
      }
      String keyPath = path.isEmpty() ? key : path + "." + key;
      SourceLocation keyMark = mark(keyNode);
      YamlNode value = convert(tuple.getValueNode(), keyPath);
      Entry before = entries.putIfAbsent(key, new Entry(keyMark, value));
      if (before != null) {
        problems.error(
            keyMark,
            keyPath,
            "duplicate key, first in line " + before.keyMark().line() + "; allowed once");
      }
    }
    return new YamlMap(mark(mapping), entries);
  }

  private SourceLocation mark(Node node) {
    return mark(node.getStartMark());
  }

  private SourceLocation mark(org.yaml.snakeyaml.error.Mark mark) {
    return new SourceLocation(source, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private SourceLocation markOf(MarkedYAMLException e) {
    return e.getProblemMark() == null ? SourceLocation.start(source) : mark(e.getProblemMark());
  }

  private String syntaxMessage(MarkedYAMLException e) {
    String problem = String.valueOf(e.getProblem());
    if (problem.contains("'\\t") || problem.contains("\\t(TAB)")) {
      return "a tab is used for indentation; YAML allows spaces only";
    }
    if (problem.contains("another document")) {
      return "a second document (---) begins here; allowed is one per file";
    }
    if (problem.contains("mapping values are not allowed")) {
      return "not valid YAML: a second ':' in one line (quote the value) or a wrong indentation";
    }
    return "not valid YAML: " + firstLine(problem);
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
