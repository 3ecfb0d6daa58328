package io.tidemark.coordinator.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.run.Scenario;
import io.tidemark.model.fault.FaultKind.FaultAction;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.PhaseScale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Samples made by hand: 100 messages in each of 60 seconds, until a test changes that. The rates of
 * a fault are tested in {@link FlowEffectTest}.
 */
class FaultEffectsTest {
  private static final long START = 1_700_000_000L * 1_000_000_000L;
  private static final int LENGTH = 60;

  private final long[] messages = new long[LENGTH];
  private final long[] failed = new long[LENGTH];
  private final long[] waiting = new long[LENGTH];
  private final List<RunEvent> events = new ArrayList<>();
  private Optional<Long> lost = Optional.of(0L);
  private Optional<Long> duplicated = Optional.of(0L);
  private BiFunction<Long, Long, Optional<Long>> leaders = (from, to) -> Optional.of(0L);
  private final Scenario scenario = new Scenario();

  /** The second whose sample ends only with the next second; -1 for none. */
  private int late = -1;

  @BeforeEach
  void steadyFlow() {
    Arrays.fill(messages, 100);
    Arrays.fill(waiting, 10);
    scenario.warmup = Duration.ZERO;
    scenario.test = Optional.of(Duration.ofSeconds(LENGTH));
  }

  private static long nanos(double seconds) {
    return START + Math.round(seconds * 1e9);
  }

  private static Optional<Long> micros(double seconds) {
    return Optional.of(nanos(seconds) / 1_000);
  }

  private static FaultReport fault(
      double at, Optional<Long> inEffect, Optional<Long> undoBegun, Optional<Long> undone) {
    return new FaultReport(
        "at-" + at,
        FaultAction.of("freeze 1"),
        List.of(1),
        List.of(),
        "test",
        nanos(at) / 1_000,
        inEffect,
        undoBegun,
        undone,
        "",
        Optional.empty());
  }

  private static FaultReport fault(double at, double undone) {
    return fault(at, micros(at), micros(undone), micros(undone));
  }

  private static void fill(long[] values, int from, int to, long value) {
    Arrays.fill(values, from, to, value);
  }

  private void event(double at, String kind) {
    events.add(new RunEvent(nanos(at), "w1", kind, "a connection", ""));
  }

  private Sample sample(int second) {
    return new Sample(
        "test",
        nanos(second),
        1_000_000_000L,
        Counters.ZERO
            .with(Counter.ACKNOWLEDGED, messages[second])
            .with(Counter.RECEIVED, messages[second])
            .with(Counter.FAILED, failed[second]),
        Map.of(),
        waiting[second] / 2,
        0,
        waiting[second] - waiting[second] / 2,
        List.of());
  }

  private static Sample both(Sample one, Sample next) {
    return new Sample(
        one.phase(),
        one.startEpochNanos(),
        one.lengthNanos() + next.lengthNanos(),
        one.counters().plus(next.counters()),
        Map.of(),
        next.backlog(),
        0,
        next.scheduleDebt(),
        List.of());
  }

  private DeliveryReport delivery() {
    SubscriptionDelivery only =
        new SubscriptionDelivery(
            "s",
            "t",
            0,
            0,
            lost,
            duplicated,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of());
    return new DeliveryReport(
        DeliveryMode.FULL,
        0,
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        List.of(only),
        List.of(),
        Optional.empty());
  }

  private List<Optional<Effect>> effects(FaultReport... faults) {
    List<Sample> samples = new ArrayList<>();
    for (int second = 0; second < LENGTH; second++) {
      samples.add(second == late ? both(sample(second), sample(++second)) : sample(second));
    }
    Throughput all = new Throughput(Counters.ZERO, LENGTH * 1_000_000_000L);
    PhaseResult test =
        new PhaseResult(
            "test",
            true,
            START,
            LENGTH * 1_000_000_000L,
            Optional.of(100.0),
            all,
            Counters.ZERO,
            PhaseScale.NONE,
            Map.of());
    return new FaultEffects(
            samples, List.of(test), scenario.workload(), events, delivery(), leaders)
        .of(List.of(faults)).stream().map(FaultReport::effect).toList();
  }

  private Effect effect(FaultReport... faults) {
    return effects(faults).get(0).orElseThrow();
  }

  @Test
  void theFirstErrorIsAFailedSendOrALostConnection() {
    failed[19] = 1;
    failed[22] = 1;
    event(19.5, "CONNECTION_LOST");
    event(20.5, "BLOCKED");
    event(23.5, "CONNECTION_LOST");
    event(26, "CONNECTION_LOST");
    assertThat(effect(fault(20, 25)).firstErrorSeconds()).contains(2.0);
    event(21.25, "CONNECTION_LOST");
    assertThat(effect(fault(20, 25)).firstErrorSeconds()).contains(1.25);
    failed[20] = 1;
    assertThat(effect(fault(20.4, 25)).firstErrorSeconds()).contains(0.0);
  }

