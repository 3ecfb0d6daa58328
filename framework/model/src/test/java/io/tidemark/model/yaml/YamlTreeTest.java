package io.tidemark.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YamlTreeTest {

  @Test
  void keepsTheOrderAndThePlaces() {
    YamlMap map = YamlTree.read(new SourceFile("f", "b: 1\na:\n  - x\n"), new Problems()).get();
    assertThat(map.entries().keySet()).containsExactly("b", "a");
    assertThat(map.entries().get("a").keyMark()).hasToString("f:2:1");
    assertThat(map.get("a").get().mark()).hasToString("f:3:3");
  }

  @Test
  void distinguishesTypesAndSubtractsForAWord() {
    YamlMap map =
        YamlTree.read(
                new SourceFile("f", "{a: 1, b: '1', c: 1.5, d: true, e: off, f: ~, g: 1_000}"),
                new Problems())
            .get();
    Map<String, Object> expected =
        new java.util.LinkedHashMap<>(
            Map.of("a", 1L, "b", "1", "c", 1.5, "d", true, "e", "off", "g", "1_000"));
    expected.put("f", null);
    assertThat(map.plain()).isEqualTo(expected);
  }

  @Test
  void onlyTheTagOfTextsIsTaken() {
    String tagged = "{a: !!str 5, b: !!str 010, c: !!str null}";
    assertThat(YamlTree.read(new SourceFile("f", tagged), new Problems()).get().plain())
        .isEqualTo(Map.of("a", "5", "b", "010", "c", "null"));
    assertThat(problems("a: !!int 010")).singleElement().asString().contains("yaml.org,2002:int");
  }

  @Test
  void reportsEveryDuplicateKey() {
    assertThat(problems("a: 1\nb: {c: 1, c: 2}\na: 3\n"))
        .containsExactlyInAnyOrder(
            "f:2:11: b.c: duplicate key, first in line 2; allowed once",
            "f:3:1: a: duplicate key, first in line 1; allowed once");
  }

  @Test
  void explainsTabsAnchorsSecondDocumentsAndBadSyntax() {
    assertThat(problems("a:\n\tb: 1\n"))
        .singleElement()
        .asString()
        .startsWith("f:2:1: ")
        .contains("tab");
    assertThat(problems("a: &x 1\nb: *x\n"))
        .singleElement()
        .asString()
        .startsWith("f:1:4: ")
        .contains("&x");
    assertThat(problems("a: 1\n---\nb: 1\n"))
        .singleElement()
        .asString()
        .startsWith("f:2:1: ")
        .contains("---");
    assertThat(problems("a: b: c\n"))
        .singleElement()
        .asString()
        .startsWith("f:1:5: not valid YAML: a second ':'");
    assertThat(problems("a: [1\n")).singleElement().asString().startsWith("f:2:1: not valid YAML");
    assertThat(problems("")).containsExactly("f:1:1: the file is empty; expected keys with values");
    assertThat(problems("- a")).containsExactly("f:1:1: expected keys with values, got a list");
  }

  @Test
  void showsTheLineWithACaret() {
    Problems problems = new Problems();
    SourceFile source = new SourceFile("f", "a: 1\n  b: 2\n");
    problems.error(new SourceLocation(source, 2, 3), "b", "is wrong");
    assertThat(problems.all().get(0).rendered())
        .isEqualTo("f:2:3: b: is wrong\n    2 |   b: 2\n          ^");
  }

  private static List<String> problems(String yaml) {
    Problems problems = new Problems();
    YamlTree.read(new SourceFile("f", yaml), problems);
    return problems.all().stream().map(Problem::oneLine).toList();
  }
}
