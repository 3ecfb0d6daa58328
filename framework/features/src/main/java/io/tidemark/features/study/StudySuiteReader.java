package io.tidemark.features.study;

import io.tidemark.base.UsageException;
import io.tidemark.driver.settings.NearestName;
import io.tidemark.driver.settings.Setting;
import io.tidemark.features.study.PlacedRun.ClusterPlace;
import io.tidemark.features.study.Study.Combination;
import io.tidemark.features.study.StudyEnvironment.Kubernetes;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.question.Question;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.workloadfile.MeasuredMetrics;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.model.yaml.Sha256;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlText;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.text.RunTitle;
import io.tidemark.runs.Console;
import io.tidemark.runs.Installation;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.suite.DriverChecks;
import io.tidemark.runs.suite.RunChecks;
import io.tidemark.runs.workers.Workers;
import io.tidemark.worker.driver.DriverCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads a study with every variant of its driver files and workloads; reports all problems. */
public final class StudySuiteReader {
  private final boolean lenient;
  private final Problems problems = new Problems();
  private final DriverCatalog catalog = Installation.catalog();
  private final RunChecks checks = new RunChecks(catalog, problems);

  /** Combinations have few different files. */
  private final Map<List<Object>, Optional<DriverFile>> drivers = new HashMap<>();

  private final Map<DriverFile, DriverChecks> driverChecks = new HashMap<>();
  private final Map<List<Object>, Optional<Workload>> workloads = new HashMap<>();

  /** The workers of an environment, or a message why there are none. */
  @FunctionalInterface
  public interface WorkersOf {
    Workers of(Optional<String> addresses);
  }

  private StudySuiteReader(boolean lenient) {
    this.lenient = lenient;
  }

  /**
   * @throws io.tidemark.model.yaml.ConfigurationException with everything that is wrong
   */
  public static StudySuite read(Path file, boolean lenient, WorkersOf workers, Console console)
      throws IOException {
    StudySuiteReader reader = new StudySuiteReader(lenient);
    Optional<Study> study = StudyReader.read(file, lenient, reader.problems);
    reader.problems.throwIfErrors();
    StudySuite suite = reader.suite(study.orElseThrow(), workers);
    reader.problems.all().stream().map(Problem::oneLine).forEach(console::note);
    return suite;
  }

  private StudySuite suite(Study study, WorkersOf workersOf) throws IOException {
    Map<String, Workers> workers = new HashMap<>();
    study.environments().forEach(each -> workers.put(each.name(), workers(each, workersOf)));
    Map<Combination, PlacedRun> first = new LinkedHashMap<>();
    for (Combination each : study.combinations()) {
      // Its environment has been read above.
      Workers its = Objects.requireNonNull(workers.get(each.environment().name()));
      Optional<PlacedRun> read = firstRun(study, each, its);
      read.ifPresent(run -> first.put(each, run));
    }
    problems.throwIfErrors();
    study.question().ifPresent(question -> measured(study, question, first.values()));
    List<String> names = names(first, study);
    lines(study, names);
    problems.throwIfErrors();
    return new StudySuite(study, runs(study, first), workers, names, inputs(study));
  }

  /** The first run of a combination that counts; its files are those of all of them. */
  private Optional<PlacedRun> firstRun(Study study, Combination combination, Workers workers)
      throws IOException {
    Optional<DriverFile> driver = driver(combination);
    Optional<Workload> workload = workload(combination, study, Overrides.NONE);
    if (driver.isEmpty() || workload.isEmpty()) {
      return Optional.empty();
    }
    workload =
        Objects.requireNonNull(driverChecks.get(driver.get())) // It has read the file.
            .with(
                driver.get(), workload.get(), more -> workload(combination, study, more), problems);
    if (workload.isEmpty()) {
      return Optional.empty();
    }
    PlacedRun run = run(study, combination, workload.get(), driver.get());
    if (combination.environment().kubernetes().isPresent()) {
      run = inCluster(run, combination, study);
    } else {
      checkWorkers(run.run(), combination.environment(), workers);
    }
    checks.check(workload.get(), driver.get());
    return Optional.of(run);
  }

