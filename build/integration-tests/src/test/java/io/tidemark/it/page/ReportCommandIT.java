package io.tidemark.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.Command;
import io.tidemark.it.RunResults;
import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.WorkloadFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;

/** {@code bin/benchmark report} on runs of two drivers, in a browser. */
class ReportCommandIT {
  private static final Map<String, String> FIGURES =
      Map.of(
          "published/s", "/totals/byTime/rates/publishRatePerSecond",
          "consumed/s", "/totals/byTime/rates/consumeRatePerSecond",
          "intended/s", "/totals/intendedRatePerSecond",
          "publish p50", "/totals/latencies/publishLatencyMicros/p50",
          "publish p99", "/totals/latencies/publishLatencyMicros/p99",
          "end-to-end p99", "/totals/latencies/endToEndMicros/p99",
          "end-to-end p99.9", "/totals/latencies/endToEndMicros/p99_9",
          "lost", "/delivery/lostMessages");

  @TempDir static Path folder;
  @AutoClose static Browser browser;

  @BeforeAll
  static void report() throws Exception {
    Path direct = TidemarkProcess.ROOT.resolve("driver-inmemory/inmemory.yaml");
    Path queued = WorkloadFiles.queuedDriver(folder);
    Path workload = WorkloadFiles.shortRun(folder, "short");
    Command.succeeding(
        folder, "-d", direct + "," + queued, "--iterations", "2", workload.toString());
    Command.report(folder);
    browser = Browser.start();
  }

  @Test
  void theFiguresAreThoseOfTheResults() throws Exception {
    browser.open(folder.resolve("report.html"));
    List<JsonNode> results = RunResults.all(folder.resolve("results"));
    List<Map<String, String>> rows = browser.rows("#summary");
    assertThat(rows).hasSameSizeAs(results).hasSize(4);
    for (JsonNode result : results) {
      String label =
          "%s, run %d"
              .formatted(result.at("/run/driver").asText(), result.at("/run/iteration").asInt());
      Map<String, String> row =
          rows.stream().filter(each -> each.get("run").equals(label)).findFirst().orElseThrow();
      // Other processes on the machine are named beside it.
      assertThat(row.get("verdict").split(", ")[0])
          .isEqualTo(result.at("/verdict/status").asText());
      FIGURES.forEach(
          (column, pointer) ->
              assertThat(Double.parseDouble(row.get(column)))
                  .as(column)
                  .isCloseTo(result.at(pointer).asDouble(), withPercentage(1e-4)));
    }
  }

  @Test
  void hasNoErrorsAndLoadsNothing() {
    browser.open(folder.resolve("report.html"));
    browser.assertShowsItselfAlone("report.html");
  }

  @Test
  void aTableIsSortedByAColumn() {
    browser.open(folder.resolve("report.html"));
    List<String> heads =
        browser.elements("#summary table th").stream().map(WebElement::getText).toList();
    String head = "#summary table th:nth-child(" + (heads.indexOf("published/s") + 1) + ")";
    List<Double> rates = new ArrayList<>(column("published/s"));
    browser.click(head + " button");
    Collections.sort(rates);
    assertThat(column("published/s")).isEqualTo(rates);
    browser.click(head + " button");
    rates.sort(Comparator.reverseOrder());
    assertThat(column("published/s")).isEqualTo(rates);
    assertThat(browser.element(head).getAttribute("aria-sort")).isEqualTo("descending");
  }

  private static List<Double> column(String name) {
    return browser.rows("#summary").stream().map(row -> Double.valueOf(row.get(name))).toList();
  }

  @Test
  void theSectionsAreInTheOrderInWhichAReaderNeedsThem() {
    browser.open(folder.resolve("report.html"));
    assertThat(browser.elements("section").stream().map(each -> each.getAttribute("id")))
        .containsSubsequence(
            "answer",
            "charts",
            "verdict",
            "summary",
            "differences",
            "systems",
            "configuration",
            "definitions");
    assertThat(browser.text("#answer h2"))
        .startsWith("Does the ")
        .contains(" differ from that of ");
    assertThat(browser.elements("#answer svg .run")).isNotEmpty();
    assertThat(browser.text("#differences")).contains("queued", "inmemory", "publishRate");
  }
}
