package io.tidemark.features.cost;

import io.tidemark.features.cost.PriceSpec.ObjectStoragePrice;
import io.tidemark.features.cost.RunPrice.Line;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.finish.BrokerSize;
import io.tidemark.model.result.finish.ReachedRate;
import io.tidemark.model.snapshot.Counter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the system of a run costs in a month: quantities of the run, prices of its driver file. */
public final class PriceModel {
  static final double GIB = 1L << 30;
  static final double MONTH_SECONDS = PriceSpec.HOURS_PER_MONTH * 3_600;

  private static final double MILLION = 1e6;
  private static final String PER_GIB = "GiB";
  private static final String MONTH = "month";
  private static final String NO_RATE = "no rate within the objectives";

  private final RunResult run;
  private final PriceSpec spec;
  private final Optional<ReachedRate> reached;
  private final List<Line> lines = new ArrayList<>();
  private final Map<String, String> notAvailable = new LinkedHashMap<>();

  private PriceModel(RunResult run, PriceSpec spec) {
    this.run = run;
    this.spec = spec;
    this.reached = ReachedRate.of(run);
  }

  /** The run, which has its verdict, with its price; as it is if its driver file has none. */
  public static RunResult priced(RunResult run) {
    return run.with(
        RunPrice.PART, PriceSpec.of(run.driver()).map(spec -> new PriceModel(run, spec).price()));
  }

  private RunPrice price() {
    spec.amountPerMonth().ifPresent(amount -> fixed("system", 1, MONTH, amount, "amountPerMonth"));
    nodes();
    traffic();
    storage();
    return new RunPrice(
        spec.currency(),
        reached.map(ReachedRate::perSecond),
        reached.map(ReachedRate::basis).orElse(NO_RATE),
        lines,
        notAvailable,
        reached.filter(any -> notAvailable.isEmpty()).map(this::figures).orElse(Map.of()));
  }

  private Map<String, Double> figures(ReachedRate at) {
    Map<String, Double> figures = new LinkedHashMap<>();
    double month = lines.stream().mapToDouble(Line::amountPerMonth).sum();
    double rate = at.perSecond();
    figures.put(CostFigure.PRICE_PER_RATE.key(), month / (rate / 1_000));
    perMessage(Counter.RECEIVED_BYTES)
        .filter(bytes -> bytes > 0)
        .ifPresent(
            bytes ->
                figures.put(
                    CostFigure.PRICE_PER_GIGABYTE.key(),
                    month / (bytes * rate * MONTH_SECONDS / 1e9)));
    figures.put(CostFigure.PRICE_PER_MONTH.key(), month);
    return figures;
  }

  private void nodes() {
    Optional<Integer> known = BrokerSize.nodes(run);
    Optional<Integer> stated = spec.node().flatMap(PriceSpec.NodePrice::number);
    Optional<Integer> number = stated.or(() -> known);
    String source = stated.isPresent() ? "node.number" : "nodes of the broker";
    spec.node().ifPresent(node -> perNode("nodes", node.month(), number, source));
    spec.licence()
        .ifPresent(
            licence -> {
              if (licence.perNode()) {
                perNode("licence", licence.month(), number, source);
              } else {
                fixed("licence", 1, MONTH, licence.month(), "licence");
              }
            });
  }

  private void perNode(String item, double price, Optional<Integer> number, String source) {
    if (number.isEmpty()) {
      notAvailable.put(item, "the number of nodes is not known; give price.node.number");
    } else {
      fixed(item, number.get(), "node month", price, source);
    }
  }

  private void fixed(String item, double quantity, String unit, double price, String source) {
    lines.add(new Line(item, quantity, unit, price, quantity * price, true, source));
  }

