package io.tidemark.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.Command;
import io.tidemark.it.RunResults;
import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.WorkloadFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
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
  private static Browser browser;

  @BeforeAll
  static void report() throws Exception {
    Path direct = TidemarkProcess.ROOT.resolve("driver-inmemory/inmemory.yaml");
    Path queued =
        Files.writeString(
            folder.resolve("queued.yaml"),
            Files.readString(direct)
                .replace("delivery: direct", "delivery: queued")
                .replace("name: inmemory", "name: queued"));
    Path workload = WorkloadFiles.shortRun(folder, "short");
    run("-d", direct + "," + queued, "--iterations", "2", workload.toString());
    run(
        "report",
        folder.resolve("results").toString(),
        "-o",
        folder.resolve("report.html").toString());
    browser = Browser.start();
  }

  private static String run(String... arguments) throws Exception {
    Command benchmark = Command.run(folder, arguments);
    assertThat(benchmark.exitCode()).as(benchmark.output()).isZero();
    return benchmark.output();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  /**
   * The rows of the first table of a section: cells by column, values that are not rounded where
   * there are some.
   */
  @SuppressWarnings("unchecked")
  private static List<Map<String, String>> rows(String section) {
    return (List<Map<String, String>>)
        browser.script(
            "const table = document.querySelector(arguments[0] + ' table');"
                + "const names = [...table.tHead.rows[0].cells].map(cell => cell.innerText);"
                + "return [...table.tBodies[0].rows].map(row => Object.fromEntries("
                + " [...row.cells].map((cell, i) => [names[i], cell.dataset.value ?? cell.innerText])))",
            section);
  }

  @Test
  void theFiguresAreThoseOfTheResults() throws Exception {
    browser.open(folder.resolve("report.html"));
    List<JsonNode> results = RunResults.all(folder.resolve("results"));
    List<Map<String, String>> rows = rows("#summary");
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
    browser.elements("figure").forEach(figure -> browser.show("#" + figure.getAttribute("id")));
    assertThat(browser.problems()).isEmpty();
    assertThat(browser.requests())
        .allMatch(
            url ->
                url.startsWith("file:") && url.endsWith("report.html") || url.startsWith("data:"));
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
    return rows("#summary").stream().map(row -> Double.valueOf(row.get(name))).toList();
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

  @Test
  void aFileInOmbsFormatHasItsFigures() throws Exception {
    JsonNode omb = RunResults.omb(folder.resolve("results")).get(0);
    Path file = Files.writeString(folder.resolve("omb.json"), omb.toString());
    run("report", file.toString(), "-o", folder.resolve("omb.html").toString());
    browser.open(folder.resolve("omb.html"));
    assertThat(rows("#summary")).hasSize(1);
    assertThat(Double.parseDouble(rows("#summary").get(0).get("publish p99")))
        .isCloseTo(omb.path("aggregatedPublishLatency99pct").asDouble() * 1000, within(1e-9));
    assertThat(browser.problems()).isEmpty();
  }
}
