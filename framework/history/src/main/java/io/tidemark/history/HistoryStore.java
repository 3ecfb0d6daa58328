package io.tidemark.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
    return Files.isDirectory(folder) && !ids().isEmpty();
  }

  /** All series, by workload, driver and first run. */
  public Content read() throws ResultsException {
    return read(HistorySelection.ALL);
  }

  /** What is wanted. */
  public Content read(HistorySelection wanted) throws ResultsException {
    List<String> leftOut = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    Map<String, SeriesKey> keys = new LinkedHashMap<>();
    for (String id : ids()) {
      SeriesKey key = key(id);
      if (wanted.series().test(key)) {
        keys.put(id, key);
        months(id).stream().filter(file -> isWanted(file, wanted)).forEach(files::add);
      }
    }
    Map<String, HistoryFile> byId = new TreeMap<>();
    try {
      List<HistoryFile> read =
          files.parallelStream().map(file -> HistoryFile.read(file, wanted.metrics())).toList();
      for (int i = 0; i < files.size(); i++) {
        String id = String.valueOf(files.get(i).resolveSibling("").getFileName());
        byId.merge(id, read.get(i), HistoryFile::and);
        leftOut.addAll(read.get(i).leftOut());
      }
    } catch (UncheckedIOException e) {
      throw ResultsException.reading(folder, new IOException(e.getCause()));
    }
    List<HistorySeries> series = new ArrayList<>();
    keys.forEach(
        (id, key) -> {
          HistoryFile content = byId.getOrDefault(id, HistoryFile.EMPTY);
          series.add(
              new HistorySeries(
                  key,
                  content.runs().stream()
                      .filter(run -> !run.at().isBefore(wanted.since()))
                      .toList()));
        });
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
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> Files.isRegularFile(each.resolve(SERIES_FILE)))
          .map(each -> String.valueOf(each.getFileName()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw ResultsException.reading(folder, e);
    }
  }

  private List<Path> months(String id) throws ResultsException {
    try (Stream<Path> all = Files.list(folder.resolve(id))) {
      return all.filter(each -> each.toString().endsWith(".jsonl")).sorted().toList();
    } catch (IOException e) {
      throw ResultsException.reading(folder.resolve(id), e);
    }
  }

  private SeriesKey key(String id) throws ResultsException {
    Path file = folder.resolve(id).resolve(SERIES_FILE);
    try {
      JsonNode tree = ReportFormats.JSON.readTree(Files.readAllBytes(file));
      int version = tree.path("schemaVersion").asInt();
      if (version > HistoryLine.VERSION) {
        throw ResultsException.newer(file, version, HistoryLine.VERSION);
      }
      return ReportFormats.JSON.treeToValue(tree.path("series"), SeriesKey.class);
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }

  /** Adds runs that are not there; what is there is not changed. */
  public Addition add(List<NewRun> runs) throws ResultsException {
    List<NewRun> added = new ArrayList<>();
    List<NewRun> known = new ArrayList<>();
    List<String> newSeries = new ArrayList<>();
    Map<String, Set<String>> there = new LinkedHashMap<>();
    for (NewRun run : runs) {
      String id = run.key().id();
      if (!there.containsKey(id)) {
        if (prepare(id, run.key())) {
          newSeries.add(id);
        }
        there.put(id, runIds(id));
      }
      if (there.getOrDefault(id, Set.of()).add(run.run().id())) {
        write(id, run);
        added.add(run);
      } else {
        known.add(run);
      }
    }
    return new Addition(added, known, newSeries);
  }

  private Set<String> runIds(String id) throws ResultsException {
    Set<String> ids = new HashSet<>();
    try {
      for (Path month : months(id)) {
        HistoryFile.read(month, any -> false).runs().forEach(run -> ids.add(run.id()));
      }
    } catch (UncheckedIOException e) {
      throw ResultsException.reading(folder.resolve(id), new IOException(e.getCause()));
    }
    return ids;
  }

  /** Whether the series is new. */
  private boolean prepare(String id, SeriesKey key) throws ResultsException {
    Path attributes = folder.resolve(ATTRIBUTES_FILE);
    if (Files.notExists(attributes)) {
      ResultFiles.replaceFile(attributes, MERGED_LINES);
    }
    Path file = folder.resolve(id).resolve(SERIES_FILE);
    if (Files.exists(file)) {
      return false;
    }
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("schemaVersion", HistoryLine.VERSION);
    tree.put("series", key);
    ResultFiles.replaceFile(file, ReportFormats.json(tree));
    return true;
  }

  private void write(String id, NewRun run) throws ResultsException {
    Path settings = folder.resolve(SETTINGS_FOLDER).resolve(settingsFile(run.run()));
    if (!run.settings().isEmpty() && Files.notExists(settings)) {
      ResultFiles.replaceFile(settings, ReportFormats.json(new TreeMap<>(run.settings())));
    }
    Path month = folder.resolve(id).resolve(MONTH.format(run.run().at()) + ".jsonl");
    ResultFiles.append(month, (endsInLine(month) ? "" : "\n") + run.lines());
  }

  private static String settingsFile(HistoryRun run) {
    return run.attribute(NewRun.SETTINGS).orElse("none") + ".json";
  }

  /** False after a process that was killed while it wrote. */
  private static boolean endsInLine(Path file) throws ResultsException {
    try {
      if (Files.notExists(file) || Files.size(file) == 0) {
        return true;
      }
      try (SeekableByteChannel channel = Files.newByteChannel(file)) {
        ByteBuffer last = ByteBuffer.allocate(1);
        channel.position(channel.size() - 1).read(last);
        return last.get(0) == '\n';
      }
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }

  /** The driver's settings by their digest; empty if the store does not have them. */
  public Map<String, String> settings(String digest) {
    Path file = folder.resolve(SETTINGS_FOLDER).resolve(digest + ".json");
    Map<String, String> settings = new TreeMap<>();
    if (!digest.matches("[0-9a-f]+") || !Files.isRegularFile(file)) {
      return settings;
    }
    try {
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
}
