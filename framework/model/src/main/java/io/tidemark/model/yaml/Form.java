package io.tidemark.model.yaml;

import io.tidemark.driver.Quantities;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;

/** What the value of a key may look like. */
public enum Form {
  STRING("a text"),
  INTEGER("a whole number"),
  NUMBER("a number"),
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
      default -> node instanceof YamlScalar scalar && matchesScalar(scalar);
    };
  }

  private boolean matchesScalar(YamlScalar scalar) {
    return switch (this) {
      case INTEGER -> scalar.isInteger();
      case NUMBER -> scalar.isNumber();
      case BOOLEAN -> scalar.text().equals("true") || scalar.text().equals("false");
      case DURATION -> Quantities.duration(scalar.text()).isPresent();
      case DURATION_OR_MILLISECONDS -> Quantities.milliseconds(scalar.text()).isPresent();
      case SIZE -> Quantities.bytes(scalar.text()).isPresent();
      default -> true;
    };
  }
}
