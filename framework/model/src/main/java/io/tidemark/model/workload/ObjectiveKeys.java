package io.tidemark.model.workload;

import io.tidemark.driver.Quantities;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Objective.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keys of objectives. */
public final class ObjectiveKeys {
  private static final Pattern PERCENTILE = Pattern.compile("p([0-9]{1,2}(\\.[0-9]{1,6})?|100)");
  private static final List<String> EXAMPLES =
      List.of("min", "mean", "p50", "p95", "p99", "p99.9", "p99.99", "max");
  private static final Pattern WINDOW = Pattern.compile("(\\w+)\\.min\\(([^()]*)\\)");
  private static final String EXAMPLE_WINDOW = ".min(10s)";
  private static final Map<String, Figure> RATES = new LinkedHashMap<>();
  private static final Map<String, Figure> COUNTS = new LinkedHashMap<>();
  private static final Map<String, String> FAULTS = new LinkedHashMap<>();

  /** The time until the message flow has recovered from a fault. */
  public static final String RECOVERY_TIME = "recoveryTime";

  /** The publish rate after a fault. */
  public static final String RATE_AFTER_FAULT = "rateAfterFault";

  private static final Map<String, Figure> TIMES = new LinkedHashMap<>();

  /** Preconditions of a metric in the workload. */
  public enum Needs {
    NOTHING,
    PRODUCERS,
    CONSUMERS,
    /** Consumers, and messages whose number is known. */
    DELIVERY,
    /** Consumers, with a full audit. */
    AUDIT,
    /** With an audit of offsets, too. */
    OFFSETS,
    /** With an audit of offsets, and keys. */
    KEYS,
    /** Sequence numbers in messages. */
    STAMPS,
    /** With a full audit, too. */
    CHECKS,
    REQUESTS,
    /** Requests, with a full audit. */
    AUDITED_REQUESTS,
    FAULTS,
    /** A second site. */
    FAILOVER
  }

  /** {@code ofTheRun}: known for the whole run only. */
  private record Figure(Needs needs, boolean ofTheRun, String meaning) {}

  static {
    rate(
        "publishRate",
        Needs.PRODUCERS,
        "Acknowledged, mean over the test; % of the intended rate, by time or by"
            + " intended messages; the smaller one.");
    rate(
        "consumeRate",
        Needs.CONSUMERS,
        "Received, mean over the test; % of acknowledged x subscriptions.");
    rate(
        "roundTripRate",
        Needs.REQUESTS,
        "Requests answered in time, mean over the test; % as for publishRate.");
    ofTheRun("lost", Needs.DELIVERY, "Acknowledged and never received.");
    ofTheRun("duplicated", Needs.AUDIT, "Deliveries beyond the first.");
    ofTheRun(
        "outOfOrder", Needs.AUDIT, "First deliveries after a later message of the same order.");
    ofTheRun(
        "abortedReads",
        Needs.AUDIT,
        "Deliveries of messages whose transaction was aborted on purpose; missed in a run without"
            + " such transactions.");
    ofOffsets(
        "offsetsNotUnique",
        Needs.OFFSETS,
        "Offsets at which there were two messages, in the sample");
    ofOffsets(
        "offsetsMismatched",
        Needs.OFFSETS,
        "Messages of the sample that were received at other offsets than the acknowledged");
    ofOffsets(
        "commitsBack",
        Needs.OFFSETS,
        "Committed offsets that went back, and the log was not truncated");
    ofOffsets(
        "commitsAhead",
        Needs.OFFSETS,
        "Messages of the sample, below a committed offset, that were received later or never");
    ofOffsets(
        "keyOrderViolations",
        Needs.KEYS,
        "First deliveries after a later message of the same key, in the sample");
    count(
        "corrupted",
        Needs.CHECKS,
        "Received with damaged content; missed if not every message is checked.");
    count(
        "foreign",
        Needs.STAMPS,
        "Received and not sent by this run; missed if messages have no stamp.");
    count("unacknowledged", "Sent, and neither acknowledged nor failed at the end.");
    count("errors", "Sends that failed.");
    count("consumeErrors", "Errors that consumers reported.");
    count("backlog", "Not yet received when the load stopped.");
    count("maxBacklog", "The largest backlog of any sample.");
    ofRequests("timeouts", "Requests without a reply within the timeout.");
    ofRequests("lateReplies", "Replies that came after the timeout.");
    ofRequests("duplicateReplies", "Replies to requests that had been answered.");
    ofRequests("neverAsked", "Replies that match no request of their receiver.");
    ofTheRun(
        "unanswered", Needs.REQUESTS, "Requests without reply and without timeout at the end.");
    ofTheRun(
        "requestsLost", Needs.AUDITED_REQUESTS, "Accepted requests that no responder received.");
    ofTheRun(
        "repliesLost",
        Needs.AUDITED_REQUESTS,
        "Requests that a responder received, without a received reply.");
    ofTheRun(
        "recoveryPointMessages",
        Needs.FAILOVER,
        "Acknowledged by the first site, and never received at its standby.");
    time(
        "recoveryPointAge",
        "From the acknowledgement of the oldest message that is missing at the standby to the"
            + " failure; 0 if none is missing.");
    time("recoveryTimeFirst", "From the failure to the first message received at the standby.");
    time("recoveryTimeLast", "From the failure to the last message received at the standby.");
  }

