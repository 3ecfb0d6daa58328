package io.tidemark.model.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A key is declared once: everything else about it comes from the component of the record. */
class GrammarTest {
  enum Mode {
    FAST_PATH,
    SLOW
  }

  /** A rate, or {@code max}. */
  record Rate(double perSecond) implements WrittenRecord.Written {
    static Optional<Rate> parse(String text) {
      return text.equals("max")
          ? Optional.of(new Rate(Double.MAX_VALUE))
          : Type.RATE.number(text).map(Rate::new);
    }

    @Override
    public Object written() {
      return perSecond == Double.MAX_VALUE ? "max" : perSecond;
    }
  }

  record Line(
      @Key(value = "At its start.", rate = true, range = "0..1000", required = true) double from,
      @Key(value = "At its end.", rate = true, required = true) Optional<Double> to) {}

  record Step(
      @Key(value = "Name.", types = Type.NAME) Optional<String> name,
      @Key(value = "How long.", range = "1ms..", required = true) Duration length,
      @Key(value = "Rate.", shorthand = "from") Optional<Line> rate,
      @Key("Steps in it.") List<Step> steps) {}

  record File(
      @Key(value = "Rate.", types = Type.RATE, words = "max", range = "0..", orElse = "max")
          Rate rate,
      @Key(value = "Numbers.", single = true, range = "1..9") List<Integer> numbers,
      @Key(value = "Mode.", orElse = "slow") Mode mode,
      @Key(value = "Wait.", orElse = "6s", range = "1s..1m", olderNames = "waitMillis ms")
          Duration wait_,
      @Key(value = "Steps.", each = "One step.") List<Step> steps) {}

  private static final Grammar GRAMMAR = Grammar.of(File.class);

  private final Problems problems = new Problems();

  private Fields fields(String yaml) {
    Grammar nested =
        new Grammar(
            GRAMMAR.keys(),
            GRAMMAR.tree().withElements("steps[].steps", GRAMMAR.tree().at("steps[]")),
            Map.of("old", "x"));
    return nested.check(
        YamlTree.read(new SourceFile("f.yaml", yaml), problems).orElseThrow(), false, problems);
  }

  private List<String> problems(String yaml) {
    fields(yaml);
    return problems.all().stream().map(Problem::oneLine).toList();
  }

  @Test
  void readsValuesAndDefaults() {
    assertThat(fields("numbers: 5").read(File.class))
        .isEqualTo(
            new File(
                new Rate(Double.MAX_VALUE),
                List.of(5),
                Mode.SLOW,
                Duration.ofSeconds(6),
                List.of()));
    File file =
        fields(
                """
                rate: 2k/s
                numbers: [1, 2]
                mode: fast-path
                waitMillis: 2000
                steps:
                  - {name: a, length: 1s, rate: 5}
                  - {length: 2s, rate: {from: 5, to: 7}, steps: [{length: 1s}]}
                """)
            .read(File.class);
    assertThat(file.rate()).isEqualTo(new Rate(2_000));
    assertThat(file.mode()).isEqualTo(Mode.FAST_PATH);
    assertThat(file.wait_()).hasSeconds(2);
    assertThat(file.steps().get(0).rate()).contains(new Line(5, Optional.empty()));
    assertThat(file.steps().get(1).rate()).contains(new Line(5, Optional.of(7.0)));
    assertThat(file.steps().get(1).steps()).hasSize(1);
    assertThat(problems.errors()).isEmpty();
  }

