package io.tidemark.model.result.finish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.result.BlockedTime;
import io.tidemark.model.result.Disruption;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.finish.Disruptions.Point;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DisruptionsTest {
  private static final double BEFORE = 1_000;

  /** One interval of a second for each rate, published and delivered alike. */
  private static List<Point> seconds(double... rates) {
    List<Point> points = new ArrayList<>();
    for (double rate : rates) {
      points.add(point("test", points.size(), rate, rate, 0));
    }
    return points;
  }

  private static Point point(
      String phase, int second, double published, double delivered, long failed) {
    return new Point(
        phase,
        true,
        second * 1_000_000L,
        1,
        published,
        delivered,
        failed,
        true,
        Double.NaN,
        Double.NaN);
  }

  private static List<Disruption> disruptions(List<Point> points, List<RunEvent> events) {
    return Disruptions.of(points, events, 1);
  }

  /** One interval of a second in a phase whose schedule has this rate. */
  private static Point due(int second, double due, double published, double delivered) {
    return new Point("test", true, second * 1_000_000L, 1, published, delivered, 0, true, 400, due);
  }

  private static RunEvent event(String kind, String subject, double second) {
    return new RunEvent((long) (second * 1e6) * 1_000, "worker", kind, subject, "node 2 is gone");
  }

  private static RunEvent lost(double second) {
    return event("CONNECTION_LOST", "producer", second);
  }

  @Test
  void aSteadyRunHasNone() {
    assertThat(disruptions(seconds(1000, 990, 1010, 1000), List.of())).isEmpty();
  }

  @Test
  void recoveryCountsFromTheEventToTheFirstIntervalThatStaysAtNinetyPercent() {
    List<Point> points = seconds(1000, 1000, 1000, 500, 0, 0, 950, 1000, 1000, 1000);
    var found = disruptions(points, List.of(lost(3.25)));
    assertThat(found).hasSize(1);
    assertThat(found.get(0).cause()).isEqualTo("CONNECTION_LOST");
    assertThat(found.get(0).detail()).isEqualTo("producer: node 2 is gone");
    assertThat(found.get(0).publish().beforeRatePerSecond()).isEqualTo(BEFORE);
    assertThat(found.get(0).publish().lowestRatePerSecond()).isZero();
    assertThat(found.get(0).publish().recoverySeconds()).isCloseTo(2.75, within(1e-9));
    assertThat(found.get(0).deliver()).isEqualTo(found.get(0).publish());
  }

  @Test
  void aShortSpikeIsNoRecovery() {
    List<Point> points = seconds(1000, 1000, 0, 1000, 0, 0, 1000, 1000, 1000);
    var found = disruptions(points, List.of(lost(2)));
    assertThat(found).hasSize(1);
    assertThat(found.get(0).publish().recoverySeconds()).isCloseTo(4, within(1e-9));
  }

  @Test
  void aRateThatNeverComesBackIsNotRecovered() {
    var found = disruptions(seconds(1000, 1000, 100, 800, 850, 880), List.of(lost(2)));
    assertThat(found.get(0).publish().recoverySeconds()).isNull();
    assertThat(found.get(0).publish().lowestRatePerSecond()).isEqualTo(100);
  }

  @Test
  void deliveryMayComeBackLaterThanPublishing() {
    List<Point> points = new ArrayList<>(seconds(1000, 1000));
    points.add(point("test", 2, 0, 0, 0));
    points.add(point("test", 3, 1000, 0, 0));
    points.add(point("test", 4, 1000, 0, 0));
    for (int second = 5; second < 9; second++) {
      points.add(point("test", second, 1000, 1100, 0));
    }
    var found = disruptions(points, List.of(lost(2)));
    assertThat(found).hasSize(1);
    assertThat(found.get(0).publish().recoverySeconds()).isCloseTo(1, within(1e-9));
    assertThat(found.get(0).deliver().recoverySeconds()).isCloseTo(3, within(1e-9));
  }

  @Test
  void silenceAndFailedSendsAreSignsWithoutAnyEvent() {
    List<Point> silent = seconds(1000, 1000, 0, 0, 1000, 1000, 1000);
    assertThat(disruptions(silent, List.of()))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.cause()).isEqualTo("NOTHING_ACKNOWLEDGED");
              assertThat(found.signs()).isEqualTo(2);
              assertThat(found.publish().recoverySeconds()).isCloseTo(2, within(1e-9));
            });
    List<Point> failing = seconds(1000, 1000, 950, 1000, 1000, 1000);
    failing.set(2, point("test", 2, 950, 950, 7));
    assertThat(disruptions(failing, List.of()))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.cause()).isEqualTo("SENDS_FAILED");
              assertThat(found.publish().recoverySeconds()).isZero();
            });
  }

  @Test
  void aStopOfLessThanASecondIsNoDisruption() {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      double rate = i >= 8 && i < 11 ? 0 : BEFORE;
      points.add(
          new Point("test", true, i * 200_000L, 0.2, rate, rate, 0, true, Double.NaN, Double.NaN));
    }
    assertThat(disruptions(points, List.of())).isEmpty();
  }

  @Test
  void twoFaultsFarApartAreTwoDisruptions() {
    List<Point> points =
        seconds(1000, 1000, 0, 1000, 1000, 1000, 1000, 1000, 1000, 0, 0, 1000, 1000, 1000, 1000);
    var found = disruptions(points, List.of(lost(2), lost(2.5), lost(9.5)));
    assertThat(found).hasSize(2);
    assertThat(found.get(0).signs()).isEqualTo(3); // two events, one silent interval
    assertThat(found.get(1).publish().recoverySeconds()).isCloseTo(2, within(1e-9));
  }

  @Test
  void aScheduleThatWantsLessIsNoLastingDip() {
    List<Point> points = new ArrayList<>();
    for (int second = 0; second < 9; second++) {
      double intended = second < 4 ? 1000 : 500;
      points.add(
          new Point(
              second < 4 ? "high" : "low",
              true,
              second * 1_000_000L,
              1,
              second == 3 ? 0 : intended,
              intended,
              0,
              true,
              intended,
              intended));
    }
    var found = disruptions(points, List.of(lost(3)));
    assertThat(found).hasSize(1);
    assertThat(found.get(0).publish().recoverySeconds()).isCloseTo(1, within(1e-9));
  }

  @Test
  void anOpenLoopIsBackWhenItKeepsItsScheduleThoughItCaughtUpBefore() {
    List<Point> points = new ArrayList<>();
    points.add(due(0, 400, 1_100, 2_200));
    points.add(due(1, 400, 1_100, 2_200));
    points.add(due(2, 400, 0, 0));
    for (int second = 3; second < 9; second++) {
      points.add(due(second, 400, 400, 800));
    }
    var found = Disruptions.of(points, List.of(lost(2)), 2);
    assertThat(found).hasSize(1);
    assertThat(found.get(0).publish().beforeRatePerSecond()).isEqualTo(400);
    assertThat(found.get(0).publish().recoverySeconds()).isCloseTo(1, within(1e-9));
    assertThat(found.get(0).deliver().beforeRatePerSecond()).isEqualTo(800);
    assertThat(found.get(0).deliver().recoverySeconds()).isCloseTo(1, within(1e-9));
  }

  @Test
  void randomArrivalsBeforeDoNotRaiseWhatARunMustComeBackTo() {
    List<Point> points = new ArrayList<>();
    points.add(due(0, 460, 460, 460));
    points.add(due(1, 380, 0, 0));
    for (int second = 2; second < 9; second++) {
      points.add(due(second, 400, 400, 400));
    }
    var found = disruptions(points, List.of(lost(1)));
    assertThat(found.get(0).publish().beforeRatePerSecond()).isEqualTo(400);
    assertThat(found.get(0).publish().recoverySeconds()).isCloseTo(1, within(1e-9));
  }

  @Test
  void aRampIsAskedForTheRateThatItHadReached() {
    List<Point> points = new ArrayList<>();
    points.add(due(0, 700, 700, 700));
    points.add(due(1, 740, 740, 740));
    points.add(due(2, 780, 0, 0));
    for (int second = 3; second < 9; second++) {
      points.add(due(second, 800, 400, 400));
    }
    var found = disruptions(points, List.of(lost(2)));
    assertThat(found.get(0).publish().beforeRatePerSecond()).isEqualTo(720);
    assertThat(found.get(0).publish().recoverySeconds()).isNull();
  }

  @Test
  void whatHappensOutsideTheMeasuredPartOrAfterItIsNone() {
    List<Point> points = new ArrayList<>();
    points.add(new Point("warm-up", false, 0, 1, 0, 0, 3, true, Double.NaN, Double.NaN));
    points.add(point("test", 1, 1000, 1000, 0));
    assertThat(disruptions(points, List.of(lost(0.5), lost(2.5)))).isEmpty();
  }

  @Test
  void blockedConnectionsThatOverlapAreOneStretch() {
    List<RunEvent> events =
        List.of(
            event("BLOCKED", "producer-1", 2),
            event("BLOCKED", "producer-2", 3),
            event("UNBLOCKED", "producer-1", 5),
            event("UNBLOCKED", "producer-2", 7),
            event("BLOCKED", "producer-1", 9));
    var blocks = BlockedTimes.of(events, 1_000_000, 12_000_000);
    assertThat(blocks)
        .containsExactly(
            new BlockedTime(2_000_000, 1, 5, true, 2, "node 2 is gone"),
            new BlockedTime(9_000_000, 8, 3, false, 1, "node 2 is gone"));
  }

  /** Counts its reads. */
  private static final class Counting extends AbstractList<Point> implements RandomAccess {
    private final List<Point> points;
    private long looks;

    private Counting(List<Point> points) {
      this.points = points;
    }

    @Override
    public Point get(int index) {
      looks++;
      return points.get(index);
    }

    @Override
    public int size() {
      return points.size();
    }
  }

  /**
   * A node dies after a tenth of the run and nothing is ever as it was: a sign in each interval.
   */
  private static Counting neverBack(int seconds) {
    List<Point> points = new ArrayList<>();
    for (int second = 0; second < seconds; second++) {
      boolean before = second < seconds / 10;
      double rate = before ? BEFORE : second % 3 == 0 ? 0 : BEFORE / 2;
      points.add(point("test", second, rate, rate, before ? 0 : 1));
    }
    return new Counting(points);
  }

  private static long looks(int seconds) {
    Counting points = neverBack(seconds);
    List<RunEvent> events = new ArrayList<>();
    for (int second = seconds / 10; second < seconds; second += 2) {
      events.add(lost(second + 0.5));
    }

    assertThat(disruptions(points, events))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.signs()).isEqualTo(seconds / 10 * 9 / 2 * 3);
              assertThat(found.secondsFromStart()).isEqualTo(seconds / 10.0);
              assertThat(found.publish().lowestRatePerSecond()).isZero();
              assertThat(found.publish().recoverySeconds()).isNull();
            });
    return points.looks;
  }

  @Test
  void aRunTwiceAsLongIsLookedAtTwiceAsOftenThoughItNeverRecovers() {
    assertThat(looks(4_000)).isLessThan(looks(2_000) * 5 / 2);
  }

  @Test
  void aRunThatRecoversAgainAndAgainIsLookedAtInProportionToo() {
    assertThat(looksAtFaultsEvery30Seconds(4_000))
        .isLessThan(looksAtFaultsEvery30Seconds(2_000) * 5 / 2);
  }

  private static long looksAtFaultsEvery30Seconds(int seconds) {
    List<Point> points = new ArrayList<>();
    for (int second = 0; second < seconds; second++) {
      double rate = second % 30 >= 20 && second % 30 < 24 ? 0 : BEFORE;
      points.add(point("test", second, rate, rate, 0));
    }
    Counting counting = new Counting(points);
    List<Disruption> found = disruptions(counting, List.of());
    assertThat(found)
        .hasSize(Math.min(100, (seconds + 6) / 30))
        .allSatisfy(each -> assertThat(each.publish().recoverySeconds()).isEqualTo(4));
    return counting.looks;
  }

  /** Stops between two seconds and for so long: the interval in which it stops is hit in part. */
  private static List<Point> stall(int intervalsBefore, double stopsAt, double stallSeconds) {
    List<Point> points = new ArrayList<>();
    for (int second = 0; second < intervalsBefore + 20; second++) {
      double from = intervalsBefore - 1 + stopsAt;
      double silent =
          Math.max(0, Math.min(second + 1, from + stallSeconds) - Math.max(second, from));
      double rate = BEFORE * (1 - silent);
      points.add(point("test", second, rate, rate, 0));
    }
    return points;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.25, 0.5, 0.751, 0.95, 0.999})
  void aStallThatBeginsJustBeforeAnIntervalEndsDoesNotLowerTheRateBefore(double stopsAt) {
    for (int before : new int[] {2, 3, 12}) {
      assertThat(disruptions(stall(before, stopsAt, 5), List.of()))
          .singleElement()
          .satisfies(
              found -> {
                assertThat(found.publish().beforeRatePerSecond()).isCloseTo(BEFORE, within(1e-6));
                assertThat(found.deliver().beforeRatePerSecond()).isCloseTo(BEFORE, within(1e-6));
              });
    }
  }

  @Test
  void theRateBeforeAStallInTheFirstIntervalOfAPhaseIsThatOfThePhaseBeforeOnTheSameSchedule() {
    List<Point> points = new ArrayList<>();
    double[] rates = {1000, 1000, 1000, 751, 0, 0, 1000, 1000, 1000, 1000};
    for (double rate : rates) {
      String phase = points.size() < 3 ? "warm-up" : "test";
      long start = points.size() * 1_000_000L;
      points.add(
          new Point(phase, !phase.equals("warm-up"), start, 1, rate, rate, 0, true, 1_000, 1_000));
    }

    assertThat(disruptions(points, List.of()).get(0).publish().beforeRatePerSecond())
        .isEqualTo(BEFORE);
  }
}