  /**
   * An item that grows with the rate.
   *
   * @param perMessage its quantity for each message; empty if it is not known
   * @param times quantity of a month for a rate of one message per second, divided by this
   */
  private void variable(
      String item,
      Optional<Double> perMessage,
      double times,
      String unit,
      double price,
      String source,
      String missing) {
    if (reached.isEmpty()) {
      notAvailable.put(item, NO_RATE);
    } else if (perMessage.isEmpty()) {
      notAvailable.put(item, missing);
    } else {
      double quantity = perMessage.get() * times * reached.get().perSecond();
      lines.add(new Line(item, quantity, unit, price, quantity * price, false, source));
    }
  }

  private void traffic() {
    spec.betweenZones()
        .ifPresent(
            price ->
                bytes(
                    "between zones",
                    used(CostFigure.NETWORK_AMPLIFICATION),
                    price,
                    "bytes between nodes, "
                        + efficiency(CostFigure.NETWORK_AMPLIFICATION)
                            .map(Efficiency.Figure::source)
                            .orElse(""),
                    missing(CostFigure.NETWORK_AMPLIFICATION)));
    spec.toClients()
        .ifPresent(
            price ->
                bytes(
                    "to clients",
                    perMessage(Counter.RECEIVED_BYTES),
                    price,
                    "payload delivered",
                    "no message was delivered"));
    spec.fromClients()
        .ifPresent(
            price ->
                bytes(
                    "from clients",
                    perMessage(Counter.ACKNOWLEDGED_BYTES),
                    price,
                    "payload published",
                    "no message was published"));
    spec.requests()
        .ifPresent(
            price ->
                variable(
                    "requests",
                    perMessage(Counter.ACKNOWLEDGED)
                        .flatMap(
                            sent ->
                                perMessage(Counter.RECEIVED)
                                    .map(received -> (sent + received) * price.perMessage())),
                    MONTH_SECONDS / MILLION,
                    "million",
                    price.perMillion(),
                    "messages sent and delivered"
                        + (price.perMessage() == 1 ? "" : " x requests.perMessage"),
                    "no message was sent"));
    spec.diskWrites()
        .ifPresent(
            price ->
                variable(
                    "disk writes",
                    used(CostFigure.DISK_AMPLIFICATION),
                    MONTH_SECONDS / GIB,
                    PER_GIB,
                    price.perGiB(),
                    efficiency(CostFigure.DISK_AMPLIFICATION)
                        .map(Efficiency.Figure::source)
                        .orElse(""),
                    missing(CostFigure.DISK_AMPLIFICATION)));
  }

  private void bytes(
      String item,
      Optional<Double> perMessage,
      PriceSpec.TrafficPrice price,
      String source,
      String missing) {
    variable(
        item,
        perMessage.map(bytes -> bytes * price.share()),
        MONTH_SECONDS / GIB,
        PER_GIB,
        price.perGiB(),
        source + (price.share() == 1 ? "" : " x share"),
        missing);
  }

  private void storage() {
    StoredBytes stored = new StoredBytes(spec, run);
    Optional<Double> payload = perMessage(Counter.ACKNOWLEDGED_BYTES);
    String none = "no message was published";
    spec.volume()
        .ifPresent(
            price ->
                variable(
                    "volumes",
                    payload.flatMap(stored::onVolumes),
                    1 / GIB,
                    "GiB month",
                    price.perGiBMonth(),
                    stored.volumeSource(),
                    payload.isEmpty() ? none : stored.missing()));
    spec.objectStorage()
        .ifPresent(
            price -> {
              variable(
                  "object storage",
                  payload.flatMap(stored::inObjects),
                  1 / GIB,
                  "GiB month",
                  price.perGiBMonth(),
                  "payload rate x retention, stored once",
                  payload.isEmpty() ? none : stored.missing());
              variable(
                  "object writes",
                  payload.map(bytes -> bytes / stored.segmentBytes() * price.writesPerSegment()),
                  MONTH_SECONDS / MILLION,
                  "million",
                  price.perMillionWrites(),
                  "payload / " + stored.segmentSource() + " x writesPerSegment",
                  none);
              variable(
                  "object reads",
                  perMessage(Counter.RECEIVED_BYTES)
                      .map(bytes -> bytes * price.readShare() / price.readSize()),
                  MONTH_SECONDS / MILLION,
                  "million",
                  price.perMillionReads(),
                  "payload delivered x readShare / readSize",
                  "no message was delivered");
            });
  }

