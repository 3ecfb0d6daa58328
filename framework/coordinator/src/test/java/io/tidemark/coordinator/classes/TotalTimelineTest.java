package io.tidemark.coordinator.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.coordinator.group.TimelineFollower;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two classes whose samples and phases do not end at the same time. */
class TotalTimelineTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long LATER = Long.MAX_VALUE;

  private final List<Sample> samples = new ArrayList<>();
  private final TotalTimeline timeline =
      new TotalTimeline(List.of(1, 1), RunJournal.inMemory(), samples::add);
  private final TimelineFollower orders = timeline.of(0);
  private final TimelineFollower bulk = timeline.of(1);

  private static Snapshot snapshot(long start, long end, int phase, long sent) {
    Counters counters = Counters.ZERO.with(Counter.SENT, sent);
    return new Snapshot(
        "run",
        1,
        start,
        end,
        counters,
        List.of(new PhaseSlice(phase, counters, Map.of())),
        AuditDelta.EMPTY,
        LoadState.IDLE,
        new HostSample(0, 0, 1, 0, 0, 0, 0, 1, 1, 0, LoadThreads.NONE),
        List.of(),
        List.of(),
        MessageSpans.NONE,
        Map.of());
  }

  private void bothBegin(int index, String name, long start) {
    orders.phase(index, name, true, start);
    bulk.phase(index, name, true, start);
  }

  private static long sent(Sample sample) {
    return sample.counters().get(Counter.SENT);
  }

  @Test
  void aSampleEndsWhenItHasEndedInAllClasses() {
    bothBegin(0, "test", 0);
    orders.snapshot(0, snapshot(0, SECOND, 0, 10), 0);
    orders.cut(SECOND, LATER, 3);
    assertThat(samples).isEmpty();

    bulk.snapshot(0, snapshot(0, SECOND + 2, 0, 5), 0);
    bulk.cut(SECOND + 2, LATER, 4);

    assertThat(samples).singleElement().satisfies(sample -> assertThat(sent(sample)).isEqualTo(15));
    assertThat(samples.get(0).lengthNanos()).isEqualTo(SECOND + 2);
    assertThat(samples.get(0).backlog()).isEqualTo(7);
  }

  @Test
  void aClassThatIsLateByASampleDoesNotHoldUpTheOthers() {
    bothBegin(0, "test", 0);
    orders.snapshot(0, snapshot(0, SECOND, 0, 10), 0);
    orders.cut(SECOND, LATER, 0);
    orders.snapshot(0, snapshot(SECOND, 2 * SECOND, 0, 10), 0);
    orders.cut(2 * SECOND, LATER, 0);

    assertThat(samples).singleElement().satisfies(sample -> assertThat(sent(sample)).isEqualTo(20));
    assertThat(samples.get(0).lengthNanos()).isEqualTo(2 * SECOND);

    bulk.snapshot(0, snapshot(0, 2 * SECOND, 0, 10), 0);
    bulk.cut(2 * SECOND, LATER, 0);
    bulk.phaseEnded(3 * SECOND, 0);
    orders.phaseEnded(3 * SECOND, 0);

    assertThat(samples.stream().mapToLong(TotalTimelineTest::sent).sum()).isEqualTo(30);
  }

  @Test
  void theLastSampleOfAPhaseHasWhatALateClassCounts() {
    orders.phase(0, "test", true, 0);
    orders.snapshot(0, snapshot(0, SECOND, 0, 10), 0);
    orders.cut(SECOND, 2 * SECOND, 0);
    orders.snapshot(0, snapshot(SECOND, 2 * SECOND, 0, 10), 0);
    orders.cut(2 * SECOND, 2 * SECOND, 0);
    orders.phaseEnded(2 * SECOND, 0);
    bulk.phase(0, "test", true, 0);
    bulk.snapshot(0, snapshot(0, 3 * SECOND, 0, 5), 0);
    bulk.cut(3 * SECOND, 2 * SECOND, 0);
    bulk.phaseEnded(2 * SECOND, 0);

    assertThat(samples).extracting(TotalTimelineTest::sent).containsExactly(25L);
    assertThat(samples.get(0).lengthNanos()).isEqualTo(2 * SECOND);
  }

  /** Otherwise the next phase would begin before that sample ends. */
  @Test
  void noSampleIsLongerThanItsPhaseIfALateClassHasNoneInIt() {
    bothBegin(0, "one", 0);
    orders.snapshot(0, snapshot(0, 2 * SECOND + 9, 0, 10), 0);
    orders.cut(2 * SECOND + 9, 2 * SECOND, 0);
    bulk.snapshot(0, snapshot(0, 2 * SECOND, 0, 5), 0);
    bulk.phaseEnded(2 * SECOND, 0);
    orders.phaseEnded(2 * SECOND, 0);
    bothBegin(1, "two", 2 * SECOND);
    orders.phaseEnded(3 * SECOND, 0);
    bulk.phaseEnded(3 * SECOND, 0);

    assertThat(samples)
        .extracting(Sample::startEpochNanos, Sample::lengthNanos)
        .containsExactly(tuple(0L, 2 * SECOND), tuple(2 * SECOND, SECOND));
    assertThat(samples).extracting(TotalTimelineTest::sent).containsExactly(15L, 0L);
  }

  @Test
  void theTotalHasAPhaseThatAnEarlyClassHasEndedBeforeALateOneBegan() {
    bothBegin(0, "warm-up", 0);
    for (int phase = 0; phase < 2; phase++) {
      orders.snapshot(0, snapshot(phase * SECOND, (phase + 1) * SECOND, phase, 10), 0);
      orders.phaseEnded((phase + 1) * SECOND, 0);
      orders.phase(phase + 1, phase == 0 ? "test" : "drain", phase == 0, (phase + 1) * SECOND);
    }
    orders.phaseEnded(3 * SECOND, 0);
    bulk.snapshot(0, snapshot(0, SECOND, 0, 5), 0);
    bulk.phaseEnded(SECOND, 0);
    bulk.phase(1, "test", true, SECOND);
    bulk.snapshot(0, snapshot(SECOND, 2 * SECOND, 1, 6), 0);
    bulk.phaseEnded(2 * SECOND, 0);
    bulk.phase(2, "drain", false, 2 * SECOND);
    bulk.phaseEnded(4 * SECOND, 0);

    assertThat(samples).extracting(Sample::phase).containsExactly("warm-up", "test", "drain");
    assertThat(samples).extracting(TotalTimelineTest::sent).containsExactly(15L, 16L, 0L);
    assertThat(samples.get(2).lengthNanos()).isEqualTo(2 * SECOND);
  }

  @Test
  void aPhaseEndsWhenItHasEndedInAllClassesAndKeepsItsCounts() {
    bothBegin(0, "one", 0);
    orders.snapshot(0, snapshot(0, SECOND, 0, 10), 0);
    orders.phaseEnded(SECOND, 0);
    orders.phase(1, "two", true, SECOND);
    orders.snapshot(0, snapshot(SECOND, SECOND + 9, 1, 1), 0);
    assertThat(samples).isEmpty();

    bulk.snapshot(0, snapshot(0, SECOND, 0, 5), 0);
    bulk.phaseEnded(SECOND, 0);
    bulk.phase(1, "two", true, SECOND);
    orders.phaseEnded(2 * SECOND, 0);
    bulk.phaseEnded(2 * SECOND, 0);

    assertThat(samples).extracting(Sample::phase).containsExactly("one", "two");
    assertThat(samples).extracting(TotalTimelineTest::sent).containsExactly(15L, 1L);
    assertThat(samples.get(1).startEpochNanos()).isEqualTo(SECOND);
  }

  @Test
  void aPhaseOfOpenLengthLastsUntilTheLastClassHasEndedIt() {
    bothBegin(0, "drain", 0);
    orders.phaseEnded(SECOND, 0);
    timeline.ended(0);
    assertThat(samples).isEmpty();

    bulk.snapshot(0, snapshot(0, 3 * SECOND, 0, 5), 0);
    bulk.cut(3 * SECOND, LATER, 0);
    bulk.phaseEnded(4 * SECOND, 0);
    timeline.ended(1);

    assertThat(samples).hasSize(2);
    assertThat(samples.get(1).startEpochNanos() + samples.get(1).lengthNanos())
        .isEqualTo(4 * SECOND);
  }
}
