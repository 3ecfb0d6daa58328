package io.tidemark.model.question;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.Setting;
import io.tidemark.model.question.MetricName.Clients;
import io.tidemark.model.question.MetricName.Kind;
import io.tidemark.model.question.MetricName.Scale;
import io.tidemark.model.snapshot.Measure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricNameTest {
  @Test
  void theKeyOfAQuestionListsEachName() {
    List<String> words =
        Setting.of(Question.class).stream()
            .flatMap(key -> key.allowedValues().stream())
            .distinct() // The list, and an element of it.
            .toList();
    assertThat(words).containsExactlyElementsOf(MetricName.names());
  }

  @Test
  void aRateOrLatencyIsThatOfPhasesWithANumberOfClients() {
    MetricName one = MetricName.parse("roundTripRate at 1 requester").orElseThrow();
    assertThat(one.at()).contains(new Scale(1, Clients.REQUESTERS));
    assertThat(one).hasToString("roundTripRate at 1 requester");
    MetricName many = MetricName.parse(" endToEnd.p99  at 16 producers ").orElseThrow();
    assertThat(many.measure()).contains(Measure.END_TO_END);
    assertThat(many.statistic()).isEqualTo("p99");
    assertThat(MetricName.parse(many.toString())).contains(many);
  }

  @ParameterizedTest
  @CsvSource({
    "endToEndd.p99, endToEnd.p99",
    "e2e.p99, endToEnd.p99",
    "E2E latency p50, endToEnd.p50",
    "e2e, endToEnd.p99",
    "endToEndLatency.p99.9, endToEnd.p99.9",
    "pub p99, publishLatency.p99",
    "publish latency p99, publishLatency.p99",
    "publishlatency.p99, publishLatency.p99",
    "publish/s, publishRate",
    "round trip p99, roundTrip.p99",
    "publishLatency, publishLatency.p99",
    "publish rate, publishRate",
    "e2e.p98, endToEnd.p99",
    "recoveryTimeFirst, failover.recoveryTimeFirst",
    "classes.orders.e2e.p99, classes.orders.endToEnd.p99",
    "e2e.p99 at 8 requesters, endToEnd.p99 at 8 requesters",
  })
  void theNamesOfTablesAndSlipsAreKnown(String text, String name) {
    assertThat(MetricName.suggestion(text)).isEqualTo(" (did you mean " + name + "?)");
  }

  @Test
  void anythingElseGetsTheListOfNames() {
    assertThat(MetricName.suggestion("colour")).startsWith("; allowed publishRate, ");
  }

  @Test
  void aNameHasItsKind() {
    assertThat(MetricName.parse("requestLeg.p99.9").orElseThrow())
        .satisfies(name -> assertThat(name.kind()).isEqualTo(Kind.LATENCY))
        .satisfies(name -> assertThat(name.statistic()).isEqualTo("p99.9"))
        .satisfies(name -> assertThat(name.measure()).contains(Measure.REQUEST_LEG));
    assertThat(MetricName.parse("recoveryTime").orElseThrow().kind()).isEqualTo(Kind.TIME);
    assertThat(MetricName.parse(MetricName.MISSING).orElseThrow().kind()).isEqualTo(Kind.COUNT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "publishrate",
        "endToEnd",
        "endToEnd.p42",
        "recoveryTime at 8 producers",
        "publishRate at 0 producers",
        "publishRate at 8",
        "publishRate at 8 topics",
        "scheduleDelay.p99"
      })
  void anotherTextIsNoName(String text) {
    assertThat(MetricName.parse(text)).isEmpty();
  }

  @Test
  void aQuestionIsReadInWords() {
    assertThat(new Question(List.of("endToEnd.p99", "publishRate"), 0.1))
        .hasToString("endToEnd.p99 and publishRate; differences of less than 10 % do not matter");
  }
}
