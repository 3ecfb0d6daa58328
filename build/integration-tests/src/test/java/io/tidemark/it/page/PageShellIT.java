package io.tidemark.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.charts.page.ReportPage;
import io.tidemark.model.metric.Unit;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.runs.ReportedRuns;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * What is around the charts of a report: tools, chapters, what is folded, wide and narrow windows.
 */
class PageShellIT {
  private static final int RUNS = 40;
  private static final int CHARTS = 30;
  private static final String FIRST = "#charts-chart-0";

  @TempDir static Path folder;
  @AutoClose static Browser browser;

  @BeforeAll
  static void page() throws Exception {
    Path runs = Files.createDirectory(folder.resolve("runs"));
    for (int i = 0; i < RUNS; i++) {
      Files.writeString(
          runs.resolve("run-" + i + ".json"),
          """
          {"workload": "steady", "driver": "one", "publishRate": [100.0, %d.0], "consumeRate": [200.0, 200.0],
           "aggregatedPublishLatency50pct": 0.5, "aggregatedPublishLatency99pct": 1.25}
          """
              .formatted(300 + i));
    }
    Files.writeString(
        folder.resolve("page.html"),
        ReportPage.html(ReportedRuns.read(List.of(runs)), List.of(), Map.of("steady", charts())));
    browser = Browser.start();
  }

