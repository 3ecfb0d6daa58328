package io.tidemark.features.history.trend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.charts.page.ChartsPage;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistorySeries;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.features.history.Nights;
import io.tidemark.features.history.page.VersionDocument;
import io.tidemark.features.history.trend.VersionTrend.Version;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.runs.MatrixAxis.VersionOrder;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VersionTrendTest {
  private static final String METRIC = "endToEnd.p99";
  private static final List<String> VERSIONS = List.of("4.10.0", "4.9.1", "4.11.0-rc1", "4.11.0");

  /** Eight runs of each version in turn, 3 % apart at most; from 4.10.0 on slower by 10 %. */
  private static HistorySeries series() {
    List<HistoryRun> runs = new ArrayList<>();
    for (int night = 0; night < 32; night++) {
      String version = VERSIONS.get(night % 4);
      double level = version.equals("4.9.1") ? 10_000 : 11_000;
      runs.add(run(night, level * (1 + 0.01 * (night / 4 % 4 - 1.5)), Map.of("broker", version)));
    }
    runs.add(run(40, 50_000, Map.of()));
    return new HistorySeries(Nights.key(), runs);
  }

  private static HistoryRun run(int night, double micros, Map<String, String> attributes) {
    NewRun run = Nights.run("run-" + night, night, micros, attributes);
    return run.run();
  }

  private static VersionTrend trend() {
    return trend(series());
  }

  private static VersionTrend trend(HistorySeries series) {
    return VersionTrend.of(series.key(), METRIC, series.column(METRIC), "broker");
  }

  @Test
  void runsAreGroupedByVersionInTheOrderOfVersions() {
    assertThat(trend().versions())
        .extracting(Version::name)
        .containsExactly("4.9.1", "4.10.0", "4.11.0-rc1", "4.11.0");
    assertThat(trend().versions()).allMatch(version -> version.runs().size() == 8);
    assertThat(trend().without()).isEqualTo(1);
  }

  @Test
  void onlyTheStepThatIsMoreThanChanceIsShown() {
    assertThat(trend().versions())
        .extracting(Version::shown)
        .containsExactly(false, true, false, false);
    Version slower = trend().versions().get(1);
    assertThat(slower.isWorse(METRIC)).isTrue();
    assertThat(slower.step().orElseThrow().change()).isBetween(0.095, 0.105);
    assertThat(trend().versions().get(0).step()).isEmpty();
  }

  @Test
  void aVersionWithASingleRunHasNoStep() {
    HistorySeries series =
        new HistorySeries(
            Nights.key(),
            Stream.concat(
                    series().runs().stream(), Stream.of(run(50, 20_000, Map.of("broker", "5.0"))))
                .toList());
    Version last = trend(series).versions().get(4);
    assertThat(last.name()).isEqualTo("5.0");
    assertThat(last.step()).isEmpty();
    assertThat(last.shown()).isFalse();
  }

  @Test
  void versionsAreInTheOrderOfTheirNumbers() {
    assertThat(
            Stream.of(
                    "v2", "4.2.1", "main", "4.2", "4.10", "4.2-rc2", "4.2-rc10", "3.13", "4.2.0-x")
                .sorted(new VersionOrder()))
        .containsExactly(
            "main", "v2", "3.13", "4.2-rc2", "4.2-rc10", "4.2", "4.2.0-x", "4.2.1", "4.10");
  }

  @Test
  void textAndPageNameTheStep() {
    Document shown = VersionDocument.of(List.of(trend()));
    assertThat(new TerminalRenderer(TerminalStyle.UNICODE).render(shown))
        .contains("endToEnd.p99 over broker", "left out: 1 run without the attribute broker")
        .containsPattern("4\\.10\\.0 +11\\.0 ms +±1\\.2 % +8 +10\\.0 % worse +\\+8")
        .containsPattern("4\\.11\\.0 +11\\.0 ms .* no difference shown +-");
    assertThat(ChartsPage.html(shown))
        .contains("over 4 values of the attribute broker", "10.0 % worse", "no difference shown");
  }
}
