package io.tidemark.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.metric.Unit;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SampleStudy;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Reference;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepChartsTest {
  @TempDir Path folder;
  private List<ReferenceLine> references = List.of();

  private List<Chart> charts(String key, String... values) throws IOException {
    List<StudyEntry> runs = new ArrayList<>();
    for (String environment : List.of("a", "b")) {
      for (String value : values) {
        for (int iteration = 1; iteration <= 2; iteration++) {
          Path directory =
              RunDirectory.write(folder.resolve(environment), SampleRuns.sample(), Map.of());
          runs.add(
              StudyEntry.pending(environment, "w", Map.of(key, value), iteration)
                  .done("VALID", folder.relativize(directory).toString(), 1));
        }
      }
    }
    SampleStudy.stored(
            List.of(environment("a"), environment("b")),
            Map.of(key, List.of(values)),
            2,
            runs,
            null)
        .write(folder);
    return SweepCharts.forRuns(ReportedRuns.read(List.of(folder)), references);
  }

  private static Environment environment(String name) {
    return new Environment(name, "d.yaml", Map.of(), Map.of(), null, List.of(), false);
  }

  @Test
  void eachEnvironmentHasALineOfMeansAndAPointForEachRun() throws IOException {
    List<Chart> charts = charts("driver.localBrokers.cpus", "2", "0.5");
    Chart chart = charts.get(0);
    assertThat(chart.id()).isEqualTo("w-sweep-cpus-publishRate");
    assertThat(chart.title()).isEqualTo("Publish rate by cpus");
    assertThat(chart.x()).isEqualTo(Axis.linear("cpus", Unit.NUMBER));
    assertThat(chart.lines())
        .extracting(Line::label)
        .containsExactly("a", "a, each run", "b", "b, each run");
    assertThat(chart.lines().get(0).x()).containsExactly(0.5, 2);
    assertThat(chart.lines().get(1).x()).containsExactly(0.5, 0.5, 2, 2);
    assertThat(chart.lines().get(1).kind()).isEqualTo(Kind.POINTS);
  }

  @Test
  void aWideRangeOfSizesHasALogarithmicAxis() throws IOException {
    assertThat(charts("workload.messageSize", "100B", "10KB").get(0).x())
        .isEqualTo(Axis.of("messageSize (bytes)", Unit.NUMBER, true));
  }

  @Test
  void limitsAndPublishedFiguresAreDrawnWhereTheyApply() throws IOException {
    Chart without = charts("driver.localBrokers.cpus", "1", "2").get(0);
    double measured = without.lines().get(0).y()[0];
    references =
        List.of(
            line("publishRate", measured * 1.5, Optional.empty()),
            line("publishRate", measured * 1.6, Optional.of("b")),
            line("publishRate", measured * 1.7, Optional.of("elsewhere")),
            line("publishRate", measured * 100, Optional.empty()),
            line("consumeRate", measured * 1.5, Optional.empty()));
    Chart chart = charts("driver.localBrokers.cpus", "1", "2").get(0);
    assertThat(chart.references())
        .extracting(Reference::y)
        .containsExactly(measured * 1.5, measured * 1.6);
  }

  private static ReferenceLine line(String metric, double value, Optional<String> environment) {
    return new ReferenceLine(metric, value, "n", "", "s", environment, Optional.empty());
  }

  @Test
  void wordsHaveNoChart() throws IOException {
    assertThat(charts("driver.producerConfig.acks", "1", "all")).isEmpty();
  }
}
