package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code messageSize} and {@code messageSizeDistribution}. */
final class SizeReader {
  static final List<Setting> KEYS = new ArrayList<>();
  static final WorkloadKey<Integer> SIZE =
      WorkloadKey.size("messageSize", "Size of every message, envelope included.").in(KEYS);
  static final WorkloadKey<String> DISTRIBUTION =
      WorkloadKey.of(
              "messageSizeDistribution",
              "Several sizes with their weights instead of one: `100: 70, 1KB: 30` as text or as a"
                  + " map, or a list of `{size, weight}`.",
              Type.STRING,
              Type.MAP,
              Type.LIST)
          .in(KEYS, "One size with its weight.", Type.SECTION);
  private static final WorkloadKey<Integer> ITEM_SIZE =
      WorkloadKey.size("messageSizeDistribution[].size", "Size of the message.")
          .asRequired()
          .in(KEYS);
  private static final WorkloadKey<Double> ITEM_WEIGHT =
      WorkloadKey.number("messageSizeDistribution[].weight", "Relative frequency.")
          .asRequired()
          .atLeast(0)
          .in(KEYS);

  private final WorkloadFields fields;
  private final boolean keysAreRight;
  private final List<WeightedSize> sizes = new ArrayList<>();

  SizeReader(WorkloadFields fields) {
    this.fields = fields;
    this.keysAreRight = !fields.haveErrors();
  }

  /** Empty when neither key is there, or something is wrong with it. */
  List<WeightedSize> read() {
    YamlNode distribution = fields.node(DISTRIBUTION).orElse(null);
    if (distribution == null) {
      fields.given(SIZE).ifPresent(bytes -> sizes.add(new WeightedSize(bytes, 1)));
      return sizes;
    }
    fields.notBoth(DISTRIBUTION, SIZE);
    int before = fields.problems().errors().size();
    addAll(distribution);
    if (sizes.isEmpty() && keysAreRight && fields.problems().errors().size() == before) {
      fields.error(DISTRIBUTION, "has no size; allowed at least one, as in 100: 70, 1KB: 30");
    }
    return sizes;
  }

  static void write(List<WeightedSize> sizes, Map<String, Object> map) {
    if (sizes.size() == 1) {
      SIZE.put(map, sizes.get(0).payloadBytes());
    } else {
      map.put(DISTRIBUTION.name(), sizes.stream().map(SizeReader::plain).toList());
    }
  }

  private static Map<String, Object> plain(WeightedSize size) {
    Map<String, Object> map = new LinkedHashMap<>();
    ITEM_SIZE.put(map, size.payloadBytes());
    ITEM_WEIGHT.put(map, size.weight());
    return map;
  }

  private void addAll(YamlNode distribution) {
    if (distribution instanceof YamlMap map) {
      map.entries().forEach((size, entry) -> add(size, plain(entry.value()), entry.keyMark()));
    } else if (distribution instanceof YamlList list) {
      for (YamlNode item : list.items()) {
        if (item instanceof YamlMap map) {
          add(plain(map.get(ITEM_SIZE.name())), plain(map.get(ITEM_WEIGHT.name())), map.mark());
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

  private void add(String size, String weight, SourceLocation mark) {
    Optional<Integer> bytes = ITEM_SIZE.parse().apply(size);
    Optional<Double> share = ITEM_WEIGHT.parse().apply(weight).filter(w -> w > 0 && w < 1e15);
    if (bytes.isPresent() && share.isPresent()) {
      sizes.add(new WeightedSize(bytes.get(), share.get()));
    } else if (keysAreRight) { // Else it may follow from what has been reported.
      fields
          .problems()
          .error(
              mark,
              DISTRIBUTION.name(),
              ("not a size with a weight, got %s: %s; allowed a size such as 100 or 1KB"
                      + " and a number above 0, as in 100: 70, 1KB: 30")
                  .formatted(size, weight));
    }
  }
}
