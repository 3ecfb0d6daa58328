package io.tidemark.charts.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.SampleEfficiency;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EfficiencyTablesTest {
  @TempDir Path folder;

  private static List<String> texts(List<Cell> row) {
    return row.stream().map(Cell::text).toList();
  }

  @Test
  void aRunHasItsFiguresItsIdleBaselineAndTheirSources() throws IOException {
    RunDirectory.write(folder, SampleEfficiency.run(62.5), Map.of());
    ReportedRuns runs = ReportedRuns.read(List.of(folder));
    List<Table> tables = EfficiencyTables.section(runs.runs()).orElseThrow().tables();

    assertThat(tables).hasSize(3);
    assertThat(tables.get(0).head())
        .contains("broker CPU per million messages (CPU s)", "disk write amplification")
        .doesNotContain("energy per million messages (J)");
    assertThat(texts(tables.get(0).rows().get(0))).contains("200,000", "62.5", "3.07", "412");
    assertThat(texts(tables.get(1).rows().get(0))).contains("0.051", "0.012", "0.004", "1,200");
    assertThat(tables.get(2).rows().stream().map(EfficiencyTablesTest::texts))
        .anySatisfy(
            row ->
                assertThat(row)
                    .startsWith("efficiency.joulesPerMillionMessages")
                    .endsWith("not available: no counter of it"));
    assertThat(ReportPage.html(runs, List.of())).contains("id=\"efficiency\"");
  }

  @Test
  void runsThatDoNotKnowTheirBrokerHaveNoSection() throws IOException {
    RunDirectory.write(folder, SampleRuns.sample(), Map.of());
    assertThat(EfficiencyTables.section(ReportedRuns.read(List.of(folder)).runs())).isEmpty();
  }
}
