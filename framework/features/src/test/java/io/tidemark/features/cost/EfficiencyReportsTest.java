package io.tidemark.features.cost;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.file.ResultJson;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.text.TerminalStyle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What messages cost, in the summary, in files, and as metrics. */
class EfficiencyReportsTest {
  @TempDir Path folder;

  @Test
  void theSummaryHasEachFigureThatIsKnownAndItsSource() {
    String text =
        new TerminalRenderer(TerminalStyle.PLAIN)
            .render(RunDocument.of(SampleEfficiency.run(62.5), List.of()));
    assertThat(text.lines().map(line -> line.strip().replaceAll(" +", " ")))
        .contains("Efficiency")
        .contains("delivered messages 200,000")
        .contains("broker CPU per million messages (CPU s) 62.5")
        .contains("broker CPU per GB (CPU s) 61.0")
        .contains("broker CPU per million messages (CPU s) 5.10")
        .contains("client CPU per million messages (CPU s) 31.3")
        .contains("disk writes per million messages (MB) 3,141")
        .contains("disk write amplification 3.07")
        .contains("broker memory per queue or partition (MB) 412")
        .anyMatch(line -> line.matches("10\\.0 0\\.0510 0\\.0120 0\\.0\\d* 1,200"))
        .anyMatch(line -> line.contains("not available: no"))
        .noneMatch(line -> line.startsWith("energy per"));
  }

  @Test
  void aRunThatDoesNotKnowItsBrokerHasNoSection() {
    assertThat(
            new TerminalRenderer(TerminalStyle.PLAIN)
                .render(RunDocument.of(SampleRuns.sample(), List.of())))
        .doesNotContain("Efficiency");
  }

  @Test
  void aStoredRunHasATableOfTheFigures() throws Exception {
    RunResult run = SampleEfficiency.run(62.5);
    Path stored = RunDirectory.write(folder, run, Map.of());
    assertThat(Files.readAllLines(stored.resolve("efficiency.csv")))
        .startsWith("phase,deliveredMessages,figure,value,idle,source")
        .contains(
            "test,200000,brokerCpuSecondsPerMillionMessages,62.5,5.1,"
                + "processes of the nodes (/proc)",
            "test,200000,joulesPerMillionMessages,,,no counter of it");
  }

  @Test
  void earlierRunsHaveNone() throws Exception {
    Path stored = RunDirectory.write(folder, SampleRuns.sample(), Map.of());
    assertThat(Files.readString(stored.resolve("result.json"))).doesNotContain("\"efficiency\"");
    assertThat(RunDirectory.read(stored).part(Efficiency.PART)).isEmpty();
    assertThat(stored.resolve("efficiency.csv")).doesNotExist();
  }

  @Test
  void figuresAreMetricsOfWhichALowerOneIsBetter() {
    MetricReference cpu =
        MetricReference.compared("efficiency.brokerCpuSecondsPerMillionMessages").orElseThrow();
    assertThat(ReportedRun.of(folder, SampleEfficiency.run(62.5)).metrics())
        .containsEntry(cpu, 62.5);
    assertThat(cpu.isRate()).isFalse();
    assertThat(cpu.isTime()).isFalse();
    assertThat(cpu.group()).isEqualTo(FigureGroup.TELEMETRY);
    assertThat(TerminalStyle.PLAIN.figure(cpu, 62.54)).isEqualTo("62.5 CPU s");
    assertThat(cpu.words()).isEqualTo("broker CPU per million messages");
  }

  @Test
  void eachFigureIsAMetric() {
    for (CostFigure figure : CostFigure.values()) {
      assertThat(MetricReference.parse(figure.metric()).map(MetricReference::words))
          .contains(figure.words());
      assertThat(CostFigure.of(figure.metric())).contains(figure);
    }
  }

  @Test
  void thePartOfTheResultIsSealedAndReadAgain() throws Exception {
    RunResult run = SampleEfficiency.run(62.5);
    RunResult read = RunDirectory.read(RunDirectory.write(folder, run, Map.of()));
    JsonNode tree = ResultJson.tree(read);
    assertThat(tree).isEqualTo(ResultJson.tree(run));
    assertThat(tree.required("efficiency"))
        .isEqualTo(new ObjectMapper().readTree(getClass().getResource("efficiency.json")));
  }
}
