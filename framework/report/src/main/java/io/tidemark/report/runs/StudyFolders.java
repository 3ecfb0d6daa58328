package io.tidemark.report.runs;

import io.tidemark.report.file.ResultsException;
import io.tidemark.report.store.StoredResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Folders of studies below a folder. Their runs without the study are a list of systems that lacks
 * its question, its blocks and the difference between warm-up and measured runs.
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