  private static PlacedRun run(
      Study study, Combination combination, Workload workload, DriverFile driver) {
    StudyEntry place =
        StudyEntry.pending(
            combination.environment().name(), workload.name(), combination.texts(), 1);
    return new PlacedRun(
        new PlannedRun(title(place, study), workload, driver),
        place,
        combination.variables(),
        Optional.empty());
  }

  private static RunTitle title(StudyEntry place, Study study) {
    return place.counts()
        ? new RunTitle(
            place.load(), place.system(), place.iteration(), study.iterations().mostRuns())
        : new RunTitle(place.load(), place.system() + ", warm-up", 1, 1);
  }

  /** All runs in their order. */
  private static List<PlacedRun> runs(Study study, Map<Combination, PlacedRun> first) {
    List<PlacedRun> runs = new ArrayList<>();
    int iteration = 1 - study.warmupIterations();
    for (List<Combination> block : study.order()) {
      for (Combination each : block) {
        PlacedRun run = Objects.requireNonNull(first.get(each)); // All have been read.
        StudyEntry place = run.place().at(iteration);
        runs.add(run.at(place, title(place, study)));
      }
      iteration++;
    }
    return runs;
  }

  /** Metrics of the question that no run would have. */
  private void measured(Study study, Question question, Collection<PlacedRun> runs) {
    List<MeasuredMetrics> workloads =
        runs.stream()
            .map(each -> each.run().workload())
            .distinct()
            .map(MeasuredMetrics::of)
            .toList();
    List<String> allowed =
        workloads.stream().flatMap(each -> each.names().stream()).distinct().toList();
    for (MetricReference metric : MetricReference.asked(question)) {
      if (workloads.stream().noneMatch(each -> each.has(metric))) {
        problems.error(
            study.mark("question"),
            "question.metrics",
            "no workload of the study measures it, got %s; allowed %s%s"
                .formatted(
                    metric,
                    String.join(", ", allowed),
                    metric.at().isPresent()
                        ? ", at a number of clients that a phase or a step has"
                        : ""));
      }
    }
  }

  /** Lines of charts for workloads that the study does not have. */
  private void lines(Study study, List<String> names) {
    Set<String> known = new LinkedHashSet<>(names);
    study.workloads().forEach(path -> known.add(StudySuiteReader.base(path)));
    Stream.concat(
            study.lines().stream(),
            study.environments().stream().flatMap(each -> each.lines().stream()))
        .flatMap(line -> line.workload().stream())
        .filter(name -> !known.contains(name))
        .distinct()
        .forEach(
            name ->
                problems.error(
                    SourceLocation.start(study.file()),
                    "references.workload",
                    "unknown workload %s; allowed %s%s"
                        .formatted(
                            name, String.join(", ", known), NearestName.suggestion(name, known))));
  }

  private static String base(Path workload) {
    return String.valueOf(workload.getFileName()).replaceFirst("\\.[^.]*$", "");
  }

  private static List<String> names(Map<Combination, PlacedRun> runs, Study study) {
    return study.workloads().stream()
        .flatMap(
            path ->
                runs.entrySet().stream()
                    .filter(each -> each.getKey().workload().equals(path))
                    .map(each -> each.getValue().run().workload().name())
                    .limit(1))
        .toList();
  }

  private Workers workers(StudyEnvironment environment, WorkersOf workersOf) {
    try {
      return workersOf.of(environment.workers());
    } catch (UsageException e) {
      problems.error(environment.mark(), "environments.workers", String.valueOf(e.getMessage()));
      return workersOf.of(Optional.empty());
    }
  }

  /** With the texts of its files: the cluster fills in what they take from its environment. */
  private PlacedRun inCluster(PlacedRun run, Combination combination, Study study)
      throws IOException {
    StudyEnvironment environment = combination.environment();
    checkCluster(environment, environment.kubernetes().orElseThrow(), run.run().driver());
    List<Setting> settings =
        new DriverChecks(catalog, new Problems())
            .of(run.run().driver().driverClass())
            .orElse(List.of());
    Overrides driver = environment.overrides().and(combination.ofDriver());
    Overrides question =
        study.asked().map(asked -> asked.keyOf(run.run().workload())).orElse(Overrides.NONE);
    Overrides workload = combination.ofWorkload().and(question);
    return run.in(
        new ClusterPlace(
            environment.kubernetes().orElseThrow().options(),
            text(environment.driver(), driver, DriverKeys.with(settings)),
            text(combination.workload(), workload, WorkloadKeys.rules())));
  }

