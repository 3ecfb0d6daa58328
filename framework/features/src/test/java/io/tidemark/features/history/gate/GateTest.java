package io.tidemark.features.history.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.history.AcceptedChanges;
import io.tidemark.features.history.AcceptedChanges.AcceptedChange;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistorySeries;
import io.tidemark.features.history.HistoryStore;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.features.history.Nights;
import io.tidemark.features.history.gate.GateResult.GateFiles;
import io.tidemark.features.history.gate.GateResult.Outcome;
import io.tidemark.features.history.trend.TrendMetric;
import io.tidemark.report.compare.ChangeLimit;
import io.tidemark.report.document.MarkdownRenderer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateTest {
  private static final ChangeLimit LIMIT = limit("endToEnd.p99 worse by 5%");

  @TempDir Path folder;

  private static ChangeLimit limit(String text) {
    return ChangeLimit.of(text, TrendMetric::of);
  }

  private static HistorySeries history(int nights, Nights.Level level) {
    return new HistorySeries(
        Nights.key(),
        Nights.of(nights, 3, level, night -> 1, night -> Map.of()).stream()
            .map(NewRun::run)
            .toList());
  }

  private static HistoryRun run(double latencyMicros) {
    return Nights.run("new", 100, latencyMicros, Map.of()).run();
  }

  private static GateResult check(HistorySeries history, double latencyMicros) {
    return new Gate(history, List.of(run(latencyMicros)), List.of()).of(LIMIT);
  }

  @Test
  void aRunFarOutsideOfTheLevelExceedsTheLimit() {
    GateResult result = check(history(20, night -> 1), 11_500);
    assertThat(result.outcome()).isEqualTo(Outcome.EXCEEDED);
    assertThat(result.text())
        .matches(
            "endToEnd.p99 is 11.5 ms, 1\\d\\.\\d % worse than the level of 20 runs since 2026-09-01"
                + " .*");
  }

  @Test
  void aRunWithinTheLimitOrABetterOneDoesNot() {
    assertThat(check(history(20, night -> 1), 10_300).outcome()).isEqualTo(Outcome.WITHIN);
    assertThat(check(history(20, night -> 1), 5_000).outcome()).isEqualTo(Outcome.WITHIN);
  }

  @Test
  void aRunAsBadAsSingleRunsOfTheLevelIsNotShown() {
    assertThat(check(history(8, night -> night % 2 == 0 ? 0.9 : 1.1), 11_000).outcome())
        .isEqualTo(Outcome.NOT_SHOWN);
  }

  @Test
  void theLevelIsThatSinceTheLastChange() {
    HistorySeries changed = history(40, night -> night < 20 ? 1 : 1.3);
    assertThat(check(changed, 13_100).outcome()).isEqualTo(Outcome.WITHIN);
    assertThat(check(changed, 15_000).outcome()).isEqualTo(Outcome.EXCEEDED);
  }

  @Test
  void saysHowManyRunsAreMissing() {
    GateResult result = check(history(4, night -> 1), 20_000);
    assertThat(result.outcome()).isEqualTo(Outcome.NOT_KNOWN);
    assertThat(result.text()).isEqualTo("not enough history (4 of 8 runs)");
  }

  @Test
  void aRunIsNotComparedWithItself() {
    HistorySeries history = history(8, night -> 1);
    HistorySeries with =
        new HistorySeries(
            history.key(), Stream.concat(history.runs().stream(), Stream.of(run(11_500))).toList());
    assertThat(check(with, 11_500).text()).contains("level of 8 runs");
  }

  @Test
  void damagedFiguresAreNotCompared() {
    HistoryRun run = run(20_000);
    HistoryRun damaged =
        new HistoryRun(
            run.id(),
            run.at(),
            "INVALID",
            "",
            Map.of(),
            run.values(),
            Map.of("endToEnd.p99", "clock-error"));
    assertThat(new Gate(history(20, night -> 1), List.of(damaged), List.of()).of(LIMIT).outcome())
        .isEqualTo(Outcome.NOT_KNOWN);
  }

  @Test
  void afterAnAcceptedChangeOnlyTheNewLevelCounts() throws Exception {
    AcceptedChanges accepted = new AcceptedChanges(folder);
    Instant from = Instant.parse("2026-09-20T00:00:00Z");
    AcceptedChange change = new AcceptedChange("endToEnd.p99", from, "checksums are on");
    assertThat(accepted.add("s", change)).isTrue();
    assertThat(accepted.add("s", change)).isFalse();
    assertThat(accepted.of("s")).containsExactly(change);
    HistorySeries history = history(22, night -> 1);
    assertThat(new Gate(history, List.of(run(12_000)), accepted.of("s")).of(LIMIT).text())
        .isEqualTo("not enough history (3 of 8 runs)");
    assertThat(new HistoryStore(folder).read().series()).isEmpty();
  }

  @Test
  void aLowerRateIsWorse() {
    HistoryRun slow =
        new HistoryRun(
            "slow", run(1).at(), "VALID", "", Map.of(), Map.of("publishRate", 900.0), Map.of());
    Gate gate = new Gate(history(20, night -> 1), List.of(slow), List.of());
    assertThat(gate.of(limit("publishRate worse by 1%")).outcome()).isEqualTo(Outcome.EXCEEDED);
    assertThat(gate.of(limit("publishRate < -1%")).outcome()).isEqualTo(Outcome.EXCEEDED);
    assertThat(gate.of(limit("publishRate > 1%")).outcome()).isEqualTo(Outcome.WITHIN);
  }

  private static GateResult confirmed(double first, double... again) {
    HistorySeries history = history(20, night -> 1);
    return new Gate(history, List.of(run(first)), List.of())
        .confirmed(LIMIT, Arrays.stream(again).mapToObj(GateTest::run).toList());
  }

  @Test
  void repetitionsThatAreAsBadConfirmIt() {
    GateResult result = confirmed(11_500, 11_300, 11_400);
    assertThat(result.outcome()).isEqualTo(Outcome.EXCEEDED);
    assertThat(result.text())
        .startsWith("endToEnd.p99 is 11.4 ms in the mean of 3 runs")
        .endsWith("; confirmed by 2 repetitions (11.3 ms, 11.4 ms)");
  }

  @Test
  void anOutlierOfAnySizeIsNotConfirmedByRunsAsUsual() {
    GateResult result = confirmed(100_000, 10_100, 10_000);
    assertThat(result.outcome()).isEqualTo(Outcome.NOT_CONFIRMED);
    assertThat(result.isExceeded()).isFalse();
    assertThat(confirmed(11_500, 9_000).outcome()).isEqualTo(Outcome.NOT_CONFIRMED);
  }

  @Test
  void aLimitThatIsNotExceededNeedsNoConfirmation() {
    assertThat(confirmed(10_000, 12_000).outcome()).isEqualTo(Outcome.WITHIN);
  }

  @Test
  void repetitionsWithoutTheFigureDecideNothing() {
    HistoryRun empty =
        new HistoryRun("x", run(1).at(), "INVALID", "", Map.of(), Map.of(), Map.of());
    GateResult result =
        new Gate(history(20, night -> 1), List.of(run(11_500)), List.of())
            .confirmed(LIMIT, List.of(empty));
    assertThat(result.outcome()).isEqualTo(Outcome.EXCEEDED);
    assertThat(result.text()).endsWith("not decided by 1 repetition without a usable figure");
  }

  @Test
  void otherFiguresHaveLimits() {
    assertThat(limit("confirmedRate worse by 5%").least()).isTrue();
    assertThat(limit("startMicros worse by 5%").least()).isFalse();
  }

  @Test
  void filesHaveTheSentences() {
    GateResult bad = check(history(20, night -> 1), 11_500);
    assertThat(GateFiles.junit(List.of(bad))).contains("failures=\"1\"", "11.5 ms");
    assertThat(MarkdownRenderer.of(GateFiles.document(List.of(bad))))
        .contains("| exceeded | quickstart | kafka |");
  }
}
