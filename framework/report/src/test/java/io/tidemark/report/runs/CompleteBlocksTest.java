package io.tidemark.report.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.report.SampleStudy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CompleteBlocksTest {
  private static final MetricReference RATE = MetricReference.of(Metrics.PUBLISH_RATE);

  private static ReportedRuns runs(int pendingBlock) {
    ReportedRuns done =
        new SampleStudy()
            .runs("a", Map.of(), RATE, 100, 101)
            .runs("b", Map.of(), RATE, 200)
            .study();
    StoredStudy study =
        done.study()
            .orElseThrow()
            .withBlock(List.of(StudyEntry.pending("b", "w", Map.of(), pendingBlock)));
    return new ReportedRuns(done.runs(), List.of(), Optional.of(study));
  }

  @Test
  void aBlockWithARunThatIsNotDoneIsLeftOut() {
    assertThat(runs(2).ofCompleteBlocks().orElseThrow().runs())
        .extracting(ReportedRun::iteration)
        .containsExactly(1, 1);
    assertThat(runs(0).ofCompleteBlocks().orElseThrow().runs())
        .as("a run of the warm-up belongs to no block")
        .hasSize(3);
  }

  @Test
  void beforeTheFirstBlockIsCompleteThereIsNone() {
    ReportedRuns first =
        new ReportedRuns(
            runs(1).runs().stream().filter(run -> run.iteration() == 1).toList(),
            List.of(),
            runs(1).study());
    assertThat(first.ofCompleteBlocks()).isEmpty();
  }
}
