package io.tidemark.cli.stored;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.StoredSource;
import io.tidemark.cli.process.InputFile;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.model.metric.AddedParts;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.Workload.TrafficClass;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.text.VerdictText.VerdictJson;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.verdict.Criteria;
import io.tidemark.verdict.VerdictRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Judges stored runs again. */
@Command(
    name = "verdict",
    description = {
      "Computes the verdict of stored runs and prints it with objectives and"
          + " findings. Stored files are not changed.",
      "The exit code is that of a run with this verdict; 2 if a run cannot be judged."
    })
public final class VerdictCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      converter = StoredSource.class,
      description = "Run directories, or bundles of runs.")
  private List<Path> directories;

  @Option(
      names = "--workload",
      converter = InputFile.class,
      paramLabel = "FILE",
      description =
          "Uses thresholds, objectives and question of this workload file, also those of its"
              + " classes, instead of those of the run. Nothing else of the file is used.")
  private Optional<Path> workloadFile = Optional.empty();

  @Option(names = "--json", description = "Prints JSON: one object for each run.")
  private boolean json;

  @Mixin private HelpOption help;

  /** A run with its new verdict. */
  private record Judged(Path directory, RunResult run, Ending ending) {
    ExitCode code() {
      return ending == Ending.INTERRUPTED ? ExitCode.INTERRUPTED : ExitCode.of(run.verdict());
    }
  }

  @Override
  public Integer call() {
    Optional<Workload> criteria =
        workloadFile.map(file -> WorkloadReader.read(file, ReadOptions.ofProcess(false)));
    List<Judged> judged = new ArrayList<>();
    for (Path directory : directories) {
      judged.add(judge(directory, criteria));
    }
    print(judged, ProcessConsole.open(false));
    return judged.stream().map(Judged::code).reduce(ExitCode.OK, ExitCode::worse).code();
  }

  private static Judged judge(Path directory, Optional<Workload> criteria) {
    try {
      RunResult run = new StoredVerdict(directory, criteria).judge();
      return new Judged(directory, run, run.verdictInputs().ending());
    } catch (ResultsException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private void print(List<Judged> judged, Console console) {
    if (json) {
      console.print(
          VerdictJson.of(
              judged.stream()
                  .map(each -> VerdictJson.Run.of(each.directory(), each.run()))
                  .toList()));
      return;
    }
    workloadFile.ifPresent(
        file -> console.note("Thresholds, objectives and question are those of " + file + "."));
    for (Judged each : judged) {
      console.print(RunDocument.ofVerdict(each.run(), List.of(each.directory())));
    }
  }

  /**
   * The verdict of a stored run by the criteria of a workload: its own, or another one. Traffic
   * classes are judged as the separate runs that they are.
   *
   * @param directory of the run
   * @param criteria the other workload; empty for that of the run
   */
  record StoredVerdict(Path directory, Optional<Workload> criteria) {

    /** The run with its new verdict. */
    RunResult judge() throws ResultsException {
      RunResult run = RunDirectory.judged(directory, RunDirectory.read(directory));
      Workload planned = planned(directory, run);
      Workload criterial = criteria.orElse(planned);
      List<ClassResult> classes = classes(run, criterial);
      RunResult judged = run.with(RunResult.CLASSES, classes);
      return AddedParts.toJudged(
          judged.withVerdict(
              VerdictRules.judge(judged, planned, Criteria.fromWorkload(criterial))));
    }

    private static Workload planned(Path directory, RunResult run) {
      return WorkloadReader.stored(directory + ", workload", run.workload());
    }

    /** Those that the criteria do not name keep their verdict. */
    private List<ClassResult> classes(RunResult run, Workload criterial) throws ResultsException {
      List<String> names = run.classes().stream().map(ClassResult::name).toList();
      for (TrafficClass each : criterial.classes()) {
        if (!names.contains(each.name())) {
          throw new UsageException(
              "class "
                  + each.name()
                  + " of the workload is not in "
                  + directory
                  + "; allowed "
                  + (names.isEmpty() ? "a workload without classes" : String.join(", ", names)));
        }
      }
      List<ClassResult> judged = new ArrayList<>();
      for (ClassResult each : run.classes()) {
        Optional<TrafficClass> by = criterial.trafficClass(each.name());
        judged.add(by.isEmpty() ? each : each.withVerdict(verdict(each, by.get().workload())));
      }
      return judged;
    }

    private Verdict verdict(ClassResult of, Workload criterial) throws ResultsException {
      Path run =
          Files.isDirectory(directory) ? directory : directory.toAbsolutePath().resolveSibling("");
      Path folder = run.resolve(of.folder());
      RunResult stored = RunDirectory.judged(folder, RunDirectory.read(folder));
      return VerdictRules.judge(stored, planned(folder, stored), Criteria.fromWorkload(criterial));
    }
  }
}
