package io.tidemark.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EstimateTest {
  @TempDir Path folder;
  private Progress progress;

  private Runs runs(int iterations) {
    return new Runs(
        folder,
        iterations,
        clock -> {
          progress = new Progress(clock);
          return progress;
        });
  }

  private Duration left() {
    return progress.estimate().left().orElseThrow();
  }

  @Test
  void isUnknownBeforeTheFirstRun() {
    runs(2);
    assertThat(progress.estimate().left()).isEmpty();
    assertThat(progress.estimate().number()).isZero();
  }

  @Test
  void addsTheTimeOfPreparationToTheLoadOfEachRun() {
    Runs runs = runs(3);
    runs.starts(1);
    assertThat(left()).isEqualTo(Duration.ofSeconds(20 + 2 * 24));
    runs.second(500, 1);
    assertThat(left()).isEqualTo(Duration.ofSeconds(19 + 2 * 24));
  }

  @Test
  void learnsFromRunsThatHaveEnded() {
    Runs runs = runs(3).starts(1);
    ManualClock clock = runs.clock;
    clock.advance(Duration.ofSeconds(30).toNanos());
    progress.starts(runs.run(2));
    assertThat(left()).isEqualTo(Duration.ofSeconds(2 * 34));
    assertThat(progress.estimate().share().orElseThrow()).isEqualTo(34.0 / (3 * 34));
    clock.advance(Duration.ofSeconds(100).toNanos());
    assertThat(left()).as("the second takes longer").isEqualTo(Duration.ofSeconds(34));
    assertThat(progress.estimate().number()).isEqualTo(2);
  }
}
