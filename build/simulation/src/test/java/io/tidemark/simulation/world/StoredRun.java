package io.tidemark.simulation.world;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.Workload;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.verdict.Criteria;
import io.tidemark.verdict.VerdictRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Writes a result, reads it again and judges it again: all must be as before. */
final class StoredRun {
  private StoredRun() {}

  static List<String> problems(RunResult result, Workload workload, Path folder)
      throws IOException {
    List<String> problems = new ArrayList<>();
    Path results = folder.resolve("results");
    try {
      Path directory = RunDirectory.write(results, result, Map.of(), ZoneOffset.UTC);
      RunResult read = RunDirectory.judged(directory, RunDirectory.read(directory));
      Verdict again = VerdictRules.judge(read, workload, Criteria.fromWorkload(workload));
      if (!again.equals(result.verdict())) {
        problems.add("judged again: " + again + "\n  first " + result.verdict());
      }
      if (!inFiles(read.counts()).equals(inFiles(result.counts()))) {
        problems.add("read again: counts " + read.counts() + "\n  written " + result.counts());
      }
    } catch (ResultsException | RuntimeException e) {
      problems.add("stored and read again: " + e);
    }
    remove(results);
    return problems;
  }

  /** Without what files have in microseconds. */
  private static Counters inFiles(Counters counts) {
    return counts
        .with(Counter.UNSTAMPED_ERROR_NANOS, 0)
        .with(Counter.UNSTAMPED_WORST_ERROR_NANOS, 0);
  }

  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
