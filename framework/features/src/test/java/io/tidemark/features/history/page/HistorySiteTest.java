package io.tidemark.features.history.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.charts.page.ChartsPage;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistoryStore;
import io.tidemark.features.history.Nights;
import io.tidemark.features.history.change.Levels.ChangeRule;
import io.tidemark.features.history.page.HistorySite.RunLinks;
import io.tidemark.features.history.trend.Causes;
import io.tidemark.features.history.trend.Trend;
import io.tidemark.features.history.trend.VersionTrend;
import io.tidemark.report.SameNumbers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class HistorySiteTest {
  @TempDir Path folder;
  private HistoryStore store;

  @BeforeEach
  void aStoreWithAChange() throws Exception {
    store = new HistoryStore(folder.resolve("history"));
    store.add(
        Nights.of(
            30,
            1,
            night -> night < 15 ? 1 : 1.2,
            night -> 1,
            night ->
                Map.of(
                    "broker",
                    night < 15 ? "4.2.1" : "4.3.0<script>",
                    "report",
                    night == 15 ? "https://ci.example.com/15" : "javascript:alert(1)")));
  }

  private List<Trend> trends() throws Exception {
    return store.read().series().stream()
        .flatMap(
            series ->
                series.columns().keySet().stream().map(m -> Trend.of(series, m, ChangeRule.USUAL)))
        .toList();
  }

  private Path site() throws Exception {
    Path site = folder.resolve("site");
    new HistorySite(site, new Causes(store, trends())).write(trends());
    return site;
  }

  private static Document xml(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
  }

  @Test
  void hasAnIndexAPageOfEachSeriesAndAFeed() throws Exception {
    Path site = site();
    String page = Nights.key().id() + ".html";
    assertThat(Files.readString(site.resolve("index.html")))
        .contains("href=\"" + page + "\"", "href=\"feed.xml\"")
        .contains("endToEnd.p99 2");
    assertThat(Files.readString(site.resolve(page)))
        .contains("broker 4.2.1 -&gt; 4.3.0&lt;script&gt;")
        .doesNotContain("report javascript:alert(1) -&gt;")
        .contains("href=\"https://ci.example.com/15\"")
        .doesNotContain("href=\"javascript");
    Document feed = xml(site.resolve("feed.xml"));
    assertThat(feed.getElementsByTagName("entry").getLength()).isEqualTo(1);
    assertThat(feed.getElementsByTagName("summary").item(0).getTextContent())
        .contains("broker 4.2.1 -> 4.3.0<script>");
  }

  @Test
  void trendsAndVersionsHaveTheSameNumbersInAllFormats() throws Exception {
    io.tidemark.report.document.Document trend =
        new TrendDocument(new Causes(store, trends()), run -> Optional.empty()).of(trends());
    assertThat(trend.sections()).hasSize(2);
    SameNumbers.assertInAllFormats(trend.sections(), ChartsPage.html(trend));
    io.tidemark.report.document.Document versions =
        VersionDocument.of(
            store.read().series().stream()
                .flatMap(
                    series ->
                        series.columns().keySet().stream()
                            .map(
                                metric ->
                                    VersionTrend.of(
                                        series.key(), metric, series.column(metric), "broker")))
                .toList());
    assertThat(versions.sections()).hasSize(1);
    SameNumbers.assertInAllFormats(versions.sections(), ChartsPage.html(versions));
  }

  @Test
  void aPageThatIsALinkIsRefusedAndOneWithASecondNameIsReplaced() throws Exception {
    Path site = site();
    Path victim = Files.writeString(folder.resolve("victim"), "precious");
    for (String name :
        List.of("index.html", "feed.xml", store.read().series().get(0).key().id() + ".html")) {
      Files.delete(site.resolve(name));
      Files.createSymbolicLink(site.resolve(name), victim);
      assertThatThrownBy(this::site).hasMessageContaining("symbolic link");
      Files.delete(site.resolve(name));
      Files.createLink(site.resolve(name), victim);
      site();
    }
    assertThat(victim).hasContent("precious");
  }

  @Test
  void aReportInTheFolderIsLinkedByItsName() throws Exception {
    Path report =
        Files.createDirectories(folder.resolve("site/reports")).resolve("2026-09-16.html");
    Files.writeString(report, "");
    RunLinks links = new RunLinks(folder.resolve("site"));
    assertThat(links.of(labelled("reports/2026-09-16.html"))).contains("reports/2026-09-16.html");
    assertThat(links.of(labelled("reports/missing.html"))).isEmpty();
    assertThat(links.of(labelled("../site/reports/2026-09-16.html"))).isEmpty();
    assertThat(links.of(labelled(report.toString()))).isEmpty();
  }

  private static HistoryRun labelled(String report) {
    return Nights.run("one", 15, 10_000, Map.of("report", report)).run();
  }

  @Test
  void theIdOfAChangeStaysWhenRunsAreAdded() throws Exception {
    String before =
        xml(site().resolve("feed.xml")).getElementsByTagName("id").item(1).getTextContent();
    store.add(List.of(Nights.run("later", 31, 12_000, Map.of())));
    assertThat(xml(site().resolve("feed.xml")).getElementsByTagName("id").item(1).getTextContent())
        .isEqualTo(before);
  }
}
