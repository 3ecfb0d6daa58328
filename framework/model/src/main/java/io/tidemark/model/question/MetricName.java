package io.tidemark.model.question;

import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.snapshot.Measure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The name of a figure of a run that can decide: {@code endToEnd.p99}, {@code roundTripRate at 8
 * requesters}.
 *
 * @param figure without the number of clients
 * @param at a rate or latency of the phases with that number of clients; empty for that of all
 *     measured phases
 * @param trafficClass the class of the workload that it is about; empty: all messages
 */
public record MetricName(String figure, Optional<Scale> at, Optional<String> trafficClass) {
  /** What a figure is, which says how runs are compared by it. */
  public enum Kind {
    /** Each second; a higher one is better. */
    RATE,
    LATENCY,
    /** How long something else took. */
    TIME,
    /** What messages cost; see {@link CostFigure}. */
    COST,
    /** Counted, and mostly 0: without statistics. */
    COUNT
  }

  /** Of which a phase can have another number. */
  public enum Clients {
    REQUESTERS,
    PRODUCERS,
    CONSUMERS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A number of clients. */
  public record Scale(int number, Clients clients) {
    public boolean is(int other) {
      return number == other;
    }

    @Override
    public String toString() {
      return number + " " + (number == 1 ? clients.toString().replaceFirst("s$", "") : clients);
    }
  }

  /** Messages that a failover loses. */
  public static final String MISSING = "failover.recoveryPointMessages";

  /** From the failure of a site to the first message at its standby. */
  public static final String FAILOVER_FIRST = "failover.recoveryTimeFirst";

  /** From the failure of a site to the last message at its standby. */
  public static final String FAILOVER_LAST = "failover.recoveryTimeLast";

  /** The longest recovery from a fault. */
  public static final String RECOVERY_TIME = "recoveryTime";

  /** The time to make a body of a message; without statistics of a run, which measures it once. */
  public static final String SERIALIZATION_TIME = "serializationTime";

  /** The highest rate that a search has found. */
  public static final String SEARCHED_RATE = "search.highestRate";

  /** The rates of a run. */
  public static final List<String> RATES = List.of("publishRate", "consumeRate", "roundTripRate");

  private static final List<String> STATISTICS = List.of("p50", "p99", "p99.9");
  private static final List<Measure> MEASURES =
      List.of(
          Measure.PUBLISH_LATENCY,
          Measure.END_TO_END,
          Measure.ROUND_TRIP,
          Measure.REQUEST_LEG,
          Measure.REPLY_LEG);
  private static final Map<String, Kind> KINDS = kinds();
  private static final Pattern OF_CLASS = Pattern.compile("classes\\.([A-Za-z0-9_-]{1,40})\\.(.+)");
  private static final Pattern AT =
      Pattern.compile("(\\S+)\\s+at\\s+([1-9][0-9]{0,8})\\s+(requesters?|producers?|consumers?)");

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    RATES.forEach(rate -> kinds.put(rate, Kind.RATE));
    MEASURES.stream()
        .flatMap(measure -> STATISTICS.stream().map(each -> measure.key() + "." + each))
        .forEach(latency -> kinds.put(latency, Kind.LATENCY));
    kinds.put(SEARCHED_RATE, Kind.RATE);
    kinds.put(RECOVERY_TIME, Kind.TIME);
    kinds.put(FAILOVER_FIRST, Kind.TIME);
    kinds.put(FAILOVER_LAST, Kind.TIME);
    kinds.put(MISSING, Kind.COUNT);
    kinds.put(SERIALIZATION_TIME, Kind.TIME);
    Stream.of(CostFigure.values()).forEach(cost -> kinds.put(cost.metric(), Kind.COST));
    return kinds;
  }

  /** All names without a number of clients. */
  public static List<String> names() {
    return List.copyOf(KINDS.keySet());
  }

  /** {@code " (did you mean endToEnd.p99?)"} for another text, or all names. */
  public static String suggestion(String text) {
    String suggestion = NearestMetric.suggestion(text, names(), name -> parse(name).isPresent());
    return suggestion.isEmpty() ? "; allowed " + String.join(", ", names()) : suggestion;
  }

  /** A name as it is written in files; empty for another text. */
  public static Optional<MetricName> parse(String text) {
    Matcher ofClass = OF_CLASS.matcher(text.strip());
    return ofClass.matches()
        ? ofTotal(ofClass.group(2))
            .filter(name -> name.kind() == Kind.LATENCY || RATES.contains(name.figure))
            .map(name -> name.ofClass(ofClass.group(1)))
        : ofTotal(text);
  }

  private static Optional<MetricName> ofTotal(String text) {
    String name = text.strip();
    if (KINDS.containsKey(name)) {
      return Optional.of(new MetricName(name, Optional.empty(), Optional.empty()));
    }
    Matcher at = AT.matcher(name);
    return at.matches() && canHaveScale(at.group(1))
        ? Optional.of(
            new MetricName(
                at.group(1),
                Optional.of(new Scale(Integer.parseInt(at.group(2)), clients(at.group(3)))),
                Optional.empty()))
        : Optional.empty();
  }

  private static Clients clients(String word) {
    return Stream.of(Clients.values())
        .filter(each -> each.toString().startsWith(word))
        .findFirst()
        .orElseThrow(); // The pattern has no other words.
  }

  private static boolean canHaveScale(String figure) {
    return RATES.contains(figure) || KINDS.get(figure) == Kind.LATENCY;
  }

  /** The figure in phases with a number of clients. */
  public MetricName at(Scale scale) {
    return new MetricName(figure, Optional.of(scale), trafficClass);
  }

  /** The key of a figure of a class. */
  public static String ofClass(String className, String key) {
    return "classes." + className + "." + key;
  }

  /** The figure of a class. */
  public MetricName ofClass(String name) {
    return new MetricName(figure, at, Optional.of(name));
  }

  /** The same figure of all messages. */
  public MetricName ofAll() {
    return new MetricName(figure, at, Optional.empty());
  }

  public Kind kind() {
    return KINDS.getOrDefault(figure, Kind.COUNT);
  }

  /** What a latency is about; empty for another kind. */
  public Optional<Measure> measure() {
    return kind() == Kind.LATENCY
        ? MEASURES.stream().filter(each -> figure.startsWith(each.key() + ".")).findFirst()
        : Optional.empty();
  }

  /** What a cost is about; empty for another kind. */
  public Optional<CostFigure> cost() {
    return CostFigure.of(figure);
  }

  /** The percentile of a latency; a time has its error as a whole. */
  public String statistic() {
    return kind() == Kind.LATENCY ? figure.substring(figure.indexOf('.') + 1) : "max";
  }

  /** As it is written in files. */
  @Override
  public String toString() {
    return trafficClass.map(name -> ofClass(name, figure)).orElse(figure)
        + at.map(scale -> " at " + scale).orElse("");
  }
}
