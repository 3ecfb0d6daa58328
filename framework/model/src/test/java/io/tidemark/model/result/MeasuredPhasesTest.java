package io.tidemark.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.PhaseScale;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeasuredPhasesTest {
  private static PhaseResult phase(
      String name, boolean measured, int seconds, double sent, Optional<Double> intended) {
    return new PhaseResult(
        name,
        measured,
        0,
        seconds * 1_000_000_000L,
        intended,
        new Throughput(counters((long) sent * seconds), seconds * 1_000_000_000L),
        Counters.ZERO,
        PhaseScale.NONE,
        Map.of());
  }

  private static Counters counters(long each) {
    return Counters.ZERO
        .with(Counter.SENT, each)
        .with(Counter.SENT_BYTES, each)
        .with(Counter.ACKNOWLEDGED, each)
        .with(Counter.ACKNOWLEDGED_BYTES, each)
        .with(Counter.FAILED, each)
        .with(Counter.RECEIVED, each)
        .with(Counter.RECEIVED_BYTES, each);
  }

  private static PhaseResult phase(String name, int seconds, double sent) {
    return phase(name, true, seconds, sent, Optional.of(2 * sent));
  }

  private static double sent(List<PhaseResult> phases) {
    return new MeasuredPhases(phases, false).byTime().perSecond(Counter.SENT);
  }

  @Test
  void aShortPhaseCountsLessThanALongOne() {
    List<PhaseResult> phases = List.of(phase("long", 30, 100), phase("short", 10, 500));
    assertThat(sent(phases)).isEqualTo(200);
    assertThat(MeasuredPhases.intendedRate(phases)).hasValue(400.0);
  }

  @Test
  void warmUpIsLeftOut() {
    PhaseResult warmUp = phase("warm-up", false, 10, 7, Optional.empty());
    PhaseResult test = phase("test", 10, 100);
    assertThat(new MeasuredPhases(List.of(warmUp, test), false).all()).containsExactly(test);
  }

  @Test
  void theIntendedRateIsKnownOnlyIfEveryPhaseHasOne() {
    PhaseResult closedLoop = phase("closed", true, 10, 100, Optional.empty());
    assertThat(MeasuredPhases.intendedRate(List.of(phase("open", 10, 100), closedLoop))).isEmpty();
  }

  @Test
  void thereIsNoMeanOfNoTime() {
    assertThat(MeasuredPhases.intendedRate(List.of())).isEmpty();
    List<PhaseResult> phases = List.of(phase("one", 0, 100), phase("another", 0, 200));
    assertThat(MeasuredPhases.mean(phases, phase -> 1)).isEmpty();
    assertThat(sent(phases)).isZero();
  }

  @Test
  void producersAndConsumersWhoTakeTurnsHavePhasesOfTheirOwn() {
    PhaseResult fill = phase("fill", 10, 100);
    PhaseResult drain = phase("drain", 20, 300);
    MeasuredPhases turns = new MeasuredPhases(List.of(fill, drain), true);
    assertThat(turns.producing()).containsExactly(fill);
    assertThat(turns.consuming()).containsExactly(drain);
    assertThat(turns.byTime())
        .isEqualTo(
            new Throughput(
                counters(1_000).with(Counter.Group.RECEIVING, counters(6_000)),
                10_000_000_000L,
                20_000_000_000L));
  }

  @Test
  void aWorkloadsOwnPhasesMayBeCalledLikeTheirs() {
    List<PhaseResult> phases = List.of(phase("fill", 10, 100), phase("drain", 20, 300));
    MeasuredPhases together = new MeasuredPhases(phases, false);
    assertThat(together.producing()).isEqualTo(phases);
    assertThat(together.consuming()).isEqualTo(phases);
  }
}
