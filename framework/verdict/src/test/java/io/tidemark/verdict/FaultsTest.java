package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.fault.FaultKind.FaultAction;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a fault causes is not judged, and what else happens is. The run takes 10 s. */
class FaultsTest {
  private static final Objective RECOVERY =
      new Objective("recoveryTime", Comparison.AT_MOST, 3e9, Unit.NANOSECONDS, "<= 3s");
  private static final Objective AFTER =
      new Objective("rateAfterFault", Comparison.AT_LEAST, 99, Unit.PERCENT, ">= 99%");

  private final GoodRun facts = new GoodRun();

  private static FaultReport fault(double windowSeconds, Optional<Double> recovery, double after) {
    Effect effect = GoodRun.effect(windowSeconds, Optional.of(GoodRun.flow(recovery, after)));
    return GoodRun.fault(3_010_000, 4_500_000, effect.withFailed(1_500L))
        .with()
        .nodes(List.of(2))
        .injectedMicros(3_000_000L)
        .undoBegunMicros(Optional.of(4_000_000L))
        .build();
  }

  private static FaultReport overlapping(String other, boolean outlastsLoad) {
    Effect effect =
        GoodRun.effect(2, Optional.empty())
            .with()
            .fromMicros(Optional.of(3_010_000L))
            .overlaps(other.isEmpty() ? List.of() : List.of(other))
            .outlastsLoad(outlastsLoad)
            .build();
    return fault(2, Optional.empty(), 100).withEffect(Optional.of(effect));
  }

  @Test
  void anOverlapAndALastingFaultAreRemarks() {
    facts.faults = List.of(overlapping("g", false));
    assertThat(facts.verdict().findings())
        .extracting(Finding::code)
        .contains("faults-overlap")
        .doesNotContain("fault-outlasts-load");
    facts.faults = List.of(overlapping("", true));
    assertThat(facts.verdict().findings())
        .extracting(Finding::code)
        .contains("fault-outlasts-load")
        .doesNotContain("faults-overlap");
  }

  @Test
  void anObjectiveOnOverlappingFaultsIsMissedAndSaysWhy() {
    assertThat(ObjectiveRule.ofFaults(RECOVERY, List.of(overlapping("g", false))))
        .extracting(ObjectiveResult::actual, ObjectiveResult::met)
        .containsExactly("f: not known, overlaps with g", false);
  }

  private static FaultReport onWorker(String worker) {
    return fault(7, Optional.of(1.0), 100)
        .with()
        .action(FaultAction.of("kill worker"))
        .nodes(List.of())
        .workers(List.of(worker))
        .undoBegunMicros(Optional.empty())
        .undoneMicros(Optional.empty())
        .build();
  }

  private static FaultReport failed() {
    return fault(0, Optional.empty(), 0)
        .with()
        .nodes(List.of())
        .inEffectMicros(Optional.empty())
        .undoBegunMicros(Optional.empty())
        .undoneMicros(Optional.empty())
        .problem("not injected: no such host")
        .effect(Optional.empty())
        .build();
  }

