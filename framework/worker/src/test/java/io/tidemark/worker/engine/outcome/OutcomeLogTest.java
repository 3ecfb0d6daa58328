package io.tidemark.worker.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.outcome.Outcome;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.outcome.OutcomeKeys;
import io.tidemark.model.outcome.OutcomePlan;
import org.junit.jupiter.api.Test;

class OutcomeLogTest {
  private static OutcomeLog log(int times) {
    return new OutcomeLog(
        new OutcomePlan(
            Grammar.defaults(OutcomeKeys.class).with().released(1).times(times).build(), 1));
  }

  private static Outcome delivered(OutcomeLog log, int deliveries) {
    return log.delivered(0, 0, 7, deliveries, 0).outcome();
  }

  @Test
  void refusalsOfAnotherWorkerCountIfTheBrokerCountsDeliveries() {
    OutcomeLog first = log(3);
    OutcomeLog second = log(3);
    assertThat(delivered(first, 1)).isEqualTo(Outcome.RELEASE);
    assertThat(delivered(second, 2)).isEqualTo(Outcome.RELEASE);
    assertThat(delivered(first, 3)).isEqualTo(Outcome.RELEASE);
    assertThat(delivered(first, 4)).isEqualTo(Outcome.ACCEPT);
  }

  @Test
  void aWorkerKnowsItsOwnRefusalsIfTheBrokerDoesNotCount() {
    OutcomeLog log = log(2);
    assertThat(delivered(log, 0)).isEqualTo(Outcome.RELEASE);
    assertThat(delivered(log, 0)).isEqualTo(Outcome.RELEASE);
    assertThat(delivered(log, 0)).isEqualTo(Outcome.ACCEPT);
  }
}
