package io.tidemark.features.verify;

import io.tidemark.features.study.StudyEnd.Answered;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StudyRun;
import io.tidemark.report.runs.StudyRun.State;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.store.StoredResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether a study has all runs of its plan and no others, and its answer follows from them. */
final class StudyCheck {
  private final Path folder;
  private final Verification found;
  private final StoredStudy study;

  /** The files of the first run of each combination: those of all its runs. */
  private final Map<List<Object>, RunResult> first = new HashMap<>();

  /**
   * @throws ResultsException if {@code study.json} cannot be read
   */
  StudyCheck(Path folder, Verification found) throws ResultsException {
    this.folder = folder;
    this.found = found;
    this.study = StoredStudy.read(folder).orElseThrow();
  }

  void verify() throws ResultsException {
    plan();
    Set<String> known = new HashSet<>();
    for (int i = 0; i < study.runs().size(); i++) {
      StudyRun run = study.runs().get(i);
      known.addAll(run.repeated());
      for (String repeated : run.repeated()) {
        requireThere("runs[" + i + "].repeated", repeated);
      }
      String directory = run.directory();
      if (directory != null) {
        known.add(directory);
        done(i, run, directory);
      } else {
        open(i, run);
      }
    }
    others(known);
    answer();
  }

  /** Each block has each combination of environment, workload and values of the matrix once. */
  private void plan() {
    List<Map<String, String>> cells = List.of(Map.of());
    for (Map.Entry<String, List<String>> key : study.matrix().entrySet()) {
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> cell : cells) {
        for (String value : key.getValue()) {
          Map<String, String> larger = new LinkedHashMap<>(cell);
          larger.put(key.getKey(), value);
          more.add(larger);
        }
      }
      cells = more;
    }
    for (int block = 1; block <= study.iterations(); block++) {
      for (StoredStudy.Environment environment : study.environments()) {
        for (String workload : study.workloads()) {
          for (Map<String, String> cell : cells) {
            planned(StudyRun.pending(environment.name(), workload, cell, block));
          }
        }
      }
    }
  }

  private void planned(StudyRun each) {
    long runs =
        study.runs().stream()
            .filter(run -> run.iteration() == each.iteration())
            .filter(run -> run.at(each.iteration()).equals(each))
            .count();
    if (runs == 1) {
      found.addSame();
    } else {
      found.wrong(
          StoredStudy.FILE,
          "runs",
          "%s in block %s is there %s times; planned once"
              .formatted(name(each), each.iteration(), runs));
    }
  }

  private static String name(StudyRun run) {
    return run.load() + " on " + run.system();
  }

  private boolean requireThere(String field, String directory) {
    boolean there = Files.isDirectory(folder.resolve(directory));
    if (!there) {
      found.wrong(StoredStudy.FILE, field, "the run is left out: there is no " + directory);
    }
    return there;
  }

  private void done(int index, StudyRun run, String directory) throws ResultsException {
    String field = "runs[" + index + "].";
    if (!requireThere(field + "directory", directory)) {
      return;
    }
    Path place = folder.resolve(directory);
    RunCheck.verify(place, directory + "/", found);
    RunResult result = RunDirectory.read(place);
    same(field + "status", String.valueOf(run.status()), "" + result.verdict().status());
    same(field + "workload", run.workload(), result.identity().workloadName());
    same(field + "state", "" + run.state(), "" + State.DONE);
    List<Object> combination = List.of(run.environment(), run.workload(), run.cell());
    RunResult other = first.putIfAbsent(combination, result);
    if (other != null) {
      String of = directory + "/" + RunDirectory.RESULT_FILE;
      FieldComparison.exact(found, of).maps("workload", result.workload(), other.workload());
      FieldComparison.exact(found, of).maps("driver", result.driver(), other.driver());
    }
  }

  private void same(String field, String stored, String computed) {
    if (stored.equals(computed)) {
      found.addSame();
    } else {
      found.differs(StoredStudy.FILE, field, stored, computed);
    }
  }

  /** Runs are carried out in their order: only the last ones can be missing. */
  private void open(int index, StudyRun run) {
    boolean passedOver =
        run.state() == State.PENDING
            && study.runs().stream().skip(index).anyMatch(later -> later.state() == State.DONE);
    if (passedOver || run.state() == State.DONE) {
      found.wrong(
          StoredStudy.FILE,
          "runs[" + index + "].state",
          "the run is left out: %s in block %s, although later runs are done"
              .formatted(name(run), run.iteration()));
    } else {
      found.notComputed(StoredStudy.FILE, "runs[" + index + "]", 1, "the run is " + run.state());
    }
  }

  /** Results in the folder that the plan does not have. */
  private void others(Set<String> known) throws ResultsException {
    try {
      for (Path file : StoredResults.resultFiles(folder)) {
        String directory = folder.relativize(file.resolveSibling("")).toString().replace('\\', '/');
        if (!known.contains(directory)) {
          found.wrong(
              StoredStudy.FILE, "runs", "the run is left out: " + directory + " is in the folder");
        }
      }
    } catch (IOException e) {
      throw ResultsException.reading(folder, e);
    }
  }

  /** The files that the study ends with, as far as they are there. */
  private void answer() throws ResultsException {
    if (study.done().stream()
        .noneMatch(run -> Files.isDirectory(folder.resolve("" + run.directory())))) {
      return;
    }
    Map<String, String> files = Answered.of(ReportedRuns.read(List.of(folder))).files(study.name());
    boolean any = Files.exists(folder.resolve("summary.md"));
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path stored = folder.resolve(file.getKey());
      if (Files.exists(stored)) {
        try {
          FieldComparison.exact(found, file.getKey())
              .texts(Files.readString(stored), file.getValue());
        } catch (IOException e) {
          throw ResultsException.reading(stored, e);
        }
      } else if (any) {
        found.wrong(file.getKey(), "", "is missing");
      }
    }
    if (!any) {
      found.notComputed("summary.md", "all", 0, "the study has not ended");
    }
    found.notComputed("report.html", "all", 0, "a page of the same figures: report writes it");
  }
}
