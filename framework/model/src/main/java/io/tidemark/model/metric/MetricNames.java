package io.tidemark.model.metric;

import io.tidemark.driver.settings.NearestName;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Objective;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of metrics: those of objectives, which may have any percentile of a latency and the
 * lowest rate of a window, and suggestions for texts that are no names.
 */
public final class MetricNames {
  private static final Pattern PERCENTILE = Pattern.compile("p([0-9]{1,2}(\\.[0-9]{1,6})?|100)");
  private static final List<String> WORDS = List.of("min", "mean", "max");
  private static final List<String> STATISTICS =
      List.of("min", "mean", "p50", "p95", "p99", "p99.9", "p99.99", "max");
  private static final Pattern WINDOW = Pattern.compile("(\\w+)\\.min\\(([^()]*)\\)");
  private static final String EXAMPLE_WINDOW = ".min(10s)";
  private static final Pattern PARTS =
      Pattern.compile("((?:classes|priorities)\\.[^.]+\\.)?(\\S.*?)(\\s+at\\s+.*)?");
  private static final Pattern STATISTIC = Pattern.compile("(.+?)[. ](min|mean|max|p[0-9.]+)");
  private static final String USUAL_STATISTIC = "p99";
  private static final Map<String, String> HEADINGS = headings();

  private MetricNames() {}

  /** The words of the key of a question. */
  public static final class Asked implements Grammar.Words {
    @Override
    public String name() {
      return "<metrics>";
    }

    @Override
    public List<String> words() {
      return asked();
    }
  }

  /** Returns the metrics that a question may be about. */
  public static List<String> asked() {
    return Metrics.all().stream().filter(Metric::isAsked).map(Metric::id).toList();
  }

  /** {@code " (did you mean endToEnd.p99?)"} for another text, or all that may be asked for. */
  public static String suggestion(String text) {
    String suggestion = suggestion(text, asked(), name -> MetricReference.parse(name).isPresent());
    return suggestion.isEmpty() ? "; allowed " + String.join(", ", asked()) : suggestion;
  }

  /** Latencies that objectives may be about. */
  public static List<Measure> latencies() {
    return Stream.of(Measure.values()).filter(each -> each != Measure.FAILED_SEND).toList();
  }

  /** The metric of an objective by its key; empty for another text. */
  public static Optional<Metric> objective(String key) {
    Matcher window = WINDOW.matcher(key);
    return window.matches()
        ? Metrics.of(window.group(1))
            .filter(MetricNames::hasWindows)
            .map(rate -> rate.over(key, Quantities.duration(window.group(2).strip())))
        : Metrics.of(key).filter(Metric::isObjective).or(() -> latency(key));
  }

  /** The metric of an objective that was read. */
  public static Metric of(Objective objective) {
    return objective(objective.key())
        .orElseThrow(() -> new IllegalArgumentException("no objective: " + objective.key()));
  }

  /** The window of a lowest rate as it is written; empty text for another key. */
  public static String window(String key) {
    Matcher window = WINDOW.matcher(key);
    return window.matches() ? window.group(2).strip() : "";
  }

  /** Rates that objectives may be about, also in windows. */
  public static List<String> rates() {
    return listed(false).filter(MetricNames::hasWindows).map(Metric::id).toList();
  }

  private static boolean hasWindows(Metric metric) {
    return metric.counter().isPresent() && metric.isObjective();
  }

  private static Optional<Metric> latency(String key) {
    int dot = key.indexOf('.');
    String statistic = key.substring(dot + 1);
    return dot < 0 || !(WORDS.contains(statistic) || PERCENTILE.matcher(statistic).matches())
        ? Optional.empty()
        : latencies().stream()
            .filter(measure -> measure.key().equals(key.substring(0, dot)))
            .findFirst()
            .map(
                measure ->
                    Metrics.latency(measure, statistic)
                        .ofPhases(Metrics.micros(measure, statistic)));
  }

