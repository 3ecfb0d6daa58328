package io.tidemark.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.charts.Palette;
import io.tidemark.charts.page.ReportPage;
import io.tidemark.model.metric.Unit;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.Chart.Reference;
import io.tidemark.report.chart.Chart.Scale;
import io.tidemark.report.runs.ReportedRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page of the report in a browser, with charts of every kind made by hand. */
class PageIT {
  private static final String TROUBLE = "</script><script>document.title = 'broken'</script>";
  private static final String RATES = "#charts-rates";
  private static final String LATENCY = "#charts-latency";
  private static final Axis TIME = Axis.linear("time", Unit.SECONDS);

  @TempDir static Path folder;
  @AutoClose static Browser browser;

  @BeforeAll
  static void page() throws Exception {
    Path omb =
        Files.writeString(
            folder.resolve("omb.json"),
            """
            {"workload": "%s", "driver": "<b>one</b>", "publishRate": [100.0, 300.0], "consumeRate": [200.0, 200.0],
             "aggregatedPublishLatency50pct": 0.5, "aggregatedPublishLatency99pct": 1.25}
            """
                .formatted(TROUBLE));
    Files.writeString(
        folder.resolve("page.html"),
        ReportPage.html(ReportedRuns.read(List.of(omb)), List.of(), Map.of("w", charts())));
    browser = Browser.start();
  }

  private static List<Chart> charts() {
    double[] seconds = IntStream.range(0, 101).asDoubleStream().toArray();
    double[] rate = IntStream.range(0, 101).mapToDouble(i -> 1000 + i % 7).toArray();
    double[] gap = rate.clone();
    gap[50] = Double.NaN;
    List<Mark> marks =
        List.of(
            new Mark(Event.PHASE, 20, 80, "test " + TROUBLE),
            new Mark(Event.FAULT, 40, 40, "node 1 killed"),
            new Mark(Event.DISRUPTION, 40, 60, "connection lost"));
    return List.of(
        new Chart(
            "rates",
            Group.TIMELINE,
            "Rates " + TROUBLE,
            "Messages per second.",
            TIME,
            Axis.linear("rate", Unit.PER_SECOND),
            List.of(
                new Line("intended", "one", 1, Kind.DASHED, seconds, rate),
                new Line(TROUBLE, "one", 1, Kind.LINE, seconds, gap)),
            marks,
            List.of(new Reference("limit of the disk", 1500))),
        new Chart(
            "latency",
            Group.TIMELINE,
            "Latency",
            "From the intended send.",
            TIME,
            Axis.of("latency", Unit.MICROSECONDS, true),
            List.of(
                new Line("one", "one", 1, Kind.LINE, new double[] {0, 100}, new double[] {1, 90}),
                new Line("two", "two", 1, Kind.LINE, new double[] {50, 100}, new double[] {2, 3})),
            List.of(),
            List.of()),
        new Chart(
            "percentiles",
            Group.DISTRIBUTION,
            "Percentiles",
            "End to end.",
            new Axis("percentile", Unit.NUMBER, Scale.PERCENTILE, List.of()),
            Axis.linear("latency", Unit.MICROSECONDS),
            List.of(
                new Line(
                    "one",
                    "one",
                    1,
                    Kind.LINE,
                    new double[] {0, 50, 90, 99, 99.9},
                    new double[] {1, 2, 3, 4, 5})),
            List.of(),
            List.of()),
        new Chart(
            "runs",
            Group.RUNS,
            "Publish rate",
            "Of each run.",
            Axis.categories("system", List.of("one", "two")),
            Axis.linear("rate", Unit.PER_SECOND),
            List.of(
                new Line("rate", "one", 0, Kind.BARS, new double[] {0, 1}, new double[] {5, 6})),
            List.of(),
            List.of()));
  }

  @BeforeEach
  void open() {
    browser.open(folder.resolve("page.html"));
  }

  private static double scale(String chart, String property) {
    return browser.number(
        "return Chart.getChart(document.querySelector(arguments[0] + ' canvas')).scales."
            + property,
        chart);
  }

  @Test
  void loadsNothingAndHasNoErrors() {
    browser.assertShowsItselfAlone("page.html");
  }