  @Test
  void withoutAnErrorInTheWindowThereIsNoFirstError() {
    failed[19] = 1;
    failed[25] = 1;
    event(25, "CONNECTION_LOST");
    assertThat(effect(fault(20, 25)).firstErrorSeconds()).isEmpty();
  }

  @Test
  void onlySendsInTheWindowCountAsFailed() {
    failed[19] = 1;
    failed[20] = 2;
    failed[24] = 4;
    failed[25] = 8;
    Effect effect = effect(fault(20, 25));
    assertThat(effect.windowSeconds()).isEqualTo(5);
    assertThat(effect.failed()).isEqualTo(6);
  }

  @Test
  void theWindowLastsUntilTheRatesAreBackAndTheWaitingMessagesAreGone() {
    fill(messages, 20, 28, 0);
    assertThat(effect(fault(20, 25)).windowSeconds()).isEqualTo(8);
    fill(waiting, 20, 35, 500);
    failed[34] = 1;
    Effect effect = effect(fault(20, 25));
    assertThat(effect.windowSeconds()).isEqualTo(16);
    assertThat(effect.failed()).isEqualTo(1);
    assertThat(effect.recoverySeconds()).contains(8.0);
  }

  @Test
  void waitingMessagesAreGoneWhenThereAreNoMoreThanBefore() {
    waiting[15] = 40;
    fill(waiting, 20, 23, 500);
    fill(waiting, 23, 25, 41);
    waiting[25] = 40;
    Effect effect = effect(fault(20, 22));
    assertThat(effect.peakWaiting()).isEqualTo(500);
    assertThat(effect.waitingGoneSeconds()).contains(6.0);
  }

  @Test
  void waitingMessagesThatReturnBeforeTheUndoingWereNotGone() {
    fill(waiting, 20, 22, 500);
    fill(waiting, 24, 26, 300);
    assertThat(effect(fault(20, 30)).waitingGoneSeconds()).contains(7.0);
  }

  @Test
  void waitingMessagesMayNeverBeGone() {
    fill(waiting, 20, LENGTH, 500);
    Effect effect = effect(fault(20, 25));
    assertThat(effect.waitingGoneSeconds()).isEmpty();
    assertThat(effect.windowSeconds()).isEqualTo(5);
  }

  @Test
  void withoutMoreWaitingMessagesTheyAreGoneAtOnce() {
    Effect effect = effect(fault(20, 25));
    assertThat(effect.waitingGoneSeconds()).contains(0.0);
    assertThat(effect.peakWaiting()).isEqualTo(10);
  }

  @Test
  void lostAndDuplicatedMessagesOfARunAreThoseOfItsOnlyFault() {
    lost = Optional.of(3L);
    duplicated = Optional.of(5L);
    Effect effect = effect(fault(20, 25));
    assertThat(effect.lost()).contains(3L);
    assertThat(effect.duplicated()).contains(5L);
    lost = Optional.empty();
    assertThat(effect(fault(20, 25)).lost()).isEmpty();
  }

  @Test
  void leaderChangesAreThoseOfTheWindowAndOfTheReadingAfterIt() {
    fill(messages, 20, 28, 0);
    leaders = (from, to) -> Optional.of((to - from) / 1_000_000_000L);
    assertThat(effect(fault(20, 25)).leaderChanges()).contains(10L);
  }

  @Test
  void theWindowOfALastingFaultEndsWithTheNextOneAndTheirFiguresAreNotKnown() {
    fill(messages, 20, LENGTH, 0);
    failed[39] = 1;
    failed[41] = 2;
    FaultReport lasting = fault(20, micros(20), micros(50), Optional.empty());
    List<Optional<Effect>> both = effects(lasting, fault(40, 45));
    assertThat(both.get(0).orElseThrow().windowSeconds()).isEqualTo(20);
    assertThat(both.get(0).orElseThrow().failed()).isEqualTo(1);
    assertThat(both.get(0).orElseThrow().overlaps()).containsExactly("at-40.0");
    assertThat(both.get(0).orElseThrow().publish()).isEmpty();
    assertThat(both.get(1).orElseThrow().overlaps()).containsExactly("at-20.0");
    assertThat(both.get(1).orElseThrow().publish()).isEmpty();
    assertThat(both.get(1).orElseThrow().failed()).isEqualTo(2);
  }

