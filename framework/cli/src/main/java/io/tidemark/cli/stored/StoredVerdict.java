package io.tidemark.cli.stored;

import io.tidemark.base.UsageException;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.finish.PriceModel;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.Workload.TrafficClass;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.verdict.Criteria;
import io.tidemark.verdict.VerdictRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    return PriceModel.priced(
        judged.withVerdict(VerdictRules.judge(judged, planned, Criteria.fromWorkload(criterial))));
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
