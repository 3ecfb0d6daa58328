package io.tidemark.features.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.features.history.FiguresFile.FigureName;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.file.StoredForm;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A folder with a folder for each series: {@code series.json}, which says what its runs have in
 * common, and a file of lines for each month. Lines are only added, and their order means nothing,
 * so that Git merges two copies of a store by keeping the lines of both.
 */
public final class HistoryStore {
  static final String SERIES_FILE = "series.json";
  static final String SETTINGS_FOLDER = "settings";
  private static final String ATTRIBUTES_FILE = ".gitattributes";
  private static final String MERGED_LINES = "*.jsonl merge=union\n";
  private static final DateTimeFormatter MONTH =
      DateTimeFormatter.ofPattern("yyyy-MM", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path folder;

  /** What is in a store, and one line for each of its lines that cannot be read. */
  public record Content(List<HistorySeries> series, List<String> leftOut) {
    public Content {
      series = List.copyOf(series);
      leftOut = List.copyOf(leftOut);
    }
  }

  /**
   * What an addition did.
   *
   * @param added runs that are new
   * @param known runs that were there already
   * @param newSeries ids
   */
  public record Addition(List<NewRun> added, List<NewRun> known, List<String> newSeries) {}

  public HistoryStore(Path folder) {
    this.folder = folder;
  }

  public Path folder() {
    return folder;
  }

  /** Whether it has a series. */
  public boolean exists() throws ResultsException {
    return !ids().isEmpty();
  }

  /** All series, by workload, driver and first run. */
  public Content read() throws ResultsException {
    return read(HistorySelection.ALL);
  }

  /** What is wanted. */
  public Content read(HistorySelection wanted) throws ResultsException {
    List<SeriesKey> keys = new ArrayList<>();
    List<List<Path>> files = new ArrayList<>();
    for (String id : ids()) {
      SeriesKey key = key(id);
      if (wanted.series().test(key)) {
        keys.add(key);
        files.add(months(id).stream().filter(file -> isWanted(file, wanted)).toList());
      }
    }
    List<HistoryFile> read;
    try {
      read = files.parallelStream().map(each -> HistoryFile.read(each, wanted.metrics())).toList();
    } catch (UncheckedIOException e) {
      throw failed(folder, e);
    }
    List<String> leftOut = new ArrayList<>();
    List<HistorySeries> series = new ArrayList<>();
    AcceptedChanges accepted = new AcceptedChanges(folder);
    for (int i = 0; i < keys.size(); i++) {
      leftOut.addAll(read.get(i).leftOut());
      leftOut.addAll(accepted.leftOut(keys.get(i).id()));
      series.add(
          new HistorySeries(
              keys.get(i),
              read.get(i).runs().stream()
                  .filter(run -> !run.at().isBefore(wanted.since()))
                  .toList()));
    }
    series.sort(
        Comparator.comparing((HistorySeries each) -> each.key().workload())
            .thenComparing(each -> each.key().driver())
            .thenComparing(each -> each.runs().isEmpty() ? "" : "" + each.runs().get(0).at()));
    return new Content(series, leftOut);
  }

  /** Whether a file of a month can have a run of the time that is wanted. */
  private static boolean isWanted(Path month, HistorySelection wanted) {
    String first = wanted.since().equals(Instant.MIN) ? "" : MONTH.format(wanted.since());
    return String.valueOf(month.getFileName()).compareTo(first) >= 0;
  }

  private List<String> ids() throws ResultsException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<String> ids = new ArrayList<>();
    for (String name : names(folder)) {
      Path series = folder.resolve(name);
      if (Files.exists(series.resolve(SERIES_FILE), LinkOption.NOFOLLOW_LINKS)
          || (Files.isDirectory(series, LinkOption.NOFOLLOW_LINKS)
              && names(series).stream().anyMatch(HistoryStore::isMonth))) {
        ids.add(name);
      }
    }
    return ids;
  }

  private static boolean isMonth(String name) {
    return name.matches("\\d{4}-\\d{2}\\.jsonl");
  }

  private static List<String> names(Path of) throws ResultsException {
    try (Stream<Path> all = Files.list(of)) {
      return all.map(each -> String.valueOf(each.getFileName())).sorted().toList();
    } catch (IOException e) {
      throw ResultsException.reading(of, e);
    }
  }

  private List<Path> months(String id) throws ResultsException {
    List<Path> months = new ArrayList<>();
    for (String name : names(ResultFiles.within(folder, id))) {
      if (name.endsWith(".jsonl")) {
        months.add(ResultFiles.within(folder, id, name));
      }
    }
    return months;
  }

