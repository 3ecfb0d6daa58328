package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseNames;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is reported of a backlog, and of the end of the drain. */
class PatternRuleTest {
  private static final long SECOND = 1_000_000_000L;

  private final GoodRun facts = new GoodRun();

  private void ended(String phase, boolean met, long backlog) {
    facts.phaseEnds = List.of(new PhaseEnd(phase, 3 * SECOND, met, backlog));
  }

  @Test
  void aBacklogThatWasNotBuiltIsInvalid() {
    ended(PhaseNames.BACKLOG_BUILD, false, 700);
    facts.assertInvalid("backlog-not-built", "after 3 s the backlog was 700 of ");
  }

  @Test
  void howLongABacklogTookIsARemark() {
    ended(PhaseNames.BACKLOG_BUILD, true, 700);
    assertThat(facts.finding("backlog").severity()).isEqualTo(Severity.REMARK);
    assertThat(facts.finding("backlog").message()).isEqualTo("backlog built in 3 s");
    facts.backlog = 900;
    ended(PhaseNames.BACKLOG_DRAIN, true, 0);
    assertThat(facts.finding("backlog").message()).isEqualTo("a backlog of 900 drained in 3 s");
    ended(PhaseNames.BACKLOG_DRAIN, false, 20);
    assertThat(facts.finding("backlog-not-drained").message())
        .isEqualTo("after 3 s 20 of 900 messages of the backlog were left");
  }

  @Test
  void aDrainThatEndedTooEarlyIsARemark() {
    facts.drained = false;
    facts.missing = true;
    ended(PhaseNames.DRAIN, false, 20);
    assertThat(facts.finding("drain-incomplete").message()).contains("may only have been late");

    facts.missing = false;
    assertThat(facts.finding("drain-incomplete").message())
        .isEqualTo(
            "20 messages were outstanding when the run stopped waiting; they arrived just"
                + " afterwards");
    facts.phaseEnds =
        List.of(
            new PhaseEnd(PhaseNames.DRAIN, SECOND, false, 20),
            new PhaseEnd(PhaseNames.BROKER_COUNTS, 2 * SECOND, true, 0));
    assertThat(facts.finding("drain-incomplete").message())
        .endsWith("they arrived in the 2 s in which it waited for the broker's counts");
  }

  @Test
  void withoutADrainOrOutstandingMessagesNothingIsSaidOfIt() {
    facts.drained = false;
    facts.missing = false;
    ended(PhaseNames.DRAIN, false, 0);
    assertThat(GoodRun.codes(facts.verdict())).doesNotContain("drain-incomplete");
    ended(PhaseNames.BACKLOG_DRAIN, true, 5);
    assertThat(GoodRun.codes(facts.verdict())).doesNotContain("drain-incomplete");
    facts.drained = true;
    ended(PhaseNames.DRAIN, true, 5);
    assertThat(GoodRun.codes(facts.verdict())).doesNotContain("drain-incomplete");
  }

  private static PhaseResult phase(String name, long startSecond) {
    return GoodRun.phase(name, startSecond, Optional.empty(), GoodRun.arrived(1_000));
  }

  @Test
  void fillAndDrainHaveTheirRates() {
    facts.workload.pattern = Pattern.FILL_THEN_DRAIN;
    facts.intended = Optional.empty();
    facts.backlog = 900;
    facts.steps = List.of(phase(PhaseNames.FILL, 0), phase(PhaseNames.DRAIN, 10));

    assertThat(facts.verdict().findings())
        .filteredOn(finding -> finding.code().equals("fill-then-drain"))
        .extracting(finding -> finding.message())
        .containsExactly(
            "fill: 100 msg/s in 10 s, peak backlog 900",
            "drain: 100 msg/s in 10 s from the first arrival to the last, 0 ns of waiting not"
                + " counted");
  }
}
