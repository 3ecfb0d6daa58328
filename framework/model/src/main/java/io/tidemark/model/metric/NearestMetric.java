package io.tidemark.model.metric;

import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.yaml.NearestKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Suggests a metric for a text that is none: by the names in tables, or by its letters. */
public final class NearestMetric {
  private static final Pattern PARTS =
      Pattern.compile("(classes\\.[^.]+\\.)?(\\S.*?)(\\s+at\\s+.*)?");
  private static final Pattern STATISTIC = Pattern.compile("(.+?)[. ](min|mean|max|p[0-9.]+)");
  private static final String USUAL_STATISTIC = "p99";
  private static final String FAILOVER = "failover.";
  private static final Map<String, String> HEADINGS = headings();

  private NearestMetric() {}

  /** Tables have few columns; their heads are short. */
  private static Map<String, String> headings() {
    Map<String, String> names = new HashMap<>();
    for (Measure measure : Measure.values()) {
      List.of(measure.key(), measure.heading())
          .forEach(each -> names.putIfAbsent(letters(each), measure.key()));
    }
    names.put("e2e", Measure.END_TO_END.key());
    names.put("pub", Measure.PUBLISH_LATENCY.key());
    names.put("publish/s", "publishRate");
    names.put("consume/s", "consumeRate");
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
    return Optional.of(ofOtherGroup(parts.group(2)))
        .filter(isName)
        .or(() -> nearest(parts.group(2), usual, isName))
        .map(name -> present(parts.group(1)) + name + present(parts.group(3)))
        .filter(name -> !name.equals(text.strip()))
        .map(NearestKey::question)
        .orElse("");
  }

  private static String present(@Nullable String part) {
    return part == null ? "" : part;
  }

  /** Objectives have these names without the group, metrics with it. */
  private static String ofOtherGroup(String text) {
    return text.startsWith(FAILOVER) ? text.substring(FAILOVER.length()) : FAILOVER + text;
  }

  private static Optional<String> nearest(
      String text, Collection<String> usual, Predicate<String> isName) {
    Matcher parts = STATISTIC.matcher(text);
    String head = parts.matches() ? parts.group(1) : text;
    String statistic = parts.matches() ? parts.group(2) : USUAL_STATISTIC;
    String heading = HEADINGS.get(letters(head));
    if (heading != null) {
      String meant = isName.test(heading) ? heading : heading + "." + statistic;
      return isName.test(meant) ? Optional.of(meant) : NearestKey.of(meant, usual);
    }
    List<String> heads = usual.stream().map(name -> name.replaceFirst("\\..*", "")).toList();
    return NearestKey.of(head, heads)
        .filter(any -> parts.matches())
        .map(near -> near + "." + statistic)
        .filter(isName)
        .or(() -> NearestKey.of(text, usual));
  }
}
