package io.tidemark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.TrialTelemetry;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.text.TerminalStyle;
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
  void aSearchOverConsumersHasNumbersInsteadOfRates() throws IOException, ResultsException {
    RunResult run = SearchRuns.overConsumers();
    Path directory = RunDirectory.write(folder, run, Map.of());

    JsonNode search =
        new ObjectMapper()
            .readTree(Files.readString(directory.resolve(RunDirectory.RESULT_FILE)))
            .required("search");

    assertThat(search.required("over").asText()).isEqualTo("consumerPerSubscription");
    assertThat(search.required("passed").asDouble()).isEqualTo(3);
    assertThat(search.required("failed").asDouble()).isEqualTo(2);
    assertThat(search.required("highestRatePerSecond").isNull()).isTrue();
    assertThat(search.required("trials").get(0).required("value").asDouble()).isEqualTo(4);
    assertThat(search.required("trials").get(0).required("ratePerSecond").asDouble())
        .isEqualTo(16_000);
    RunResult stored = ReportedRuns.read(List.of(folder)).runs().get(0).stored().orElseThrow();
    assertThat(stored.search()).isEqualTo(run.search());
    assertThat(SearchSection.result(stored.search().orElseThrow()))
        .isEqualTo(
            "at least 3 consumerPerSubscription (passed down to 3 consumerPerSubscription, failed"
                + " from 2 consumerPerSubscription)");
    assertThat(new TerminalRenderer(UNICODE).content(SearchSection.of(ShownRuns.of(stored))))
        .anyMatch(line -> line.matches(" *search-1 +4 .*"));
  }

  @Test
  void aBoundThatWasNotFoundIsSaid() {
    assertThat(result(Optional.of(16.0), Optional.empty()))
        .isEqualTo("not determined: why (passed up to 16 producersPerTopic, none failed)");
    assertThat(result(Optional.empty(), Optional.of(2.0)))
        .isEqualTo("not determined: why (none passed, failed from 2 producersPerTopic)");
  }

  private static String result(Optional<Double> passed, Optional<Double> failed) {
    SearchReport search =
        new SearchReport(Quantity.PRODUCERS, passed, failed, false, "why", List.of());
    return SearchSection.result(
        SearchRuns.withSearch(SearchRuns.trials(), search).search().orElseThrow());
  }

  @Test
  void eachTrialHasTheTelemetryOfItsTime() throws IOException, ResultsException {
    RunDirectory.write(folder, SearchRuns.trials(), Map.of());

    RunResult stored = ReportedRuns.read(List.of(folder)).runs().get(0).stored().orElseThrow();

    assertThat(stored.search().orElseThrow().trials())
        .extracting(SearchReport.Trial::telemetry)
        .containsExactly(
            List.of(new TrialTelemetry("nodeCpuCores", 3, 6, "node 1")),
            List.of(
                new TrialTelemetry("nodeCpuCores", 7, 7, "node 1"),
                new TrialTelemetry("queueMessages", 30, 30, "queue 1")),
            List.of());
  }
}
