package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.base.RandomCase;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ThreadLogTest {
  private final StripedRecorder recorder = new StripedRecorder(true, 1);

  private ThreadLog log() {
    ThreadSlot slot = ThreadSlot.current();
    ThreadLog log = recorder.log(slot);
    while (log == null) {
      log = recorder.log(slot);
    }
    return log;
  }

  private static Counters sum(RecordedInterval interval) {
    return interval.phases().stream()
        .map(PhaseSlice::counters)
        .reduce(Counters.ZERO, Counters::plus);
  }

  private static long samples(RecordedInterval interval, Measure measure) {
    return interval.phases().stream()
        .filter(phase -> phase.latencies().containsKey(measure))
        .mapToLong(phase -> phase.latencies().get(measure).toHistogram().getTotalCount())
        .sum();
  }

  @Test
  void aThreadWithFewMessagesHasNone() {
    ThreadSlot slot = ThreadSlot.current();
    int without = 0;
    while (recorder.log(slot) == null) {
      without++;
    }

    assertThat(without).isBetween(1, ThreadSlot.MESSAGES_BEFORE_LOG - 1);
  }

  @Test
  void aCutContainsEachEntryThatWasWrittenBeforeIt() {
    ThreadLog log = log();
    int phase = PhasePair.of(2, 3);
    log.sends().sent(PhasePair.of(2, 2), 10, 5);
    log.sends().acknowledged(phase, 11, 1_000, 2_000, 0, 7, true);
    log.sends().sentAndAcknowledged(PhasePair.of(2, 2), phase, 12, 6, 1_500, 2_500, 1, 8, false);
    log.receptions().received(phase, 13, 100, 3_000, 4_000);
    log.receptions().delivered(phase, 14, 101, 3_500, -1, 2, 9, OrderVerdict.IN_ORDER);
    log.receptions().delivered(phase, 14, 102, 3_500, 4_500, 2, 9, OrderVerdict.REGRESSED);
    RecordedInterval interval = recorder.cut();

    Counters counters = sum(interval);
    assertThat(counters.get(Counter.SENT)).isEqualTo(2);
    assertThat(counters.get(Counter.SENT_BYTES)).isEqualTo(22);
    assertThat(counters.get(Counter.ACKNOWLEDGED)).isEqualTo(2);
    assertThat(counters.get(Counter.ACKNOWLEDGED_BYTES)).isEqualTo(23);
    assertThat(counters.get(Counter.UNSTAMPED_MESSAGES)).isEqualTo(1);
    assertThat(counters.get(Counter.UNSTAMPED_ERROR_NANOS)).isEqualTo(1_000);
    assertThat(counters.get(Counter.RECEIVED)).isEqualTo(3);
    assertThat(counters.get(Counter.RECEIVED_BYTES)).isEqualTo(41);
    assertThat(counters.get(Counter.NEGATIVE_END_TO_END)).isEqualTo(1);
    assertThat(samples(interval, Measure.SCHEDULE_DELAY)).isEqualTo(2);
    assertThat(samples(interval, Measure.PUBLISH_LATENCY)).isEqualTo(2);
    assertThat(samples(interval, Measure.PUBLISH_RESPONSE)).isEqualTo(2);
    assertThat(samples(interval, Measure.END_TO_END)).isEqualTo(3);
    assertThat(samples(interval, Measure.END_TO_END_FROM_SEND)).isEqualTo(2);
    assertThat(interval.phases())
        .extracting(PhaseSlice::phase, PhaseSlice::happenedIn)
        .containsExactly(tuple(2, 2), tuple(2, 3));
    assertThat(interval.published()).hasSize(2);
    assertThat(interval.published().get(0).acknowledged().contains(7)).isTrue();
    assertThat(interval.published().get(1).acknowledged().contains(8)).isTrue();
    assertThat(interval.delivered()).hasSize(1);
    assertThat(interval.delivered().get(0).stream()).isEqualTo(2);
    assertThat(interval.delivered().get(0).duplicated()).isEqualTo(1);
    assertThat(sum(recorder.cut())).isEqualTo(Counters.ZERO);
  }

  private static void assertSame(RecordedInterval together, RecordedInterval each) {
    assertThat(together.published()).isEqualTo(each.published());
    assertThat(together.delivered()).isEqualTo(each.delivered());
    assertThat(together.phases()).hasSameSizeAs(each.phases());
    for (int i = 0; i < each.phases().size(); i++) {
      PhaseSlice expected = each.phases().get(i);
      PhaseSlice actual = together.phases().get(i);
      assertThat(actual.counters()).isEqualTo(expected.counters());
      assertThat(actual.arrivals()).isEqualTo(expected.arrivals());
      assertThat(actual.latencies().keySet()).isEqualTo(expected.latencies().keySet());
      expected
          .latencies()
          .forEach(
              (measure, counts) ->
                  assertThat(actual.latencies().get(measure).toHistogram())
                      .isEqualTo(counts.toHistogram()));
    }
  }

  @Test
  void messagesOfAnyStreamAreRecordedTogetherAsEachByItself() {
    RandomCase.forAll(300, this::isRecordedAsEachByItself);
  }

  /** With losses, repetitions, disorder, sends on time and late, and latencies out of the range. */
  private void isRecordedAsEachByItself(RandomCase any) {
    ThreadLog log = log();
    StripedRecorder single = new StripedRecorder(true, 1);
    Stripe stripe = single.acquire(ThreadSlot.current());
    Interval interval = stripe.interval();
    OrderTrack track = new OrderTrack();
    long sequence = any.between(0, 1L << 40);
    long now = 0;
    int bytes = 100;
    for (int i = any.between(1, 400); i > 0; i--) {
      sequence = Math.max(0, sequence + (any.between(0, 20) == 0 ? any.between(-70, 70) : 1));
      bytes = any.between(0, 30) == 0 ? any.between(0, 200) : bytes;
      int stream = any.between(0, 30) == 0 ? 1 : 0;
      int phase = PhasePair.of(2, any.between(0, 50) == 0 ? any.between(0, 4) : 3);
      int sentIn = PhasePair.of(2, any.between(0, 50) == 0 ? 1 : 2);
      long delay = any.either() ? 0 : any.between(0, 100_000);
      long latency = any.between(-2, 1L << (any.between(0, 50) == 0 ? 50 : 12));
      boolean unstamped = any.between(0, 50) == 0;
      OrderVerdict order = any.between(0, 50) == 0 ? OrderVerdict.UNKNOWN : track.enter(sequence);
      track.leave();
      now += any.between(0, 3);

      log.sends()
          .sentAndAcknowledged(
              sentIn, phase, bytes, delay, latency, latency + delay, stream, sequence, unstamped);
      log.receptions()
          .delivered(phase, bytes, now, latency + delay, latency, stream, sequence, order);
      interval.sent(sentIn, bytes, delay);
      interval.acknowledged(phase, bytes, latency, latency + delay, stream, sequence);
      if (unstamped) {
        interval.unstamped(phase, latency);
      }
      interval.received(phase, bytes, now, latency + delay, latency);
      interval.delivered(stream, sequence, order);
    }
    stripe.release();

    assertSame(recorder.cut(), single.cut());
  }

  @Test
  void allEntriesOfAWriterAreInExactlyOneOfTheCutsThatGoOnMeanwhile() throws Exception {
    int messages = 2_000_000;
    Thread writer =
        new Thread(
            () -> {
              ThreadLog log = log();
              for (int i = 0; i < messages; i++) {
                log.receptions().delivered(0, 1, i, i, i, 0, i, OrderVerdict.IN_ORDER);
              }
            });
    writer.start();
    DeliveryAudit audit = new DeliveryAudit();
    long received = 0;
    long samples = 0;
    boolean last;
    do {
      last = !writer.isAlive();
      RecordedInterval interval = recorder.cut();
      received += sum(interval).get(Counter.RECEIVED);
      samples += samples(interval, Measure.END_TO_END);
      interval
          .delivered()
          .forEach(d -> audit.delivered(0, 0, 0, d.received(), d.regressed(), 0, true));
      LockSupport.parkNanos(100_000);
    } while (!last);

    assertThat(received).isEqualTo(messages);
    assertThat(samples).isEqualTo(messages);
    assertThat(audit.outcome(0, new int[] {0}).received()).isEqualTo(messages);
    assertThat(audit.outcome(0, new int[] {0}).duplicated()).isZero();
  }

  @Test
  void threadsThatHaveEndedLeaveTheirLogsToOthers() throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      Thread thread = new Thread(() -> log().sends().sent(0, 1, 1));
      thread.start();
      thread.join();
      assertThat(sum(recorder.cut()).get(Counter.SENT)).isEqualTo(1);
    }
  }

  @Test
  void aClosedRecorderGivesItsLogsUp() {
    ThreadLog log = log();
    log.sends().sent(0, 1, 1);
    recorder.close();

    assertThat(ThreadSlot.current().log(recorder)).isNull();
    for (int i = 0; i < 2 * ThreadSlot.MESSAGES_BEFORE_LOG; i++) {
      assertThat(recorder.log(ThreadSlot.current())).isNull();
    }
    assertThat(sum(recorder.cut()).get(Counter.SENT)).isEqualTo(1);
  }
}