  private void checkCluster(StudyEnvironment environment, Kubernetes cluster, DriverFile driver) {
    Problems own = problems.ofOneFile();
    if (environment.workers().isPresent()
        || driver.localBrokers().isPresent()
        || driver.standby().isPresent()
        || driver.consuming().isPresent()) {
      own.error(
          environment.mark(),
          "environments.kubernetes",
          "cannot be combined with workers, or with localBrokers, standby or consumeThrough in the"
              + " driver file");
    }
    cluster.values().stream()
        .filter(file -> !Files.isRegularFile(file))
        .forEach(
            file ->
                own.error(
                    environment.mark(),
                    "environments.kubernetes.values",
                    "there is no file " + file));
    problems.add(own); // Once, not for each run.
  }

  /** The text of a file that has been read and checked. */
  private static String text(Path file, Overrides overrides, List<Setting> rules)
      throws IOException {
    String text = Files.readString(file);
    if (overrides.isEmpty()) {
      return text;
    }
    Problems none = new Problems();
    YamlMap tree = YamlTree.read(new SourceFile(file.toString(), text), none).orElseThrow();
    return YamlText.of(overrides.applyTo(tree, rules, none));
  }

  private void checkWorkers(PlannedRun run, StudyEnvironment environment, Workers workers) {
    try {
      workers.check(List.of(run));
    } catch (UsageException e) {
      Problems own = problems.ofOneFile();
      own.error(environment.mark(), "environments", String.valueOf(e.getMessage()));
      problems.add(own); // Once, not for each run.
    }
  }

  private Optional<DriverFile> driver(Combination combination) throws IOException {
    List<Object> variant =
        List.of(combination.environment().name(), combination.ofDriver(), combination.variables());
    Optional<DriverFile> known = drivers.get(variant);
    if (known != null) {
      return known;
    }
    Path file = combination.environment().driver();
    Overrides overrides = combination.environment().overrides().and(combination.ofDriver());
    Problems own = problems.ofOneFile();
    DriverChecks reading = new DriverChecks(catalog, own);
    Optional<DriverFile> driver = reading.read(file, overrides, options(combination));
    driver.ifPresent(read -> driverChecks.put(read, reading));
    problems.add(own);
    drivers.put(variant, driver);
    return driver;
  }

  /** With the variables of the matrix beside those of this process. */
  private ReadOptions options(Combination combination) {
    ReadOptions process = ReadOptions.ofProcess(lenient);
    Map<String, String> environment = new HashMap<>(process.environment());
    environment.putAll(combination.variables());
    return new ReadOptions(lenient, environment, process.workingDirectory());
  }

  private Optional<Workload> workload(Combination combination, Study study, Overrides more) {
    Overrides overrides = combination.ofWorkload().and(more);
    return workloads.computeIfAbsent(
        List.of(combination.workload(), overrides, combination.variables()),
        variant -> {
          Problems own = problems.ofOneFile();
          Optional<Workload> workload =
              new WorkloadReader(options(combination), own).read(combination.workload(), overrides);
          workload
              .filter(each -> LoadSchedule.longest(each).isEmpty())
              .ifPresent(
                  endless ->
                      own.error(
                          SourceLocation.start(study.file()),
                          "workloads",
                          combination.workload()
                              + " runs until it is interrupted; allowed are workloads with an"
                              + " end"));
          problems.add(own);
          return workload.map(each -> study.asked().map(asked -> asked.askedOf(each)).orElse(each));
        });
  }

  private static Map<String, String> inputs(Study study) throws IOException {
    Path folder = Path.of(study.file().name()).toAbsolutePath().resolveSibling("").normalize();
    List<Path> files = new ArrayList<>(List.of(Path.of(study.file().name())));
    study.environments().forEach(each -> files.add(each.driver()));
    study.environments().stream()
        .flatMap(each -> each.kubernetes().stream())
        .forEach(each -> files.addAll(each.values()));
    files.addAll(study.workloads());
    Map<String, String> hashes = new TreeMap<>();
    for (Path file : files) {
      String path = folder.relativize(file.toAbsolutePath().normalize()).toString();
      hashes.put(path, HexFormat.of().formatHex(Sha256.of(Files.readAllBytes(file))));
    }
    return hashes;
  }
}