  @Test
  void saysWhatIsWrongAndWhere() {
    assertThat(
            problems(
                """
                rate: fast
                numbers: [1, 10]
                mod: slow
                wait_: 2h
                old: 1
                steps:
                  - {length: 1s, rate: 2k}
                  - {rate: {from: 1}, steps: [{lenght: 1s}]}
                """))
        .containsExactly(
            "f.yaml:1:7: rate: wrong value, got fast; allowed a rate such as 500, 20k or 20k/s"
                + " from 0, max",
            "f.yaml:2:14: numbers[1]: wrong value, got 10; allowed a whole number from 1 to 9",
            "f.yaml:3:1: mod: unknown key; allowed rate, numbers, mode, wait_, steps (did you mean"
                + " mode?)",
            "f.yaml:4:8: wait_: wrong value, got 2h; allowed a time span such as 500ms, 30s, 5m or"
                + " 1h30m from 1s to 1m",
            "f.yaml:5:1: old: has no effect: x",
            "f.yaml:7:24: steps[0].rate: wrong value, got 2k; allowed a rate such as 500, 20k or"
                + " 20k/s from 0 to 1000, a map",
            "f.yaml:8:12: steps[1].rate.to: the key is missing; allowed a rate such as 500, 20k or"
                + " 20k/s",
            "f.yaml:8:32: steps[1].steps[0].lenght: unknown key; allowed name, length, rate, steps"
                + " (did you mean length?)",
            "f.yaml:8:5: steps[1].length: the key is missing; allowed a time span such as 500ms,"
                + " 30s, 5m or 1h30m from 1ms to 365d");
  }

  @Test
  void warnsOfAnOlderNameAndChecksItsValue() {
    assertThat(problems("waitMillis: 2000"))
        .containsExactly("f.yaml:1:1: waitMillis: is deprecated; write wait_: 2000ms");
    assertThat(problems.errors()).isEmpty();
    assertThat(problems("waitMillis: 5"))
        .last()
        .asString()
        .isEqualTo(
            "f.yaml:1:13: waitMillis: wrong value, got 5ms; allowed a time span such as 500ms, 30s,"
                + " 5m or 1h30m from 1s to 1m");
    assertThat(problems("waitMillis: 2000\nwait_: 2s"))
        .last()
        .asString()
        .isEqualTo(
            "f.yaml:1:1: waitMillis: cannot be combined with wait_, of which it is the older name");
  }

  @Test
  void writesWhatGivesTheSameValues() {
    String text =
        """
        rate: max
        numbers: 5
        mode: slow
        waitMillis: 2000
        steps: [{name: a, length: 1s, rate: 5}, {length: 2s, rate: {from: 5, to: 7}}]
        """;
    File file = fields(text).read(File.class);
    assertThat(WrittenRecord.of(file))
        .isEqualTo(
            Map.of(
                "rate", "max",
                "numbers", 5,
                "mode", "slow",
                "wait_", "2s",
                "steps",
                    List.of(
                        Map.of("name", "a", "length", "1s", "rate", 5.0),
                        Map.of("length", "2s", "rate", Map.of("from", 5.0, "to", 7.0)))));
  }

  @Test
  void hasASchemaAndRowsOfThePage() {
    assertThat(GRAMMAR.keys())
        .extracting(Setting::path)
        .containsExactly(
            "rate",
            "numbers",
            "numbers[]",
            "mode",
            "wait_",
            "steps",
            "steps[]",
            "steps[].name",
            "steps[].length",
            "steps[].rate",
            "steps[].rate.from",
            "steps[].rate.to",
            "steps[].steps");
    assertThat(GRAMMAR.schema("File", false).toString())
        .contains("waitMillis={description=Deprecated: see wait_, deprecated=true}")
        .contains("steps={description=Steps.");
    assertThat(KeyTable.of(GRAMMAR.keys()))
        .startsWith("| key | value | default | meaning |\n")
        .contains("| `rate` | rate from 0, max | `max` | Rate. |\n")
        .contains("| `mode` | `fast-path`, `slow` | `slow` | Mode. |\n")
        .contains("from 1ms | required | How long. |\n");
  }

  @Test
  void namesOfKeysThatAreNotDeclaredAreBugs() {
    Fields fields = fields("numbers: 1");
    assertThatThrownBy(() -> fields.has("number"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("number is not declared");
  }

  @Test
  void defaultsAreWhatAnEmptyFileSays() {
    assertThat(Grammar.defaults(File.class)).isEqualTo(fields("numbers: []").read(File.class));
  }
}