  /** Known for a failover as a whole only. */
  private static void time(String key, String meaning) {
    TIMES.put(key, new Figure(Needs.FAILOVER, true, meaning));
  }

  static {
    FAULTS.put(
        RECOVERY_TIME,
        "From the injection of a fault until publishing and delivery have 99 % of the rate before;"
            + " the longest of all faults, of a phase those injected in it. A time span: `<= 30s`.");
    FAULTS.put(
        RATE_AFTER_FAULT,
        "Acknowledged in the last 10 s before the next fault or the end of the phase, in % of the"
            + " rate before the fault; the lowest of all faults: `>= 99%`.");
  }

  private static void rate(String key, Needs needs, String meaning) {
    RATES.put(key, new Figure(needs, false, meaning));
  }

  private static void ofTheRun(String key, Needs needs, String meaning) {
    COUNTS.put(key, new Figure(needs, true, meaning));
  }

  private static void ofOffsets(String key, Needs needs, String meaning) {
    ofTheRun(key, needs, meaning + "; missed if `auditOffsets` has no such figure.");
  }

  private static void count(String key, String meaning) {
    count(key, Needs.NOTHING, meaning);
  }

  private static void count(String key, Needs needs, String meaning) {
    COUNTS.put(key, new Figure(needs, false, meaning));
  }

  private static void ofRequests(String key, String meaning) {
    COUNTS.put(key, new Figure(Needs.REQUESTS, false, meaning));
  }

  private ObjectiveKeys() {}

  /** Latencies by their keys; {@code FAILED_SEND} is no objective. */
  public static Set<Measure> latencies() {
    return EnumSet.complementOf(EnumSet.of(Measure.FAILED_SEND));
  }

  /** Rates with their meaning. */
  public static Map<String, String> rates() {
    return meanings(RATES);
  }

  /** Lowest rates over a window, with an example of one, and their meaning. */
  public static Map<String, String> lowestRates() {
    Map<String, String> lowest = new LinkedHashMap<>();
    RATES
        .keySet()
        .forEach(
            rate ->
                lowest.put(
                    rate + EXAMPLE_WINDOW,
                    "The lowest rate in any 10 s; % of the intended rate in the same time"
                        + (rate.equals("consumeRate") ? " x subscriptions." : ".")));
    return lowest;
  }

  /** Figures of faults with their meaning. */
  public static Map<String, String> ofFaults() {
    return Collections.unmodifiableMap(FAULTS);
  }

  /** Counts with their meaning, in the order of the reference page. */
  public static Map<String, String> counts() {
    return meanings(COUNTS);
  }

  /** Times with their meaning. */
  public static Map<String, String> times() {
    return meanings(TIMES);
  }

  private static Map<String, String> meanings(Map<String, Figure> figures) {
    Map<String, String> meanings = new LinkedHashMap<>();
    figures.forEach((key, figure) -> meanings.put(key, figure.meaning));
    return meanings;
  }

  /** What a known key needs; also with a statistic or a window. */
  public static Needs needs(String key) {
    Optional<Measure> measure = measure(key);
    if (measure.isPresent()) {
      return switch (measure.get().side()) {
        case SENDING -> Needs.PRODUCERS;
        case RECEIVING -> Needs.CONSUMERS;
        case ROUND_TRIPS, CLIENTS -> Needs.REQUESTS;
      };
    }
    if (FAULTS.containsKey(key)) {
      return Needs.FAULTS;
    }
    return rate(key).map(RATES::get).orElseGet(() -> figure(key)).needs;
  }

  private static Figure figure(String key) {
    return Optional.ofNullable(COUNTS.get(key))
        .or(() -> Optional.ofNullable(TIMES.get(key)))
        .orElseThrow();
  }

