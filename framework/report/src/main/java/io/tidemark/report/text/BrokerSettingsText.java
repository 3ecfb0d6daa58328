package io.tidemark.report.text;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.BrokerConfiguration.Entry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Settings of a broker for people: the same for all runs on brokers that are set up alike. */
public final class BrokerSettingsText {
  private BrokerSettingsText() {}

  /** The settings by their key, changed ones first. */
  public static Map<String, List<Entry>> byKey(BrokerConfiguration configuration) {
    Map<String, List<Entry>> byKey = new LinkedHashMap<>();
    configuration
        .settings()
        .forEach(
            each ->
                byKey.merge(
                    each.key(),
                    List.of(each),
                    (some, more) -> Stream.concat(some.stream(), more.stream()).toList()));
    return byKey;
  }

  /** Whether one of the values is not the default. */
  public static boolean isChanged(List<Entry> values) {
    return values.stream().anyMatch(Entry::isChanged);
  }

  /** Whether the values name or locate a node. */
  public static boolean isPlace(List<Entry> values) {
    return values.stream().allMatch(each -> each.origin().equals(BrokerConfiguration.PLACE));
  }

  /** {@code 8}, {@code 16 and 8 (default)}. */
  public static String values(List<Entry> values) {
    TreeSet<String> texts = new TreeSet<>();
    values.forEach(each -> texts.add(value(each.value(), each.isDefault())));
    return String.join(" and ", texts);
  }

  /** A value, with a mark if it is the default. */
  public static String value(String value, boolean isDefault) {
    return isDefault ? value + " (default)" : value;
  }

  /** Where the values come from. */
  public static String sources(List<Entry> values) {
    return values.stream()
        .map(Entry::source)
        .filter(source -> !source.isEmpty())
        .distinct()
        .collect(joining(" and "));
  }

  /** One line for each value: setting, value, source, and whose it is where values differ. */
  public static String lines(BrokerConfiguration configuration) {
    StringBuilder text = new StringBuilder();
    byKey(configuration)
        .forEach(
            (key, values) -> values.forEach(each -> text.append(line(key, each, values.size()))));
    return text.toString();
  }

  private static String line(String key, Entry each, int values) {
    String source = each.source().isEmpty() ? each.origin() : each.source();
    String whose = values == 1 ? "" : "; " + whose(each);
    return key + ": " + each.value() + "  # " + source + whose + "\n";
  }

  /** Names of topics and queues differ in each run. */
  private static String whose(Entry each) {
    return each.scope().equals("broker")
        ? String.join(", ", each.subjects())
        : String.format(Locale.ROOT, "%d x", each.subjects().size());
  }
}
