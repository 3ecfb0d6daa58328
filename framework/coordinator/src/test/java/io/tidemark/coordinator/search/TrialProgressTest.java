package io.tidemark.coordinator.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialProgressTest {

  @Test
  void fiftyPointsOfTheTrialCount() {
    TrialProgress progress = new TrialProgress(1_000, 100);
    assertThat(progress.achievedPerSecond()).as("nothing is known").isZero();
    progress.add(10, 0, 1_000);
    progress.add(11, 0, 5_000);
    assertThat(progress.achievedPerSecond()).as("too soon after the last").isEqualTo(100);
    progress.add(12, 0, 2_400);
    assertThat(progress.achievedPerSecond()).isEqualTo(200);
    progress.add(100, 0, 30_000);
    assertThat(progress.achievedPerSecond()).as("at the end").isEqualTo(300);
    progress.add(103, 0, 103_000);
    assertThat(progress.achievedPerSecond()).as("after the end").isEqualTo(300);
  }

  @ParameterizedTest
  @CsvSource({
    "2.0, 1900, 100, true",
    "1.9, 1800, 100, false",
    "2.0, 2000, 0, false",
    "2.0, 900, 10, false",
    "2.0, 1001, 100, true",
    "2.0, 1000, 10, false",
    "2.0, 1100, 900, false",
    "2.0, 1100, 110, false",
    "2.0, 1101, 110, true"
  })
  void aTrialIsHopelessIfMostIsOutstandingForLongerThanItTakes(
      double seconds, double outstanding, double received, boolean hopeless) {
    TrialProgress progress = new TrialProgress(1_000, 20);
    progress.add(seconds, outstanding, received);
    assertThat(progress.isHopeless()).isEqualTo(hopeless);
  }

  @Test
  void aTrialWithoutPointsIsNotHopeless() {
    assertThat(new TrialProgress(1_000, 20).isHopeless()).isFalse();
  }

  @Test
  void theFirstFifthIsNotPartOfTheSlope() {
    TrialProgress progress = new TrialProgress(1_000, 50);
    for (int second = 1; second <= 50; second++) {
      progress.add(second, second < 10 ? 100 * second : 1_000, 1_000);
    }
    assertThat(progress.slope().perSecond()).isCloseTo(0, within(1e-9));
  }

  /** The trial takes 50 s. */
  @Test
  void theSlopeIsOfThreePointsFromTheFirstFifthOn() {
    TrialProgress progress = new TrialProgress(1_000, 50);
    progress.add(1, 5_000, 1_000);
    progress.add(10, 100, 1_000);
    progress.add(20, 200, 1_000);
    progress.add(30, 300, 1_000);
    assertThat(progress.slope().perSecond()).isCloseTo(10, within(1e-9));
  }

  @Test
  void theSlopeOfAShortTrialIsOfAllPoints() {
    TrialProgress progress = new TrialProgress(1_000, 50);
    for (int second = 1; second <= 4; second++) {
      progress.add(second, 100 * second, 1_000);
    }
    assertThat(progress.slope().perSecond()).isCloseTo(100, within(1e-9));
  }
}