  /** All keys that are usually written, for suggestions and editors. */
  public static List<String> usual() {
    List<String> usual = new ArrayList<>();
    for (Measure measure : latencies()) {
      EXAMPLES.forEach(statistic -> usual.add(measure.key() + "." + statistic));
    }
    usual.addAll(RATES.keySet());
    usual.addAll(lowestRates().keySet());
    usual.addAll(COUNTS.keySet());
    usual.addAll(FAULTS.keySet());
    usual.addAll(TIMES.keySet());
    return usual;
  }

  /** Usual names that are allowed in objectives of one phase. */
  public static List<String> usualOfPhase() {
    return usual().stream().filter(ObjectiveKeys::isKnownOfPhase).toList();
  }

  /** Whether it is known for each phase; some counts are known for the run as a whole only. */
  public static boolean isKnownOfPhase(String key) {
    return !TIMES.containsKey(key) && (!COUNTS.containsKey(key) || !COUNTS.get(key).ofTheRun);
  }

  /** Every name that is allowed, with a statistic or (as a nested map) without. */
  public static String pattern() {
    return pattern(Stream.concat(COUNTS.keySet().stream(), TIMES.keySet().stream()));
  }

  /** Every name that is allowed in objectives of one phase. */
  public static String patternOfPhase() {
    return pattern(COUNTS.keySet().stream().filter(ObjectiveKeys::isKnownOfPhase));
  }

  private static String pattern(Stream<String> counts) {
    String latencies = String.join("|", latencies().stream().map(Measure::key).toList());
    String statistic = "(\\.(min|mean|max|" + PERCENTILE.pattern() + "))?";
    String duration = Quantities.DURATION_PATTERN.replaceAll("^\\^|\\$$", "");
    String rates = "(" + String.join("|", RATES.keySet()) + ")(\\.min\\(" + duration + "\\))?";
    String others =
        Stream.concat(counts, FAULTS.keySet().stream()).collect(Collectors.joining("|"));
    return "^((%s)%s|%s|%s)$".formatted(latencies, statistic, rates, others);
  }

  /** The rate that a key is about, also over a window; empty for other keys and unknown ones. */
  public static Optional<String> rate(String key) {
    Matcher window = WINDOW.matcher(key);
    return Optional.of(window.matches() ? window.group(1) : key).filter(RATES::containsKey);
  }

  /** The window of a lowest rate as it is written; empty for other keys. */
  public static Optional<String> windowText(String key) {
    Matcher window = WINDOW.matcher(key);
    return window.matches() && RATES.containsKey(window.group(1))
        ? Optional.of(window.group(2).strip())
        : Optional.empty();
  }

  /** The window of a lowest rate; empty for other keys. */
  public static Optional<Duration> window(String key) {
    return windowText(key).flatMap(Quantities::duration);
  }

  /** The measure that a latency key is about; empty for other keys and unknown ones. */
  public static Optional<Measure> measure(String key) {
    int dot = key.indexOf('.');
    return dot < 0 || !isStatistic(key.substring(dot + 1))
        ? Optional.empty()
        : latencies().stream().filter(m -> m.key().equals(key.substring(0, dot))).findFirst();
  }

  /** The percentile (0 to 100) that a latency key is about; empty for {@code min, mean, max}. */
  public static OptionalDouble percentile(String key) {
    Matcher matcher = PERCENTILE.matcher(key.substring(key.indexOf('.') + 1));
    return matcher.matches()
        ? OptionalDouble.of(Double.parseDouble(matcher.group(1)))
        : OptionalDouble.empty();
  }

  /** What the limit of a key may count; empty when the key is unknown. */
  public static Set<Unit> units(String key) {
    if (measure(key).isPresent() || TIMES.containsKey(key)) {
      return EnumSet.of(Unit.NANOSECONDS);
    }
    if (rate(key).isPresent() && key.startsWith("roundTripRate")) {
      return EnumSet.of(Unit.PER_SECOND, Unit.PERCENT); // A round trip has two sizes.
    }
    if (rate(key).isPresent()) {
      return EnumSet.of(Unit.PER_SECOND, Unit.BYTES_PER_SECOND, Unit.PERCENT);
    }
    if (FAULTS.containsKey(key)) {
      return EnumSet.of(key.equals(RECOVERY_TIME) ? Unit.NANOSECONDS : Unit.PERCENT);
    }
    if (key.endsWith("acklog")) {
      return COUNTS.containsKey(key) ? EnumSet.of(Unit.COUNT) : EnumSet.noneOf(Unit.class);
    }
    return COUNTS.containsKey(key)
        ? EnumSet.of(Unit.COUNT, Unit.PERCENT)
        : EnumSet.noneOf(Unit.class);
  }

  private static boolean isStatistic(String name) {
    return Arrays.asList("min", "mean", "max").contains(name) || PERCENTILE.matcher(name).matches();
  }
}
