package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.Intended;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.result.VerdictInputs.NeverSent;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.Pattern;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rules know of phases of ten seconds at 1,000 messages a second. */
class RuleInputTest {
  private static final long SECOND = 1_000_000_000L;

  private final GoodRun facts = new GoodRun();

  private static PhaseResult phase(String name, boolean measured, long startSecond, long sent) {
    Counters counters = Counters.ZERO.with(Counter.SENT, sent).with(Counter.FAILED, sent / 100);
    PhaseResult phase = GoodRun.phase(name, startSecond, Optional.of(1_000.0), counters);
    return measured ? phase : phase.withMeasured(false);
  }

  /** A fault whose effect lasts from one second to another. */
  private static FaultReport fault(String phase, double fromSecond, double toSecond) {
    return GoodRun.fault(
            Math.round(fromSecond * 1e6),
            0,
            GoodRun.effect(toSecond - fromSecond, Optional.empty()))
        .with()
        .phase(phase)
        .workers(List.of("a"))
        .inEffectMicros(Optional.empty())
        .undoBegunMicros(Optional.empty())
        .undoneMicros(Optional.empty())
        .build();
  }

  @ParameterizedTest
  @CsvSource({"0, 10000", "50000, 10000", "10000, 6000", "4001, 1", "4000, 0", "100, 0"})
  void aLimitOfMessagesEndsTheSchedule(long limit, double expected) {
    PhaseResult test = phase("test", true, 10, 9_000);
    facts.steps = List.of(phase("warm-up", false, 0, 4_000), test);
    facts.workload.messageLimit = limit;

    assertThat(facts.input().intended(test).map(Intended::messages).orElse(0.0))
        .isEqualTo(expected);
    assertThat(facts.input().intended(test).isPresent()).isEqualTo(expected > 0);
  }

  /** When the load ended after 30 s, 500 messages had not been sent. */
  @ParameterizedTest
  @CsvSource({
    "15, 0, 200, 100",
    "5, 0, 0, 500",
    "10, 0, 0, 500",
    "20, 0, 200, 100",
    "21, 500, 200, 100",
    "30, 500, 200, 100",
  })
  void messagesThatWereNeverSentAreOfThePhaseInWhichTheyWereDue(
      long overdueSeconds, long first, long second, long third) {
    facts.steps =
        List.of(
            phase("one", true, 0, 5_000),
            phase("two", true, 10, 9_800),
            phase("three", true, 20, 9_900));
    facts.finalDebt = 500;
    facts.overdueNanos = overdueSeconds * SECOND;

    List<Long> messages =
        facts.steps.stream()
            .map(step -> facts.input().only(step).neverSent())
            .map(NeverSent::messages)
            .toList();
    assertThat(messages).containsExactly(first, second, third);
  }

  @Test
  void aLoadThatSentEverythingHasNone() {
    PhaseResult test = phase("test", true, 0, 10_100);
    facts.steps = List.of(test, phase("later", true, 10, 10_000));
    facts.overdueNanos = 20 * SECOND;
    assertThat(facts.input().only(test).neverSent()).isEqualTo(NeverSent.NONE);
    facts.finalDebt = 7;
    facts.overdueNanos = 11 * SECOND;
    assertThat(facts.input().only(test).neverSent().messages()).as("it sent more").isZero();
  }

  @Test
  void faultsExcuseTheirWindowsOnceAndWithinThePhase() {
    PhaseResult test = phase("test", true, 5, 10_000);
    facts.steps = List.of(test);
    facts.faults = List.of(fault("test", 14, 17), fault("test", 7, 10), fault("test", 6, 8));
    assertThat(facts.input().excused(test)).as("6 to 10 and 14 to 15").isCloseTo(5e3, within(1.0));
    facts.faults = List.of(fault("test", 3, 5.5), fault("test", 16, 20));
    assertThat(facts.input().excused(test)).isCloseTo(500, within(1.0));
    assertThat(facts.input().affected(test)).isTrue();
    facts.faults = List.of(fault("test", 1, 5), fault("test", 15, 20));
    assertThat(facts.input().affected(test)).isFalse();
  }

  @Test
  void faultsBelongToPhasesAndWorkers() {
    FaultReport one = fault("one", 1, 2);
    FaultReport two = fault("two", 1, 2).withWorkers(List.of());
    facts.faults = List.of(two, one);
    facts.lost = List.of(new LostWorker("a", "killed", false), new LostWorker("b", "gone", false));
    RuleInput input = facts.input();

    assertThat(input.faultsIn("one")).containsExactly(one);
    assertThat(input.faultsIn("two")).containsExactly(two);
    assertThat(input.faultOf("a")).contains(one);
    assertThat(input.unexplainedLosses()).isEqualTo(1);
  }

  @Test
  void failedSendsOfTrialsAndTheWarmUpAreNotOfTheLoad() {
    facts.steps = List.of(phase("warm-up", false, 0, 100), phase("test", true, 10, 100));
    assertThat(facts.input().loadNames()).containsExactly("test");
    assertThat(facts.input().measuredNames()).containsExactly("test");
    facts.failed = 10;
    assertThat(facts.input().failedSends()).isEqualTo(10);
    facts.steps = List.of(phase("search-1", false, 0, 300), phase("test", true, 10, 100));
    assertThat(facts.input().failedSends()).isEqualTo(7);
  }

  @Test
  void aRunOwnsTheTopicsThatItCreates() {
    assertThat(facts.input().ownTopics()).isTrue();
    facts.workload.pattern = Pattern.CONSUME_ONLY;
    assertThat(facts.input().ownTopics()).isFalse();
    facts.workload.pattern = Pattern.PUBSUB;
    facts.workload.topicNames = List.of("theirs");
    assertThat(facts.input().ownTopics()).isFalse();
  }
}
