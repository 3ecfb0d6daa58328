package io.tidemark.charts.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.SampleFaults;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultTablesTest {
  @TempDir Path folder;

  private static List<String> texts(List<Cell> row) {
    return row.stream().map(Cell::text).toList();
  }

  @Test
  void aFaultHasARowForEachFlow() throws IOException {
    RunDirectory.write(
        folder,
        SampleFaults.run(SampleFaults.fault("f", Optional.empty()), SampleFaults.never()),
        Map.of());
    ReportedRuns runs = ReportedRuns.read(List.of(folder));
    Table table = FaultTables.section(runs.runs()).orElseThrow().tables().get(0);

    String name = "f: kill leader (node 2) at 10.0 s, undone from 12.0 s to 17.0 s";
    String errors =
        "first failure after 0.03 s; 120 sends failed in the 8.5 s of its effect; 0 lost; 7"
            + " duplicated; 3 leaders changed";
    assertThat(table.rows()).hasSize(3);
    assertThat(texts(table.rows().get(0)))
        .containsExactly(
            name, "publish", "10,000", "120", "2.1", "2.1", "2.4", "5.0", "21,000", "99.5", errors,
            "6.2");
    assertThat(texts(table.rows().get(1)))
        .startsWith(name, "deliver")
        .contains("not recovered", errors);
    assertThat(texts(table.rows().get(2)))
        .startsWith("late: command", "")
        .contains("not injected: backlog > 5 never held in the measured time");
    assertThat(ReportPage.html(runs, List.of())).contains("id=\"faults\"", "lost; 7 duplicated");
  }

  @Test
  void runsWithoutFaultsHaveNoTable() throws IOException {
    RunDirectory.write(folder, SampleRuns.sample(), Map.of());
    assertThat(FaultTables.section(ReportedRuns.read(List.of(folder)).runs())).isEmpty();
  }
}