  /** All keys of objectives that are usually written, for suggestions and editors. */
  public static List<String> objectives(boolean ofPhase) {
    List<String> usual = new ArrayList<>();
    for (Measure measure : latencies()) {
      STATISTICS.forEach(statistic -> usual.add(measure.key() + "." + statistic));
    }
    listed(ofPhase).filter(MetricNames::hasWindows).forEach(rate -> usual.add(rate.id()));
    listed(ofPhase)
        .filter(MetricNames::hasWindows)
        .forEach(rate -> usual.add(rate.id() + EXAMPLE_WINDOW));
    listed(ofPhase).filter(metric -> !hasWindows(metric)).forEach(metric -> usual.add(metric.id()));
    return usual;
  }

  /** Metrics of objectives without latencies. */
  public static Stream<Metric> listed(boolean ofPhase) {
    return Metrics.all().stream()
        .filter(metric -> metric.isObjective() && metric.measure().isEmpty())
        .filter(metric -> !ofPhase || metric.isObjectiveOfPhase());
  }

  /** Every key of objectives, with a statistic or (as a nested map) without. */
  public static String pattern(boolean ofPhase) {
    String latencies = latencies().stream().map(Measure::key).collect(Collectors.joining("|"));
    String statistic = "(\\.(" + String.join("|", WORDS) + "|" + PERCENTILE.pattern() + "))?";
    String duration = Quantities.DURATION_PATTERN.replaceAll("^\\^|\\$$", "");
    return "^((%s)%s|(%s)(\\.min\\(%s\\))?|%s)$"
        .formatted(
            latencies,
            statistic,
            names(listed(ofPhase).filter(MetricNames::hasWindows)),
            duration,
            names(listed(ofPhase).filter(metric -> !hasWindows(metric))));
  }

  private static String names(Stream<Metric> metrics) {
    return metrics
        .flatMap(metric -> Stream.concat(Stream.of(metric.id()), metric.olderNames().stream()))
        .map(name -> name.replace(".", "\\."))
        .collect(Collectors.joining("|"));
  }

  /** Tables have few columns; their heads are short. */
  private static Map<String, String> headings() {
    Map<String, String> names = new HashMap<>();
    for (Measure measure : Measure.values()) {
      List.of(measure.key(), measure.heading())
          .forEach(each -> names.putIfAbsent(letters(each), measure.key()));
    }
    names.put("e2e", Measure.END_TO_END.key());
    names.put("pub", Measure.PUBLISH_LATENCY.key());
    names.put("publish/s", Metrics.PUBLISH_RATE.id());
    names.put("consume/s", Metrics.CONSUME_RATE.id());
    return names;
  }

  /** {@code e2e} of {@code E2E-latency}. */
  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9/]|latency", "");
  }

  /**
   * {@code " (did you mean endToEnd.p99?)"}, or nothing.
   *
   * @param usual names to choose from
   * @param isName whether a text is a name; there may be more than the usual ones
   */
  public static String suggestion(String text, Collection<String> usual, Predicate<String> isName) {
    Matcher parts = PARTS.matcher(text.strip());
    if (!parts.matches()) {
      return "";
    }
    return nearest(parts.group(2), usual, isName)
        .map(name -> present(parts.group(1)) + name + present(parts.group(3)))
        .filter(name -> !name.equals(text.strip()))
        .map(NearestName::question)
        .orElse("");
  }

  private static String present(@Nullable String part) {
    return part == null ? "" : part;
  }

  private static Optional<String> nearest(
      String text, Collection<String> usual, Predicate<String> isName) {
    Matcher parts = STATISTIC.matcher(text);
    String head = parts.matches() ? parts.group(1) : text;
    String statistic = parts.matches() ? parts.group(2) : USUAL_STATISTIC;
    String heading = HEADINGS.get(letters(head));
    if (heading != null) {
      String meant = isName.test(heading) ? heading : heading + "." + statistic;
      return isName.test(meant) ? Optional.of(meant) : NearestName.of(meant, usual);
    }
    List<String> heads = usual.stream().map(name -> name.replaceFirst("\\..*", "")).toList();
    return NearestName.of(head, heads)
        .filter(any -> parts.matches())
        .map(near -> near + "." + statistic)
        .filter(isName)
        .or(() -> NearestName.of(text, usual));
  }
}
