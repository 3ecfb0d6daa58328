package io.tidemark.features.verify;

import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.StudyFolders;
import io.tidemark.report.store.StoredResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds what can be verified in a folder. */
public final class StoredChecks {
  private StoredChecks() {}

  /**
   * Verifies a run, a study, or each of them below a folder.
   *
   * @throws ResultsException if there is none, or one cannot be read
   */
  public static List<Verification> of(Path source) throws ResultsException {
    if (StoredStudy.read(source).isPresent()) {
      return List.of(study(source));
    }
    List<Verification> all = new ArrayList<>();
    StudyFolders studies = StudyFolders.below(source);
    for (Path study : studies.folders()) {
      all.add(study(study));
    }
    for (Path run : runs(source)) {
      if (studies.folders().stream().noneMatch(run::startsWith)) {
        Verification found = new Verification(run);
        RunCheck.verify(run, "", found);
        all.add(found);
      }
    }
    if (all.isEmpty()) {
      throw StoredResults.nothing(source, List.of());
    }
    return all;
  }

  private static Verification study(Path folder) throws ResultsException {
    Verification found = new Verification(folder);
    new StudyCheck(folder, found).verify();
    return found;
  }

  private static List<Path> runs(Path source) throws ResultsException {
    try {
      return Files.isDirectory(source)
          ? StoredResults.resultFiles(source).stream().map(file -> file.resolveSibling("")).toList()
          : List.of(source.toAbsolutePath().resolveSibling(""));
    } catch (IOException e) {
      throw ResultsException.reading(source, e);
    }
  }
}