  /** A slow {@code rabbitmqctl}: the next fault is injected before it returns, and acts later. */
  @Test
  void windowsGoFromEffectToEffect() {
    fill(messages, 30, 33, 0);
    fill(messages, 50, 52, 0);
    FaultReport slow = fault(10, micros(30), micros(32), micros(32));
    List<Optional<Effect>> both = effects(slow, fault(25, micros(50), micros(51), micros(51)));
    Effect first = both.get(0).orElseThrow();
    assertThat(first.fromMicros()).isEqualTo(micros(30));
    assertThat(first.overlaps()).isEmpty();
    assertThat(first.publish().orElseThrow().silenceSeconds()).isEqualTo(3);
    assertThat(first.recoverySeconds()).contains(3.0);
    assertThat(first.windowSeconds()).isEqualTo(3);
    Effect second = both.get(1).orElseThrow();
    assertThat(second.fromMicros()).isEqualTo(micros(50));
    assertThat(second.publish().orElseThrow().silenceSeconds()).isEqualTo(2);
    assertThat(second.publish().orElseThrow().missing()).isEqualTo(200);
  }

  @Test
  void aSlowInjectionWhoseEffectComesEarlierCountsFromTheInjection() {
    fill(messages, 22, 28, 0);
    FaultReport slow = fault(20, micros(26), micros(27), micros(27));
    Effect effect = effect(slow);
    assertThat(effect.fromMicros()).isEqualTo(micros(20));
    assertThat(effect.recoverySeconds()).contains(8.0);
    fill(messages, 0, LENGTH, 100);
    assertThat(effect(slow).fromMicros()).isEqualTo(micros(26));
    event(23, "CONNECTION_LOST");
    assertThat(effect(slow).fromMicros()).isEqualTo(micros(20));
    assertThat(effect(slow).firstErrorSeconds()).contains(3.0);
  }

  @Test
  void aFaultThatOutlastsTheLoadSaysSo() {
    assertThat(effect(fault(20, 25)).outlastsLoad()).isFalse();
    assertThat(effect(fault(20, micros(20), Optional.empty(), Optional.empty())).outlastsLoad())
        .as("nothing to undo")
        .isFalse();
    assertThat(effect(fault(20, micros(20), micros(61), micros(62))).outlastsLoad()).isTrue();
    assertThat(effect(fault(20, micros(20), micros(50), micros(62))).outlastsLoad()).isTrue();
    assertThat(effect(fault(20, micros(20), micros(50), Optional.empty())).outlastsLoad()).isTrue();
    fill(messages, 50, LENGTH, 0);
    Effect lasting = effect(fault(50, micros(50), micros(60), micros(61)));
    assertThat(lasting.outlastsLoad()).isTrue();
    assertThat(lasting.recovered()).isFalse();
    assertThat(lasting.windowSeconds()).isEqualTo(10);
  }

  @Test
  void withoutARecoveryTheWindowEndsWithTheUndoing() {
    fill(messages, 20, LENGTH, 0);
    assertThat(effect(fault(20, 25), fault(40, 45)).windowSeconds()).isEqualTo(5);
  }

  /** A reset of connections, or a restart. */
  @Test
  void withoutAnUndoingTheWindowHasTimeForAnEffect() {
    fill(messages, 20, LENGTH, 0);
    failed[22] = 1;
    failed[23] = 2;
    FaultReport reset = fault(20, micros(20), Optional.empty(), Optional.empty());
    Effect effect = effect(reset);
    assertThat(effect.windowSeconds()).isEqualTo(3);
    assertThat(effect.failed()).isEqualTo(1);
    assertThat(effect.resolutionSeconds()).isEqualTo(1);
    assertThat(effect(reset, fault(22, 25)).windowSeconds()).isEqualTo(2);
    fill(messages, 21, LENGTH, 100);
    assertThat(effect(reset).windowSeconds()).isEqualTo(1);
  }

  @Test
  void aFaultThatWasNotInEffectHasNoneAndEndsNoWindow() {
    FaultReport never = fault(22, Optional.empty(), Optional.empty(), Optional.empty());
    lost = Optional.of(3L);
    List<Optional<Effect>> effects = effects(fault(20, 25), never);
    assertThat(effects.get(0).orElseThrow().lost()).contains(3L);
    assertThat(effects.get(0).orElseThrow().windowSeconds()).isEqualTo(5);
    assertThat(effects.get(1)).isEmpty();
  }

  @Test
  void aFaultThatTookEffectAfterTheLoadHasNoFiguresAndSaysSo() {
    Effect effect = effect(fault(LENGTH - 5, micros(LENGTH + 1), micros(62), micros(63)));
    assertThat(effect.outlastsLoad()).isTrue();
    assertThat(effect.publish()).isEmpty();
    assertThat(effect.windowSeconds()).isZero();
  }
}