  @Test
  void textsOfFilesAreTextsOfThePage() {
    assertThat(browser.text("h1")).isEqualTo(TROUBLE + " on <b>one</b>");
    assertThat(browser.text(RATES + " h3")).isEqualTo("Rates " + TROUBLE);
    browser.show(RATES);
    assertThat(browser.text(RATES + " .legend")).contains(TROUBLE);
    assertThat(browser.script("return document.title")).isEqualTo(TROUBLE + " on <b>one</b>");
  }

  @Test
  void showsTheFiguresOfAFileInOmbsFormat() {
    assertThat(browser.rows("#summary").get(0))
        .containsEntry("published/s", "200")
        .containsEntry("publish p50", "500")
        .containsEntry("publish p99", "1250");
  }

  @Test
  void marksAndReferencesAreDrawn() {
    browser.show(RATES);
    assertThat(isDrawn(Event.PHASE, 20, Palette.Theme.LIGHT)).isTrue();
    assertThat(isDrawn(Event.PHASE, 30, Palette.Theme.LIGHT)).isFalse();
    assertThat(isDrawn(Event.FAULT, 40, Palette.Theme.LIGHT)).isTrue();
    assertThat(pixel(RATES, 55)).isNotEqualTo(pixel(RATES, 65));
    assertThat(scale(RATES, "y.max")).isGreaterThanOrEqualTo(1500);
  }

  /** Whether a pixel near that time is nearer to the colour of the mark than to the background. */
  private static boolean isDrawn(Event kind, double time, Palette.Theme theme) {
    int mark = rgb(Palette.mark(kind, theme));
    int background = rgb(pixel(RATES, 30));
    double pixel = (scale(RATES, "x.max") - scale(RATES, "x.min")) / scale(RATES, "x.width");
    return IntStream.rangeClosed(-2, 2)
        .map(offset -> rgb(pixel(RATES, time + offset * pixel)))
        .anyMatch(colour -> distance(colour, mark) < 0.6 * distance(background, mark));
  }

  private static int rgb(String colour) {
    return Integer.parseInt(colour.substring(1), 16);
  }

  private static double distance(int one, int other) {
    return IntStream.of(0, 8, 16)
        .mapToDouble(shift -> Math.abs((one >> shift & 0xFF) - (other >> shift & 0xFF)))
        .sum();
  }

  /** The colour of a chart at a time, where no line is. */
  private static String pixel(String chart, double x) {
    return (String)
        browser.script(
            """
            const canvas = document.querySelector(arguments[0] + ' canvas');
            const chart = Chart.getChart(canvas);
            const ratio = chart.currentDevicePixelRatio;
            const left = Math.round(chart.scales.x.getPixelForValue(arguments[1]) * ratio);
            const top = chart.chartArea.top + (chart.chartArea.bottom - chart.chartArea.top) * 0.57;
            const data = canvas.getContext('2d').getImageData(left, Math.round(top * ratio), 1, 1).data;
            return '#' + [...data].slice(0, 3).map(part => part.toString(16).padStart(2, '0')).join('');
            """,
            chart,
            x);
  }

  @Test
  void timelinesZoomTogetherByKeysAndReset() {
    browser.show(LATENCY);
    browser.press(RATES + " .plot", "+");
    double min = scale(RATES, "x.min");
    assertThat(min).isGreaterThan(5);
    assertThat(scale(LATENCY, "x.min")).isCloseTo(min, within(1e-9));
    assertThat(scale(LATENCY, "x.max")).isCloseTo(scale(RATES, "x.max"), within(1e-9));
    browser.press(RATES + " .plot", Keys.ARROW_LEFT);
    assertThat(scale(LATENCY, "x.min")).isLessThan(min);
    assertThat(scale(LATENCY, "x.min")).isCloseTo(scale(RATES, "x.min"), within(1e-9));
    browser.press(LATENCY + " .plot", "0");
    assertThat(scale(RATES, "x.min")).isZero();
    assertThat(scale(RATES, "x.max")).isEqualTo(100);
    assertThat(scale(LATENCY, "x.max")).isEqualTo(100);
    assertThat(browser.element(RATES + " [data-do=reset]").isEnabled()).isFalse();
  }

  @Test
  void aRangeIsZoomedByDraggingAndAChartThatIsDrawnLaterHasIt() {
    browser.drag(RATES + " canvas", 0.4, 0.6);
    assertThat(scale(RATES, "x.min")).isBetween(25.0, 45.0);
    assertThat(scale(RATES, "x.max")).isBetween(50.0, 65.0);
    assertThat(browser.text(RATES + " output")).startsWith("Shows ");
    browser.show(LATENCY);
    assertThat(scale(LATENCY, "x.min")).isCloseTo(scale(RATES, "x.min"), within(1e-9));
    browser.click(RATES + " [data-do=reset]");
    assertThat(scale(LATENCY, "x.max")).isEqualTo(100);
  }

