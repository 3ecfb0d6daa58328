package io.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.worker.ClockTable.Correction;
import org.junit.jupiter.api.Test;

class ClockSyncTest {
  private final Scenario scenario = new Scenario().workers("a", "b");
  private final ScriptedWorker sender = scenario.worker(0);
  private final ScriptedWorker receiver = scenario.worker(1);

  /** How far the receiver's table is off for a stamp that the sender makes at a moment. */
  private long errorNanos(Correction correction, double seconds) {
    long moment = ScriptedWorker.ORIGIN + (long) (seconds * 1e9);
    return correction.apply(sender.own(moment)) - receiver.own(moment);
  }

  private Correction lastTable() {
    return receiver.tables.get(receiver.tables.size() - 1).corrections().get(0);
  }

  @Test
  void aConstantOffsetIsFoundExactlyOverASymmetricWay() throws Exception {
    sender.offsetNanos = 80_000_000;
    receiver.offsetNanos = -80_000_000;
    sender.wayThereNanos = sender.wayBackNanos = 200_000;
    receiver.wayThereNanos = receiver.wayBackNanos = 300_000;

    RunResult result = scenario.run();

    assertThat(errorNanos(lastTable(), 10)).isZero();
    assertThat(lastTable().errorBoundNanos()).isEqualTo(500_000);
    assertThat(result.workers().get(0).clockOffsetNanos()).isEqualTo(80_000_000);
    assertThat(result.workers().get(1).clockErrorBoundNanos()).isEqualTo(300_000);
    assertThat(result.workers().get(0).clockDriftRatio()).isZero();
  }

  @Test
  void anAsymmetricWayFalsifiesTheOffsetByNoMoreThanTheBound() throws Exception {
    sender.offsetNanos = 80_000_000;
    sender.wayThereNanos = 900_000;
    sender.wayBackNanos = 100_000;

    RunResult result = scenario.run();

    long error = result.workers().get(0).clockOffsetNanos() - 80_000_000;
    assertThat(error).isEqualTo(400_000);
    assertThat(result.workers().get(0).clockErrorBoundNanos()).isEqualTo(500_000);
    assertThat(Math.abs(errorNanos(lastTable(), 10)))
        .isLessThanOrEqualTo(lastTable().errorBoundNanos());
  }

  @Test
  void theQuickestReadingOfABurstCounts() throws Exception {
    sender.offsetNanos = 5_000_000;
    sender.fault(
        "read-clock",
        call -> {
          sender.wayThereNanos = call % 5 == 3 ? 10_000 : 3_000_000;
          sender.wayBackNanos = 10_000;
        });

    RunResult result = scenario.run();

    assertThat(result.workers().get(0).clockOffsetNanos()).isEqualTo(5_000_000);
    assertThat(result.workers().get(0).clockErrorBoundNanos()).isEqualTo(10_000);
  }

  @Test
  void driftIsLearnedDuringTheRunAndHandedToTheWorkers() throws Exception {
    sender.driftRatio = 50e-6;
    sender.wayThereNanos = sender.wayBackNanos = 10_000;
    receiver.wayThereNanos = receiver.wayBackNanos = 10_000;

    RunResult result = scenario.run();

    assertThat(result.workers().get(0).clockDriftRatio()).isCloseTo(50e-6, within(1e-6));
    assertThat(receiver.tables).hasSizeGreaterThan(3);
    assertThat(Math.abs(errorNanos(lastTable(), 26))).isLessThan(20_000);
    // Before the drift was known, the bound had to cover what it had done meanwhile.
    assertThat(result.workers().get(0).clockErrorBoundNanos()).isBetween(200_000L, 320_000L);
    assertThat(Scenario.codes(result)).noneMatch(code -> code.equals("schedule-missed"));
  }

  @Test
  void aClockThatStepsDuringTheRunMakesItInvalid() throws Exception {
    sender.wayThereNanos = sender.wayBackNanos = 10_000;
    scenario.time.at(12, () -> sender.offsetNanos += 20_000_000);

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(Scenario.finding(result, "clock-uncertain"))
        .startsWith("the clock of worker a jumped by 1");
  }

  @Test
  void workersOnTheCoordinatorsClockAreKnownExactlyAndNeverRead() throws Exception {
    scenario.ownBootId = "boot";
    sender.bootId = "boot";
    receiver.bootId = "boot";
    sender.offsetNanos = 123_456_789;

    RunResult result = scenario.run();

    assertThat(sender.calls("read-clock")).isZero();
    assertThat(result.workers().get(0).clockOffsetNanos()).isEqualTo(123_456_789);
    assertThat(result.workers().get(0).clockErrorBoundNanos()).isZero();
    assertThat(lastTable()).isEqualTo(new Correction(-123_456_789, 0, 0, 0));
    assertThat(receiver.tables).hasSize(1);
  }

  @Test
  void workersOnOneClockOfTheirOwnAreExactAgainstEachOther() throws Exception {
    sender.bootId = receiver.bootId = "elsewhere";
    sender.offsetNanos = 1_000;
    receiver.offsetNanos = 5_000;
    sender.wayThereNanos = 40_000_000;
    sender.wayBackNanos = 1_000;

    RunResult result = scenario.run();

    assertThat(lastTable()).isEqualTo(new Correction(4_000, 0, 0, 0));
    assertThat(Scenario.codes(result)).doesNotContain("clock-uncertain");
  }

  @Test
  void aWayTooSlowForTheLatenciesMakesTheRunInvalid() throws Exception {
    sender.wayThereNanos = 30_000_000;
    sender.wayBackNanos = 1_000_000;

    RunResult result = scenario.run();

    assertThat(Scenario.finding(result, "clock-uncertain")).contains("a and b", "+/- 15.5 ms");
  }
}
