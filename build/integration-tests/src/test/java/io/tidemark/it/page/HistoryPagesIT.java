package io.tidemark.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistoryStore;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.it.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Index, page of a series and page of versions of {@code bin/benchmark history trend}. */
class HistoryPagesIT {
  private static final int NIGHTS = 60;
  private static final int SLOWER_FROM = 20;
  private static final int FASTER_FROM = 42;
  private static final Instant FIRST = Instant.parse("2026-09-01T02:00:00Z");
  private static final String LATENCY = ".graph[id$='endToEnd-p99']";
  private static final String WIDE = LATENCY + " .on-wide";
  private static final String REPORT = "reports/2026-09-21.html";

  @TempDir static Path folder;
  @AutoClose static Browser browser;

  @BeforeAll
  static void pages() throws Exception {
    HistoryStore store = new HistoryStore(folder.resolve("history"));
    store.add(nights("quickstart", 1));
    store.add(nights("a-workload-with-a-rather-long-name-that-a-team-gave-it", 2));
    Path report = folder.resolve("site").resolve(REPORT);
    Files.createDirectories(report.getParent());
    Files.writeString(report, "<title>The report of a night</title>");
    run("--site", folder.resolve("site").toString());
    run("--over", "broker", "-o", folder.resolve("versions.html").toString());
    browser = Browser.start();
  }

  private static List<NewRun> nights(String workload, int seed) {
    SeriesKey key =
        new SeriesKey(
            workload,
            Map.of(),
            "kafka",
            Map.of(),
            Map.of("worker cpu.model", "Example CPU", "worker cpu.logicalCores", "8"));
    Random random = new Random(seed);
    List<NewRun> runs = new ArrayList<>();
    for (int night = 0; night < NIGHTS; night++) {
      double level = night < SLOWER_FROM ? 1 : night < FASTER_FROM ? 1.12 : 1.01;
      Map<String, String> attributes = new LinkedHashMap<>();
      attributes.put(
          "broker", night < SLOWER_FROM ? "4.9.1" : night < FASTER_FROM ? "4.10.0" : "4.10.1");
      attributes.put(
          "report",
          "reports/" + FIRST.plus(Duration.ofDays(night)).toString().substring(0, 10) + ".html");
      runs.add(
          new NewRun(
              key,
              new HistoryRun(
                  workload + "-" + night,
                  FIRST.plus(Duration.ofDays(night)),
                  "VALID",
                  "",
                  attributes,
                  Map.of(
                      "endToEnd.p99",
                      level * 10_000 * Math.exp(0.02 * random.nextGaussian()),
                      "publishRate",
                      50_000 * Math.exp(0.002 * random.nextGaussian())),
                  Map.of()),
              Map.of()));
    }
    return runs;
  }

  private static void run(String... arguments) {
    List<String> line = new ArrayList<>(List.of("history", "trend", "--store"));
    line.add(folder.resolve("history").toString());
    line.addAll(List.of(arguments));
    Command.succeeding(folder, line.toArray(String[]::new));
  }

  @BeforeEach
  void light() {
    browser.resize(1366, 900);
    scheme("light");
  }

