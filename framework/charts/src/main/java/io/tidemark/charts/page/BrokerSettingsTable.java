package io.tidemark.charts.page;

import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.BrokerConfiguration.Entry;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.text.BrokerSettingsText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Changed settings of the brokers, of all systems side by side. */
final class BrokerSettingsTable {
  private static final int MOST_ROWS = 60;
  private static final String ABSENT = "-";

  /** Values by system and setting. */
  private final Map<String, Map<String, Set<String>>> systems = new LinkedHashMap<>();

  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();

  private BrokerSettingsTable() {}

  static BrokerSettingsTable of(List<ReportedRun> runs) {
    BrokerSettingsTable table = new BrokerSettingsTable();
    runs.forEach(
        run ->
            run.stored()
                .ifPresent(
                    stored -> table.add(run.environment(), stored.part(BrokerConfiguration.PART))));
    return table;
  }

  private void add(String system, BrokerConfiguration configuration) {
    configuration
        .notes()
        .forEach(note -> notes.add("Settings of the broker of " + system + ": " + note + "."));
    Map<String, Set<String>> values = systems.computeIfAbsent(system, any -> new LinkedHashMap<>());
    BrokerSettingsText.byKey(configuration)
        .forEach(
            (key, entries) -> {
              values
                  .computeIfAbsent(key, any -> new LinkedHashSet<>())
                  .add(BrokerSettingsText.values(entries));
              note(key, entries);
            });
  }

  private void note(String key, List<Entry> entries) {
    if (BrokerSettingsText.isChanged(entries)) {
      sources.putIfAbsent(key, BrokerSettingsText.sources(entries));
    }
  }

  /** What could not be read. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** Empty if no broker has reported a changed setting. */
  List<Table> tables() {
    if (sources.isEmpty()) {
      return List.of();
    }
    List<String> head = new ArrayList<>(List.of("setting"));
    head.addAll(systems.keySet());
    head.add("source");
    List<List<Cell>> rows = sources.keySet().stream().limit(MOST_ROWS).map(this::row).toList();
    return List.of(new Table(caption(rows.size()), head, rows));
  }

  private String caption(int rows) {
    String caption = "Settings of the brokers that differ from the default";
    return rows < sources.size()
        ? caption + ", the first " + rows + " of " + sources.size() + "; all are below"
        : caption;
  }

  private List<Cell> row(String key) {
    List<String> values =
        systems.values().stream()
            .map(system -> String.join(" or ", system.getOrDefault(key, Set.of(ABSENT))))
            .toList();
    boolean differs = values.stream().distinct().count() > 1;
    List<Cell> row = new ArrayList<>(List.of(Cell.of(key)));
    values.forEach(value -> row.add(Cell.of(value, differs ? Tone.WARNING : Tone.NONE)));
    row.add(Cell.of(sources.getOrDefault(key, "")));
    return row;
  }
}
