package io.tidemark.model.yaml;

import io.tidemark.driver.Quantities;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** Least and greatest values of numbers, sizes and time spans. */
final class Bounds {
  private Bounds() {}

  /** Whether a scalar that has the form also lies in the rule's range. */
  static boolean hold(KeyRule rule, Form form, YamlScalar scalar) {
    Optional<Double> value = value(form, scalar.text());
    return value.isEmpty()
        || (rule.minimum().map(least -> value.get() >= least).orElse(true)
            && rule.maximum().map(most -> value.get() <= most).orElse(true));
  }

  static Optional<Double> value(Form form, String text) {
    return switch (form) {
      case INTEGER, NUMBER -> Optional.of(Double.parseDouble(text.replace("_", "")));
      case SIZE -> Quantities.bytes(text).map(Long::doubleValue);
      case DURATION -> Quantities.duration(text).map(duration -> (double) duration.toNanos());
      default -> Optional.empty();
    };
  }

  /** A bound as the user would write it. */
  static String text(Form form, double bound) {
    if (form == Form.DURATION) {
      return Quantities.text(Duration.ofNanos((long) bound));
    }
    if (form == Form.SIZE && bound >= 1 << 20 && bound % (1 << 20) == 0) {
      long megabytes = (long) bound >> 20;
      return megabytes % 1024 == 0 ? megabytes / 1024 + "GB" : megabytes + "MB";
    }
    return new BigDecimal(bound).stripTrailingZeros().toPlainString();
  }
}
