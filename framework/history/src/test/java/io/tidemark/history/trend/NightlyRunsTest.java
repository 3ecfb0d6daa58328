package io.tidemark.history.trend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.history.HistorySeries;
import io.tidemark.history.HistoryStore;
import io.tidemark.history.Nights;
import io.tidemark.history.change.ChangeRule;
import io.tidemark.report.text.TerminalStyle;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    TrendText text = new TrendText(new Causes(store, List.of()), TerminalStyle.PLAIN);
    List<String> sentences = text.sentences(Trend.of(series, "endToEnd.p99", ChangeRule.USUAL));
    assertThat(sentences).as(String.join("|", sentences)).hasSize(3);
    assertThat(sentences.get(0))
        .matches("2026-09-(20|21|22): endToEnd.p99 1\\d\\.\\d % worse .*")
        .contains("broker 4.2.1 -> 4.3.0");
    assertThat(sentences.get(1))
        .matches("2026-10-1[1-5]: endToEnd.p99 \\d+\\.\\d % better .*")
        .contains("client 1.0 -> 1.1");
    assertThat(sentences.get(2))
        .matches(
            "2026-(09|10)-\\d\\d to 2026-10-\\d\\d: endToEnd.p99 scatters .* as usual, \\d+ runs");
    assertThat(text.sentences(Trend.of(series, "publishRate", ChangeRule.USUAL))).isEmpty();
  }
}
