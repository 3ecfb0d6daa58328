package io.tidemark.features.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistorySeriesTest {
  private static HistoryRun run(
      String id, Map<String, Double> values, Map<String, String> damaged) {
    return new HistoryRun(id, Instant.EPOCH, "VALID", "", Map.of(), values, damaged);
  }

  @Test
  void theColumnOfAMetricHasItsUsableRunsAndCountsTheOthers() {
    HistoryRun both = run("a", Map.of("publishRate", 1.0, "endToEnd.p99", 2.0), Map.of());
    HistoryRun damaged =
        run("b", Map.of("publishRate", 1.0, "endToEnd.p99", 2.0), Map.of("endToEnd.p99", "clock"));
    HistoryRun only = run("c", Map.of("roundTripRate", 1.0), Map.of("roundTripRate", "clock"));
    HistorySeries series = new HistorySeries(Nights.key(), List.of(both, damaged, only));
    assertThat(series.columns()).containsOnlyKeys("endToEnd.p99", "publishRate");
    assertThat(series.column("publishRate").runs()).containsExactly(both, damaged);
    assertThat(series.column("endToEnd.p99")).isEqualTo(new HistorySeries.Column(List.of(both), 1));
    assertThat(series.column("roundTripRate").runs()).isEmpty();
  }
}
