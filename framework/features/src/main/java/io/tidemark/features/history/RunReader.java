package io.tidemark.features.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.grammar.WrittenRecord;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.yaml.Sha256;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.RunConditions;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.store.StoredResults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads stored runs as they are added to a history: run directories, folders with run directories,
 * folders of studies, files in OMB's format, and files of other figures.
 */
public final class RunReader {
  private static final String VERSION_OF_TIDEMARK = "version of Tidemark";
  private static final String WINDOW = "window per producer";
  private static final String WORKER = "worker ";
  private static final int STUDY_DEPTH = 3;
  private static final int MOST_METRICS = 40;
  private static final String WORKERS = "workers";
  private static final String MEMORY = "worker memory.bytes";
  private static final double GIBIBYTE = 1L << 30;

  /** Facts about the broker and the driver that are attributes by other names, or in the key. */
  private static final List<String> NO_SETTINGS =
      List.of(
          "driverClass",
          "broker.name",
          "broker.version",
          "version",
          "client.version",
          "driver.version",
          "driver.sha256");

  private static final Pattern OMB_TIME =
      Pattern.compile("(\\d{4}-\\d{2}-\\d{2}-\\d{2}-\\d{2}-\\d{2})(-\\d+)?\\.json");
  private static final DateTimeFormatter OMB_FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd-HH-mm-ss", Locale.ROOT);

  /** The values of keys that a workload file does not have. */
  private static final Map<String, String> DEFAULTS =
      RunConditions.flat(WrittenRecord.of(Grammar.defaults(WorkloadKeys.class)));

  private final Map<String, String> labels;
  private final Optional<String> testBed;
  private final List<NewRun> runs = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();

  /**
   * @param labels added to the attributes of each run
   * @param testBed a name of the machines in place of their facts
   */
  public RunReader(Map<String, String> labels, Optional<String> testBed) {
    this.labels = Map.copyOf(labels);
    this.testBed = testBed;
  }

  /** The runs that were read. */
  public List<NewRun> runs() {
    return List.copyOf(runs);
  }

  /** One line for each file that is no run, with the reason. */
  public List<String> leftOut() {
    return List.copyOf(leftOut);
  }

  /**
   * Reads what a file or folder has. Of a study, the runs that count, named by their place in it.
   *
   * @throws ResultsException if there is no run, or a file cannot be read
   */
  public void read(Path source) throws ResultsException {
    int before = runs.size();
    List<Path> studies = studies(source);
    for (Path folder : studies) {
      ofStudy(folder);
    }
    for (Path file : FiguresFile.in(source).toList()) {
      addFigures(file, FiguresFile.read(file));
    }
    if (!studies.contains(source) && !FiguresFile.isNamedSo(source)) {
      StoredResults.visit(source, new Collector(studies));
    }
    if (runs.size() == before) {
      throw StoredResults.nothing(source, leftOut);
    }
  }

  private static List<Path> studies(Path source) throws ResultsException {
    if (!Files.isDirectory(source)) {
      return List.of();
    }
    try (Stream<Path> below = Files.walk(source, STUDY_DEPTH)) {
      return below
          .filter(file -> file.endsWith(StoredStudy.FILE))
          .map(file -> file.resolveSibling(""))
          .map(folder -> folder.equals(source.resolve("")) ? source : folder)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw ResultsException.reading(source, e);
    }
  }

  private void ofStudy(Path folder) throws ResultsException {
    for (StudyEntry place : StoredStudy.read(folder).map(StoredStudy::done).orElse(List.of())) {
      Path directory = folder.resolve(Objects.requireNonNull(place.directory())); // It is done.
      if (Files.isDirectory(directory)) {
        add(directory, RunDirectory.read(directory), Optional.of(place));
      } else {
        leftOut.add(directory + ": no such directory");
      }
    }
  }

  private final class Collector implements StoredResults.Visitor {
    private final List<Path> studies;

    Collector(List<Path> studies) {
      this.studies = studies.stream().map(Path::toAbsolutePath).toList();
    }

    @Override
    public void run(Path directory, RunResult run) {
      if (studies.stream().noneMatch(directory.toAbsolutePath()::startsWith)) {
        add(directory, run, Optional.empty());
      }
    }

