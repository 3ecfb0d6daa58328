package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.model.conflict.KeyConflicts;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.grammar.KeyTable;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes the tables of docs/reference from the descriptions that the parser works with. */
final class ReferencePages {
  private static final Pattern TABLE =
      Pattern.compile(
          "(<!-- ([^,]*), made by ReferencePagesTest -->\\n)(.*?)(<!-- end of )", Pattern.DOTALL);

  private ReferencePages() {}

  /** A page with its tables made anew: each stands between two comments, which name it. */
  static String remade(String page) {
    return TABLE.matcher(page).replaceAll(ReferencePages::table);
  }

  private static String table(MatchResult found) {
    String name = found.group(2);
    String table =
        switch (name) {
          case "objectives" -> objectives();
          case "thresholds" -> thresholds();
          case "combinations" -> conflicts();
          case "keys without effect" -> deadKeys();
          case "keys of all drivers" -> KeyTable.of(DriverKeys.common());
          default -> keys(name.replace("keys ", "").split(" to "));
        };
    return Matcher.quoteReplacement(found.group(1) + table + found.group(4));
  }

  /** Of a workload, from the first to the last one. */
  private static String keys(String... ends) {
    List<Setting> rules = WorkloadKeys.rules();
    List<String> paths = rules.stream().map(Setting::path).toList();
    return KeyTable.of(rules.subList(paths.indexOf(ends[0]), paths.indexOf(ends[1]) + 1));
  }

  private static String objectives() {
    String latencies =
        MetricNames.latencies().stream()
            .map(Measure::key)
            .map(key -> "`" + key + "`")
            .collect(Collectors.joining(", "));
    return "| key | limit | meaning |\n|---|---|---|\n"
        + "| "
        + latencies
        + ", each with `.min`, `.mean`, `.max` or a percentile such as `.p50`, `.p99.9` | a time"
        + " span | Over the measured part; messages without one count as [slower than"
        + " all](verdict.md#objectives-of-latencies). |\n"
        + MetricNames.listed(false)
            .map(metric -> row(metric.id(), metric, metric.condition()))
            .collect(Collectors.joining())
        + MetricNames.rates().stream()
            .map(id -> MetricNames.objective(id + ".min(10s)").orElseThrow())
            .map(
                lowest ->
                    row(
                        lowest.id(),
                        lowest,
                        "The lowest rate in any 10 s; % of the intended rate in the same time"
                            + (lowest.needs() == Needs.CONSUMERS ? " x subscriptions." : ".")))
            .collect(Collectors.joining());
  }

  private static String row(String key, Metric metric, String meaning) {
    String limits =
        metric.limits().stream()
            .map(
                limit ->
                    switch (limit) {
                      case NANOSECONDS -> "a time span";
                      case PER_SECOND -> "`50k/s`";
                      case BYTES_PER_SECOND -> "`100MB/s`";
                      case PERCENT -> "`%`";
                      case COUNT -> "a number";
                    })
            .collect(Collectors.joining(" or "));
    return "| `" + key + "` | " + limits + " | " + meaning + " |\n";
  }

  private static String thresholds() {
    return VerdictThresholds.all().stream()
        .map(
            each ->
                "| `thresholds.%s` | %s | `%s` | %s |\n"
                    .formatted(
                        each.key(), unit(each), each.text(each.defaultValue()), each.meaning()))
        .collect(Collectors.joining("", KeyTable.HEAD, ""));
  }

  private static String unit(Threshold threshold) {
    return switch (threshold.unit()) {
      case NANOSECONDS -> "time span";
      case PERCENT -> "percentage";
      default -> "integer";
    };
  }

  private static String conflicts() {
    Map<String, List<String>> byKey = new LinkedHashMap<>();
    KeyConflicts.all()
        .forEach(row -> byKey.computeIfAbsent(row.key(), key -> new ArrayList<>()).add(row.with()));
    return "| key | not with |\n|---|---|\n"
        + byKey.entrySet().stream()
            .map(row -> "| `" + row.getKey() + "` | " + String.join("; ", row.getValue()) + " |\n")
            .collect(Collectors.joining());
  }

  private static String deadKeys() {
    return DeadKeys.ofWorkloads().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(key -> "`" + key.getKey() + "` (" + key.getValue() + ")")
        .collect(
            Collectors.joining(
                ", ", "Keys of known forks and older versions of OMB have no effect: ", ".\n"));
  }
}
