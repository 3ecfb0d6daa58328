package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.model.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that searched its rate: on the console and in its directory. */
class SearchReportsTest {
  private static final TerminalStyle UNICODE = new TerminalStyle(true, false);

  @TempDir Path folder;

  @Test
  void drawsTheTrialsWithTheirReasons() {
    String text = SummaryTable.render(StoredRun.of(SampleRuns.search()), UNICODE, List.of());

    Golden.assertSealed("summary-search.txt", text);
    assertThat(text.lines()).allMatch(line -> TextTable.width(line) <= SummaryTable.WIDTH);
  }

  @Test
  void storesTheSearchAndReadsItAgain() throws IOException, ResultsException {
    RunResult run = SampleRuns.search();
    Path directory = RunDirectory.write(folder, run, Map.of());

    JsonNode search =
        new ObjectMapper()
            .readTree(Files.readString(directory.resolve(RunDirectory.RESULT_FILE)))
            .required("search");

    assertThat(search.required("highestRatePerSecond").asDouble()).isEqualTo(8_000);
    assertThat(search.required("lowerBoundPerSecond").asDouble()).isEqualTo(8_000);
    assertThat(search.required("upperBoundPerSecond").asDouble()).isEqualTo(16_000);
    assertThat(search.required("converged").asBoolean(true)).isFalse();
    assertThat(search.required("trials").get(1).required("latencies").has("endToEndMicros"))
        .isTrue();
    assertThat(search.required("trials").get(2).required("backlogSlopeErrorPerSecond").isNull())
        .isTrue();
    StoredRun stored = ReportedRuns.read(List.of(folder)).runs().get(0).stored().orElseThrow();
    assertThat(stored.search()).isNotNull();
    assertThat(Optional.of(stored.search().report())).isEqualTo(run.search());
  }
}
