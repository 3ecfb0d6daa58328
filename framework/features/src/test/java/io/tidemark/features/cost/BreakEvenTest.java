package io.tidemark.features.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.report.study.Leaderboard;
import io.tidemark.report.study.Leaderboard.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class BreakEvenTest {
  private static Row row(String system, double reached, double fixed, double each) {
    return row(system, reached, new SystemPrice("USD", fixed, each, Map.of()));
  }

  private static Row row(String system, double reached, SystemPrice price) {
    return new Row(
        "w",
        system,
        OptionalDouble.of(reached),
        "VALID",
        List.of(RowPrice.of(Optional.empty(), Optional.of(price), OptionalDouble.of(reached))),
        Optional.empty());
  }

  private static List<BreakEven> of(Row... rows) {
    return BreakEven.of(new Leaderboard(List.of(rows)));
  }

  @Test
  void theSystemWithTheHigherFixedPartIsCheaperAboveTheRate() {
    List<BreakEven> pairs = of(row("own", 9_000, 300, 0.01), row("service", 9_000, 50, 0.06));
    assertThat(pairs).hasSize(1);
    assertThat(pairs.get(0).low().system()).isEqualTo("service");
    assertThat(pairs.get(0).ratePerSecond()).hasValueCloseTo(5_000.0, within(1e-6));
    assertThat(pairs.get(0).amountPerMonth()).hasValueCloseTo(350.0, within(1e-6));
    assertThat(pairs.get(0).sentence())
        .isEqualTo(
            "service is cheaper than own up to 5,000 msg/s (350 USD a month), above it own.");
  }

  @Test
  void aRateThatWasNotReachedIsSaidSo() {
    assertThat(of(row("own", 2_000, 300, 0.01), row("service", 9_000, 50, 0.06)).get(0).sentence())
        .endsWith(
            "own was measured within its objectives up to 2,000 msg/s only: a higher rate may need"
                + " more nodes.");
  }

  @Test
  void aSystemThatIsLowerInBothPartsIsCheaperAtEachRate() {
    BreakEven pair = of(row("own", 9_000, 300, 0.06), row("service", 9_000, 50, 0.06)).get(0);
    assertThat(pair.ratePerSecond()).isEmpty();
    assertThat(pair.sentence()).isEqualTo("service is cheaper than own at each rate.");
  }

  @Test
  void constantAmountsAndUnknownItemsHaveNone() {
    assertThat(of(row("a", 1, 300, 0), row("b", 1, 50, 0))).isEmpty();
    SystemPrice unknown = new SystemPrice("USD", 50, 0.06, Map.of("between zones", "no counter"));
    assertThat(of(row("a", 1, 300, 0.01), row("b", 1, unknown))).isEmpty();
  }
}