    @Override
    public void omb(Path file, JsonNode result) {
      addOmb(file, result);
    }

    @Override
    public void other(Path file, String why) {
      if (!FiguresFile.isNamedSo(file)) {
        leftOut.add(file + ": " + why);
      }
    }
  }

  private void add(Path directory, RunResult run, Optional<StudyEntry> place) {
    ReportedRun compared = ReportedRun.of(directory, run);
    Optional<StudyEntry> named = place.map(RunReader::withoutVersions);
    SeriesKey key =
        key(
            compared,
            named.map(StudyEntry::load).orElse(compared.workload()),
            named.map(StudyEntry::system).orElse(compared.driver()));
    Map<String, String> settings = new TreeMap<>(compared.subject());
    settings.keySet().removeAll(NO_SETTINGS);
    settings.keySet().removeIf(name -> isVersion(name));
    Map<String, String> attributes = RunAttributes.of(run);
    attributes.put(NewRun.SETTINGS, SeriesKey.digits(settings.toString()));
    add(
        key,
        compared,
        run.identity().runId(),
        Instant.ofEpochMilli(run.identity().startedEpochMillis()),
        run.verdict().status().name(),
        attributes,
        settings);
  }

  /** A version, or an image, is an attribute: runs of several of them are one series. */
  private static StudyEntry withoutVersions(StudyEntry place) {
    Map<String, String> cell = new LinkedHashMap<>(place.cell());
    cell.keySet().removeIf(RunReader::isVersion);
    return StudyEntry.pending(place.environment(), place.workload(), cell, place.iteration());
  }

  private static boolean isVersion(String path) {
    String name = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return name.endsWith("version") || name.endsWith("image");
  }

  private void addOmb(Path file, JsonNode result) {
    ReportedRun compared = ReportedRun.ofOmb(file, result);
    add(
        key(compared, compared.workload(), compared.driver()),
        compared,
        "omb-" + digest(result),
        ombTime(file),
        compared.unusable().isPresent() ? "INVALID" : "",
        new TreeMap<>(),
        Map.of());
  }

  private void addFigures(Path file, FiguresFile figures) {
    Map<String, String> attributes = RunAttributes.ofFacts(figures.environment());
    attributes.putAll(figures.attributes());
    attributes.putAll(labels);
    Map<String, String> machine = new TreeMap<>();
    for (String fact : RunConditions.HARDWARE) {
      String value = figures.environment().getOrDefault(fact, "not known");
      machine.put(WORKER + fact, MEMORY.equals(WORKER + fact) ? gibibytes(value) : value);
    }
    SeriesKey key =
        new SeriesKey(
            figures.workload(), figures.settings(), figures.driver(), Map.of(), machines(machine));
    runs.add(
        new NewRun(
            key,
            new HistoryRun(
                figures.id(),
                figures.at(),
                "",
                file.normalize().toString(),
                attributes,
                figures.values(),
                Map.of()),
            Map.of()));
  }

  private void add(
      SeriesKey key,
      ReportedRun compared,
      String id,
      Instant at,
      String status,
      Map<String, String> attributes,
      Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>(attributes);
    all.putAll(labels);
    Map<String, Double> values = new TreeMap<>();
    Map<String, String> damaged = new TreeMap<>();
    for (Map.Entry<MetricReference, Double> each : compared.metrics().entrySet()) {
      if (!isStored(each.getKey(), values.size())) {
        continue;
      }
      values.put(each.getKey().key(), each.getValue());
      compared.damage(each.getKey()).ifPresent(why -> damaged.put(each.getKey().key(), why));
    }
    String source = compared.source().toString();
    runs.add(
        new NewRun(key, new HistoryRun(id, at, status, source, all, values, damaged), settings));
  }

  /**
   * Returns whether the metric is stored: phases with many numbers of clients have only some, so
   * that a run stays small.
   */
  private static boolean isStored(MetricReference name, int stored) {
    boolean usual = name.metric().counter().isPresent() || name.statistic().equals("p99");
    return name.at().isEmpty() || usual && stored < MOST_METRICS;
  }

