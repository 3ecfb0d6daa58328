package io.tidemark.features.history.trend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.history.HistorySeries;
import io.tidemark.features.history.HistoryStore;
import io.tidemark.features.history.Nights;
import io.tidemark.features.history.change.Levels.ChangeRule;
import io.tidemark.features.history.page.TrendDocument;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 60 nights with two changes and a noisy week. */
class NightlyRunsTest {
  @TempDir Path folder;

  static double level(int night) {
    return night < 20 ? 1 : night < 42 ? 1.12 : 1.01;
  }

  static boolean isNoisy(int night) {
    return night >= 28 && night < 35;
  }

  private static double noise(int night) {
    return isNoisy(night) ? 8 : 1;
  }

  static Map<String, String> versions(int night) {
    return Map.of("broker", night < 20 ? "4.2.1" : "4.3.0", "client", night < 42 ? "1.0" : "1.1");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void bothChangesAndTheNoisyWeekAreReportedAndNothingElse(long seed) throws Exception {
    HistoryStore store = new HistoryStore(folder);
    store.add(
        Nights.of(
            60, seed, NightlyRunsTest::level, NightlyRunsTest::noise, NightlyRunsTest::versions));
    HistorySeries series = store.read().series().get(0);
    Document shown = shown(store, series, "endToEnd.p99");
    List<String> changes = texts(shown.sections().get(0).tables().get(0));
    assertThat(changes).as(String.join("\n", changes)).hasSize(2);
    assertThat(changes.get(0))
        .matches("2026-10-1[1-5]\\|endToEnd.p99\\|\\d+\\.\\d % better\\|.*")
        .contains("client 1.0 -> 1.1");
    assertThat(changes.get(1))
        .matches("2026-09-(20|21|22)\\|endToEnd.p99\\|1\\d\\.\\d % worse\\|.*")
        .contains("broker 4.2.1 -> 4.3.0");
    assertThat(notes(shown)).hasSize(2);
    assertThat(notes(shown).get(1))
        .matches(
            "2026-(09|10)-\\d\\d to 2026-10-\\d\\d: endToEnd.p99 scatters .* as usual, \\d+ runs"
                + "; this is no change");
    Document rate = shown(store, series, "publishRate");
    assertThat(rate.sections().get(0).tables()).isEmpty();
    assertThat(notes(rate)).hasSize(1);
  }

  private static Document shown(HistoryStore store, HistorySeries series, String metric)
      throws Exception {
    return new TrendDocument(new Causes(store, List.of()), run -> Optional.empty())
        .of(List.of(Trend.of(series, metric, ChangeRule.USUAL)));
  }

  private static List<String> texts(Table table) {
    return table.rows().stream()
        .map(row -> String.join("|", row.stream().map(Cell::text).toList()))
        .toList();
  }

  /** The machines, and what is no change. */
  private static List<String> notes(Document shown) {
    return shown.sections().get(1).paragraphs(false).stream()
        .map(each -> each.content().text())
        .toList();
  }
}
