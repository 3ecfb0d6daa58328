package io.tidemark.features.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.features.cost.RunPrice.Line;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.text.TerminalStyle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a system costs: each line of the model, in the summary, in files, and as metrics. */
class PriceReportsTest {
  private static final double MONTH = 730 * 3_600;
  private static final double GIB = 1_073_741_824;

  @TempDir Path folder;

  private static RunResult priced(RunResult run, Map<String, Object> price) {
    return PriceModel.priced(with(run, "price", price));
  }

  private static RunResult with(RunResult run, String key, Object value) {
    Map<String, Object> driver = new LinkedHashMap<>(run.driver());
    driver.put(key, value);
    return run.with(RunResult.DRIVER, driver);
  }

  private static RunPrice price(Map<String, Object> price) {
    return price(SampleEfficiency.run(62.5), price);
  }

  private static RunPrice price(RunResult run, Map<String, Object> price) {
    return priced(run, price).part(RunPrice.PART).orElseThrow();
  }

  private static Line line(RunPrice price, String item) {
    return price.lines().stream()
        .filter(each -> each.item().equals(item))
        .findFirst()
        .orElseThrow();
  }

  private static double perSecond(Counter counter) {
    return SampleEfficiency.run(62.5).totals().perSecond(counter);
  }

  @Test
  void aDriverFileWithoutPricesHasNoModel() {
    assertThat(PriceModel.priced(SampleRuns.sample()).part(RunPrice.PART)).isEmpty();
  }

  @Test
  void nodesAndLicencesAreFixedAndAnHourIsA730thOfAMonth() {
    RunPrice price =
        price(
            Map.of(
                "node", Map.of("perHour", 0.1),
                "licence", Map.of("perMonth", 20, "perNode", true)));
    assertThat(line(price, "nodes").quantity()).isEqualTo(3);
    assertThat(line(price, "nodes").amountPerMonth()).isCloseTo(219, within(1e-9));
    assertThat(line(price, "licence").amountPerMonth()).isEqualTo(60);
    assertThat(price.fixedPerMonth()).isCloseTo(279, within(1e-9));
    assertThat(price.figure(CostFigure.PRICE_PER_MONTH)).hasValue(price.amountPerMonth());
    assertThat(price.figure(CostFigure.PRICE_PER_RATE).orElseThrow())
        .isCloseTo(279 / (perSecond(Counter.ACKNOWLEDGED) / 1_000), within(1e-9));
    assertThat(price.figure(CostFigure.PRICE_PER_GIGABYTE).orElseThrow())
        .isCloseTo(279 / (perSecond(Counter.RECEIVED_BYTES) * MONTH / 1e9), within(1e-9));
  }

  @Test
  void storedBytesAreRateTimesRetentionTimesReplication() {
    RunPrice price =
        price(Map.of("retention", "1h", "replication", 2, "volume", Map.of("perGiBMonth", 0.1)));
    double stored = perSecond(Counter.ACKNOWLEDGED_BYTES) * 3_600 * 2 / GIB;
    assertThat(line(price, "volumes").quantity()).isCloseTo(stored, within(1e-6));
    assertThat(line(price, "volumes").amountPerMonth()).isCloseTo(stored * 0.1, within(1e-6));
    assertThat(price.perMonthAndRate() * price.ratePerSecond().orElseThrow())
        .as("nothing of it is fixed")
        .isCloseTo(price.amountPerMonth(), within(1e-9));
  }

  @Test
  void trafficRequestsAndWritesAreWhatTheRunHasMeasured() {
    RunPrice price =
        price(
            Map.of(
                "toClients", Map.of("perGiB", 0.5, "share", 0.5),
                "fromClients", Map.of("perGiB", 0.02),
                "requests", Map.of("perMillion", 0.4, "perMessage", 0.1),
                "diskWrites", Map.of("perGiB", 0.01)));
    assertThat(line(price, "to clients").quantity())
        .isCloseTo(perSecond(Counter.RECEIVED_BYTES) * MONTH * 0.5 / GIB, within(1e-6));
    assertThat(line(price, "from clients").quantity())
        .isCloseTo(perSecond(Counter.ACKNOWLEDGED_BYTES) * MONTH / GIB, within(1e-6));
    assertThat(line(price, "requests").quantity())
        .isCloseTo(
            (perSecond(Counter.ACKNOWLEDGED) + perSecond(Counter.RECEIVED)) * MONTH * 0.1 / 1e6,
            within(1e-6));
    assertThat(line(price, "disk writes").quantity())
        .isCloseTo(perSecond(Counter.ACKNOWLEDGED_BYTES) * 3.0674 * MONTH / GIB, within(1e-3));
    assertThat(price.isComplete()).isTrue();
  }

  @Test
  void whatIsNotKnownIsNamedAndNotCountedAsZero() {
    RunResult run =
        priced(
            SampleEfficiency.run(62.5),
            Map.of("amountPerMonth", 100, "betweenZones", Map.of("perGiB", 0.02)));
    RunPrice price = run.part(RunPrice.PART).orElseThrow();
    assertThat(price.notAvailable()).containsEntry("between zones", "no counter of it");
    assertThat(price.figures()).isEmpty();
    assertThat(price.amountPerMonth()).isEqualTo(100);
    assertThat(new TerminalRenderer(TerminalStyle.PLAIN).render(RunDocument.of(run, List.of())))
        .contains("month, at least")
        .containsPattern("between zones +not available: no counter of it")
        .doesNotContain("per month per 1,000 msg/s");
  }