  @Test
  void percentilesAreAtEqualDistances() {
    browser.show("#charts-percentiles");
    assertThat(
            browser.script(
                "return Chart.getChart(document.querySelector('#charts-percentiles canvas')).scales.x.ticks"
                    + ".map(tick => tick.label)"))
        .isEqualTo(List.of("0", "50", "75", "90", "95", "99", "99.9"));
  }

  @Test
  void theDataOfAChartCanBeReadAndCopied() {
    browser.command(
        "Browser.grantPermissions",
        Map.of("permissions", List.of("clipboardReadWrite", "clipboardSanitizedWrite")));
    browser.click(RATES + " [data-do=table]");
    assertThat(browser.elements(RATES + " .data tr")).hasSize(102);
    assertThat(browser.text(RATES + " .data ul")).contains("fault at 40: node 1 killed");
    browser.click(LATENCY + " [data-do=copy]");
    Awaitility.await().until(() -> browser.text(LATENCY + " output").equals("Copied"));
    assertThat(browser.script("return navigator.clipboard.readText()"))
        .isEqualTo(
            """
            line\ttime (s)\tlatency (us)
            one\t0\t1
            one\t100\t90
            two\t50\t2
            two\t100\t3""");
  }

  @Test
  void aChartCanBeSavedAsAPicture() throws Exception {
    browser.command(
        "Browser.setDownloadBehavior",
        Map.of("behavior", "allow", "downloadPath", folder.toString()));
    browser.click(RATES + " [data-do=png]");
    Path picture = folder.resolve("charts-rates.png");
    Awaitility.await().until(() -> Files.exists(picture));
    assertThat(new String(Files.readAllBytes(picture), 1, 3, "US-ASCII")).isEqualTo("PNG");
  }

  @Test
  void aLineCanBeHidden() {
    browser.click(RATES + " .legend li:nth-child(2) button");
    assertThat(
            browser.element(RATES + " .legend li:nth-child(2) button").getAttribute("aria-pressed"))
        .isEqualTo("false");
    assertThat(
            browser.script(
                "return Chart.getChart(document.querySelector(arguments[0] + ' canvas')).isDatasetVisible(1)",
                RATES))
        .isEqualTo(false);
  }

  @Test
  void theThemeChangesPageAndCharts() {
    browser.show(RATES);
    String light = pixel(RATES, 10);
    browser.press(RATES + " .plot", "+");
    browser.click("#theme");
    browser.show(RATES);
    assertThat(pixel(RATES, 30)).isNotEqualTo(light);
    assertThat(isDrawn(Event.FAULT, 40, Palette.Theme.DARK)).isTrue();
    assertThat(scale(RATES, "x.min")).isGreaterThan(5);
  }

  @Test
  void allChartsArePrinted() {
    String pdf = (String) browser.command("Page.printToPDF", Map.of()).get("data");
    assertThat(Base64.getDecoder().decode(pdf)).hasSizeGreaterThan(20_000);
    browser.script("dispatchEvent(new Event('beforeprint'))");
    assertThat(browser.elements(".plot > svg"))
        .hasSize(charts().size())
        .allMatch(WebElement::isDisplayed);
    browser.script("dispatchEvent(new Event('afterprint'))");
    assertThat(browser.elements(".plot > svg")).isEmpty();
  }

  @Test
  void everyPartHasATextForScreenReaders() {
    assertThat(
            browser.script(
                """
                return [
                  ...[...document.querySelectorAll('.plot')].filter(plot => !plot.getAttribute('aria-label')),
                  ...[...document.querySelectorAll('table')].filter(table => !table.caption?.textContent),
                  ...[...document.querySelectorAll('section')].filter(part => !document.getElementById(part.getAttribute('aria-labelledby'))),
                  ...[...document.querySelectorAll('button')].filter(button => !button.textContent.trim()),
                ].map(part => part.outerHTML);
                """))
        .isEqualTo(List.of());
    assertThat(browser.element("html").getAttribute("lang")).isEqualTo("en");
  }
}