  private SeriesKey key(ReportedRun run, String workload, String driver) {
    Map<String, String> content = new TreeMap<>();
    Map<String, String> system = new TreeMap<>();
    Map<String, String> machines = new TreeMap<>();
    run.conditions()
        .forEach(
            (name, value) -> {
              if (RunConditions.SYSTEM.contains(name)) {
                system.put(name, value);
              } else if (name.startsWith(WORKER) || name.equals(WORKERS) || name.equals(WINDOW)) {
                machines.put(name, name.equals(MEMORY) ? gibibytes(value) : value);
              } else if (!name.equals(VERSION_OF_TIDEMARK) && !value.equals(DEFAULTS.get(name))) {
                content.put(name, value);
              }
            });
    Optional.ofNullable(run.subject().get("driverClass"))
        .ifPresent(name -> system.put("driver class", name));
    return new SeriesKey(workload, content, driver, system, machines(machines));
  }

  private Map<String, String> machines(Map<String, String> facts) {
    return testBed.map(name -> Map.of("name", name)).orElse(facts);
  }

  /** Kernels differ in what they keep for themselves: a new one is no other machine. */
  private static String gibibytes(String bytes) {
    return bytes.matches("\\d{1,18}")
        ? Math.round(Long.parseLong(bytes) / GIBIBYTE) + " GiB"
        : bytes;
  }

  private static String digest(JsonNode result) {
    return HexFormat.of()
        .formatHex(Sha256.of(result.toString().getBytes(StandardCharsets.UTF_8)))
        .substring(0, 32);
  }

  /**
   * Reads the time from the name that OMB gives a file, in the local time zone, or takes that at
   * which it was written.
   */
  private static Instant ombTime(Path file) {
    Matcher name = OMB_TIME.matcher(String.valueOf(file.getFileName()));
    try {
      return name.find()
          ? LocalDateTime.parse(name.group(1), OMB_FORMAT)
              .atZone(ZoneId.systemDefault())
              .toInstant()
          : Files.getLastModifiedTime(file).toInstant();
    } catch (IOException | DateTimeException e) {
      return Instant.EPOCH;
    }
  }

  /** What may change between two runs of a series, and is named where their figures change. */
  static final class RunAttributes {
    /** Names of attributes by the facts of the worker's machine. */
    private static final Map<String, String> OF_WORKERS =
        Map.of(
            "tidemark.version", "tidemark",
            "tidemark.commit", "tidemark commit",
            "jvm.version", "jvm",
            "os.kernel", "kernel");

    private RunAttributes() {}

    /**
     * Returns the attributes by name in a map that can be changed. Facts that are not known are
     * left out.
     */
    static Map<String, String> of(RunResult run) {
      Map<String, String> attributes = new TreeMap<>();
      put(attributes, "broker", fact(run, "broker.version", fact(run, "version", "")));
      put(attributes, "broker name", fact(run, "broker.name", ""));
      put(attributes, "client", fact(run, "client.version", ""));
      put(attributes, "driver", fact(run, "driver.version", ""));
      OF_WORKERS.forEach((fact, name) -> put(attributes, name, ofWorkers(run, fact)));
      return attributes;
    }

    /** Returns the attributes in the facts of one machine. */
    static Map<String, String> ofFacts(Map<String, String> environment) {
      Map<String, String> attributes = new TreeMap<>();
      OF_WORKERS.forEach(
          (fact, name) -> put(attributes, name, known(environment.getOrDefault(fact, ""))));
      return attributes;
    }

    private static String known(String value) {
      return value.equals("unknown") ? "" : value;
    }

    private static String fact(RunResult run, String key, String other) {
      return run.brokerFacts().getOrDefault(key, other);
    }

    private static String ofWorkers(RunResult run, String key) {
      return run.workers().stream()
          .map(worker -> worker.environment().getOrDefault(key, ""))
          .map(RunAttributes::known)
          .filter(value -> !value.isEmpty())
          .distinct()
          .sorted()
          .collect(Collectors.joining(" and "));
    }

    private static void put(Map<String, String> attributes, String name, String value) {
      if (!value.isEmpty()) {
        attributes.put(name, value);
      }
    }
  }
}
