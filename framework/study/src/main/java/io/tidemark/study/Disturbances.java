package io.tidemark.study;

import io.tidemark.model.result.RunResult;
import io.tidemark.report.runs.DisturbedRuns;
import io.tidemark.report.runs.StudyRun;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Which runs of a study other processes disturbed. Each stored run is read once. */
final class Disturbances {
  private final Path folder;
  private final Map<String, Boolean> known = new HashMap<>();

  Disturbances(Path folder) {
    this.folder = folder;
  }

  /** Whether a run was disturbed, and most of those that are done were not. */
  boolean isException(List<StudyRun> all, RunResult run) throws IOException {
    if (DisturbedRuns.of(run).findAny().isEmpty()) {
      return false;
    }
    List<String> done =
        all.stream()
            .filter(StudyRun::counts)
            .flatMap(
                each ->
                    Stream.concat(each.repeated().stream(), Stream.ofNullable(each.directory())))
            .toList();
    int disturbed = 1;
    for (String directory : done) {
      disturbed += wasDisturbed(directory) ? 1 : 0;
    }
    return DisturbedRuns.areExceptions(disturbed, done.size() + 1L);
  }

  private boolean wasDisturbed(String directory) throws IOException {
    Boolean before = known.get(directory);
    if (before == null) {
      Path stored = folder.resolve(directory);
      before =
          Files.isDirectory(stored)
              && DisturbedRuns.of(RunDirectory.read(stored)).findAny().isPresent();
      known.put(directory, before);
    }
    return before;
  }
}