  private SeriesKey key(String id) throws ResultsException {
    Path file = ResultFiles.within(folder, id, SERIES_FILE);
    try {
      InputFiles.requireRegular(file);
      JsonNode tree = ReportFormats.JSON.readTree(Files.readAllBytes(file));
      int version = tree.path("schemaVersion").asInt();
      if (version > HistoryLine.VERSION) {
        throw ResultsException.newer(file, version, HistoryLine.VERSION);
      }
      if (version < 1) {
        throw new IOException("schemaVersion is missing");
      }
      return StoredForm.read(ReportFormats.JSON, tree.path("series"), SeriesKey.class);
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }

  /**
   * Adds runs that are not there, or not with all their lines, because an addition failed; what is
   * there is not changed.
   */
  public Addition add(List<NewRun> runs) throws ResultsException {
    List<NewRun> added = new ArrayList<>();
    List<NewRun> known = new ArrayList<>();
    List<String> newSeries = new ArrayList<>();
    Map<String, Map<String, Set<String>>> there = new LinkedHashMap<>();
    for (NewRun run : runs) {
      String id = run.key().id();
      if (!there.containsKey(id)) {
        if (prepare(id, run.key())) {
          newSeries.add(id);
        }
        there.put(id, groups(id));
      }
      Set<String> lines =
          there
              .computeIfAbsent(id, any -> new HashMap<>())
              .computeIfAbsent(run.run().id(), any -> new HashSet<>());
      if (lines.containsAll(run.lineNames())) {
        known.add(run);
      } else {
        write(id, run);
        lines.addAll(run.lineNames());
        added.add(run);
      }
    }
    return new Addition(added, known, newSeries);
  }

  private static ResultsException failed(Path place, UncheckedIOException e) {
    // It always has a cause.
    return ResultsException.reading(place, Objects.requireNonNull(e.getCause()));
  }

  private Map<String, Set<String>> groups(String id) throws ResultsException {
    Map<String, Set<String>> groups = new HashMap<>();
    try {
      for (Path month : months(id)) {
        HistoryFile.groups(month)
            .forEach(
                (run, more) -> groups.computeIfAbsent(run, any -> new HashSet<>()).addAll(more));
      }
    } catch (UncheckedIOException e) {
      throw failed(folder.resolve(id), e);
    }
    return groups;
  }

  /** Whether the series is new. One that cannot be read takes no runs. */
  private boolean prepare(String id, SeriesKey key) throws ResultsException {
    Path attributes = ResultFiles.within(folder, ATTRIBUTES_FILE);
    if (!isThere(attributes)) {
      ResultFiles.replaceFile(attributes, MERGED_LINES);
    }
    Path file = ResultFiles.within(folder, id, SERIES_FILE);
    if (isThere(file)) {
      key(id);
      return false;
    }
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("schemaVersion", HistoryLine.VERSION);
    tree.put("series", key);
    ResultFiles.replaceFile(file, ReportFormats.json(tree));
    return true;
  }

  private void write(String id, NewRun run) throws ResultsException {
    Path settings = ResultFiles.within(folder, SETTINGS_FOLDER, settingsFile(run.run()));
    if (!run.settings().isEmpty() && !isThere(settings)) {
      ResultFiles.replaceFile(settings, ReportFormats.json(new TreeMap<>(run.settings())));
    }
    ResultFiles.appendLines(
        ResultFiles.within(folder, id, MONTH.format(run.run().at()) + ".jsonl"), run.lines());
  }

  /** Whether there is such a file; something else in its place is an error. */
  private static boolean isThere(Path file) throws ResultsException {
    try {
      InputFiles.requireRegular(file);
      return Files.exists(file);
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }

  private static String settingsFile(HistoryRun run) {
    return run.attribute(NewRun.SETTINGS).orElse("none") + ".json";
  }

  /** The driver's settings by their digest; empty if the store does not have them. */
  public Map<String, String> settings(String digest) {
    Map<String, String> settings = new TreeMap<>();
    if (!digest.matches("[0-9a-f]+")) {
      return settings;
    }
    try {
      Path file = ResultFiles.within(folder, SETTINGS_FOLDER, digest + ".json");
      ReportFormats.JSON
          .readTree(Files.readAllBytes(file))
          .fields()
          .forEachRemaining(each -> settings.put(each.getKey(), each.getValue().asText()));
    } catch (IOException e) {
      // Without them a change of the settings has no details.
      settings.clear();
    }
    return settings;
  }

  /**
   * What is read of a store: only files that can contain it are opened.
   *
   * @param series by their keys
   * @param metrics values by the keys of metrics; runs without such a value are read, too
   * @param since runs that began then or later
   */
  public record HistorySelection(
      Predicate<SeriesKey> series, Predicate<String> metrics, Instant since) {
    public static final HistorySelection ALL =
        new HistorySelection(any -> true, any -> true, Instant.MIN);

    /** All runs and metrics of some series. */
    public static HistorySelection of(Predicate<SeriesKey> series) {
      return new HistorySelection(series, any -> true, Instant.MIN);
    }
  }

  /**
   * A run to be added to a store.
   *
   * @param settings of the driver, which its attribute {@code settings} is a digest of
   */
  public record NewRun(SeriesKey key, HistoryRun run, Map<String, String> settings) {
    /** The attribute with the digest of the driver's settings. */
    public static final String SETTINGS = "settings";

    /** Its lines: the facts, and one for each group of figures. */
    String lines() {
      StringBuilder text = new StringBuilder(HistoryLine.facts(run));
      groups()
          .forEach(
              (group, values) -> {
                Map<String, String> damaged = new TreeMap<>(run.damaged());
                damaged.keySet().retainAll(values.keySet());
                String unit = unit(values.keySet().iterator().next());
                text.append(HistoryLine.figures(run.id(), group, unit, values, damaged));
              });
      return text.toString();
    }

    /** The names of its lines; that of the facts is empty. */
    Set<String> lineNames() {
      Set<String> names = new HashSet<>(groups().keySet());
      names.add("");
      return names;
    }

    private Map<String, Map<String, Double>> groups() {
      Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
      run.values()
          .forEach(
              (metric, value) ->
                  groups.computeIfAbsent(group(metric), any -> new TreeMap<>()).put(metric, value));
      return groups;
    }

    private static String unit(String metric) {
      return MetricReference.compared(metric)
          .or(() -> FigureName.parse(metric))
          .map(each -> each.metric().unit().symbol())
          .orElse("");
    }

    private static String group(String metric) {
      return MetricReference.compared(metric).map(each -> each.group().key()).orElse(metric);
    }
  }
}
