package io.tidemark.worker.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.SystemClock;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.worker.engine.Engine;
import io.tidemark.worker.engine.RunSetups;
import io.tidemark.worker.engine.load.Load;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Only that it runs and adds up; how fast it is, is no matter for a test. */
@Tag("slow")
class CalibrationTest {

  @Test
  void measuresAllAndComesToAConclusion() {
    CalibrationReport report =
        new Calibration(SystemClock.get(), 100, Duration.ofMillis(150), Optional.empty()).run();

    assertThat(report.floors())
        .hasSizeBetween(1, 2)
        .allSatisfy(floor -> assertThat(floor.messagesPerSecond()).isPositive());
    assertThat(report.floors().get(0).scaling()).isEqualTo(1);
    assertThat(report.closedLoops())
        .hasSizeGreaterThanOrEqualTo(3)
        .allSatisfy(loop -> assertThat(loop.messagesPerSecond()).isPositive())
        .filteredOn(loop -> loop.threads() == 1)
        .allSatisfy(loop -> assertThat(loop.scaling()).isEqualTo(1));
    assertThat(report.openLoops())
        .extracting(CalibrationReport.OpenLoop::ratePerSecond)
        .containsExactly(1e3, 1e4, 1e5, 1e6);
    report.pinned().ifPresent(CalibrationTest::hasAScheduleForEachRate);
  }

  private static void hasAScheduleForEachRate(CalibrationReport.Pinned pinned) {
    assertThat(pinned.openLoops()).hasSize(4);
    assertThat(pinned.clockLoops())
        .hasSize(4)
        .allSatisfy(
            loop -> assertThat(loop.delayMaxNanos()).isGreaterThanOrEqualTo(loop.delayP50Nanos()));
  }

  @Test
  void itsSendsAreTimedAsThoseOfDriversAre() {
    SystemClock clock = SystemClock.get();
    Calibration calibration = new Calibration(clock, 100, Duration.ofMillis(30), Optional.empty());
    try (Engine engine = calibration.engine(1, DeliveryMode.FULL)) {
      Load load = engine.prepareLoad(RunSetups.openLoop(clock.epochNanos() - 1_000, 1, 1, 1));
      load.shards().get(0).step();
      Counters counters = engine.cut().slices().get(0).counters();

      assertThat(counters.get(Counter.ACKNOWLEDGED)).isEqualTo(1);
      assertThat(counters.only(Counter.Group.UNSTAMPED)).isEqualTo(Counters.ZERO);
    }
  }

  @Test
  void aCoreThatItCannotHaveLeavesOutTheThreadThatReadsTheClock() {
    assertThat(new ClockLoop(SystemClock.get(), 1_023).schedule(1e3, Duration.ofMillis(10)))
        .isEmpty();
  }

  @Test
  void anInterruptionEndsTheThreadThatReadsTheClock() {
    Thread.currentThread().interrupt();
    assertThat(new ClockLoop(SystemClock.get(), 0).schedule(1e3, Duration.ofMillis(10))).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
  }

  private static PhaseSlice sent(int happenedIn, long messages, long delayNanos) {
    Histogram delays = LatencyHistogram.create();
    delays.recordValueWithCount(delayNanos, messages);
    return new PhaseSlice(
        1,
        happenedIn,
        Counters.of(counter -> counter == Counter.SENT ? messages : 0),
        ArrivalSpan.NONE,
        Map.of(Measure.SCHEDULE_DELAY, LatencyCounts.of(delays)));
  }

  @Test
  void messagesOfTheMeasuredTimeThatAreSentAfterItsEndCountToo() {
    CalibrationReport.OpenLoop loop =
        Calibration.judge(1_000, 1_000, List.of(sent(1, 980, 100), sent(2, 20, 800_000)), 5_000);

    assertThat(loop.rateError()).isZero();
    assertThat(loop.delayP50Nanos()).isBetween(90L, 130L);
    assertThat(loop.delayP99Nanos()).isBetween(790_000L, 810_000L);
    assertThat(loop.runQueueNanos()).isEqualTo(5_000);
    assertThat(loop.trusted()).isFalse();
  }
}
