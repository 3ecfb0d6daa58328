package io.tidemark.model.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.load.PayloadSpec.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyTemplateTest {
  private static final int MANY = 100_000;
  private static final Table USERS =
      new Table(
          "users.csv",
          List.of("id", "name"),
          List.of(List.of("1", "Ann \"A\""), List.of("2", "Bob\\"), List.of("3", "Zoë")));

  @Test
  void uniformValuesCoverTheirRangeWithBothEnds() throws BodyException {
    List<String> values = many("#{uniform:-2..3}");
    assertThat(new HashSet<>(values)).containsExactlyInAnyOrder("-2", "-1", "0", "1", "2", "3");
    for (int value = -2; value <= 3; value++) {
      String wanted = "" + value;
      assertThat(values.stream().filter(wanted::equals).count() / (double) MANY)
          .isCloseTo(1 / 6.0, within(0.01));
    }
  }

  @Test
  void uniformValuesHaveTheDecimalsOfTheirBounds() throws BodyException {
    List<String> values = many("#{uniform:-0.05..1.5}");
    assertThat(values).allMatch(value -> value.matches("-?\\d\\.\\d\\d")).contains("-0.05", "1.50");
    assertThat(mean(values)).isCloseTo(0.725, within(0.01));
  }

  @Test
  void normalValuesHaveTheirMeanAndDeviation() throws BodyException {
    List<String> values = many("#{normal:-3.25,2}");
    double mean = mean(values);
    double variance =
        values.stream().mapToDouble(value -> Math.pow(Double.parseDouble(value) - mean, 2)).sum()
            / MANY;
    assertThat(mean).isCloseTo(-3.25, within(0.03));
    assertThat(Math.sqrt(variance)).isCloseTo(2, within(0.03));
    assertThat(values).allMatch(value -> value.matches("-?\\d+\\.\\d\\d"));
  }

  /** With exponent 1.5 and 100 ranks, rank 1 has 1/2.4126 of all. */
  @Test
  void zipfRanksHaveTheirShares() throws BodyException {
    List<String> values = many("#{zipf:100,1.5}");
    double first = count(values, "1");
    assertThat(first / MANY).isCloseTo(1 / 2.4126, within(0.01));
    assertThat(count(values, "2") / first).isCloseTo(Math.pow(2, -1.5), within(0.02));
    assertThat(values).allMatch(value -> Integer.parseInt(value) <= 100);
  }

  @Test
  void choicesHaveTheirWeights() throws BodyException {
    List<String> values = many("#{choice:paid=6|open=3|late|never=0}");
    assertThat(count(values, "paid") / MANY).isCloseTo(0.6, within(0.01));
    assertThat(count(values, "late") / MANY).isCloseTo(0.1, within(0.01));
    assertThat(count(values, "never")).isZero();
  }

  @Test
  void lookupsOfABodyAreOfOneRow() throws BodyException {
    Set<String> seen = new HashSet<>(many("#{csv:users.csv:id} #{csv:users.csv:name}"));
    assertThat(seen).containsExactlyInAnyOrder("1 Ann \"A\"", "2 Bob\\", "3 Zoë");
  }

  @Test
  void jsonStaysValidWithAnyValue() throws BodyException {
    BodyTemplate template =
        TemplateParser.parse(
            "{\"name\": \"#{csv:users.csv:name}\", \"say\": \"#{choice:\"yes\"|no\t|\\\\}\"}",
            true,
            file -> USERS);
    List<byte[]> bodies = template.filling(3).pool(1000, Long.MAX_VALUE);
    JsonCheck.check(bodies);
    assertThat(bodies.stream().map(BodyTemplateTest::text).collect(Collectors.toSet()))
        .contains("{\"name\": \"Ann \\\"A\\\"\", \"say\": \"\\\"yes\\\"\"}");
  }

  @Test
  void uuidsAreOfVersion4AndDiffer() throws BodyException {
    List<String> values = many("#{uuid}");
    assertThat(new HashSet<>(values)).hasSize(MANY);
    assertThat(values.subList(0, 1000))
        .allSatisfy(
            value -> {
              UUID uuid = UUID.fromString(value);
              assertThat(uuid.version()).isEqualTo(4);
              assertThat(uuid.variant()).isEqualTo(2);
              assertThat(uuid).hasToString(value);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"#{random:5..9}", "#{text:5..9}"})
  void randomTextHasTheLengthsOfItsRange(String directive) throws BodyException {
    assertThat(many(directive).stream().map(String::length).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(5, 6, 7, 8, 9);
  }

  @Test
  void longBodiesAreFilledToo() throws BodyException {
    assertThat(filled("#{random:255}#{n}#{random:999}#{text:5000}", 7, 2))
        .allMatch(body -> body.length() == 255 + 1 + 999 + 5000);
  }

  @Test
  void aMessageHasItsNumberAndTime() throws BodyException {
    BodyTemplate template =
        template("#{n} #{sequence} #{sequence:1000} #{time:iso} #{time:millis} #{time:nanos}");
    BodyTemplate.Filling filling = template.filling(1);
    filling.next(3, 0);
    assertThat(text(filling.next(7, 1_700_000_000_012_345_678L)))
        .isEqualTo("1 7 1007 2023-11-14T22:13:20.012Z 1700000000012 1700000000012345678");
    assertThat(template.isPerMessage()).isTrue();
    assertThat(template("#{n} #{uuid}").isPerMessage()).isFalse();
  }

  @Test
  void theSameSeedHasTheSameBodies() throws BodyException {
    String all = "#{uniform:1..9} #{normal:5,2} #{zipf:9} #{choice:a|b} #{random:4} #{uuid}";
    assertThat(filled(all, 5, 50)).isEqualTo(filled(all, 5, 50)).isNotEqualTo(filled(all, 6, 50));
  }

  /** Bodies of a seed must not change with a version of Tidemark or of Java. */
  @Test
  void theBodiesOfASeedAreFixed() throws BodyException {
    assertThat(filled("#{uniform:1..1000} #{normal:50.0,5} #{zipf:100,1.1} #{random:6}", 42, 2))
        .containsExactly(FIRST_OF_42, SECOND_OF_42);
  }

  private static final String FIRST_OF_42 = "728 55.5 2 xdIam6";
  private static final String SECOND_OF_42 = "276 44.2 5 XtoN6X";

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "ab #{unform:1..2}     ! got #{unform:1..2}; allowed n, sequence",
        "ab #{unform:1..2}     ! (at character 4 of the template)",
        "#{uniform:5..1}       ! got #{uniform:5..1}",
        "#{uniform:5}          ! got #{uniform:5}",
        "#{uniform:0..999999999999999999} ! got",
        "#{normal:5,-1}        ! got",
        "#{normal:5}           ! got",
        "#{zipf:0}             ! got",
        "#{zipf:10,11}         ! got",
        "#{choice:a=x}         ! got",
        "#{choice:a=0}         ! got",
        "#{random}             ! got",
        "#{random:9..5}        ! got",
        "#{time:hours}         ! got",
        "#{n:1}                ! got",
        "#{csv:users.csv}      ! got",
        "#{csv:users.csv:age}  ! no such column, got age; allowed id, name",
        "#{uuid                ! got #{uuid",
      })
  void aDirectiveThatIsWrongIsNamedWithItsPlace(String text, String message) {
    assertThatThrownBy(() -> template(text))
        .isInstanceOf(BodyException.class)
        .hasMessageContaining(message);
  }

  private static double mean(List<String> values) {
    return values.stream().mapToDouble(Double::parseDouble).sum() / values.size();
  }

  private static double count(List<String> values, String value) {
    return values.stream().filter(value::equals).count();
  }

  private static List<String> many(String text) throws BodyException {
    return filled(text, 7, MANY);
  }

  private static List<String> filled(String text, long seed, int bodies) throws BodyException {
    BodyTemplate.Filling filling = template(text).filling(seed);
    Function<Integer, String> next = i -> text(filling.next(i, 0));
    List<String> values = new ArrayList<>();
    for (int i = 0; i < bodies; i++) {
      values.add(next.apply(i));
    }
    return values;
  }

  private static BodyTemplate template(String text) throws BodyException {
    return TemplateParser.parse(text, false, file -> USERS);
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }
}
