package io.tidemark.study;

import io.tidemark.base.UsageException;
import io.tidemark.driver.Setting;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.question.Question;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.workloadfile.MeasuredMetrics;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.NearestKey;
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
import io.tidemark.runs.Console;
import io.tidemark.runs.Installation;
import io.tidemark.runs.fault.FaultCheck;
import io.tidemark.runs.suite.ClassDrivers;
import io.tidemark.runs.suite.ClusterPlace;
import io.tidemark.runs.suite.DriverChecks;
import io.tidemark.runs.suite.HeaderCheck;
import io.tidemark.runs.suite.MeasuredCheck;
import io.tidemark.runs.workers.Workers;
import io.tidemark.study.StudyEnvironment.Cluster;
import io.tidemark.study.StudySuite.PlannedStep;
import io.tidemark.worker.driver.DriverCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
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
  private final MeasuredCheck measured = new MeasuredCheck(catalog, problems);

  /** Combinations have few different files. */
  private final Map<List<Object>, Optional<DriverFile>> drivers = new HashMap<>();

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
    List<PlannedStep> runs = new ArrayList<>();
    for (Study.Step step : study.steps()) {
      Optional<DriverFile> driver = driver(step);
      Optional<Workload> workload = workload(step, study);
      if (driver.isPresent() && workload.isPresent()) {
        // Its environment has been read above.
        Workers its = Objects.requireNonNull(workers.get(step.environment().name()));
        PlannedStep planned =
            PlannedStep.of(step, study.mostIterations(), workload.get(), driver.get(), its);
        if (step.environment().cluster().isPresent()) {
          planned = inCluster(planned, step.environment().cluster().get(), study);
        } else {
          checkWorkers(planned);
        }
        new FaultCheck(catalog, problems).check(workload.get(), driver.get());
        new ClassDrivers(catalog, problems).check(workload.get(), driver.get());
        new HeaderCheck(catalog, problems).check(workload.get(), driver.get());
        measured.check(workload.get(), driver.get());
        runs.add(planned);
      }
    }
    problems.throwIfErrors();
    study.question().ifPresent(question -> measured(study, question, runs));
    List<String> names = names(runs, study);
    lines(study, names);
    problems.throwIfErrors();
    return new StudySuite(study, runs, names, inputs(study));
  }

  /** Metrics of the question that no run would have. */
  private void measured(Study study, Question question, List<PlannedStep> runs) {
    List<MeasuredMetrics> workloads =
        runs.stream()
            .map(run -> run.run().workload())
            .distinct()
            .map(MeasuredMetrics::new)
            .toList();
    List<String> allowed =
        workloads.stream().flatMap(each -> each.names().stream()).distinct().toList();
    for (MetricReference metric : MetricReference.asked(question)) {
      if (workloads.stream().noneMatch(each -> each.has(metric))) {
        problems.error(
            study.questionMark(),
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
            study.references().stream(),
            study.environments().stream().flatMap(each -> each.limits().stream()))
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
                            name, String.join(", ", known), NearestKey.suggestion(name, known))));
  }

  private static String base(Path workload) {
    return String.valueOf(workload.getFileName()).replaceFirst("\\.[^.]*$", "");
  }

  private static List<String> names(List<PlannedStep> runs, Study study) {
    return study.workloads().stream()
        .flatMap(
            path ->
                runs.stream()
                    .filter(run -> run.step().workload().equals(path))
                    .map(run -> run.run().workload().name())
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
  private PlannedStep inCluster(PlannedStep planned, Cluster cluster, Study study)
      throws IOException {
    Study.Step step = planned.step();
    StudyEnvironment environment = step.environment();
    checkCluster(environment, cluster, planned.run().driver());
    List<Setting> settings =
        new DriverChecks(catalog, new Problems())
            .of(planned.run().driver().driverClass())
            .orElse(List.of());
    Overrides driver = environment.overrides().and(step.cell().ofDriver());
    Overrides question =
        study.asked().map(asked -> asked.keyOf(planned.run().workload())).orElse(Overrides.NONE);
    Overrides workload = step.cell().ofWorkload().and(question);
    return planned.in(
        new ClusterPlace(
            cluster.options(),
            text(environment.driver(), driver, DriverKeys.with(settings)),
            text(step.workload(), workload, WorkloadKeys.rules())));
  }

  private void checkCluster(StudyEnvironment environment, Cluster cluster, DriverFile driver) {
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

  private void checkWorkers(PlannedStep planned) {
    try {
      planned.workers().check(List.of(planned.run()));
    } catch (UsageException e) {
      Problems own = problems.ofOneFile();
      own.error(
          planned.step().environment().mark(), "environments", String.valueOf(e.getMessage()));
      problems.add(own); // Once, not for each run.
    }
  }

  private Optional<DriverFile> driver(Study.Step step) throws IOException {
    List<Object> variant =
        List.of(step.environment().name(), step.cell().ofDriver(), step.cell().variables());
    Optional<DriverFile> known = drivers.get(variant);
    if (known != null) {
      return known;
    }
    Path file = step.environment().driver();
    Overrides overrides = step.environment().overrides().and(step.cell().ofDriver());
    Problems own = problems.ofOneFile();
    Optional<DriverFile> driver =
        new DriverChecks(catalog, own).read(file, overrides, options(step));
    problems.add(own);
    drivers.put(variant, driver);
    return driver;
  }

  /** With the variables of the matrix beside those of this process. */
  private ReadOptions options(Study.Step step) {
    ReadOptions process = ReadOptions.ofProcess(lenient);
    Map<String, String> environment = new HashMap<>(process.environment());
    environment.putAll(step.cell().variables());
    return new ReadOptions(lenient, environment, process.workingDirectory());
  }

  private Optional<Workload> workload(Study.Step step, Study study) {
    return workloads.computeIfAbsent(
        List.of(step.workload(), step.cell().ofWorkload(), step.cell().variables()),
        variant -> {
          Problems own = problems.ofOneFile();
          Optional<Workload> workload =
              new WorkloadReader(options(step), own)
                  .read(step.workload(), step.cell().ofWorkload());
          workload
              .filter(each -> LoadSchedule.longest(each).isEmpty())
              .ifPresent(
                  endless ->
                      own.error(
                          SourceLocation.start(study.file()),
                          "workloads",
                          step.workload()
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
        .flatMap(each -> each.cluster().stream())
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
