package io.tidemark.report.runs;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.store.StoredResults;
import io.tidemark.verdict.ConditionRule.OtherProcesses;
import io.tidemark.verdict.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The runs of a report.
 *
 * @param runs also unusable ones, in the order of the sources and paths
 * @param leftOut one line for each file that is no run, with the reason
 * @param study what they are the runs of, in its order; empty outside a study
 */
public record ReportedRuns(
    List<ReportedRun> runs, List<String> leftOut, Optional<StoredStudy> study) {

  public ReportedRuns {
    runs = List.copyOf(runs);
    leftOut = List.copyOf(leftOut);
  }

  /** A run, and the folder in which it was found; empty if the run itself was named. */
  private record Located(Optional<Path> folder, ReportedRun run) {}

  /**
   * Reads run directories, folders with run directories, and files or folders of results in OMB's
   * format. If several folders have runs, each of them is an environment; if a single one has runs
   * in several subfolders only, each of these. Else each driver is one. A single folder of a study
   * gives the runs that count in it, with its names.
   *
   * @throws ResultsException if there is no run, or a file cannot be read
   */
  public static ReportedRuns read(List<Path> sources) throws ResultsException {
    Optional<StoredStudy> study =
        sources.size() == 1 ? StoredStudy.read(sources.get(0)) : Optional.empty();
    if (study.isPresent()) {
      return ofStudy(
          sources.get(0),
          study.get(),
          directory -> ReportedRun.withCourse(directory, RunDirectory.read(directory)));
    }
    List<Located> found = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (Path source : environments(sources)) {
      StoredResults.visit(source, new Collector(source, found, leftOut));
    }
    List<Located> own = withoutCopies(found, leftOut);
    if (own.isEmpty()) {
      throw StoredResults.nothing(sources.get(0), leftOut);
    }
    return new ReportedRuns(numbered(own, environmentNames(own)), leftOut, Optional.empty());
  }

  /**
   * The runs of a command: all of the study that the first one belongs to, or these alone.
   *
   * @param directories at least one
   */
  public static ReportedRuns ofCommand(List<Path> directories) throws ResultsException {
    Path folder = directories.get(0).toAbsolutePath().resolve("../..").normalize();
    return read(StoredStudy.read(folder).isPresent() ? List.of(folder) : directories);
  }

  /** Reads a run. */
  @FunctionalInterface
  public interface Reader {
    ReportedRun read(Path directory) throws ResultsException;
  }

  /** The runs of a study that count, with its names. */
  public static ReportedRuns ofStudy(Path folder, StoredStudy study, Reader reader)
      throws ResultsException {
    List<ReportedRun> runs = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (StudyEntry place : study.done()) {
      Path directory = folder.resolve(Objects.requireNonNull(place.directory())); // It is done.
      if (Files.isDirectory(directory)) {
        runs.add(reader.read(directory).of(place, study.iterations() > 1));
      } else {
        leftOut.add(directory + ": no such directory");
      }
    }
    if (runs.isEmpty()) {
      throw StoredResults.nothing(folder, List.of("no run of the study has ended so far"));
    }
    return new ReportedRuns(DisturbedRuns.leftOut(runs), leftOut, Optional.of(study));
  }

  /** Without those of blocks of a study that are not complete; empty if none is. */
  public Optional<ReportedRuns> ofCompleteBlocks() {
    Set<Integer> open = study.map(StoredStudy::openBlocks).orElse(Set.of());
    List<ReportedRun> complete =
        runs.stream()
            .filter(run -> run.planned().filter(it -> open.contains(it.iteration())).isEmpty())
            .toList();
    return complete.isEmpty()
        ? Optional.empty()
        : Optional.of(new ReportedRuns(complete, leftOut, study));
  }

  /** Runs of which some figures may be used. */
  public List<ReportedRun> usable() {
    return runs.stream().filter(run -> run.unusable().isEmpty()).toList();
  }

  /** Usable runs of a study by workload, in its order. */
  public Map<String, List<ReportedRun>> usableByWorkload() {
    return usable().stream()
        .collect(
            Collectors.groupingBy(
                run -> run.planned().orElseThrow().workload(),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  /** What decides among runs of one workload. */
  public Question questionOf(Collection<ReportedRun> ofOneWorkload) {
    return study
        .map(all -> all.questionOf(ofOneWorkload))
        .orElseGet(() -> RunQuestion.of(ofOneWorkload));
  }

  /** The same; empty if neither the study nor the workload says it. */
  public Optional<Question> statedQuestionOf(Collection<ReportedRun> ofOneWorkload) {
    return study.filter(all -> all.question() != null).isPresent()
        ? Optional.of(questionOf(ofOneWorkload))
        : RunQuestion.stated(ofOneWorkload);
  }

  /** Limits and figures of the study, and others. */
  public List<ReferenceLine> references(List<ReferenceLine> others) {
    return Stream.concat(study.stream().flatMap(all -> all.lines().stream()), others.stream())
        .toList();
  }

  private static List<Path> environments(List<Path> sources) throws ResultsException {
    Path root = sources.get(0);
    if (sources.size() > 1 || !Files.isDirectory(root)) {
      return sources;
    }
    try {
      List<Path> results = StoredResults.resultFiles(root).stream().map(root::relativize).toList();
      boolean inSubfolders = results.stream().allMatch(file -> file.getNameCount() > 2);
      return results.isEmpty() || !inSubfolders
          ? sources
          : results.stream().map(file -> root.resolve(file.getName(0))).distinct().toList();
    } catch (IOException e) {
      throw ResultsException.reading(root, e);
    }
  }

  private record Collector(Path source, List<Located> found, List<String> leftOut)
      implements StoredResults.Visitor {
    @Override
    public void run(Path directory, RunResult run) throws IOException {
      add(ReportedRun.withCourse(directory, run));
    }

    @Override
    public void omb(Path file, JsonNode result) {
      add(ReportedRun.ofOmb(file, result));
    }

    @Override
    public void other(Path file, String why) {
      leftOut.add(file + ": " + why);
    }

    private void add(ReportedRun run) {
      boolean named = !Files.isDirectory(source) || absolute(source).equals(absolute(run.source()));
      found.add(new Located(named ? Optional.empty() : Optional.of(source), run));
    }
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  /** Without repetitions, and without OMB's files of runs that are there as directories. */
  private static List<Located> withoutCopies(List<Located> found, List<String> leftOut) {
    Set<Object> stored =
        found.stream()
            .map(Located::run)
            .filter(run -> run.stored().isPresent())
            .map(ReportedRuns::whichRun)
            .collect(Collectors.toSet());
    Set<Path> seen = new HashSet<>();
    List<Located> own = new ArrayList<>();
    for (Located each : found) {
      ReportedRun run = each.run();
      if (run.stored().isEmpty() && stored.contains(whichRun(run))) {
        leftOut.add(run.source() + ": run directories beside it are of the same workload");
      } else if (seen.add(absolute(run.source()))) {
        own.add(each);
      }
    }
    return own;
  }

  private static Object whichRun(ReportedRun run) {
    return List.of(absolute(run.source()).resolveSibling(""), run.workload(), run.driver());
  }

  private static Function<Located, String> environmentNames(List<Located> found) {
    Map<Path, Set<String>> drivers = new LinkedHashMap<>();
    for (Located each : found) {
      each.folder()
          .ifPresent(
              folder ->
                  drivers.computeIfAbsent(folder, any -> new HashSet<>()).add(each.run().driver()));
    }
    if (drivers.size() < 2) {
      return each -> each.run().driver();
    }
    boolean distinct =
        drivers.keySet().stream().map(StoredResults::label).distinct().count() == drivers.size();
    return each ->
        each.folder()
            .map(
                folder ->
                    Stream.of(
                            distinct ? StoredResults.label(folder) : folder.toString(),
                            drivers.getOrDefault(folder, Set.of()).size() > 1
                                ? each.run().driver()
                                : "")
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(", ")))
            .orElse(each.run().driver());
  }

  /** Repeated runs have equal iterations; they are numbered in their order. */
  private static List<ReportedRun> numbered(
      List<Located> found, Function<Located, String> environmentNames) {
    Map<List<String>, List<ReportedRun>> groups = new LinkedHashMap<>();
    for (Located each : found) {
      String environment = environmentNames.apply(each);
      groups
          .computeIfAbsent(List.of(each.run().workload(), environment), group -> new ArrayList<>())
          .add(each.run());
    }
    List<ReportedRun> runs = new ArrayList<>();
    groups.forEach(
        (group, members) -> {
          long distinct = members.stream().map(ReportedRun::iteration).distinct().count();
          for (int i = 0; i < members.size(); i++) {
            ReportedRun run = members.get(i);
            int iteration = distinct == members.size() ? run.iteration() : i + 1;
            String environment = group.get(1);
            String label =
                environment + (members.size() == 1 ? "" : ", run " + iteration) + run.mark();
            runs.add(run.named(environment, iteration, label));
          }
        });
    return runs;
  }

  /**
   * Runs beside which other processes used the machine, also where limits were kept. Few of them
   * among many quiet runs of a study are not used, by this rule alone and never by their figures;
   * docs/concepts/studies.md states it.
   */
  public static final class DisturbedRuns {
    /** One in this number of runs may be an exception; on a busy machine all runs are used. */
    private static final int ONE_IN = 4;

    /** Runs of a combination that must remain: statistics need two. */
    private static final int LEAST_LEFT = 2;

    private DisturbedRuns() {}

    /** What other processes did during a run; empty if they did little. */
    public static Stream<Finding> of(ReportedRun run) {
      return run.stored().stream().flatMap(DisturbedRuns::of);
    }

    /** What other processes did during a run; empty if they did little. */
    public static Stream<Finding> of(RunResult run) {
      return Found.in(run.verdict(), OtherProcesses.class);
    }

    /** Whether the disturbed ones of some runs are so few that they are exceptions. */
    public static boolean areExceptions(List<ReportedRun> runs) {
      return runs.stream().filter(DisturbedRuns::isDisturbed).count() * ONE_IN <= runs.size();
    }

    /**
     * The runs of a study, of which disturbed ones are marked as unusable if they are exceptions.
     */
    static List<ReportedRun> leftOut(List<ReportedRun> runs) {
      if (!areExceptions(runs)) {
        return runs;
      }
      Map<List<String>, Long> quiet =
          runs.stream()
              .filter(run -> !isDisturbed(run) && run.unusable().isEmpty())
              .collect(Collectors.groupingBy(DisturbedRuns::combination, Collectors.counting()));
      List<ReportedRun> all = new ArrayList<>();
      for (ReportedRun run : runs) {
        boolean enough = quiet.getOrDefault(combination(run), 0L) >= LEAST_LEFT;
        all.add(
            isDisturbed(run) && run.unusable().isEmpty() && enough ? run.without(why(run)) : run);
      }
      return all;
    }

    public static boolean isDisturbed(ReportedRun run) {
      return of(run).findAny().isPresent();
    }

    private static List<String> combination(ReportedRun run) {
      return List.of(run.workload(), run.environment());
    }

    private static String why(ReportedRun run) {
      return "disturbed, while most runs were not: " + of(run).findFirst().orElseThrow().message();
    }
  }
}
