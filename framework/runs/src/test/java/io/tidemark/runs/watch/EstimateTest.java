package io.tidemark.runs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.ManualClock;
import io.tidemark.model.workload.Load;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.runs.PlannedRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EstimateTest {
  @TempDir Path folder;
  private Progress progress;

  private Runs runs(int iterations) {
    return new Runs(folder, iterations, clock -> progress = new Progress(clock));
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

  @Test
  void aSearchTakesAtMostItsLimitsAndMayEndEarlier() {
    ManualClock clock = new ManualClock();
    PlannedRun run = searching(runs(1).run(1));
    progress = new Progress(clock);
    progress.planned(List.of(run));
    progress.starts(run);
    progress.phaseStarted("search-1", false, Optional.of(Duration.ofSeconds(5)));
    Duration search = SearchSpec.DEFAULT.longest();
    assertThat(left()).isEqualTo(search.plus(Runs.TEST));

    clock.advance(Duration.ofSeconds(60).toNanos());
    assertThat(left()).isEqualTo(search.plus(Runs.TEST).minusSeconds(60));
    progress.phaseStarted("test", true, Optional.of(Runs.TEST));

    assertThat(left()).isEqualTo(Runs.TEST);
  }

  @Test
  void equalRunsOfAWarmUpAreCountedOneAfterAnother() {
    PlannedRun run = runs(1).run(1);
    progress.planned(List.of(run, run));
    progress.starts(run);
    progress.starts(run);
    assertThat(progress.estimate().number()).isEqualTo(2);
    progress.starts(run);
    assertThat(progress.estimate().number()).as("repeated").isLessThanOrEqualTo(2);
  }

  private static PlannedRun searching(PlannedRun run) {
    Load load = new Load.Search(SearchSpec.DEFAULT, run.workload().load());
    return new PlannedRun(run.title(), run.workload().withLoad(load), run.driver());
  }
}
