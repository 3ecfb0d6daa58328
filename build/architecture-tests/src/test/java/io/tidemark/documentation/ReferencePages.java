package io.tidemark.documentation;

import io.tidemark.driver.settings.Setting;
import io.tidemark.model.body.TemplateParser;
import io.tidemark.model.conflict.KeyConflicts;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.grammar.KeyTable;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.DeadKeys;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.WorkloadKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes docs/reference/workload.md and driver-file.md from what the parser works with. */
final class ReferencePages {
  /** Each section of the page of workloads with the first of its keys. */
  private static final Map<String, String> SECTIONS =
      Map.ofEntries(
          Map.entry("name", "Destinations and clients"),
          Map.entry("messageSize", "Messages"),
          Map.entry("payloadFile", "Payload"),
          Map.entry("producerRate", "Load"),
          Map.entry("testDuration", "Time"),
          Map.entry("consumerProcessingTime", "Consumers, backlog, audit"),
          Map.entry("faults", "Faults"),
          Map.entry("requesters", "Request/reply"),
          Map.entry("question", "Question"),
          Map.entry("objectives", "Conditions and limits"),
          Map.entry("classes", "Traffic classes"),
          Map.entry("scale", "Scale"),
          Map.entry("thresholds.achievedRate", "Thresholds of the verdict"),
          Map.entry("profile", "Of features"));

  private ReferencePages() {}

  static String workload() {
    StringBuilder page = new StringBuilder(Checkout.GENERATED + "# Workload files\n");
    List<Setting> section = new ArrayList<>();
    for (Setting key : WorkloadKeys.rules()) {
      if (SECTIONS.containsKey(key.path())) {
        page.append(section.isEmpty() ? "" : KeyTable.of(section));
        page.append("\n## " + SECTIONS.get(key.path()) + "\n\n");
        section.clear();
      }
      section.add(key);
    }
    return page.append(KeyTable.of(section))
        .append("\n## Objectives\n\n" + objectives())
        .append("\n## Values of a template\n\n" + directives())
        .append("\n## Keys that cannot be combined\n\n" + conflicts())
        .append("\n## Keys of OMB without effect\n\n" + deadKeys())
        .toString();
  }

  static String driverFile() {
    return Checkout.GENERATED + "# Keys of all driver files\n\n" + KeyTable.of(DriverKeys.common());
  }

  private static String directives() {
    return Stream.of(TemplateParser.Directive.values())
        .map(each -> "| `#{%s}` | %s |\n".formatted(cell(each.form()), cell(each.meaning())))
        .collect(Collectors.joining("", "| value | meaning |\n|---|---|\n", ""));
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
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
        + " span | Over the measured part. A message without one counts as slower than all"
        + " others; `mean` and `max` are not known then. |\n"
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
        metric.limits().stream().map(Objective.Unit::form).collect(Collectors.joining(" or "));
    return "| `" + key + "` | " + limits + " | " + meaning + " |\n";
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
        .map(key -> "| `%s` | %s |\n".formatted(key.getKey(), key.getValue()))
        .collect(Collectors.joining("", "| key | from |\n|---|---|\n", ""));
  }
}
