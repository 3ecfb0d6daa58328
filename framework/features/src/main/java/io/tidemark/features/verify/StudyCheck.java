package io.tidemark.features.verify;

import io.tidemark.features.study.StudyEnd.Answered;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.MatrixAxis.MatrixPaths;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.runs.StudyEntry.State;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.store.StoredResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether a study has all runs of its plan and no others, and its answer follows from them. */
final class StudyCheck {
  private static final int NOT_NUMBERS = 2;

  private final Path folder;
  private final Verification found;
  private final StoredStudy study;

  /** The files of the first run of each combination: those of all its runs. */
  private final Map<List<Object>, RunResult> first = new HashMap<>();

  /** Values of keys of the matrix, with those of the stored workload, by workload and key. */
  private final Map<List<String>, Map<String, String>> varied = new HashMap<>();

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
    given();
    Set<String> known = new HashSet<>();
    for (int i = 0; i < study.runs().size(); i++) {
      StudyEntry run = study.runs().get(i);
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

  /** What the study file says and no run shows. */
  private void given() {
    List<String> fields =
        List.of(
            "description",
            "source",
            "file",
            "inputs",
            "environments[].driver",
            "environments[].facts",
            "environments[].limits",
            "references",
            "seed",
            "coolDownSeconds",
            "freshBrokers",
            "retries",
            "blocks",
            "runs[].repeated",
            "runs[].seconds",
            "runs[].written");
    for (String each : fields) {
      found.notComputed(StoredStudy.FILE, each, 1, "given to the command, or observed by it");
    }
    if (study.environments().stream().map(Environment::name).distinct().count()
        < study.environments().size()) {
      found.wrong(StoredStudy.FILE, "environments", "a name is there twice");
    }
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
      for (Environment environment : study.environments()) {
        for (String workload : study.workloads()) {
          for (Map<String, String> cell : cells) {
            planned(StudyEntry.pending(environment.name(), workload, cell, block));
          }
        }
      }
    }
  }

  private void planned(StudyEntry each) {
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

  private static String name(StudyEntry run) {
    return run.load() + " on " + run.system();
  }

  private boolean requireThere(String field, String directory) {
    boolean there = Files.isDirectory(folder.resolve(directory));
    if (!there) {
      found.wrong(StoredStudy.FILE, field, "the run is left out: there is no " + directory);
    }
    return there;
  }

  private void done(int index, StudyEntry run, String directory) throws ResultsException {
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
    if (run.counts()) {
      same(field + "iteration", "" + run.iteration(), "" + result.identity().iteration());
      same(field + "environment", run.environment(), directory.replaceFirst("/.*", ""));
    }
    values(field, run, result);
    List<Object> combination = List.of(run.environment(), run.workload(), run.cell());
    RunResult other = first.putIfAbsent(combination, result);
    if (other != null) {
      String of = directory + "/" + RunDirectory.RESULT_FILE;
      FieldComparison.exact(found, of).maps("workload", result.workload(), other.workload());
      FieldComparison.exact(found, of).maps("driver", result.driver(), other.driver());
    }
  }

  /** The values of environment and matrix are in the files of the run. */
  private void values(String field, StudyEntry run, RunResult result) {
    for (Environment environment : study.environments()) {
      if (environment.name().equals(run.environment())) {
        Map<String, String> values = new LinkedHashMap<>(environment.set());
        run.cell()
            .forEach(
                (path, value) -> {
                  if (path.startsWith(MatrixPaths.DRIVER)) {
                    values.put(path.substring(MatrixPaths.DRIVER.length()), value);
                  }
                });
        values.forEach(
            (path, value) -> {
              String stored = at(result.driver(), path);
              boolean single = !value.matches("(?s)[\\[{*].*|null|~||.*\\$\\{.*");
              if (single && !stored.matches("(?s)[\\[{*].*") && order(value, stored) != 0) {
                found.differs(
                    StoredStudy.FILE,
                    field + "environment",
                    run.environment() + " with " + path + " = " + value,
                    "a run with " + (stored.isEmpty() ? "none" : stored));
              }
            });
      }
    }
    run.cell()
        .forEach(
            (path, value) -> {
              if (path.startsWith(MatrixPaths.WORKLOAD)) {
                String stored =
                    at(result.workload(), path.substring(MatrixPaths.WORKLOAD.length()));
                ordered(field + "cell." + path, List.of(run.workload(), path), value, stored);
              }
            });
  }

  /** Workloads are stored with their scale: only the order of the values is the same. */
  private void ordered(String field, List<String> key, String value, String stored) {
    if (stored.isEmpty()) {
      return; // In another form, such as minutes.
    }
    Map<String, String> known = varied.computeIfAbsent(key, any -> new LinkedHashMap<>());
    known.forEach(
        (otherValue, other) -> {
          int planned = order(value, otherValue);
          int done = order(stored, other);
          boolean numbers = planned != NOT_NUMBERS && done != NOT_NUMBERS;
          if (numbers ? planned != done : (planned == 0) != (done == 0)) {
            found.differs(StoredStudy.FILE, field, value, "other, as the workload has " + stored);
          }
        });
    known.putIfAbsent(value, stored);
  }

  /** As numbers; of other texts only whether they are the same. */
  private static int order(String one, String other) {
    try {
      return Double.compare(Double.parseDouble(one), Double.parseDouble(other));
    } catch (NumberFormatException e) {
      return one.equals(other) ? 0 : NOT_NUMBERS;
    }
  }

  /** The text at a path, as in {@code set}; empty if it leads nowhere. */
  private static String at(@Nullable Object node, String path) {
    if (path.isEmpty()) {
      return String.valueOf(node);
    } else if (node instanceof Map<?, ?> map) {
      return map.keySet().stream()
          .map(String::valueOf)
          .filter(key -> (path + ".").startsWith(key + "."))
          .max(Comparator.comparingInt(String::length))
          .map(key -> at(map.get(key), rest(path, key)))
          .orElse("");
    } else if (node instanceof List<?> list) {
      return list.stream()
          .filter(item -> (path + ".").startsWith(at(item, "name") + "."))
          .findFirst()
          .map(item -> at(item, rest(path, at(item, "name"))))
          .orElse("");
    }
    return String.valueOf(node)
        .lines()
        .map(line -> line.strip().split("\\s*[=:]\\s*", 2))
        .filter(property -> property.length == 2 && property[0].equals(path))
        .map(property -> property[1])
        .reduce("", (first, last) -> last);
  }

  private static String rest(String path, String step) {
    return path.substring(Math.min(path.length(), step.length() + 1));
  }

  private void same(String field, String stored, String computed) {
    if (stored.equals(computed)) {
      found.addSame();
    } else {
      found.differs(StoredStudy.FILE, field, stored, computed);
    }
  }

  /** Runs are carried out in their order: only the last ones can be missing. */
  private void open(int index, StudyEntry run) {
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
