package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.tidemark.charts.page.ReportPage;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.SearchReport.ClassBounds;
import io.tidemark.model.result.SearchReport.Trial;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.text.TerminalStyle;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search over the rates of all traffic classes, on real workers with the in-memory driver. */
@Tag("release")
class ClassSearchTest {
  /** One consumer that takes 4 ms for a message has no time for 300 messages a second. */
  private static final String SEARCH =
      MiniBench.ONE_OF_EACH
          + """
          name: mix
          warmupDuration: 500ms
          testDuration: 1s
          sampleInterval: 200ms
          search: {over: scale.rate, startAt: 2, trialDuration: 2s, shortTrialDuration: 1s, precision: 40%,
                   maxTrials: 16, warmupDuration: 1s, measureAt: 50%}
          classes:
            - {name: orders, producerRate: 500}
            - {name: slow, producerRate: 50, consumerProcessingTime: 4ms}
          """;

  @TempDir Path folder;

  private static SearchReport search(ClassResult of) {
    return of.run().orElseThrow().search().orElseThrow();
  }

  @Test
  void theHighestScaleIsThatAtWhichEveryClassPasses() throws Exception {
    RunResult total = new ClassBench(folder).run(SEARCH);

    SearchReport search = total.search().orElseThrow();
    assertThat(search.over()).isEqualTo(Quantity.SCALE_RATE);
    double passed = search.passed().orElseThrow();
    assertThat(passed).as("250 messages a second, in theory").isBetween(0.001, 5.5);
    assertThat(search.failed().orElseThrow()).isGreaterThan(passed);
    assertThat(search.classes()).extracting(ClassBounds::name).containsExactly("orders", "slow");
    assertThat(search.classes().get(1).failure()).isNotEmpty();
    assertThat(search.trials())
        .filteredOn(trial -> !trial.passed())
        .anyMatch(trial -> trial.reason().contains("class slow: "));

    for (ClassResult each : total.classes()) {
      SearchReport own = search(each);
      assertThat(own.trials())
          .as("the same trials in all classes")
          .extracting(Trial::value)
          .isEqualTo(search.trials().stream().map(Trial::value).toList());
      assertThat(own.passed()).isEqualTo(search.passed());
      assertThat(own.failed()).isEqualTo(search.failed());
    }
    for (Trial trial : search.trials()) {
      PhaseResult phase = phase(total, trial.phase());
      assertThat(phase.intendedRatePerSecond().orElseThrow())
          .isEqualTo(trial.intendedPerSecond().orElseThrow());
      for (ClassResult each : total.classes()) {
        assertThat(phase(each.run().orElseThrow(), trial.phase()).startEpochNanos())
            .as("all begin together")
            .isEqualTo(phase.startEpochNanos());
      }
    }
    assertThat(total.totals().intendedRatePerSecond().orElseThrow())
        .as("measureAt")
        .isCloseTo(550 * passed / 2, withPercentage(0.1));

    Path results = folder.resolve("results");
    Path directory = RunDirectory.write(results, total, Map.of());
    assertThat(RunDirectory.read(directory).search().orElseThrow().classes())
        .isEqualTo(search.classes());
    assertThat(new TerminalRenderer(TerminalStyle.PLAIN).render(RunDocument.of(total, List.of())))
        .contains("times the rates", "first to fail: class slow (");
    assertThat(ReportPage.html(ReportedRuns.read(List.of(results)), List.of()))
        .contains("passed up to", "failed from", "failed first", "times the rates");
  }

  @Test
  void aStopEndsTheSearchOfAllClasses() throws Exception {
    RunResult total = new ClassBench(folder, "search-wait-1", RunOptions.DEFAULT).run(SEARCH);
    assertThat(total.search().orElseThrow().converged()).isFalse();
    assertThat(total.phases()).noneMatch(phase -> phase.name().equals("test"));
  }

  private static PhaseResult phase(RunResult run, String name) {
    return run.phases().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }
}
