package io.tidemark.model.yaml;

import io.tidemark.driver.Quantities;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What the value of a key may look like. */
public enum Form {
  STRING("a text"),
  /** Of results and messages: one short line. */
  NAME("a name of 1 to 200 characters"),
  /** For {@code /bin/sh -c}. */
  COMMAND("a shell command"),
  INTEGER("a whole number"),
  /** Read by {@link Quantities#share}. */
  NUMBER("a number or percentage"),
  /** Read by {@link Quantities#percent}. */
  PERCENT("a percentage such as 99 or 99%"),
  /** Read by {@link Quantities#rate}. */
  RATE("a rate such as 500, 20k or 20k/s"),
  BOOLEAN("true or false"),
  /** Read by {@link Quantities#duration}. */
  DURATION("a time span such as 500ms, 30s, 5m or 1h30m"),
  /** As {@link #DURATION}, or a plain number of milliseconds, where OMB's own files have one. */
  DURATION_OR_MILLISECONDS("a time span such as 500ms or 30s, or a number of milliseconds"),
  /** Read by {@link Quantities#bytes}. */
  SIZE("a size such as 100, 1KB or 2GB"),
  /** Java properties text, or a map that stands for it. */
  PROPERTIES("properties (key=value lines, or a map)"),
  /** A map with keys of the user's choice. */
  MAP("a map"),
  /** A map whose keys have rules of their own. */
  SECTION("a map"),
  LIST("a list"),
  ANY("anything");

  private static final Predicate<String> WHOLE =
      Pattern.compile("[-+]?(0|[1-9][0-9_]*)").asMatchPredicate();

  private static final Predicate<String> LINE =
      Pattern.compile("(?!\\s*$)[^\\p{Cntrl}]{1,200}").asMatchPredicate();

  private final String description;

  Form(String description) {
    this.description = description;
  }

  /** For messages and reference pages. */
  public String description() {
    return description;
  }

  /** Whether a value has this form. */
  boolean matches(YamlNode node) {
    return switch (this) {
      case ANY -> true;
      case MAP, SECTION -> node instanceof YamlMap;
      case LIST -> node instanceof YamlList;
      case PROPERTIES -> node instanceof YamlMap || node instanceof YamlScalar;
      case STRING -> node instanceof YamlScalar;
      case NAME -> node instanceof YamlScalar scalar && LINE.test(scalar.text());
      case COMMAND ->
          node instanceof YamlScalar scalar
              && !scalar.text().isBlank()
              && scalar.text().indexOf('\0') < 0;
      case BOOLEAN ->
          node instanceof YamlScalar scalar && List.of("true", "false").contains(scalar.text());
      default -> node instanceof YamlScalar scalar && value(scalar.text()).isPresent();
    };
  }

  /** A number, a rate each second, a size in bytes, a time span in nanoseconds. */
  public Optional<Double> value(String text) {
    return switch (this) {
      case INTEGER ->
          Optional.of(text).filter(WHOLE).map(digits -> Double.valueOf(digits.replace("_", "")));
      case NUMBER -> Quantities.share(text);
      case PERCENT -> Quantities.percent(text);
      case RATE -> Quantities.rate(text);
      case SIZE -> Quantities.bytes(text).map(Long::doubleValue);
      case DURATION -> Quantities.duration(text).map(time -> (double) time.toNanos());
      case DURATION_OR_MILLISECONDS ->
          Quantities.milliseconds(text).map(time -> (double) time.toNanos());
      default -> Optional.empty();
    };
  }

  /** A value as the user would write it. */
  String text(double value) {
    if (this == DURATION || this == DURATION_OR_MILLISECONDS) {
      return Quantities.text(Duration.ofNanos((long) value));
    }
    if (this == SIZE && value >= 1 << 20 && value % (1 << 20) == 0) {
      long megabytes = (long) value >> 20;
      return megabytes % 1024 == 0 ? megabytes / 1024 + "GB" : megabytes + "MB";
    }
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