  @Test
  void withoutARateWithinTheObjectivesOnlyWhatIsFixedIsKnown() {
    RunResult failed =
        SampleRuns.withVerdict(
            SampleRuns.sample(), new Verdict(Status.FAILED, List.of(), List.of()));
    RunPrice price = price(failed, Map.of("amountPerMonth", 5, "toClients", Map.of("perGiB", 1)));
    assertThat(price.ratePerSecond()).isEmpty();
    assertThat(price.notAvailable()).containsEntry("to clients", "no rate within the objectives");
    assertThat(price.amountPerMonth()).isEqualTo(5);
  }

  @Test
  void aSearchHasThePriceAtTheRateThatItFound() {
    RunPrice price = price(SearchRuns.trials(), Map.of("amountPerMonth", 80));
    assertThat(price.ratePerSecond()).hasValue(8_000.0);
    assertThat(price.figure(CostFigure.PRICE_PER_RATE)).hasValue(10.0);
    assertThat(price.basis()).isEqualTo("highest rate of the search");
  }

  @Test
  void tieredTopicsKeepTheirLocalRetentionOnVolumesAndAllOfItOnceInObjects() {
    RunResult run =
        with(
            SampleEfficiency.run(62.5),
            "topicConfig",
            "remote.storage.enable=true\nretention.ms=86400000\nlocal.retention.ms=3600000\n"
                + "segment.bytes=104857600\n");
    RunPrice price =
        price(
            run,
            Map.of(
                "replication",
                3,
                "volume",
                Map.of("perGiBMonth", 0.08),
                "objectStorage",
                Map.of("perGiBMonth", 0.023, "perMillionWrites", 5, "readShare", 0.25)));
    double bytes = perSecond(Counter.ACKNOWLEDGED_BYTES);
    assertThat(line(price, "volumes").quantity()).isCloseTo(bytes * 3_600 * 3 / GIB, within(1e-6));
    assertThat(line(price, "object storage").quantity())
        .isCloseTo(bytes * 86_400 / GIB, within(1e-6));
    assertThat(line(price, "object writes").quantity())
        .isCloseTo(bytes * MONTH / 104_857_600 * 3 / 1e6, within(1e-9));
    assertThat(line(price, "object reads").quantity())
        .isCloseTo(
            perSecond(Counter.RECEIVED_BYTES) * MONTH * 0.25 / 4_194_304 / 1e6, within(1e-9));
  }

  @Test
  void theFileHasARowForEachItemAndFigure() throws Exception {
    RunResult run =
        priced(
            SampleRuns.sample(),
            Map.of("node", Map.of("perMonth", 50, "number", 2), "currency", "EUR"));
    Path stored = RunDirectory.write(folder, run, Map.of());

    assertThat(Files.readAllLines(stored.resolve("price.csv")))
        .hasSize(1 + 1 + 3)
        .startsWith("item,quantity,unit,unitPrice,amount,currency,fixed,source")
        .anyMatch(line -> line.startsWith("nodes,2,node month,50,100,EUR,true,"))
        .anyMatch(line -> line.startsWith("price.perMonth,,,,100,EUR,,"));
    RunResult unknown = priced(SampleRuns.sample(), Map.of("betweenZones", Map.of("perGiB", 0.02)));
    assertThat(
            Files.readAllLines(
                RunDirectory.write(folder.resolve("unknown"), unknown, Map.of())
                    .resolve("price.csv")))
        .containsExactly(
            "item,quantity,unit,unitPrice,amount,currency,fixed,source",
            "between zones,,,,,USD,,not measured");
    assertThat(RunDirectory.write(folder.resolve("none"), SampleRuns.sample(), Map.of()))
        .isDirectoryNotContaining("glob:**/price.csv");
  }

  @Test
  void figuresAreMetricsAndInFiles() throws Exception {
    RunResult run = priced(SampleRuns.sample(), Map.of("amountPerMonth", 100, "currency", "EUR"));
    Path stored = RunDirectory.write(folder, run, Map.of());
    assertThat(RunDirectory.read(stored).part(RunPrice.PART)).isEqualTo(run.part(RunPrice.PART));
    MetricReference metric = MetricReference.compared("price.perMonth").orElseThrow();
    ReportedRun compared = ReportedRun.of(folder, run);
    assertThat(compared.metrics()).containsEntry(metric, 100.0);
    assertThat(metric.isRate()).isFalse();
    assertThat(metric.group()).isEqualTo(FigureGroup.RATES);
    assertThat(compared.subject()).containsEntry("price.currency", "EUR");
    assertThat(compared.subject().keySet().stream().filter(key -> key.startsWith("price")))
        .hasSize(1);
    assertThat(new TerminalRenderer(TerminalStyle.PLAIN).render(RunDocument.of(run, List.of())))
        .containsPattern("month +100 +EUR +at ")
        .containsPattern("per month per +[0-9.]+ +EUR");
  }
}
