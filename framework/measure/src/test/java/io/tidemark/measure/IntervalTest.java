package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.measure.RecordedInterval.Delivered;
import io.tidemark.measure.RecordedInterval.Published;
import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

class IntervalTest {
  private final StripedRecorder recorder = new StripedRecorder(true, 1);

  private void record(Consumer<Interval> events) {
    record(recorder, events);
  }

  static void record(StripedRecorder recorder, Consumer<Interval> events) {
    Stripe stripe = recorder.acquire(ThreadSlot.current());
    events.accept(stripe.interval());
    stripe.release();
  }

  private PhaseSlice only(Consumer<Interval> events) {
    record(events);
    List<PhaseSlice> phases = recorder.cut().phases();
    assertThat(phases).hasSize(1);
    return phases.get(0);
  }

  private static Map<Counter, Long> counters(PhaseSlice phase) {
    Map<Counter, Long> counted = new TreeMap<>();
    for (Counter counter : Counter.values()) {
      if (phase.counters().get(counter) != 0) {
        counted.put(counter, phase.counters().get(counter));
      }
    }
    return counted;
  }

  /** The largest value of each measure, which of these small values is exact. */
  private static Map<Measure, Long> values(PhaseSlice phase) {
    return phase.latencies().entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, each -> each.getValue().toHistogram().getMaxValue()));
  }

  private static Roaring64Bitmap bits(long... sequences) {
    return Roaring64Bitmap.bitmapOf(sequences);
  }

  @Test
  void aSendHasItsDelayAndItsAnswerHasLatencies() {
    PhaseSlice phase =
        only(
            interval -> {
              interval.sent(0, 10, 1);
              interval.acknowledged(0, 11, 2, 3, 0, 0);
              interval.failed(0, 4, 0, 1);
            });
    assertThat(counters(phase))
        .isEqualTo(
            Map.of(
                Counter.SENT, 1L,
                Counter.SENT_BYTES, 10L,
                Counter.ACKNOWLEDGED, 1L,
                Counter.ACKNOWLEDGED_BYTES, 11L,
                Counter.FAILED, 1L));
    assertThat(values(phase))
        .isEqualTo(
            Map.of(
                Measure.SCHEDULE_DELAY, 1L,
                Measure.PUBLISH_LATENCY, 2L,
                Measure.PUBLISH_RESPONSE, 3L,
                Measure.FAILED_SEND, 4L));
  }

  @Test
  void sequencesAreKeptBySenderAndAnswer() {
    record(
        interval -> {
          interval.acknowledged(0, 1, 1, 1, 3, 0);
          interval.acknowledged(0, 1, 1, 1, 3, 1);
          interval.failed(0, 1, 3, 0);
          interval.failed(0, 1, 3, 5);
          interval.failed(0, 1, 1, 7);
          interval.aborted(0, 1, 1, 1, 0, 0);
          interval.aborted(0, 1, 1, 1, 0, 9);
          interval.aborted(0, 1, 1, 1, 4, 2);
        });
    assertThat(recorder.cut().published())
        .containsExactly(
            new Published(0, bits(), bits(), bits(0, 9)),
            new Published(1, bits(), bits(7), bits()),
            new Published(3, bits(0, 1), bits(0, 5), bits()),
            new Published(4, bits(), bits(), bits(2)));
  }

  @Test
  void anIntervalHasNothingOfThoseBefore() {
    for (long sequence = 0; sequence < 5; sequence++) {
      long next = sequence;
      record(
          interval -> {
            interval.acknowledged(0, 1, 1, 1, 0, next);
            interval.failed(0, 1, 0, next + 10);
            interval.aborted(0, 1, 1, 1, 0, next + 20);
            interval.delivered(0, next, OrderVerdict.REGRESSED);
            interval.delivered(0, next, OrderVerdict.IN_ORDER);
          });
      RecordedInterval cut = recorder.cut();
      assertThat(cut.published())
          .containsExactly(new Published(0, bits(next), bits(next + 10), bits(next + 20)));
      assertThat(cut.delivered())
          .containsExactly(new Delivered(0, bits(next), bits(next), 1, true));
      assertThat(cut.phases().get(0).counters().get(Counter.ACKNOWLEDGED)).isEqualTo(2);
    }
  }

  @Test
  void withoutAnAuditOrAStampNoSequencesAreKept() {
    StripedRecorder without = new StripedRecorder(false, 1);
    record(
        without,
        interval -> {
          interval.acknowledged(0, 1, 1, 1, 0, 1);
          interval.acknowledged(0, 1, 1);
          interval.failed(0, 1, 0, 1);
          interval.aborted(0, 1, 1, 1, 0, 1);
          assertThat(interval.senders()).isZero();
        });
    assertThat(without.cut().published()).isEmpty();
    record(
        interval -> {
          interval.acknowledged(0, 1, 1, 1, 0, Interval.NO_SEQUENCE);
          interval.failed(0, 1, 0, Interval.NO_SEQUENCE);
          interval.failed(0, 1, 0, Interval.FILTERED);
          interval.aborted(0, 1, 1, 1, 0, Interval.NO_SEQUENCE);
        });
    assertThat(recorder.cut().published()).isEmpty();
  }

  @Test
  void aMessageThatNoConsumerReceivesIsAnsweredAndCounted() {
    PhaseSlice phase =
        only(
            interval -> {
              interval.acknowledged(0, 10, 2, 3, 0, Interval.FILTERED);
              interval.aborted(0, 20, 4, 5, 0, 1);
            });
    assertThat(counters(phase))
        .isEqualTo(
            Map.of(
                Counter.ACKNOWLEDGED, 2L,
                Counter.ACKNOWLEDGED_BYTES, 30L,
                Counter.FILTERED_MESSAGES, 2L));
    assertThat(values(phase))
        .isEqualTo(Map.of(Measure.PUBLISH_LATENCY, 4L, Measure.PUBLISH_RESPONSE, 5L));
  }

  @Test
  void theSumAndTheWorstErrorOfLateSeenAnswersAreKept() {
    PhaseSlice phase =
        only(
            interval -> {
              interval.unstamped(0, 300);
              interval.unstamped(0, 100);
            });
    assertThat(counters(phase))
        .isEqualTo(
            Map.of(
                Counter.UNSTAMPED_MESSAGES, 2L,
                Counter.UNSTAMPED_ERROR_NANOS, 400L,
                Counter.UNSTAMPED_WORST_ERROR_NANOS, 300L));
  }

  @Test
  void arrivalsHaveTheirSpanWhateverIsKnownOfTheirAge() {
    PhaseSlice phase =
        only(
            interval -> {
              interval.received(0, 1, 500);
              interval.received(0, 2, 700, 30, 40);
              interval.received(0, 4, 300, Measure.END_TO_END, 50);
              interval.received(0, 8, 400, 0, 0);
            });
    assertThat(counters(phase))
        .isEqualTo(Map.of(Counter.RECEIVED, 4L, Counter.RECEIVED_BYTES, 15L));
    assertThat(values(phase))
        .isEqualTo(Map.of(Measure.END_TO_END, 50L, Measure.END_TO_END_FROM_SEND, 40L));
    assertThat(phase.latencies().get(Measure.END_TO_END).toHistogram().getTotalCount())
        .isEqualTo(3);
    assertThat(phase.arrivals()).isEqualTo(new ArrivalSpan(300, 700));
    assertThat(only(interval -> interval.received(0, 1, 9, Measure.END_TO_END, 1)).arrivals())
        .isEqualTo(new ArrivalSpan(9, 9));
    assertThat(only(interval -> interval.received(0, 1, 8)).arrivals())
        .isEqualTo(new ArrivalSpan(8, 8));
  }

  @Test
  void repliesAreCountedByTheirFate() {
    PhaseSlice phase =
        only(
            interval -> {
              interval.answered(0, 1, 10, 20);
              interval.legs(0, 3, 4, 5);
              interval.timedOut(0, 99);
              interval.late(0, 2, 120);
              interval.duplicateReply(0, 4);
            });
    assertThat(counters(phase))
        .isEqualTo(
            Map.of(
                Counter.RECEIVED, 3L,
                Counter.RECEIVED_BYTES, 7L,
                Counter.ANSWERED, 1L,
                Counter.TIMED_OUT, 1L,
                Counter.LATE, 1L,
                Counter.DUPLICATE_REPLIES, 1L));
    assertThat(values(phase))
        .isEqualTo(
            Map.of(
                Measure.ROUND_TRIP, 10L,
                Measure.ROUND_TRIP_RESPONSE, 99L,
                Measure.REQUEST_LEG, 3L,
                Measure.RESPONDER_TIME, 4L,
                Measure.REPLY_LEG, 5L,
                Measure.LATE_REPLY, 120L));
    assertThat(values(only(interval -> interval.answered(0, 1, 10, 20))))
        .containsEntry(Measure.ROUND_TRIP_RESPONSE, 20L);
  }

  @Test
  void aClientThatWasOpenedHasItsTime() {
    PhaseSlice phase = only(interval -> interval.opened(0, 7));
    assertThat(counters(phase)).isEqualTo(Map.of(Counter.CLIENTS_OPENED, 1L));
    assertThat(values(phase)).isEqualTo(Map.of(Measure.CLIENT_OPEN, 7L));
  }

  @Test
  void theLongestLatencyOfTheRangeDoesNotOverflow() {
    PhaseSlice phase = only(interval -> interval.sent(0, 1, LatencyHistogram.HIGHEST_NANOS));
    assertThat(counters(phase)).doesNotContainKey(Counter.OVERFLOWED);
  }

  @Test
  void phasesAreInTheOrderOfTheIntendedTimes() {
    record(
        interval -> {
          interval.sent(PhasePair.of(2, 2), 1, 1);
          interval.sent(PhasePair.of(1, 2), 1, 1);
          interval.sent(PhasePair.of(1, 1), 1, 1);
        });
    assertThat(recorder.cut().phases())
        .extracting(PhaseSlice::phase, PhaseSlice::happenedIn)
        .containsExactly(tuple(1, 1), tuple(1, 2), tuple(2, 2));
  }

  @Test
  void orderIsNotJudgedInAnIntervalWithAnUnknownOne() {
    record(
        interval -> {
          interval.delivered(2, 5, OrderVerdict.IN_ORDER);
          interval.delivered(0, 5, OrderVerdict.UNKNOWN);
          interval.delivered(0, 6, OrderVerdict.IN_ORDER);
          interval.delivered(3, 1, 4, OrderVerdict.UNKNOWN);
          interval.delivered(3, 4, 3, OrderVerdict.IN_ORDER);
        });
    RecordedInterval cut = recorder.cut();
    assertThat(cut.delivered())
        .containsExactly(
            new Delivered(0, bits(5, 6), bits(), 0, false),
            new Delivered(2, bits(5), bits(), 0, true),
            new Delivered(3, bits(1, 2, 3, 4, 5, 6), bits(), 1, false));
    record(interval -> interval.delivered(0, 7, OrderVerdict.IN_ORDER));
    assertThat(recorder.cut().delivered())
        .containsExactly(new Delivered(0, bits(7), bits(), 0, true));
    record(interval -> interval.delivered(0, 8, OrderVerdict.IN_ORDER));
    assertThat(recorder.cut().delivered())
        .as("the memory of the interval with the unknown order")
        .containsExactly(new Delivered(0, bits(8), bits(), 0, true));
  }

  @Test
  void whatTwoStripesReceivedIsDuplicated() {
    StripedRecorder two = new StripedRecorder(true, 2);
    Stripe one = two.acquire(ThreadSlot.current());
    Stripe other = two.acquire(ThreadSlot.current());
    for (long sequence : new long[] {3, 4, 4_000, 90_000}) {
      one.interval().delivered(0, sequence, OrderVerdict.IN_ORDER);
    }
    for (long sequence : new long[] {90_000, 4_000, 4, 5, 5}) {
      other
          .interval()
          .delivered(0, sequence, sequence == 5 ? OrderVerdict.REGRESSED : OrderVerdict.UNKNOWN);
    }
    one.release();
    other.release();
    assertThat(two.cut().delivered())
        .containsExactly(new Delivered(0, bits(3, 4, 5, 4_000, 90_000), bits(5), 3 + 1, false));
  }

  @Test
  void whatOneStripeSawInOrderIsNotLate() {
    StripedRecorder two = new StripedRecorder(true, 2);
    Stripe one = two.acquire(ThreadSlot.current());
    Stripe other = two.acquire(ThreadSlot.current());
    one.interval().delivered(0, 1, OrderVerdict.IN_ORDER);
    one.interval().delivered(0, 2, OrderVerdict.REGRESSED);
    one.interval().delivered(0, 5_000, OrderVerdict.REGRESSED);
    one.interval().delivered(0, 9_000, OrderVerdict.IN_ORDER);
    other.interval().delivered(0, 1, OrderVerdict.REGRESSED);
    other.interval().delivered(0, 2, OrderVerdict.REGRESSED);
    other.interval().delivered(0, 9_000, OrderVerdict.REGRESSED);
    one.release();
    other.release();
    assertThat(two.cut().delivered().get(0).regressed()).isEqualTo(bits(2, 5_000));
  }
}
