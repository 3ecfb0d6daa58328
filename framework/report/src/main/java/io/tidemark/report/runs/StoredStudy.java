package io.tidemark.report.runs;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.file.StoredForm;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.MatrixAxis.MatrixPaths;
import io.tidemark.report.store.StoredResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A study as {@code study.json} holds it: what was asked, and what has become of each run. The
 * components are the file's fields, in its order; docs/reference/study.md explains them.
 *
 * @param file the study file
 * @param inputs SHA-256 of the study file, the driver files and the workloads, by path
 * @param environments in the order of the study; the first is the baseline
 * @param matrix values of each key, as texts
 * @param workloads their names, in the order of the study
 * @param runs in the order in which they are carried out
 * @param references published figures
 * @param question what decides; null if neither the study file nor all of its workloads say it
 * @param compare what is compared, the most important first: {@link #ENVIRONMENTS} and keys of the
 *     matrix; empty if the study file does not say it
 * @param blocks null if the number of blocks is {@code iterations}, without a limit of time
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record StoredStudy(
    int schemaVersion,
    String name,
    String description,
    @Nullable String source,
    String file,
    Map<String, String> inputs,
    List<Environment> environments,
    Map<String, List<String>> matrix,
    List<String> workloads,
    int iterations,
    long seed,
    double coolDownSeconds,
    boolean freshBrokers,
    int retries,
    List<StudyEntry> runs,
    List<Figure> references,
    @Nullable Question question,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> compare,
    @Nullable StudyBlocks blocks)
    implements StoredStudyBuilder.With {
  /** The version of the format that this version writes. */
  public static final int SCHEMA_VERSION = 1;

  /** In {@link #compare}: the environments, each with its keys of the matrix that are no axes. */
  public static final String ENVIRONMENTS = "environments";

  /** Its name in the folder of the study. */
  public static final String FILE = "study.json";

  /**
   * A system under test.
   *
   * @param driver the driver file
   * @param set keys of it with other values, as texts
   * @param limits values of the environment itself
   * @param commands whether set-up commands prepare it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Environment(
      String name,
      String driver,
      Map<String, String> set,
      Map<String, String> facts,
      @Nullable Price price,
      List<Figure> limits,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean commands) {
    public Environment {
      set = ordered(set);
      facts = ordered(facts);
      limits = List.copyOf(limits);
    }

    Environment with(List<Figure> otherLimits) {
      return new Environment(name, driver, set, facts, price, otherLimits, commands);
    }
  }

  /** The price of an environment for a month, if it is the same at each rate. */
  public record Price(double amountPerMonth, String currency) {}

  /** A {@link ReferenceLine} as stored. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Figure(
      String metric,
      double value,
      String name,
      String hardware,
      String source,
      @Nullable String environment,
      @Nullable String workload) {
    /** To be stored. */
    public static Figure of(ReferenceLine line) {
      return new Figure(
          line.metric(),
          line.value(),
          line.name(),
          line.hardware(),
          line.source(),
          line.environment().orElse(null),
          line.workload().orElse(null));
    }

    ReferenceLine line() {
      return new ReferenceLine(
          metric,
          value,
          name,
          hardware,
          source,
          Optional.ofNullable(environment),
          Optional.ofNullable(workload));
    }
  }

  public StoredStudy {
    inputs = ordered(inputs);
    environments = List.copyOf(environments);
    matrix = ordered(matrix);
    workloads = List.copyOf(workloads);
    runs = List.copyOf(runs);
    references = List.copyOf(references);
    // Absent in files of versions without the key.
    compare = compare == null ? List.of() : List.copyOf(compare);
  }

  /** What decides; what runs of one workload are about, if the study does not say it. */
  public Question questionOf(Collection<ReportedRun> ofOneWorkload) {
    return question == null
        ? RunQuestion.of(ofOneWorkload)
        : RunQuestion.part(question, ofOneWorkload);
  }

  private static <T> Map<String, T> ordered(Map<String, T> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /** Name of a key of the matrix for people. */
  public String nameOf(String path) {
    return MatrixPaths.names(matrix.keySet()).getOrDefault(path, path);
  }

  /** Keys of the matrix with numbers as values; those that the study compares first. */
  public List<MatrixAxis> axes() {
    return matrix.entrySet().stream()
        .flatMap(key -> MatrixAxis.of(key.getKey(), nameOf(key.getKey()), key.getValue()).stream())
        .sorted(Comparator.comparingInt(axis -> rank(axis.path())))
        .toList();
  }

  private int rank(String path) {
    int place = compare.indexOf(path);
    return place < 0 ? compare.size() : place;
  }

  /** Whether the systems at equal values of the axes are compared first, and not the values. */
  public boolean comparesSystems() {
    return compare.isEmpty()
        ? axes().isEmpty()
        : axes().stream().noneMatch(axis -> axis.path().equals(compare.get(0)));
  }

  /** With another state of one run. */
  public StoredStudy with(int index, StudyEntry run) {
    List<StudyEntry> changed = new ArrayList<>(runs);
    changed.set(index, run);
    return with(environments, changed);
  }

  /** With another block. */
  public StoredStudy withBlock(List<StudyEntry> block) {
    List<StudyEntry> more = new ArrayList<>(runs);
    more.addAll(block);
    return with(environments, more);
  }

  /** The last block of which a run is done; 0 if none is. */
  public int lastBlock() {
    return runs.stream()
        .filter(run -> run.state() == StudyEntry.State.DONE)
        .mapToInt(StudyEntry::iteration)
        .max()
        .orElse(0);
  }

  /** Number of runs that count and are not done. */
  public long open() {
    return runs.stream()
        .filter(run -> run.counts() && run.state() != StudyEntry.State.DONE)
        .count();
  }

  /** Blocks with a run that is not done, by their number. */
  Set<Integer> openBlocks() {
    return runs.stream()
        .filter(
            run ->
                run.counts()
                    && (run.state() == StudyEntry.State.PENDING
                        || run.state() == StudyEntry.State.RUNNING))
        .map(StudyEntry::iteration)
        .collect(Collectors.toSet());
  }

  /** With the limits of an environment that were measured before its runs. */
  public StoredStudy withLimits(String environment, List<Figure> limits) {
    return with(
        environments.stream()
            .map(each -> each.name().equals(environment) ? each.with(limits) : each)
            .toList(),
        runs);
  }

  private StoredStudy with(List<Environment> otherEnvironments, List<StudyEntry> otherRuns) {
    return with()
        .environments(otherEnvironments)
        .runs(otherRuns)
        .iterations(otherRuns.stream().mapToInt(StudyEntry::iteration).max().orElse(iterations))
        .build();
  }

  /** Runs with a result that counts, in the order of the study file. */
  public List<StudyEntry> done() {
    List<String> names = environments.stream().map(Environment::name).toList();
    Comparator<StudyEntry> order = Comparator.comparing(run -> names.indexOf(run.environment()));
    for (Map.Entry<String, List<String>> key : matrix.entrySet()) {
      order =
          order.thenComparing(
              run -> key.getValue().indexOf(run.cell().getOrDefault(key.getKey(), "")));
    }
    return runs.stream()
        .filter(run -> run.state() == StudyEntry.State.DONE && run.counts())
        .sorted(
            order
                .thenComparing(run -> workloads.indexOf(run.workload()))
                .thenComparing(StudyEntry::iteration))
        .toList();
  }

  /** Limits of the environments and published figures. */
  public List<ReferenceLine> lines() {
    return Stream.concat(
            environments.stream().flatMap(each -> each.limits().stream()), references.stream())
        .map(Figure::line)
        .toList();
  }

  /** The study of a folder; empty if the folder is not that of a study. */
  public static Optional<StoredStudy> read(Path folder) throws ResultsException {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      StoredStudy study =
          StoredForm.read(
              ReportFormats.JSON, ReportFormats.JSON.readTree(file.toFile()), StoredStudy.class);
      if (study.schemaVersion > SCHEMA_VERSION) {
        throw ResultsException.newer(file, study.schemaVersion, SCHEMA_VERSION);
      }
      return Optional.of(study);
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }

  /** Replaces the file atomically. */
  public void write(Path folder) throws ResultsException {
    ResultFiles.replaceFile(folder.resolve(FILE), ReportFormats.json(this));
  }

  /**
   * How many blocks a study may have, and what has ended it. docs/reference/study.md explains the
   * fields.
   *
   * @param least blocks before it may end
   * @param most blocks
   * @param untilDecided whether it ends as soon as its question is decided
   * @param maxDurationSeconds no block begins that would end later; null without a limit
   * @param seconds that the study has taken, over all calls
   * @param end why no more blocks are run; null as long as it is not known
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record StudyBlocks(
      int least,
      int most,
      boolean untilDecided,
      @Nullable Double maxDurationSeconds,
      double seconds,
      @Nullable End end) {

    /** Why no more blocks are run. */
    public enum End {
      DECIDED,
      /** {@link #most} blocks are done. */
      MOST,
      MAX_DURATION
    }

    /** After some more time. */
    public StudyBlocks after(double moreSeconds) {
      return new StudyBlocks(
          least, most, untilDecided, maxDurationSeconds, seconds + moreSeconds, end);
    }

    /** With a reason for its end; null if it goes on. */
    public StudyBlocks with(@Nullable End reason) {
      return new StudyBlocks(least, most, untilDecided, maxDurationSeconds, seconds, reason);
    }

    /** Whether a block that takes some time must not begin. */
    public boolean isTooLong(double blockSeconds) {
      return maxDurationSeconds != null && seconds + blockSeconds > maxDurationSeconds;
    }
  }

  /**
   * Folders of studies below a folder. Their runs without the study are a list of systems that
   * lacks its question, its blocks and the difference between warm-up and measured runs.
   *
   * @param folders sorted
   * @param alone whether all runs below belong to a study
   */
  public record StudyFolders(List<Path> folders, boolean alone) {
    public StudyFolders {
      folders = List.copyOf(folders);
    }

    /**
     * Those below a folder that is not that of a study itself.
     *
     * @throws ResultsException if the folder cannot be read
     */
    public static StudyFolders below(Path folder) throws ResultsException {
      if (!Files.isDirectory(folder) || isStudy(folder)) {
        return new StudyFolders(List.of(), false);
      }
      Set<Path> found = new LinkedHashSet<>();
      boolean alone = true;
      try {
        for (Path file : StoredResults.resultFiles(folder)) {
          Optional<Path> study = studyOf(file, folder);
          study.ifPresent(found::add);
          alone &= study.isPresent();
        }
      } catch (IOException e) {
        throw ResultsException.reading(folder, e);
      }
      return new StudyFolders(List.copyOf(found), alone);
    }

    private static boolean isStudy(Path folder) {
      return Files.isRegularFile(folder.resolve(StoredStudy.FILE));
    }

    private static Optional<Path> studyOf(Path file, Path folder) {
      @Nullable Path above = file.getParent();
      while (above != null && !above.equals(folder)) {
        if (isStudy(above)) {
          return Optional.of(above);
        }
        above = above.getParent();
      }
      return Optional.empty();
    }

    /** The one study that all runs belong to. */
    public Optional<Path> only() {
      return alone && folders.size() == 1 ? Optional.of(folders.get(0)) : Optional.empty();
    }
  }
}
