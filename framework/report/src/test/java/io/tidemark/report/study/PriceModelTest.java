package io.tidemark.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.report.SampleRuns;
import io.tidemark.report.runs.PriceParts;
import io.tidemark.report.runs.StoredStudy.Price;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PriceModelTest {
  private static final double GIB = 1L << 30;
  private static final double SECONDS = 730 * 3600;

  private static PriceModel model(double amount, PriceParts parts) {
    return new PriceModel(new Price(amount, "USD", Optional.of(parts)), 1_024, 2_048, 2_048, 3);
  }

  /** Fixed parts for an hour, and all that depends on the load. */
  private static final PriceParts ALL =
      new PriceParts("hour", 0.5, 3, 0.1, 0.001, 100, 24, 0.02, 0.5, 0.09, 0.4, 2);

  private static PriceParts load(double toClients) {
    return new PriceParts("month", 0, 0, 0, 0, 0, 0, 0, 1, toClients, 0, 0);
  }

  @Test
  void oneAmountIsThePriceAtEachRate() {
    PriceModel model = PriceModel.of(new Price(300, "USD"), List.of());
    assertThat(model.perMonth(0)).isEqualTo(300);
    assertThat(model.perMonth(5_000)).isEqualTo(300);
    assertThat(model.items(5_000)).containsExactly(new PriceModel.Item("amountPerMonth", 300));
  }

  @Test
  void partsAreAddedUp() {
    double rate = 1_000;
    double fixed = 10 + 730 * (1.5 + 0.1 + 0.1);
    double stored = rate * 24 * 3600 * 1_024 * 3 / GIB * 0.001 * 730;
    double zones = rate * SECONDS * 2_048 * 0.5 / GIB * 0.02;
    double clients = rate * SECONDS * 2_048 / GIB * 0.09;
    double requests = rate * SECONDS * 2 / 1e6 * 0.4;
    PriceModel model = model(10, ALL);
    assertThat(model.perMonth(0)).isEqualTo(fixed, within(1e-9));
    assertThat(model.perMonth(rate))
        .isEqualTo(fixed + stored + zones + clients + requests, within(1e-6));
    assertThat(model.items(rate).stream().mapToDouble(PriceModel.Item::amountPerMonth).sum())
        .isEqualTo(model.perMonth(rate), within(1e-6));
    assertThat(model.perDeliveredGigabyte(rate).orElseThrow())
        .isEqualTo(model.perMonth(rate) / (rate * 2_048 * SECONDS / 1e9), within(1e-9));
    assertThat(model.items(rate).stream().map(PriceModel.Item::what))
        .contains("3 nodes of 0.5 for each hour", "licence of 0.1 for each hour")
        .anyMatch(text -> text.startsWith("between zones: ") && text.contains("50 %"));
  }

  @Test
  void twoSystemsCostTheSameAtTheirBreakEvenRate() {
    PriceModel cluster = model(500, load(0.01));
    PriceModel service = model(0, load(0.15));
    double rate = cluster.breakEven(service).orElseThrow();
    assertThat(cluster.perMonth(rate)).isEqualTo(service.perMonth(rate), within(1e-6));
    assertThat(service.breakEven(cluster).orElseThrow()).isEqualTo(rate, within(1e-6));
    assertThat(service.perMonth(rate / 2)).isLessThan(cluster.perMonth(rate / 2));
    assertThat(model(600, load(0.15)).breakEven(cluster)).isEmpty();
  }

  @Test
  void bytesOfMessagesAreThoseThatRunsMeasured() {
    PriceModel model =
        PriceModel.of(new Price(0, "USD", Optional.of(ALL)), List.of(SampleRuns.sample()));
    assertThat(model.published()).isEqualTo(1_024, within(0.5));
    assertThat(model.delivered()).isEqualTo(1_024, within(0.5));
    assertThat(model.copies()).isEqualTo(3);
    assertThat(model.peers()).isEqualTo(2 * model.published(), within(1e-9));
  }
}
