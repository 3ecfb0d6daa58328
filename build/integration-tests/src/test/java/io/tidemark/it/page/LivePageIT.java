package io.tidemark.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.WorkloadFiles;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/benchmark --live}: its page in a browser while two runs are carried out. */
class LivePageIT {
  private static final Pattern ADDRESS =
      Pattern.compile("Live page: (http://127\\.0\\.0\\.1:\\d+/)");

  private static final Duration MOST = Duration.ofSeconds(40);

  @TempDir Path folder;

  @Test
  void showsTheRunsWhileTheyAreCarriedOutAndCanBeReadAfterTheEnd() throws Exception {
    Path driver = TidemarkProcess.ROOT.resolve("driver-inmemory/inmemory.yaml");
    Path workload =
        WorkloadFiles.write(
            folder,
            "live",
            """
            producerRate: 500
            warmupDuration: 1s
            testDuration: 8s
            """
                + WorkloadFiles.WIDE_THRESHOLDS);
    try (TidemarkProcess benchmark =
            TidemarkProcess.start(
                folder,
                "benchmark",
                "--live",
                "-d",
                driver.toString(),
                "--iterations",
                "2",
                workload.toString());
        Browser browser = Browser.start()) {
      benchmark.awaitOutput("Live page: ");
      Matcher address = ADDRESS.matcher(benchmark.output());
      assertThat(address.find()).as(benchmark.output()).isTrue();
      browser.visit(URI.create(address.group(1)));

      await("samples arrive", () -> points(browser) >= 2);
      await("values move", () -> points(browser) >= 4);
      assertThat(browser.text("#progress")).contains("live on inmemory", "phase test");
      assertThat(browser.text("#now")).contains("published", "msg/s", "end-to-end");
      long before = points(browser);
      browser.visit(URI.create(address.group(1)));
      await("a reload shows all since the start", () -> points(browser) >= before);

      await("the verdict appears", () -> browser.text("#runs").contains("VALID"));
      await("the next run starts", () -> browser.text("#progress").contains("Run 2 of 2"));
      String page = browser.address();
      browser.click("#runs a");
      assertThat(browser.text("h1")).isEqualTo("live on inmemory");
      assertThat(browser.text("#verdict")).contains("1 run VALID");
      browser.visit(URI.create(page));

      assertThat(benchmark.waitFor()).as(benchmark.output()).isZero();
      await("the end", () -> browser.text("#connection").startsWith("The command has ended"));
      assertThat(browser.text("#progress")).contains("The command has ended: 2 runs VALID.");
      await("the chart of the last run, below the answer", () -> points(browser) >= 8);
      assertThat(browser.problems()).isEmpty();
      assertThat(browser.requests())
          .allMatch(url -> url.startsWith(page) || url.startsWith("data:"));
    }
  }

  private static void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what).atMost(MOST).ignoreExceptions().until(condition);
  }

  /**
   * Number of points of the line of published messages; 0 as long as there is no chart. A chart is
   * drawn when it is in view.
   */
  private static long points(Browser browser) {
    Object points =
        browser.script(
            "document.querySelector('#charts-live-rates')?.scrollIntoView();"
                + "const canvas = document.querySelector('#charts-live-rates canvas');"
                + "const chart = canvas && Chart.getChart(canvas);"
                + "return chart ? chart.data.datasets.find(each => each.label === 'published').data.length"
                + " : 0");
    return ((Number) points).longValue();
  }
}
