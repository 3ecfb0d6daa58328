package io.tidemark.http.omb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.http.Samples;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OmbWatchTest {
  private static final long PERIOD = TimeUnit.SECONDS.toNanos(10);
  private static final long MILLISECOND = 1_000_000;

  private final List<String> log = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final OmbWatch watch = new OmbWatch(log::add, nanos::get);

  private void period(long length, HostSample host, long delayNanos, LoadState load) {
    Histogram delays = LatencyHistogram.create();
    if (delayNanos >= 0) {
      delays.recordValueWithCount(delayNanos, 100);
    }
    PhaseSlice slice =
        new PhaseSlice(0, Counters.ZERO, Map.of(Measure.SCHEDULE_DELAY, LatencyCounts.of(delays)));
    nanos.addAndGet(length);
    watch.see(Samples.snapshot(Counters.ZERO, List.of(slice), length, load, host));
  }

  private static LoadState load(long lagNanos) {
    return new LoadState(true, false, 0, 0, 0, 0, lagNanos, false, false);
  }

  private static HostSample host(long gcNanos, long longestGcNanos, long tickerLagNanos) {
    return new HostSample(
        0.5,
        1,
        2,
        Double.NaN,
        Double.NaN,
        gcNanos,
        longestGcNanos,
        1,
        1,
        tickerLagNanos,
        LoadThreads.NONE);
  }

  @Test
  void saysNothingOfAGeneratorThatKeepsItsLimits() {
    period(
        PERIOD, host(99 * MILLISECOND, 99 * MILLISECOND, 99 * MILLISECOND), MILLISECOND, load(0));
    assertThat(log).isEmpty();
  }

  @Test
  void warnsOfALateTickerOfCollectorPausesAndOfMissedSchedulesWithFigureAndLimit() {
    period(
        PERIOD,
        host(450 * MILLISECOND, 250 * MILLISECOND, 300 * MILLISECOND),
        40 * MILLISECOND,
        load(0));

    assertThat(log)
        .satisfiesExactly(
            late -> assertThat(late).contains("300 ms (limit 100 ms)"),
            pause -> assertThat(pause).contains("250 ms (limit 200 ms)"),
            share -> assertThat(share).contains("4.5 % (limit 1.0 %)"),
            schedule -> assertThat(schedule).contains("p99 40 ms (limit 10 ms)"));
  }

  @Test
  void repeatsACauseOncePerMinute() {
    HostSample late = host(0, 0, 300 * MILLISECOND);
    for (int i = 0; i < 6; i++) {
      period(PERIOD, late, 0, load(0));
    }
    assertThat(log).hasSize(1);
    period(PERIOD, late, 0, load(0));
    assertThat(log).hasSize(2);
  }

  @Test
  void judgesSharesOverTenSecondsHoweverOftenStatisticsAreRead() {
    period(PERIOD / 100, host(50 * MILLISECOND, 50 * MILLISECOND, 0), 0, load(0));
    period(PERIOD, host(0, 0, 0), 0, load(0));
    assertThat(log).isEmpty();
  }

  @Test
  void warnsOfALoadThatIsStuckBehindItsSchedule() {
    period(PERIOD, host(0, 0, 0), -1, load(8_000 * MILLISECOND));
    assertThat(log)
        .singleElement()
        .asString()
        .contains("nothing was sent", "8000 ms (limit 10 ms)");
  }

  @Test
  void doesNotLookBeforeTheLoad() {
    period(
        PERIOD, host(450 * MILLISECOND, 250 * MILLISECOND, 300 * MILLISECOND), 0, LoadState.IDLE);
    assertThat(log).isEmpty();
  }
}
