package io.tidemark.coordinator.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds must contain the scripted truth for any network delays and drift. */
class ClockTrackTest {
  private static final long SECOND = 1_000_000_000L;

  /** A worker's clock whose drift wanders, asked over ways of any length. */
  private static final class World {
    final Random random;
    final List<Long> offsets = new ArrayList<>();
    private double offset = 3e9;
    private double drift;

    /** Every 100 ms of the coordinator's time from 0 on. */
    World(int seed, int seconds, double mean, double wander) {
      random = new Random(seed);
      for (int i = 0; i <= seconds * 10; i++) {
        offsets.add((long) offset);
        drift = Math.max(-wander, Math.min(wander, drift + wander / 20 * random.nextGaussian()));
        offset += (mean + drift) * SECOND / 10;
      }
    }

    long offsetAt(long nanos) {
      int index = (int) Math.min(offsets.size() - 2, nanos / (SECOND / 10));
      long from = offsets.get(index);
      double share = (nanos - index * (SECOND / 10)) / (SECOND / 10.0);
      return from + (long) (share * (offsets.get(index + 1) - from));
    }

    OffsetReading reading(long nanos) {
      long there = 20_000 + (long) (-Math.log(1 - random.nextDouble()) * 2_000_000);
      long back = 20_000 + (long) (-Math.log(1 - random.nextDouble()) * 300_000);
      long truth = offsetAt(nanos);
      return new OffsetReading(nanos, truth - back - 10, truth + there + 10, there + back);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void theTruthIsWithinTheBoundsAndTheEstimatesWithinTheWorstOne(int seed) {
    double mean = (seed - 4) * 30e-6;
    World world = new World(seed, 1_000, mean, OffsetBounds.WANDER * 0.9);
    ClockTrack track = ClockTrack.measured(world.reading(0));
    long worstTrue = 0;
    for (int second = 2; second <= 900; second += 2) {
      ClockEstimate inUse = track.estimate();
      for (long at = (second - 2) * SECOND; at <= second * SECOND; at += SECOND / 10) {
        worstTrue = Math.max(worstTrue, Math.abs(inUse.offsetAt(at) - world.offsetAt(at)));
      }
      track.add(world.reading(second * SECOND));
      OffsetBounds.Range range = track.at(second * SECOND);
      assertThat(world.offsetAt(second * SECOND))
          .isBetween(range.lowestNanos() - 10, range.highestNanos() + 10);
      track.replacedBy(track.estimate(), second * SECOND);
    }

    assertThat(track.worstBoundNanos()).isGreaterThanOrEqualTo(worstTrue);
    assertThat(track.largestStepNanos()).isZero();
  }

  @Test
  void lateReadingsTightenWhatWasKnownBefore() {
    World world = new World(42, 300, 0, 0);
    ClockTrack track = ClockTrack.measured(world.reading(0));
    long first = track.estimate().errorBoundNanos();
    for (int second = 2; second <= 200; second += 2) {
      track.add(world.reading(second * SECOND));
    }

    assertThat(track.estimate().errorBoundNanos()).isLessThan(first);
    assertThat(track.estimate().errorBoundNanos()).isLessThan(400_000);
  }

  @Test
  void aJumpThatNoDriftExplainsIsAStep() {
    ClockTrack track = ClockTrack.measured(new OffsetReading(0, -10_000, 10_000, 20_000));
    track.add(new OffsetReading(2 * SECOND, 490_000, 510_000, 20_000));

    assertThat(track.largestStepNanos()).isEqualTo(510_000 + 10_000 + 400_000);
  }

  @Test
  void whatWasBeforeTheLoadDoesNotCount() {
    ClockTrack track = ClockTrack.measured(new OffsetReading(0, -5_000_000, 5_000_000, 10_000_000));
    track.add(new OffsetReading(60 * SECOND, -10_000, 10_000, 20_000));
    track.judgeFrom(60 * SECOND);
    track.add(new OffsetReading(62 * SECOND, -10_000, 10_000, 20_000));

    assertThat(track.worstBoundNanos()).isBetween(10_000L, 60_000L);
  }

  /**
   * A coordinator reads its own clock once a second, too, and hands no estimate of it out again.
   */
  @Test
  void aClockThatIsReportedAsEqualNeedsNoMoreMemoryInALongRun() {
    ClockTrack track = ClockTrack.exact(0, new OffsetReading(0, -1_000, 1_000, 2_000));
    track.judgeFrom(0);
    for (int second = 1; second <= 2_000; second++) {
      track.add(new OffsetReading(second * SECOND, -1_000, 1_000, 2_000));
    }

    assertThat(track.unsettledEstimates()).isEqualTo(1);
    track.add(new OffsetReading(2_001 * SECOND, 499_000, 501_000, 2_000));
    assertThat(track.isExact()).as("it was contradicted").isFalse();
    assertThat(track.unsettledEstimates()).isEqualTo(1);
  }

  @Test
  void anEstimateCountsUntilAllWorkersHaveALaterOne() {
    ClockTrack track = ClockTrack.measured(new OffsetReading(0, -10_000, 2_010_000, 2_020_000));
    track.judgeFrom(0);
    track.add(new OffsetReading(2 * SECOND, -10_000, 10_000, 20_000));
    ClockEstimate second = track.estimate();
    track.add(new OffsetReading(4 * SECOND, -10_000, 10_000, 20_000));
    track.judgeOnlyFrom(8 * SECOND);
    track.add(new OffsetReading(10 * SECOND, -10_000, 10_000, 20_000));
    assertThat(track.worstBoundNanos()).as("no table was sent").isGreaterThan(900_000);

    track.replacedBy(second, 7 * SECOND);
    track.judgeOnlyFrom(8 * SECOND);

    assertThat(track.worstBoundNanos()).isLessThan(900_000);
  }

  /** An estimate is in use until the workers have the next one. */
  @ParameterizedTest
  @CsvSource({"2900, 1000000, 1200000", "3100, 10000, 200000"})
  void onlyWhatMayBeInUseInTheMeasuredPartCounts(long fromMillis, long least, long most) {
    ClockTrack track = ClockTrack.measured(new OffsetReading(0, -10_000, 2_010_000, 2_020_000));
    track.add(new OffsetReading(2 * SECOND, -10_000, 10_000, 20_000));
    track.replacedBy(track.estimate(), 3 * SECOND);
    track.judgeOnlyFrom(fromMillis * 1_000_000);
    track.add(new OffsetReading(4 * SECOND, -10_000, 10_000, 20_000));

    assertThat(track.worstBoundNanos()).isBetween(least, most);
  }
}
