package io.tidemark.model.workloadfile;

import io.tidemark.driver.settings.KeyTree;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.driver.settings.Settings;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.workload.MessageSizes;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code messageSize} and {@code messageSizeDistribution}. */
final class SizeReader {
  private static final String DISTRIBUTION = "messageSizeDistribution";
  private static final String TO = "-";
  private static final Setting SIZE =
      KeyTree.of(Settings.of(WeightedSize.class))
          .key("size")
          .flatMap(KeyTree::setting)
          .orElseThrow();

  private final Fields fields;
  private final MessageSizes given;
  private final boolean keysAreRight;
  private final List<WeightedSize> sizes = new ArrayList<>();
  private boolean seen;
  private boolean ranges;

  SizeReader(Fields fields, MessageSizes given) {
    this.fields = fields;
    this.given = given;
    this.keysAreRight = !fields.haveErrors();
  }

  /** Empty when neither key is there, or something is wrong with it. */
  List<WeightedSize> read() {
    YamlNode distribution = fields.node(DISTRIBUTION).orElse(null);
    if (distribution == null) {
      given.messageSize().ifPresent(bytes -> sizes.add(new WeightedSize(bytes, 1)));
      return sizes;
    }
    int before = fields.problems().errors().size();
    addAll(distribution);
    if (sizes.isEmpty() && keysAreRight && fields.problems().errors().size() == before) {
      fields.error(
          DISTRIBUTION,
          "has no size with a weight above 0; allowed at least one, as in 100: 70, 1KB: 30");
    }
    return sizes;
  }

  private void addAll(YamlNode distribution) {
    if (distribution instanceof YamlMap map) {
      map.entries().forEach((size, entry) -> add(size, plain(entry.value()), entry.keyMark()));
    } else if (distribution instanceof YamlList list) {
      for (YamlNode item : list.items()) {
        if (item instanceof YamlMap map) {
          String end = map.get("upTo").map(upTo -> TO + plain(upTo)).orElse("");
          add(plain(map.get("size")) + end, plain(map.get("weight")), map.mark());
        }
      }
    } else if (distribution instanceof YamlScalar scalar) {
      for (String part : scalar.text().split(",")) {
        String[] pair = part.split(":", 2);
        add(pair[0].strip(), pair.length == 2 ? pair[1].strip() : "", scalar.mark());
      }
    }
  }

  private static String plain(Optional<YamlNode> node) {
    return node.map(SizeReader::plain).orElse("");
  }

  private static String plain(YamlNode node) {
    return node instanceof YamlScalar scalar ? scalar.text() : "";
  }

  /**
   * @param size or a range, as in 256-1KB
   */
  private void add(String size, String weight, SourceLocation mark) {
    String[] ends = size.split(TO, 2);
    Optional<Integer> first = bytes(ends[0]);
    Optional<Integer> last = ends.length == 2 ? bytes(ends[1]) : first;
    Optional<Double> share = Type.NUMBER.number(weight).filter(w -> w >= 0 && w < 1e15);
    boolean inOrder = first.isPresent() && last.isPresent() && first.get() <= last.get();
    if (!inOrder || share.isEmpty()) {
      error(
          mark,
          ("not a size with a weight, got %s: %s; allowed a size such as 100 or 1KB, or a range"
                  + " such as 256-1KB, and a number from 0, as in 100: 70, 1KB: 30")
              .formatted(size, weight));
    } else if (ends.length != (ranges ? 2 : 1) && seen) {
      error(mark, "%s: sizes and ranges are mixed; allowed one of the two".formatted(size));
    } else {
      seen = true;
      ranges = ends.length == 2;
      if (share.get() > 0) {
        sizes.add(new WeightedSize(first.get(), ranges ? last : Optional.empty(), share.get()));
      }
    }
  }

  private void error(SourceLocation mark, String message) {
    if (keysAreRight) { // Else it may follow from what has been reported.
      fields.problems().error(mark, DISTRIBUTION, message);
    }
  }

  private static Optional<Integer> bytes(String text) {
    return Type.SIZE
        .number(text.strip())
        .filter(any -> SIZE.parse(text.strip()).isPresent())
        .map(Double::intValue);
  }
}