  private static void scheme(String name) {
    browser.command(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
  }

  /** It has no charts. */
  private static void openIndex() {
    browser.visit(folder.resolve("site/index.html").toUri());
  }

  private static void openSeries() {
    openIndex();
    browser.click("#series tbody a[href^='quickstart-']");
    Awaitility.await("the page of the series")
        .until(() -> browser.address().contains("/site/quickstart-kafka-"));
    browser.show(LATENCY);
  }

  @Test
  void theIndexLeadsToEachSeriesAndTheSeriesToTheReports() {
    openIndex();
    assertThat(browser.elements("#series tbody a:not([href='feed.xml'])")).hasSize(2);
    assertThat(browser.text("#series")).contains("% better", "2026-10-13", "feed.xml");
    assertThat(browser.elements("#series a[href='feed.xml']")).hasSize(1);
    openSeries();
    assertThat(browser.text("h1")).isEqualTo("History of quickstart on kafka");
    assertThat(browser.text("#changes tbody"))
        .contains("2026-09-21", "broker 4.9.1 -> 4.10.0")
        .doesNotContain("report reports/");
    assertThat(browser.text("main")).contains("Machines: 8 x Example CPU");
    browser.click("#changes a[href='" + REPORT + "']");
    Awaitility.await("the report").until(() -> browser.address().endsWith(REPORT));
    assertThat(browser.problems()).isEmpty();
  }

  @Test
  void theChartHasSingleRunsLevelsAndBothChanges() {
    openSeries();
    assertThat(browser.problems()).isEmpty();
    assertThat(browser.elements(WIDE + " .run")).hasSize(NIGHTS);
    assertThat(browser.elements(WIDE + " .area")).hasSize(1);
    assertThat(changes()).hasSize(2);
    assertThat(changes().get(0)).matches("1\\d\\.\\d % worse");
    assertThat(changes().get(1)).matches("\\d+\\.\\d % better");
    assertThat(browser.elements(WIDE + " .tick").size()).isBetween(6, 24);
    assertThat(browser.elements("canvas")).isEmpty();
  }

  private static List<String> changes() {
    return browser.elements(WIDE + " .event").stream().map(WebElement::getText).toList();
  }

  @Test
  void aNarrowWindowHasTheChartForIt() {
    openSeries();
    browser.resize(390, 800);
    assertThat(browser.elements(LATENCY + " .on-narrow svg").get(0).isDisplayed()).isTrue();
    assertThat(browser.elements(WIDE + " svg").get(0).isDisplayed()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void textsAndChangesCanBeReadInBothSchemes(String scheme) {
    scheme(scheme);
    openSeries();
    assertThat(
            browser.number(
                "const sum = colour => colour.match(/\\d+/g).slice(0, 3).reduce((a, b) => a +"
                    + " Number(b), 0);return"
                    + " sum(getComputedStyle(document.documentElement).backgroundColor) -"
                    + " sum(getComputedStyle(document.body).color)"))
        .satisfies(
            difference ->
                assertThat(scheme.equals("dark") ? -difference : difference).isGreaterThan(400));
    assertThat(
            browser.number(
                "const sum = colour => colour.match(/\\d+/g).slice(0, 3).reduce((a, b) => a +"
                    + " Number(b), 0);return"
                    + " Math.abs(sum(getComputedStyle(document.documentElement).backgroundColor) -"
                    + " sum(getComputedStyle(document.querySelector(arguments[0] + '"
                    + " .tick')).fill))",
                WIDE))
        .isGreaterThan(250);
    assertThat(changes()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"index", "series", "versions"})
  void aWindowOfThousandPixelsShowsAllColumns(String page) {
    browser.resize(1000, 800);
    switch (page) {
      case "index" -> openIndex();
      case "series" -> openSeries();
      default -> browser.open(folder.resolve("versions.html"));
    }
    assertThat(
            browser.number(
                "return document.documentElement.scrollWidth -"
                    + " document.documentElement.clientWidth"))
        .isZero();
    assertThat(
            browser.number(
                "return Math.max(...[...document.querySelectorAll('main table')]"
                    + ".filter(each => each.offsetParent)"
                    + ".map(each => each.getBoundingClientRect().right - innerWidth))"))
        .as("right of the window")
        .isNotPositive();
  }

  @Test
  void thePageOfVersionsHasThemInTheirOrder() {
    browser.open(folder.resolve("versions.html"));
    browser.show(LATENCY);
    assertThat(browser.elements(WIDE + " .tick").stream().map(WebElement::getText).toList())
        .containsSubsequence("4.9.1", "4.10.0", "4.10.1");
    assertThat(browser.elements(WIDE))
        .as("of both series")
        .hasSize(2)
        .allSatisfy(chart -> assertThat(chart.findElements(By.cssSelector(".event"))).hasSize(2));
    assertThat(browser.text("table tbody")).contains("4.10.0");
    assertThat(browser.problems()).isEmpty();
  }
}