  @ParameterizedTest
  @CsvSource({"0, 1500, FAILED", "2, 1500, VALID", "2, 2500, FAILED"})
  void failedSendsOfItsWindowAreItsEffect(double window, long failed, Status status) {
    facts.sendsFail(failed, 0);
    facts.faults = List.of(fault(window, Optional.of(window), 100));

    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({"0, INVALID", "5, VALID"})
  void messagesThatAreNeverSentInItsWindowAreItsEffect(double window, Status status) {
    facts.sent = 6_000;
    facts.acknowledged = 6_000;
    facts.received = 6_000;
    facts.loadThread(0.4, 0, 0, 0);
    facts.faults = List.of(fault(window, Optional.of(window), 100));

    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  @Test
  void aWorkerThatItEndedIsItsEffectAndAnotherIsNot() {
    facts.faults = List.of(onWorker("b"));
    facts.lost = List.of(new LostWorker("b", "no answer", false));
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.verdict().findings())
        .anySatisfy(finding -> assertThat(finding.message()).contains("an effect of f"));

    facts.lost =
        List.of(new LostWorker("b", "no answer", false), new LostWorker("c", "no answer", false));
    facts.assertInvalid(
        "worker-lost", "worker c stopped answering: no answer; the others continued");
  }

  @ParameterizedTest
  @CsvSource({"0, FAILED", "7, VALID"})
  void aBacklogOfItsWindowIsItsEffect(double window, Status status) {
    facts.backlogSeries = List.of(0L, 0L, 0L, 500L, 900L, 1_500L, 2_500L, 3_500L, 4_000L, 5_000L);
    facts.faults = List.of(fault(window, Optional.of(window), 100));

    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  @Test
  void aFaultThatWasNotInjectedMakesTheRunInvalid() {
    facts.faults = List.of(failed());

    facts.assertInvalid("fault-failed", "f (kill leader): not injected: no such host");
  }

  @Test
  void theWorstFaultDecidesAnObjective() {
    facts.faults = List.of(fault(2, Optional.of(2.0), 100), fault(4, Optional.of(4.0), 98));
    facts.workload.objectives = List.of(RECOVERY, AFTER);

    assertThat(facts.verdict().objectives())
        .extracting(ObjectiveResult::met)
        .containsExactly(false, false);
    assertThat(facts.verdict().objectives().get(0).actual()).isEqualTo("f: 2 s, f: 4 s");

    facts.faults = List.of(fault(2, Optional.of(2.0), 100));
    assertThat(facts.verdict().objectives())
        .extracting(ObjectiveResult::met)
        .containsExactly(true, true);
  }

  @Test
  void noRecoveryAndNoFaultMissTheObjective() {
    facts.workload.objectives = List.of(RECOVERY);
    assertThat(facts.verdict().objectives().get(0).met()).isFalse();

    facts.faults = List.of(fault(2, Optional.empty(), 50));
    assertThat(facts.verdict().objectives().get(0).actual()).isEqualTo("f: not recovered");
    assertThat(facts.verdict().status()).isEqualTo(Status.FAILED);
  }

  @ParameterizedTest
  @CsvSource({"1500, VALID", "2500, VALID", "2501, FAILED"})
  void sendsThatFailInTheWindowAreNotOfTheClosedLoop(long failed, Status status) {
    facts.intended = Optional.empty();
    facts.sendsFail(failed, 0);
    facts.faults = List.of(fault(2, Optional.of(2.0), 100));

    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  @Test
  void aFaultThatLastsUntilTheLoadEndsLeavesNothingAfterIt() {
    assertThat(ObjectiveRule.ofFaults(AFTER, List.of(overlapping("", true))).actual())
        .isEqualTo("f: not measured, in effect until the load ended");
    assertThat(ObjectiveRule.ofFaults(AFTER, List.of(overlapping("", false))).actual())
        .isEqualTo("f: not measured");
    assertThat(ObjectiveRule.ofFaults(RECOVERY, List.of(overlapping("", true))).actual())
        .isEqualTo("f: not recovered when the load ended, in effect until then");
  }

  @ParameterizedTest
  @CsvSource({"0, false", "3000000, true"})
  void aFaultWhoseTimeDidNotComeIsNoProblemOfAnAbortedRun(long injectedMicros, boolean found) {
    facts.ending = Ending.INTERRUPTED;
    facts.faults = List.of(failed().withInjectedMicros(injectedMicros));

    assertThat(GoodRun.codes(facts.verdict()).contains("fault-failed")).isEqualTo(found);
  }

  /** From second 3 to the end. */
  @Test
  void pausesBeforeAFaultAreNotItsEffect() {
    facts.inFlightSeries = Collections.nCopies(10, 5L);
    facts.host(0.5, 0, 0, 250_000_000, 250_000_000, 0);
    facts.faults = List.of(fault(7, Optional.of(7.0), 100));

    assertThat(GoodRun.codes(facts.verdict())).contains("gc-pause");
  }
}
