package io.tidemark.charts.page;

import io.tidemark.charts.page.SystemsSection.SideBySide;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.report.document.Block;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.text.BrokerSettingsText;
import io.tidemark.report.text.RunFacts;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Workloads, drivers and machines as the runs had them; equal texts are shown once. */
final class ConfigurationSection {
  private static final int NAMES = 5;

  /** The owners of each text. */
  private final Map<String, Set<String>> texts = new LinkedHashMap<>();

  private ConfigurationSection() {}

  static Section section(List<ReportedRun> runs) {
    ConfigurationSection section = new ConfigurationSection();
    runs.forEach(run -> run.stored().ifPresent(stored -> section.workload(run, stored)));
    runs.forEach(run -> run.stored().ifPresent(stored -> section.driver(run, stored)));
    runs.forEach(run -> run.stored().ifPresent(stored -> section.workers(run, stored)));
    BrokerSettingsTable settings = BrokerSettingsTable.of(runs);
    return Section.of("configuration", "Configuration")
        .notes(settings.notes())
        .add(settings.table())
        .add(section.entries());
  }

  private void workload(ReportedRun run, RunResult stored) {
    add("Workload " + run.workload(), RunFacts.yaml(stored.workload()));
  }

  private void driver(ReportedRun run, RunResult stored) {
    add("Driver of " + run.environment(), RunFacts.yaml(stored.driver()));
    add("Facts of the broker of " + run.environment(), RunFacts.yaml(stored.brokerFacts()));
    if (!stored.part(BrokerConfiguration.PART).settings().isEmpty()) {
      add(
          "All settings of the broker of " + run.environment(),
          BrokerSettingsText.lines(stored.part(BrokerConfiguration.PART)));
    }
  }

  private void workers(ReportedRun run, RunResult stored) {
    for (WorkerReport worker : stored.workers()) {
      Map<String, String> environment = new LinkedHashMap<>(worker.environment());
      environment.remove("host.loadAverage"); // Differs in each run.
      add("Worker " + worker.name() + " of " + run.environment(), RunFacts.yaml(environment));
    }
  }

  private void add(String title, String text) {
    texts.computeIfAbsent(text, any -> new LinkedHashSet<>()).add(title);
  }

  private List<Block.Text> entries() {
    return texts.entrySet().stream()
        .map(each -> new Block.Text(title(List.copyOf(each.getValue())), each.getKey()))
        .toList();
  }

  private static String title(List<String> titles) {
    return titles.size() > NAMES
        ? titles.get(0) + String.format(Locale.ROOT, " and %d more", titles.size() - 1)
        : String.join(", ", titles);
  }

  /** Changed settings of the brokers, of all systems side by side. */
  static final class BrokerSettingsTable {
    private static final int MOST_ROWS = 60;

    private final SideBySide systems =
        new SideBySide(values -> values.isEmpty() ? "-" : String.join(" or ", values));
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Set<String> notes = new LinkedHashSet<>();

    private BrokerSettingsTable() {}

    static BrokerSettingsTable of(List<ReportedRun> runs) {
      BrokerSettingsTable table = new BrokerSettingsTable();
      for (ReportedRun run : runs) {
        run.stored()
            .map(stored -> stored.part(BrokerConfiguration.PART))
            .ifPresent(settings -> table.add(run.environment(), settings));
      }
      return table;
    }

    private void add(String system, BrokerConfiguration configuration) {
      configuration
          .notes()
          .forEach(note -> notes.add("Settings of the broker of " + system + ": " + note + "."));
      systems.system(system);
      BrokerSettingsText.byKey(configuration)
          .forEach(
              (key, entries) -> {
                systems.add(system, key, BrokerSettingsText.values(entries));
                if (BrokerSettingsText.isChanged(entries)) {
                  sources.putIfAbsent(key, BrokerSettingsText.sources(entries));
                }
              });
    }

    /** What could not be read. */
    List<String> notes() {
      return List.copyOf(notes);
    }

    /** Empty if no broker has reported a changed setting. */
    Table table() {
      String caption = "Settings of the brokers that differ from the default";
      return systems
          .columns("setting", systems::differs)
          .text("source", key -> sources.getOrDefault(key, ""))
          .table(
              sources.size() <= MOST_ROWS
                  ? caption
                  : caption
                      + String.format(
                          Locale.ROOT,
                          ", the first %d of %d; all are below",
                          MOST_ROWS,
                          sources.size()),
              sources.keySet().stream().limit(MOST_ROWS));
    }
  }
}
