package io.tidemark.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.base.RandomCase;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is read, written and read again is the same; what cannot be read has a place. */
class YamlTextTest {
  /** Pure ASCII, which is YAML too, whatever the characters of its strings are. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private static final int CASES = 2_000;
  private static final int MOST_DEPTH = 4;
  private static final int MOST_ITEMS = 4;

  /** Parts of texts that have a meaning in YAML, in JSON or on a terminal, and others. */
  private static final List<String> PARTS =
      List.of(
          "a",
          "key",
          "1",
          "0x1F",
          "1e3",
          "0.5",
          "true",
          "no",
          "~",
          "null",
          "",
          " ",
          "  ",
          "\n",
          "\r\n",
          "\t",
          ":",
          ": ",
          "- ",
          "-",
          "#",
          " #",
          "\"",
          "'",
          "\\",
          "{",
          "}",
          "[",
          "]",
          ",",
          "&",
          "*",
          "!",
          "|",
          ">",
          "%",
          "@",
          "`",
          "?",
          "---",
          "...",
          "${X}",
          "<<",
          "é",
          "日本",
          "\u0000",
          "\u001b",
          "\u007f",
          "\u0085",
          "\u00a0",
          "\u2028",
          "\u2029",
          "\ufeff",
          "\ufffe",
          "\ud83d\ude00");

  @Test
  void aTreeThatIsWrittenIsReadEqual() {
    RandomCase.forAll(
        CASES,
        any -> {
          Map<String, Object> expected = map(any, 0);
          YamlMap tree = read(json(expected));
          assertThat(tree.plain()).isEqualTo(expected);
          assertThat(read(YamlText.of(tree)).plain()).isEqualTo(expected);
        });
  }

  /** Java strips it from numbers and does not read them with it. */
  @Test
  void aNumberAfterALineSeparatorIsAText() {
    assertThat(YamlScalar.plain("\u20280.5")).isEqualTo("\u20280.5");
  }

  @Test
  void anyTextIsATreeOrAProblemWithAPlace() {
    RandomCase.forAll(
        CASES,
        any -> {
          Problems problems = new Problems();
          Optional<YamlMap> tree = YamlTree.read(new SourceFile("f", text(any, 30)), problems);
          if (tree.isEmpty()) {
            assertThat(problems.all()).isNotEmpty();
          }
          assertThat(problems.all())
              .allSatisfy(problem -> assertThat(problem.oneLine()).matches("(?s)f:\\d+:\\d+: .+"));
        });
  }

  @Test
  void aTreeOfPlainTextIsWrittenAndReadEqual() {
    RandomCase.forAll(
        CASES,
        any -> {
          Problems problems = new Problems();
          Optional<YamlMap> tree =
              YamlTree.read(new SourceFile("f", "k: " + text(any, 12)), problems);
          if (tree.isPresent() && problems.all().isEmpty()) {
            assertThat(read(YamlText.of(tree.get())).plain()).isEqualTo(tree.get().plain());
          }
        });
  }

  private static YamlMap read(String text) {
    Problems problems = new Problems();
    Optional<YamlMap> tree = YamlTree.read(new SourceFile("f", text), problems);
    assertThat(problems.all()).as(text).isEmpty();
    return tree.orElseThrow();
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value).replace("\u007f", "\\u007f");
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, Object> map(RandomCase any, int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int left = any.between(depth == 0 ? 1 : 0, MOST_ITEMS); left > 0; left--) {
      map.put(text(any, 3), value(any, depth + 1));
    }
    return map;
  }

  private static Object value(RandomCase any, int depth) {
    return switch (any.between(0, depth > MOST_DEPTH ? 3 : 5)) {
      case 0 -> any.oneOf(List.of(any.random().nextLong(), any.between(-9L, 9L), Long.MAX_VALUE));
      case 1 -> any.either();
      case 2, 3 -> text(any, 6);
      case 4 -> any.listOf(0, MOST_ITEMS, () -> value(any, depth + 1));
      default -> map(any, depth);
    };
  }

  private static String text(RandomCase any, int most) {
    return String.join("", any.listOf(0, most, () -> any.oneOf(PARTS)));
  }
}
