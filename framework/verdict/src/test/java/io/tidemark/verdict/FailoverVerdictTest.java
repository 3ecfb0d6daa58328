package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailoverVerdictTest {
  static final FailoverReport FAILOVER =
      new FailoverReport(
          1_000_000,
          "killed 1 node of kafka",
          2_000_000_000L,
          30_000,
          Optional.of(120L),
          Optional.of(400_000_000L),
          Optional.of(2_500_000_000L),
          Optional.empty(),
          Optional.empty(),
          List.of());

  private final GoodRun facts = new GoodRun();

  @ParameterizedTest
  @CsvSource({
    "recoveryPointMessages, EQUAL, 0, COUNT, false, 120",
    "recoveryPointMessages, AT_MOST, 120, COUNT, true, 120",
    "recoveryPointAge, AT_MOST, 5e8, NANOSECONDS, true, 400 ms",
    "recoveryTimeFirst, LESS, 2e9, NANOSECONDS, false, 2.50 s",
    "recoveryTimeLast, AT_MOST, 9e9, NANOSECONDS, false, not measured",
  })
  void comparesObjectivesWithTheFailover(
      String key, Comparison comparison, double limit, Unit unit, boolean met, String actual) {
    facts.failover = Optional.of(FAILOVER);

    ObjectiveResult result = facts.objective(key, comparison, limit, unit);

    assertThat(result.met()).isEqualTo(met);
    assertThat(result.actual()).isEqualTo(actual);
  }

  @Test
  void isAFindingWithWhatWasLost() {
    facts.failover = Optional.of(FAILOVER);

    assertThat(facts.verdict().findings())
        .filteredOn(finding -> finding.code().equals("failover"))
        .extracting(Finding::message)
        .containsExactly(
            "killed 1 node of kafka; of 30,000 confirmed messages, 120 are missing at the standby;"
                + " the first message was read there 2.50 s after the failure");
  }
}
