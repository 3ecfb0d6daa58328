package io.tidemark.model.workload;

import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.yaml.Mark;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.Quantities;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code messageSize} and {@code messageSizeDistribution}. */
final class SizeReader {
  private static final String KEY = "messageSizeDistribution";

  private final Fields fields;
  private final Problems problems;
  private final boolean keysAreRight;
  private final List<WeightedSize> sizes = new ArrayList<>();

  SizeReader(Fields fields, Problems problems) {
    this.fields = fields;
    this.problems = problems;
    this.keysAreRight = !problems.hasErrors();
  }

  /** Empty when neither key is there, or something is wrong with it. */
  List<WeightedSize> read() {
    YamlNode distribution = fields.node(KEY).orElse(null);
    if (distribution == null) {
      fields
          .bytes("messageSize")
          .filter(bytes -> bytes <= Integer.MAX_VALUE)
          .ifPresent(bytes -> sizes.add(new WeightedSize(bytes.intValue(), 1)));
      return sizes;
    }
    if (fields.has("messageSize")) {
      problems.error(
          fields.mark("messageSize"),
          "messageSize",
          "is there beside " + KEY + "; allowed is one of the two");
    }
    int errorsBefore = problems.errors().size();
    addAll(distribution);
    if (sizes.isEmpty() && keysAreRight && problems.errors().size() == errorsBefore) {
      problems.error(
          fields.mark(KEY), KEY, "has no size; allowed at least one, as in 100: 70, 1KB: 30");
    }
    return sizes;
  }

  private void addAll(YamlNode distribution) {
    if (distribution instanceof YamlMap map) {
      map.entries().forEach((size, entry) -> add(size, plain(entry.value()), entry.keyMark()));
    } else if (distribution instanceof YamlList list) {
      for (YamlNode item : list.items()) {
        if (item instanceof YamlMap map) {
          add(plain(map.get("size")), plain(map.get("weight")), map.mark());
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

  private void add(String size, String weight, Mark mark) {
    Optional<Long> bytes = Quantities.bytes(size).filter(value -> value <= 1 << 30);
    YamlScalar number = new YamlScalar(mark, weight, true);
    boolean weighted = number.isNumber() && number.number() > 0 && number.number() < 1e15;
    if (bytes.isPresent() && weighted) {
      sizes.add(new WeightedSize(bytes.get().intValue(), number.number()));
    } else if (keysAreRight) { // Else it may follow from what has been reported.
      problems.error(
          mark,
          KEY,
          "not a size with a weight, got "
              + size
              + ": "
              + weight
              + "; allowed a size such as 100 or 1KB and a number above 0, as in 100: 70, 1KB: 30");
    }
  }
}