  private static List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    for (int i = 0; i < CHARTS; i++) {
      charts.add(
          new Chart(
              "chart-" + i,
              Group.TIMELINE,
              "Chart " + i,
              "Messages per second.",
              Axis.linear("time", Unit.SECONDS),
              Axis.linear("", Unit.PER_SECOND),
              List.of(
                  new Line(
                      "one", "one", 1, Kind.LINE, new double[] {1, 2}, new double[] {5, 250_000})),
              List.of(),
              List.of()));
    }
    charts.add(banded());
    return charts;
  }

  /** Two systems; the first one has two runs. */
  private static Chart banded() {
    double[] x = {60, 120, 180};
    Axis latency = Axis.linear("latency", Unit.MICROSECONDS);
    List<Line> lines =
        List.of(
            new Line(
                "one, 2 runs",
                "one",
                0,
                Kind.BAND,
                x,
                new double[] {2, 3, 2},
                new double[] {1, 2, 1},
                new double[] {3, 4, 3},
                ""),
            new Line("one, run 1", "one", 1, Kind.LINE, x, new double[] {1, 2, 1}),
            new Line("one, run 2", "one", 2, Kind.LINE, x, new double[] {3, 4, 3}),
            new Line("a system with a long name", "two", 1, Kind.LINE, x, new double[] {9, 9, 9}));
    return new Chart(
        "banded",
        Group.TIMELINE,
        "Banded",
        "p99.",
        Axis.linear("time", Unit.SECONDS),
        latency,
        lines,
        List.of(),
        List.of());
  }

  @BeforeEach
  void open() {
    browser.resize(1366, 800);
    browser.open(folder.resolve("page.html"));
    browser.script("sessionStorage.clear()");
    browser.open(folder.resolve("page.html"));
  }

  private static double top(String selector) {
    return browser.number(
        "return document.querySelector(arguments[0]).getBoundingClientRect().top", selector);
  }

  private static double left(String selector) {
    return browser.number(
        "return document.querySelector(arguments[0]).getBoundingClientRect().left", selector);
  }

  private static boolean isVisible(String selector) {
    return browser.number(
            "return Number(getComputedStyle(document.querySelector(arguments[0])).opacity)",
            selector)
        == 1;
  }

  @Test
  void theToolsOfAChartAppearWithThePointerOrTheFocusAndMoveNothing() {
    browser.show(FIRST);
    assertThat(isVisible(FIRST + " .tools")).isFalse();
    double height = browser.number("return document.documentElement.scrollHeight");
    browser.hover(FIRST + " .plot");
    assertThat(isVisible(FIRST + " .tools")).isTrue();
    assertThat(isVisible("#charts-chart-1 .tools")).isFalse();
    assertThat(browser.number("return document.documentElement.scrollHeight")).isEqualTo(height);
    browser.hover("h1");
    assertThat(isVisible(FIRST + " .tools")).isFalse();
    browser.press(FIRST + " .plot", Keys.TAB);
    browser.press(FIRST + " .plot", "+");
    assertThat(isVisible(FIRST + " .tools")).isTrue();
    assertThat(
            browser.elements(FIRST + " .tools button").stream()
                .map(button -> button.getAccessibleName()))
        .contains("Zoom in", "Zoom out", "Reset zoom", "Copy data", "Save PNG");
  }

  @Test
  void chartsAreSideBySideInAWideWindowOnly() {
    assertThat(top("#charts-chart-1 .plot")).isEqualTo(top(FIRST + " .plot"));
    assertThat(left("nav")).isLessThan(left("main"));
    browser.click(FIRST + " [data-do=wide]");
    assertThat(top("#charts-chart-1 .plot")).isGreaterThan(top(FIRST + " .plot"));
    browser.resize(1000, 800);
    assertThat(left("#charts-chart-1 .plot")).isEqualTo(left(FIRST + " .plot"));
    assertThat(
            browser.number(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth"))
        .isZero();
  }

  @Test
  void theNavigationShowsTheChapterInViewAndThoseWithFindings() {
    assertThat(browser.text("nav a[aria-current]")).isEqualTo("Answer");
    browser.click("nav a[href='#charts']");
    Awaitility.await("the charts are in view")
        .until(() -> browser.text("nav a[aria-current]").equals("Charts"));
    assertThat(top("nav")).as("stays in the window").isBetween(-1.0, 30.0);
    browser.resize(900, 800);
    browser.click("nav a[href='#definitions']");
    Awaitility.await("the definitions are in view")
        .until(() -> browser.text("nav a[aria-current]").equals("Definitions"));
    assertThat(top("nav")).isZero();
    assertThat(top("#definitions h2")).isGreaterThan(20);
  }

  @Test
  void whatIsLongIsFoldedAndALinkOpensIt() {
    assertThat(browser.element("#summary .scroll").isDisplayed()).isFalse();
    assertThat(browser.element("#definitions ul").isDisplayed()).isFalse();
    browser.click("nav a[href='#definitions']");
    Awaitility.await("the link opens it")
        .until(() -> browser.element("#definitions ul").isDisplayed());
    browser.click("#summary .rows > summary");
    assertThat(browser.elements("#summary tbody tr")).hasSize(RUNS);
    assertThat(browser.element("#summary .scroll").isDisplayed()).isTrue();
    browser.open(folder.resolve("page.html"));
    assertThat(browser.element("#summary .scroll").isDisplayed()).as("remembered").isTrue();
  }

  /** The names of the lines of a chart, without edges of bands. */
  private static Object lines(String figure) {
    return browser.script(
        "return Chart.getChart(document.querySelector(arguments[0] + ' canvas')).data.datasets"
            + ".filter(each => !each.isEdge).map(each => each.label)",
        figure);
  }

  @Test
  void severalRunsOfASystemAreABandAndEachRunOnDemand() {
    String banded = "#charts-banded";
    browser.show(banded);
    assertThat(lines(banded)).isEqualTo(List.of("one, 2 runs", "a system with a long name"));
    assertThat(browser.text(banded + " .legend"))
        .isEqualTo("one, 2 runs\na system with a long name");
    browser.click(banded + " [data-do=each]");
    assertThat(lines(banded))
        .isEqualTo(List.of("one, 2 runs", "a system with a long name", "one, run 1", "one, run 2"));
    browser.click(banded + " .legend li:first-child button");
    assertThat(
            browser.script(
                "const chart = Chart.getChart(document.querySelector(arguments[0] + ' canvas'));"
                    + "return chart.data.datasets.map((each, i) => chart.isDatasetVisible(i))",
                banded))
        .as("the system with its runs is hidden")
        .isEqualTo(List.of(false, false, false, true, false, false));
    browser.click(banded + " [data-do=table]");
    assertThat(browser.text(banded + " .data")).contains("one, 2 runs: median", "60 2 1 3 1 3 9");
    assertThat(browser.element(FIRST + " [data-do=each]").isDisplayed()).isFalse();
  }

  private static List<String> ticks(String figure, String axis) {
    @SuppressWarnings("unchecked")
    List<String> ticks =
        (List<String>)
            browser.script(
                "return Chart.getChart(document.querySelector(arguments[0] + ' canvas'))"
                    + ".scales[arguments[1]].ticks.map(each => each.label)",
                figure,
                axis);
    return ticks;
  }

  @Test
  void axesHaveUnitsThatAPersonUses() {
    browser.show(FIRST);
    assertThat(ticks(FIRST, "y")).contains("0", "100k/s", "200k/s");
    browser.show("#charts-banded");
    assertThat(ticks("#charts-banded", "y")).contains("2 µs", "4 µs");
    assertThat(ticks("#charts-banded", "x")).contains("1:00", "2:00", "3:00");
  }

  @Test
  void theLegendIsReadableAtThousandPixels() {
    browser.resize(1000, 800);
    browser.show("#charts-banded");
    assertThat(
            browser.script(
                "return [...document.querySelectorAll('.legend button')].filter(each =>"
                    + " each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > innerWidth)"
                    + ".length"))
        .isEqualTo(0L);
  }

  @Test
  void thePrintedPageHasFourPagesAndNamesWhatItLeavesOut() {
    browser.show(FIRST);
    double width = browser.element(FIRST + " canvas").getSize().width;
    String pdf =
        (String)
            browser
                .command(
                    "Page.printToPDF",
                    Map.of("paperWidth", 8.27, "paperHeight", 11.69, "preferCSSPageSize", true))
                .get("data");
    String text = new String(Base64.getDecoder().decode(pdf), StandardCharsets.ISO_8859_1);
    assertThat(Pattern.compile("/Type /Page\\b").matcher(text).results().count()).isBetween(2L, 4L);
    assertThat((String) browser.script("return document.querySelector('#left-out').textContent"))
        .matches("Not printed: .*\\d+ of 31 charts; \\d+ rows of tables\\. The page has them\\.");
    assertThat(browser.elements("[data-left-out]")).as("the window shows all again").isEmpty();
    assertThat(browser.element("#definitions ul").isDisplayed()).as("folded again").isFalse();
    Awaitility.await("the charts have their size again")
        .until(() -> browser.element(FIRST + " canvas").getSize().width == width);
  }
}
