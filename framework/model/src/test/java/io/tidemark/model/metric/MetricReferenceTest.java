package io.tidemark.model.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.metric.MetricReference.Clients;
import io.tidemark.model.metric.MetricReference.Scale;
import io.tidemark.model.question.Question;
import io.tidemark.model.snapshot.Measure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricReferenceTest {
  @Test
  void theKeyOfAQuestionListsEachName() {
    List<String> words =
        Grammar.of(Question.class).keys().stream()
            .flatMap(key -> key.allowedValues().stream())
            .distinct() // The list, and an element of it.
            .toList();
    assertThat(words).containsExactlyElementsOf(MetricNames.asked());
  }

  @Test
  void aRateOrLatencyIsThatOfPhasesWithANumberOfClients() {
    MetricReference one = MetricReference.parse("roundTripRate at 1 requester").orElseThrow();
    assertThat(one.at()).contains(new Scale(1, Clients.REQUESTERS));
    assertThat(one).hasToString("roundTripRate at 1 requester");
    MetricReference many = MetricReference.parse(" endToEnd.p99  at 16 producers ").orElseThrow();
    assertThat(many.measure()).contains(Measure.END_TO_END);
    assertThat(many.statistic()).isEqualTo("p99");
    assertThat(MetricReference.parse(many.toString())).contains(many);
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
    "recoveryTimeFirs, recoveryTimeFirst",
    "classes.orders.e2e.p99, classes.orders.endToEnd.p99",
    "priorities.9.e2e.p99, priorities.9.endToEnd.p99",
    "e2e.p99 at 8 requesters, endToEnd.p99 at 8 requesters",
  })
  void theNamesOfTablesAndSlipsAreKnown(String text, String name) {
    assertThat(MetricNames.suggestion(text)).isEqualTo(" (did you mean " + name + "?)");
  }

  @Test
  void anythingElseGetsTheListOfNames() {
    assertThat(MetricNames.suggestion("colour")).startsWith("; allowed publishRate, ");
  }

  @Test
  void anObjectiveAndAQuestionHaveOneNameAndTheOlderOneIsKnown() {
    assertThat(MetricNames.objective("recoveryTimeFirst"))
        .isEqualTo(MetricNames.objective("failover.recoveryTimeFirst"))
        .contains(MetricReference.parse("failover.recoveryTimeFirst").orElseThrow().metric());
    assertThat(MetricReference.parse("failover.recoveryTimeLast"))
        .hasValueSatisfying(metric -> assertThat(metric).hasToString("recoveryTimeLast"));
  }

  @Test
  void aMetricHasItsUnitAndWhatItIsAbout() {
    assertThat(MetricReference.parse("requestLeg.p99.9").orElseThrow())
        .satisfies(metric -> assertThat(metric.isTime()).isTrue())
        .satisfies(metric -> assertThat(metric.statistic()).isEqualTo("p99.9"))
        .satisfies(metric -> assertThat(metric.measure()).contains(Measure.REQUEST_LEG));
    assertThat(Metrics.RECOVERY_TIME.unit()).isEqualTo(Unit.MICROSECONDS);
    assertThat(MetricReference.of(Metrics.MISSING).isCompared()).isFalse();
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
    assertThat(MetricReference.parse(text)).isEmpty();
  }

  @Test
  void aQuestionIsReadInWords() {
    assertThat(new Question(List.of("endToEnd.p99", "publishRate"), 0.1))
        .hasToString("endToEnd.p99 and publishRate; differences of less than 10 % do not matter");
  }
}
