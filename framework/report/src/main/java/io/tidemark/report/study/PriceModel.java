package io.tidemark.report.study;

import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.cost.Efficiency;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.report.runs.PriceParts;
import io.tidemark.report.runs.StoredStudy.Price;
import io.tidemark.report.text.BrokerLine;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a system costs in a month at a rate: a fixed amount, and amounts for each message.
 *
 * @param price its prices
 * @param published payload bytes of a message that is published
 * @param delivered payload bytes that consumers receive for each of them
 * @param peers bytes between nodes for each of them
 * @param copies how many replicas store each of them
 */
public record PriceModel(
    Price price, double published, double delivered, double peers, double copies) {
  private static final double GIB = 1L << 30;
  private static final double MILLION = 1e6;
  private static final double SECONDS_PER_MONTH = PriceParts.HOURS_PER_MONTH * 3600;
  private static final double SECONDS_PER_HOUR = 3600;

  /** A part of the price: what for, how much of it, and its amount in a month. */
  public record Item(String what, double amountPerMonth) {}

  /** With what the runs of a system measured, which the parts of its price need. */
  static PriceModel of(Price price, List<RunResult> runs) {
    Counters all =
        runs.stream()
            .map(run -> run.totals().byTime().counters())
            .reduce(Counters.ZERO, Counters::plus);
    double messages = Math.max(1, all.get(Counter.ACKNOWLEDGED));
    double payload = all.get(Counter.ACKNOWLEDGED_BYTES) / messages;
    double copies =
        runs.stream()
            .flatMap(run -> BrokerLine.replication(run).stream())
            .flatMapToDouble(text -> number(text).stream())
            .findFirst()
            .orElse(1);
    double peers =
        runs.stream()
            .flatMap(run -> amplification(run).stream())
            .mapToDouble(each -> each)
            .average()
            .orElse(copies - 1);
    return new PriceModel(
        price, payload, all.get(Counter.RECEIVED_BYTES) / messages, payload * peers, copies);
  }

  private static OptionalDouble number(String text) {
    return text.matches("\\d{1,4}")
        ? OptionalDouble.of(Double.parseDouble(text))
        : OptionalDouble.empty();
  }

  private static Optional<Double> amplification(RunResult run) {
    return run.efficiency()
        .flatMap(use -> use.totals().figure(CostFigure.NETWORK_AMPLIFICATION))
        .map(Efficiency.Figure::value);
  }

  /** What a month costs at a rate. */
  public double perMonth(double messagesPerSecond) {
    return price.fixedPerMonth() + perMessagePerSecond() * messagesPerSecond;
  }

  /** What each published message per second adds to the price of a month. */
  public double perMessagePerSecond() {
    return parts(1).stream().mapToDouble(Item::amountPerMonth).sum();
  }

  /** The price of 10^9 payload bytes that consumers receive; empty if they receive none. */
  public OptionalDouble perDeliveredGigabyte(double messagesPerSecond) {
    double gigabytes = messagesPerSecond * delivered * SECONDS_PER_MONTH / 1e9;
    return gigabytes > 0
        ? OptionalDouble.of(perMonth(messagesPerSecond) / gigabytes)
        : OptionalDouble.empty();
  }

  /** The rate at which both cost the same; empty if one is cheaper at each rate. */
  public OptionalDouble breakEven(PriceModel other) {
    double slope = perMessagePerSecond() - other.perMessagePerSecond();
    double rate = (other.price.fixedPerMonth() - price.fixedPerMonth()) / slope;
    return Double.isFinite(rate) && rate > 0 ? OptionalDouble.of(rate) : OptionalDouble.empty();
  }

  /** All parts of the price at a rate, with their inputs; without those that cost nothing. */
  public List<Item> items(double messagesPerSecond) {
    List<Item> items = new ArrayList<>();
    add(items, "amountPerMonth", price.amountPerMonth());
    price.parts().ifPresent(parts -> fixed(items, parts));
    items.addAll(parts(messagesPerSecond));
    return items;
  }

  private static void fixed(List<Item> items, PriceParts parts) {
    String time = " for each " + parts.per();
    add(
        items,
        text("%d nodes of %s", parts.nodes(), digits(parts.node())) + time,
        parts.times() * parts.nodes() * parts.node());
    add(items, "licence of " + digits(parts.licence()) + time, parts.times() * parts.licence());
    add(
        items,
        text("volumes: %s GiB of %s", digits(parts.storedGib()), digits(parts.volumeGib())) + time,
        parts.times() * parts.storedGib() * parts.volumeGib());
  }

  private List<Item> parts(double rate) {
    List<Item> items = new ArrayList<>();
    if (price.parts().isEmpty()) {
      return items;
    }
    PriceParts parts = price.parts().get();
    double perMonth = rate * SECONDS_PER_MONTH;
    double stored = rate * SECONDS_PER_HOUR * parts.retentionHours() * published * copies / GIB;
    add(
        items,
        text(
            "messages of %s h: %s GiB (%s copies) of %s for each %s",
            digits(parts.retentionHours()),
            digits(stored),
            digits(copies),
            digits(parts.volumeGib()),
            parts.per()),
        parts.times() * stored * parts.volumeGib());
    double zones = perMonth * peers * parts.zoneShare() / GIB;
    add(
        items,
        text(
            "between zones: %s GiB (%s B between nodes for each message, of which %s %%) of %s",
            digits(zones),
            digits(peers),
            digits(100 * parts.zoneShare()),
            digits(parts.gibBetweenZones())),
        zones * parts.gibBetweenZones());
    double clients = perMonth * delivered / GIB;
    add(
        items,
        text("to clients: %s GiB of %s", digits(clients), digits(parts.gibToClients())),
        clients * parts.gibToClients());
    double requests = perMonth * parts.requestsPerMessage() / MILLION;
    add(
        items,
        text(
            "requests: %s million (%s for each message) of %s",
            digits(requests), digits(parts.requestsPerMessage()), digits(parts.millionRequests())),
        requests * parts.millionRequests());
    return items;
  }

  private static void add(List<Item> items, String what, double amount) {
    if (amount > 0) {
      items.add(new Item(what, amount));
    }
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Four significant digits. */
  private static String digits(double value) {
    return value == 0
        ? "0"
        : new BigDecimal(value, new MathContext(4)).stripTrailingZeros().toPlainString();
  }
}
