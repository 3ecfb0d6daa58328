package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
  private record Part(long partNanos) {
    @Override
    public String toString() {
      return "a part";
    }
  }

  private record Values(
      long one,
      long two,
      long none,
      double ratePerSecond,
      double percent,
      double limitPercent,
      double unknownPercent,
      Optional<Long> zero,
      Optional<Long> missing,
      List<String> names,
      List<String> noNames,
      String empty,
      boolean yes,
      boolean no,
      Part part) {}

  private static final Values VALUES =
      new Values(
          1,
          2_000,
          0,
          1_234,
          98.9999,
          99,
          Double.NaN,
          Optional.of(0L),
          Optional.empty(),
          List.of("a", "b"),
          List.of(),
          "",
          true,
          false,
          new Part(2_500));

  private static String fill(String template) {
    return Template.fill(template, VALUES, () -> "in short");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      quoteCharacter = '~',
      value = {
        "{two} of {one} > 2,000 of 1",
        "at {ratePerSecond} > at 1,234 msg/s",
        "{percent} of {limitPercent} > 98.9999 % of 99.00 %",
        "{part} of {partNanos} > a part of 2.50 us",
        "{names} > a, b",
        "{#one|send|sends}, {#two|send|sends}, {#none|send|sends} > 1 send, 2,000 sends, 0 sends",
        "{one|it|they} {two|was|were} > it were",
        "{#zero|is|are} missing > 0 are missing",
        "{yes|a|b} {no|c|d} > a d",
        "{brief}: why > in short: why",
      })
  void fillsValuesWithTheirUnits(String template, String text) {
    assertThat(fill(template)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"none", "missing", "noNames", "empty", "no", "unknownPercent", "absent"})
  void leavesOutPartsWithoutAValue(String name) {
    assertThat(fill("a[, {" + name + "} and {two}].")).isEqualTo("a.");
    assertThat(fill("a[, {" + name + "}][else , not known].")).isEqualTo("a, not known.");
  }

  @Test
  void showsPartsWithValues() {
    assertThat(fill("a[, {zero} and {none}][else , not known].")).isEqualTo("a, 0 and 0.");
  }

  @Test
  void doesNotReadValuesAsTemplates() {
    record Text(String text) {}
    assertThat(Template.fill("[{text}]!", new Text("[{text}] $1 \\"))).isEqualTo("[{text}] $1 \\!");
  }
}
