package io.tidemark.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.file.ResultMapper;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.PhaseScale;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.csv.TimelineCsv;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.section.LatencySection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A constant of {@link Measure} is all that files and tables need. */
class MeasuresTest {
  private static PhaseResult measured(Measure measure) {
    Histogram histogram = LatencyHistogram.create();
    histogram.recordValue(1_000_000);
    return new PhaseResult(
        "test",
        true,
        0,
        1_000_000_000,
        Optional.empty(),
        Throughput.NONE,
        Counters.ZERO,
        PhaseScale.NONE,
        Map.of(measure, histogram));
  }

  @ParameterizedTest
  @EnumSource
  void everyMeasureIsInResultsAndTables(Measure measure) {
    PhaseResult phase = measured(measure);

    assertThat(ResultMapper.JSON.valueToTree(phase.latencies()).path(measure.key() + "Micros"))
        .isNotEmpty();
    RunResult run = SampleRuns.withPhases(SampleRuns.requestReply(), List.of(phase));
    assertThat(LatencySection.of(ShownRuns.of(run)).tables().get(0).rows())
        .anyMatch(row -> row.get(0).text().equals(measure.heading()));
  }

  @ParameterizedTest
  @EnumSource
  void everyMeasureIsInTheFilesOfARun(Measure measure) throws IOException {
    assertThat(RunFormats.ALL)
        .anyMatch(format -> format.name().equals(HistogramLog.fileOf(measure)));
    ByteArrayOutputStream timeline = new ByteArrayOutputStream();
    RunResult run = SampleRuns.requestReply();
    TimelineCsv.of(run.samples(), true).writeTo(timeline);
    String columns = timeline.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
    if (!measure.isRare()) {
      assertThat(columns).contains("," + measure.key() + "P99Micros,");
    }
  }
}
