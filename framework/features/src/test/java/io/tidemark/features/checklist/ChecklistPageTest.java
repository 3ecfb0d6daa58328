package io.tidemark.features.checklist;

import static java.util.stream.Collectors.joining;

import io.tidemark.features.KeptPage;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/reference/checklist.md is made from the items; with {@code -Dtidemark.write=true} it is
 * written.
 */
class ChecklistPageTest {
  @TempDir Path folder;

  private String table() throws ResultsException {
    RunDirectory.write(folder, SampleRuns.sample(), Map.of());
    StringBuilder table = new StringBuilder("| chapter | item | demanded by |\n|---|---|---|\n");
    String chapter = "";
    for (ChecklistItem item : Checklist.of(ReportedRuns.read(List.of(folder))).items()) {
      table.append(
          "| %s | %s | %s |\n"
              .formatted(
                  item.chapter().equals(chapter) ? "" : item.chapter(),
                  item.title(),
                  item.sources().stream().map(ChecklistItem.Source::text).collect(joining("; "))));
      chapter = item.chapter();
    }
    return table.toString();
  }

  @Test
  void thePageNamesEachItemAndItsSources() throws IOException {
    String made = KeptPage.GENERATED + "# Items of a published result\n\n" + table();
    KeptPage.assertIs("docs/reference/checklist.md", made);
  }
}
