package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StripedRecorderTest {

  @Test
  void nothingIsLostOrCountedTwiceWhileThreadsRecordAndCutsGoOn() throws InterruptedException {
    StripedRecorder recorder = new StripedRecorder(true, 2);
    int threads = 5;
    int perThread = 200_000;
    AtomicInteger running = new AtomicInteger(threads);
    List<Thread> started = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int sender = t;
      Thread thread =
          new Thread(
              () -> {
                ThreadSlot slot = ThreadSlot.current();
                for (int i = 0; i < perThread; i++) {
                  Stripe stripe = recorder.acquire(slot);
                  stripe.interval().sent(i & 1, 10, i);
                  stripe.interval().acknowledged(i & 1, 10, i, i + 1L, sender, i);
                  stripe.interval().received(i & 1, 10, i, i, i);
                  stripe.interval().delivered(sender, i, OrderVerdict.UNKNOWN);
                  stripe.release();
                }
                running.decrementAndGet();
              });
      thread.start();
      started.add(thread);
    }
    DeliveryAudit audit = new DeliveryAudit();
    Counters total = Counters.ZERO;
    long[] samples = new long[Measure.values().length];
    boolean last;
    do {
      last = running.get() == 0;
      RecordedInterval interval = recorder.cut();
      for (PhaseSlice phase : interval.phases()) {
        total = total.plus(phase.counters());
        phase
            .latencies()
            .forEach((l, h) -> samples[l.ordinal()] += h.toHistogram().getTotalCount());
      }
      DeliveryAuditTest.fold(0, interval, audit);
    } while (!last);
    for (Thread thread : started) {
      thread.join();
    }

    long all = (long) threads * perThread;
    assertThat(total.get(Counter.SENT)).isEqualTo(all);
    assertThat(total.get(Counter.SENT_BYTES)).isEqualTo(10 * all);
    assertThat(total.get(Counter.ACKNOWLEDGED)).isEqualTo(all);
    assertThat(total.get(Counter.RECEIVED)).isEqualTo(all);
    assertThat(samples[Measure.SCHEDULE_DELAY.ordinal()]).isEqualTo(all);
    assertThat(samples[Measure.END_TO_END.ordinal()]).isEqualTo(all);
    DeliveryAudit.Outcome outcome = audit.outcome(0, new int[] {0, 1, 2, 3, 4});
    assertThat(outcome.expected()).isEqualTo(all);
    assertThat(outcome.lost()).isZero();
    assertThat(outcome.duplicated()).isZero();
  }

  @Test
  void valuesAboveTheRangeAreKeptAtItsEndAndCounted() {
    StripedRecorder recorder = new StripedRecorder(false, 1);
    IntervalTest.record(
        recorder, interval -> interval.sent(0, 1, LatencyHistogram.HIGHEST_NANOS + 1));
    PhaseSlice phase = recorder.cut().phases().get(0);
    assertThat(phase.counters().get(Counter.OVERFLOWED)).isEqualTo(1);
    assertThat(phase.latencies().get(Measure.SCHEDULE_DELAY).toHistogram().getTotalCount())
        .isEqualTo(1);
  }

  @Test
  void negativeLatenciesAreCountedAndNotRecorded() {
    StripedRecorder recorder = new StripedRecorder(false, 1);
    Stripe stripe = recorder.acquire(ThreadSlot.current());
    stripe.interval().received(0, 1, 1, -5, -10);
    stripe.interval().received(0, 1, 1, 5, -1);
    stripe.interval().received(0, 1, 1, 5, 5);
    stripe.release();
    PhaseSlice phase = recorder.cut().phases().get(0);
    assertThat(phase.counters().get(Counter.NEGATIVE_END_TO_END)).isEqualTo(2);
    assertThat(phase.latencies().get(Measure.END_TO_END).toHistogram().getTotalCount())
        .isEqualTo(2);
    assertThat(phase.latencies().get(Measure.END_TO_END_FROM_SEND).toHistogram().getTotalCount())
        .isEqualTo(1);
  }

  @Test
  void anEmptyIntervalHasNoPhases() {
    StripedRecorder recorder = new StripedRecorder(true, 4);
    assertThat(recorder.cut().phases()).isEmpty();
    IntervalTest.record(recorder, interval -> interval.sent(3, 1, 1));
    assertThat(recorder.cut().phases()).hasSize(1);
    assertThat(recorder.cut().phases()).isEmpty();
    assertThat(recorder.cut().published()).isEmpty();
  }

  /** A new counter needs no more than its constant and a call like this one. */
  @Test
  void everyCounterOfAllStripesArrivesInTheCut() {
    StripedRecorder recorder = new StripedRecorder(false, 2);
    Stripe one = recorder.acquire(ThreadSlot.current());
    Stripe other = recorder.acquire(ThreadSlot.current());
    for (Counter counter : Counter.values()) {
      for (int i = 0; i <= counter.ordinal(); i++) {
        one.interval().count(PhasePair.of(1, 2), counter);
      }
      other.interval().count(PhasePair.of(1, 2), counter);
    }
    one.release();
    other.release();
    List<PhaseSlice> slices = recorder.cut().phases();
    assertThat(slices)
        .extracting(PhaseSlice::phase, PhaseSlice::happenedIn)
        .containsExactly(tuple(1, 2));
    assertThat(slices.get(0).counters())
        .isEqualTo(Counters.of(counter -> counter.merge(counter.ordinal() + 1, 1)));
  }

  @Test
  void anIntervalThatIsReadIsNotWritten() {
    StripedRecorder recorder = new StripedRecorder(true, 1);
    ThreadSlot slot = ThreadSlot.current();
    List<Interval> written = new ArrayList<>();
    for (int cut = 0; cut < 6; cut++) {
      Stripe stripe = recorder.acquire(slot);
      stripe.interval().sent(0, 1, 1);
      written.add(stripe.interval());
      stripe.release();
      if (cut == 0) {
        recorder.cut();
      }
      recorder.cut();
    }
    for (int i = 2; i < written.size(); i++) {
      assertThat(written.get(i)).isNotSameAs(written.get(i - 1));
    }
    assertThat(written.stream().distinct()).as("two take turns").hasSizeLessThan(4);
  }

  @Test
  void aThreadStaysOnTheStripeThatItFoundFree() {
    StripedRecorder recorder = new StripedRecorder(false, 4);
    ThreadSlot slot = ThreadSlot.current();
    for (int i = 0; i < 4; i++) {
      Stripe busy = recorder.acquire(slot);
      Stripe free = recorder.acquire(slot);
      free.release();
      busy.release();
      Stripe again = recorder.acquire(slot);
      assertThat(again).isSameAs(free).isNotSameAs(busy);
      again.release();
    }
  }

  private static int logs(StripedRecorder recorder) throws InterruptedException {
    AtomicInteger logs = new AtomicInteger();
    CountDownLatch end = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 12; t++) {
      CountDownLatch tried = new CountDownLatch(1);
      Thread thread =
          new Thread(
              () -> {
                ThreadSlot slot = ThreadSlot.current();
                for (int i = 0; i < ThreadSlot.MESSAGES_BEFORE_LOG; i++) {
                  logs.addAndGet(recorder.log(slot) == null ? 0 : 1);
                }
                tried.countDown();
                try {
                  end.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      threads.add(thread);
      thread.start();
      tried.await();
    }
    end.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    return logs.get();
  }

  @Test
  void eachStripeAllowsTwoLogsAndStripesAreAPowerOfTwo() throws InterruptedException {
    assertThat(logs(new StripedRecorder(false, 0))).isEqualTo(2);
    assertThat(logs(new StripedRecorder(false, 1))).isEqualTo(2);
    assertThat(logs(new StripedRecorder(false, 2))).isEqualTo(4);
    assertThat(logs(new StripedRecorder(false, 3))).isEqualTo(8);
    assertThat(logs(new StripedRecorder(false, 4))).isEqualTo(8);
  }

  @Test
  void aThreadThatRecordsForTwoRunsHasOneLogInEach() {
    StripedRecorder one = new StripedRecorder(false, 1);
    StripedRecorder other = new StripedRecorder(false, 1);
    ThreadLog first = log(one);
    assertThat(log(other)).isNotSameAs(first);
    assertThat(log(one)).isSameAs(first);
    assertThat(one.log(ThreadSlot.current())).as("without a claim").isSameAs(first);
  }

  private static ThreadLog log(StripedRecorder recorder) {
    for (int i = 0; i < ThreadSlot.MESSAGES_BEFORE_LOG; i++) {
      ThreadLog log = recorder.log(ThreadSlot.current());
      if (log != null) {
        return log;
      }
    }
    throw new AssertionError("no log");
  }

  @Test
  void aRecorderForThisMachineRecords() {
    StripedRecorder recorder = StripedRecorder.forThisMachine(true);
    IntervalTest.record(recorder, interval -> interval.acknowledged(0, 1, 1, 1, 0, 5));
    assertThat(recorder.cut().published()).hasSize(1);
  }
}
