package io.tidemark.simulation.oracle;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.file.RunNames;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.runs.StudyEntry.State;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.runs.ExitCode;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.plan.StudyPlan;
import io.tidemark.simulation.world.SimulatedWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Compares the folder of a study after each call of its command with what was there before. */
public final class StudyOracle {
  /** The journal of a run whose results could not be written. */
  private static final String KEPT = ".kept-";

  private final SeedPlan plan;
  private final SimulatedWorld world;
  private final Path folder;
  private final List<String> problems;

  /** Runs that were done, and hashes of their files, by their directory. */
  private Map<String, StudyEntry> done = new TreeMap<>();

  private final Map<String, Map<String, String>> files = new HashMap<>();
  private int calls;

  /**
   * @param folder of the study
   * @param problems takes what is wrong
   */
  public StudyOracle(SeedPlan plan, SimulatedWorld world, Path folder, List<String> problems) {
    this.plan = plan;
    this.world = world;
    this.folder = folder;
    this.problems = problems;
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      problems.add("call " + calls + " of the study: " + otherwise);
    }
  }

  /** The folder of the study could not be opened. */
  public void couldNotBegin(Exception e) {
    require(world.disk().failures() > 0, "could not begin: " + e);
  }

  /** What was done is still there, byte for byte, and what is done now is whole. */
  public void afterCall() throws IOException {
    calls++;
    Optional<StoredStudy> stored = StoredStudy.read(folder);
    require(stored.isPresent() || done.isEmpty(), "there is no study.json any more");
    Map<String, StudyEntry> now = new TreeMap<>();
    for (StudyEntry run : stored.map(StoredStudy::runs).orElse(List.of())) {
      if (run.state() == State.DONE) {
        require(now.put(run.directory(), run) == null, "two runs have " + run.directory());
      }
      run.repeated().forEach(each -> whole(folder.resolve(each)));
    }
    for (Map.Entry<String, StudyEntry> before : done.entrySet()) {
      String name = before.getKey();
      require(
          before.getValue().equals(now.get(name)),
          "a run that was done is another: " + before.getValue() + ", now " + now.get(name));
      require(
          files.get(name).equals(RunFiles.hashes(folder.resolve(name))),
          "the files of " + name + " changed");
    }
    for (String name : now.keySet()) {
      Optional<RunResult> read = whole(folder.resolve(name));
      if (!done.containsKey(name)) {
        read.map(run -> new StudyRunOracle(plan, world, run).problems(StudyPlan.TEST_MILLIS))
            .ifPresent(found -> found.forEach(each -> require(false, name + ": " + each)));
      }
      files.put(name, RunFiles.hashes(folder.resolve(name)));
    }
    done = now;
  }

  private Optional<RunResult> whole(Path directory) {
    try {
      return Optional.of(RunDirectory.judged(directory, RunDirectory.read(directory)));
    } catch (IOException e) {
      require(false, "a run cannot be read: " + e);
      return Optional.empty();
    }
  }

  /** Nothing prevented the last call from carrying out all runs. */
  public void atTheEnd(ExitCode code) throws IOException {
    StoredStudy stored = StoredStudy.read(folder).orElse(null);
    if (stored == null) {
      require(false, "there is no study.json");
      return;
    }
    boolean harmless = plan.harmlessToRuns();
    List<Status> statuses = new ArrayList<>();
    for (StudyEntry run : stored.runs()) {
      require(
          run.state() == State.DONE || run.state() == State.FAILED && !harmless,
          "a run is not done: " + run);
      if (run.state() == State.DONE) {
        RunResult result = RunDirectory.read(folder.resolve(run.directory()));
        statuses.add(result.verdict().status());
        require(
            result.verdict().status().name().equals(run.status()),
            run + " has in its files " + result.verdict());
        require(
            result.identity().iteration() == run.iteration(),
            run + " has the files of iteration " + result.identity().iteration());
        require(
            !harmless
                || !plan.aheadMicros().isEmpty()
                || world.disk().failures() > 0
                || result.verdict().status() == Status.VALID,
            "nothing went wrong, and " + run + " has " + result.verdict());
      }
    }
    code(code, stored, statuses);
    onlyResults(stored);
    if (!statuses.isEmpty()) {
      ReportedRuns reported = ReportedRuns.read(List.of(folder));
      require(
          reported.runs().size() == statuses.size(),
          "the report has " + reported.runs().size() + " runs of " + statuses.size());
      for (String name : List.of("report.html", "summary.md", "leaderboard.md")) {
        require(
            Files.exists(folder.resolve(name)) && Files.size(folder.resolve(name)) > 0,
            "there is no " + name);
      }
    }
  }

  private void code(ExitCode code, StoredStudy stored, List<Status> statuses) {
    boolean all = statuses.size() == stored.runs().size();
    boolean valid = statuses.stream().allMatch(each -> each == Status.VALID);
    boolean decided = stored.blocks() == null || !stored.blocks().untilDecided();
    require(
        code != ExitCode.OK || all && !statuses.contains(Status.FAILED),
        "ended with OK, and runs are " + stored.runs());
    require(
        !(all && valid && decided) || code == ExitCode.OK,
        "ended with " + code + ", and all runs are valid");
    require(
        !all || code == ExitCode.OK || code == ExitCode.NOT_GOOD,
        "ended with " + code + ", and all runs are done");
  }

  /** Each run is there once; beside it there are only runs that were broken off or repeated. */
  private void onlyResults(StoredStudy stored) throws IOException {
    Set<String> named = new TreeSet<>();
    for (StudyEntry run : stored.runs()) {
      Optional.ofNullable(run.directory()).ifPresent(named::add);
      named.addAll(run.repeated());
    }
    for (StoredStudy.Environment environment : stored.environments()) {
      Path place = folder.resolve(environment.name());
      for (Path each : list(place)) {
        String name = folder.relativize(each).toString();
        if (each.getFileName().toString().startsWith(KEPT)) {
          require(world.disk().failures() > 0, name + " was kept, and the disk has not failed");
          continue;
        }
        require(!each.getFileName().toString().startsWith("."), name + " was left");
        if (Files.isDirectory(each)) {
          require(
              named.contains(name) || isAborted(each) || world.disk().failures() > 0,
              name + " is the result of no run");
        }
      }
    }
    for (String name : named) {
      Path directory = folder.resolve(name);
      require(
          list(directory.getParent()).stream()
              .anyMatch(
                  each ->
                      each.toString().endsWith(".json") && RunNames.isOfOneRun(directory, each)),
          name + " has no file in OMB's format");
    }
    list(folder).stream()
        .map(each -> each.getFileName().toString())
        .filter(each -> each.startsWith(".") && !each.equals(".lock"))
        .forEach(each -> require(false, each + " was left"));
  }

  private static List<Path> list(Path place) throws IOException {
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(place)) {
      return all.toList();
    }
  }

  /**
   * A run without a result that counts: its data stays for the user. So does that of a run whose
   * files could not be completed.
   */
  private static boolean isAborted(Path directory) throws IOException {
    return RunDirectory.read(directory).verdict().status() == Status.ABORTED;
  }
}
