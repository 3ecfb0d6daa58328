package io.tidemark.driver.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.telemetry.PrometheusPage.Selector;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusPageTest {
  private static final PrometheusPage PAGE =
      new PrometheusPage(
          """
          # HELP a_total x
          # TYPE a_total counter
          a_total_more 1
          a_total 5.5e3
          b{x="1",y="}, z=\\"3\\""} 2
          b{x="2",y="c",} 30 1700000000000
          b{x="2", y="d"} 400
          bounds{le="+Inf"} +Inf
          broken{le="1" 7
          missing NaN
          all 10
          all{topic="t"} 10
          last 9""");

  private static OptionalDouble sum(String selector) {
    return PAGE.sum(Selector.parse(selector).orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "a_total; 5500",
        "b; 432",
        "b{x=\"1\"}; 2",
        "b{x=\"2\"}; 430",
        "b{x=\"2\",y=\"d\"}; 400",
        "b{y=\"c\", x=\"2\"}; 30",
        "all; 20",
        "all{topic=\"\"}; 10",
        "last; 9"
      })
  void addsUpTheSeriesThatMatch(String selector, double sum) {
    assertThat(sum(selector)).hasValue(sum);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "total", "b{x=\"3\"}", "b{z=\"3\"}", "bounds", "broken", "missing"})
  void whatIsNotThereOrHasNoNumberIsEmpty(String selector) {
    assertThat(sum(selector)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1a", "a b", "a{", "a{}", "a{x=1}", "a{x=\"1\"", "a{x=~\"1\"}", "a;b"})
  void otherTextsAreNoSelectors(String text) {
    assertThat(Selector.parse(text)).isEmpty();
    assertThat(Selector.parse("a{x=\"" + "y".repeat(200_000))).isEmpty();
  }

  @Test
  void aSelectorIsShownAsItIsWritten() {
    assertThat(Selector.parse("b{x=\"1\", y=\"2\"}")).hasToString("Optional[b{x=\"1\",y=\"2\"}]");
  }

  @Test
  void readsTheLabelOfASeries() {
    assertThat(PAGE.label("b", "x")).contains("1");
    assertThat(PAGE.label("b", "z")).isEmpty();
    assertThat(PAGE.label("a_total", "x")).isEmpty();
  }
}