  /** A count of all measured phases for each message or request; empty if it is 0 or unknown. */
  private Optional<Double> perMessage(Counter counter) {
    double messages = ReachedRate.rate(run.totals());
    double rate = run.totals().perSecond(counter);
    return messages > 0 && rate > 0 ? Optional.of(rate / messages) : Optional.empty();
  }

  /** Bytes for each message, with those of the idle baseline. */
  private Optional<Double> used(CostFigure amplification) {
    return efficiency(amplification)
        .flatMap(
            figure ->
                perMessage(Counter.ACKNOWLEDGED_BYTES)
                    .map(bytes -> bytes * (figure.value() + figure.idle().orElse(0.0))));
  }

  private Optional<Efficiency.Figure> efficiency(CostFigure figure) {
    return run.part(Efficiency.PART).flatMap(all -> all.totals().figure(figure));
  }

  private String missing(CostFigure figure) {
    return run.part(Efficiency.PART)
        .flatMap(all -> Optional.ofNullable(all.totals().notAvailable().get(figure.key())))
        .orElse("not measured");
  }

  /** What a system keeps of the payload: on the volumes of its nodes, and in an object storage. */
  private record StoredBytes(PriceSpec spec, RunResult run) {
    private static final String TOPICS = "topicConfig";
    private static final long KAFKA_SEGMENT = 1L << 30;

    /** Bytes for each byte per second. */
    Optional<Double> onVolumes(double bytesPerSecond) {
      return kept()
          .flatMap(time -> replication().map(copies -> bytesPerSecond * seconds(time) * copies));
    }

    /** Bytes for each byte per second; each segment is stored once. */
    Optional<Double> inObjects(double bytesPerSecond) {
      return retention().map(time -> bytesPerSecond * seconds(time));
    }

    String volumeSource() {
      return "payload rate x "
          + (isTiered() && local().isPresent() ? "localRetention" : "retention")
          + " x replication "
          + replication().map(Object::toString).orElse("");
    }

    /** Why one of them is not known. */
    String missing() {
      return retention().isEmpty()
          ? "the retention is not known; give price.retention"
          : "the number of copies is not known; give price.replication";
    }

    double segmentBytes() {
      return spec.objectStorage()
          .flatMap(ObjectStoragePrice::segmentSize)
          .or(() -> topic("segment.bytes"))
          .orElse(KAFKA_SEGMENT);
    }

    String segmentSource() {
      return spec.objectStorage().flatMap(ObjectStoragePrice::segmentSize).isPresent()
          ? "segmentSize"
          : topic("segment.bytes").isPresent()
              ? "segment.bytes of the topics"
              : "1 GiB of a segment";
    }

    private boolean isTiered() {
      return spec.objectStorage().isPresent();
    }

    private Optional<Duration> kept() {
      return isTiered() ? local().or(this::retention) : retention();
    }

    private Optional<Duration> local() {
      return spec.objectStorage()
          .flatMap(ObjectStoragePrice::localRetention)
          .or(() -> topic("local.retention.ms").map(Duration::ofMillis));
    }

    private Optional<Duration> retention() {
      return spec.retention()
          .or(() -> topic("retention.ms").filter(each -> isTiered()).map(Duration::ofMillis));
    }

    private Optional<Integer> replication() {
      return spec.replication().or(() -> BrokerSize.replication(run));
    }

    /** A property of Kafka's topics; empty if it is not a number, or negative: without a limit. */
    private Optional<Long> topic(String key) {
      return BrokerSize.property(run, TOPICS, key)
          .filter(text -> text.matches("\\d{1,18}"))
          .map(Long::valueOf);
    }

    private static double seconds(Duration time) {
      return time.toMillis() / 1e3;
    }
  }
}
