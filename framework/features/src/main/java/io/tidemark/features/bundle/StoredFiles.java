package io.tidemark.features.bundle;

import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultFiles.Content;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.file.RunNames;
import io.tidemark.report.omb.OmbCsv;
import io.tidemark.report.omb.OmbResultFile;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.store.StoredResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of a stored run, with OMB's file beside it, or of a folder with runs or a study.
 *
 * @param folder of the run, the runs or the study
 * @param files by their paths in a bundle
 */
record StoredFiles(Path folder, Map<String, Path> files) {

  /**
   * @throws ResultsException if there are no runs, or one cannot be read
   */
  static StoredFiles of(Path source) throws ResultsException {
    Path folder = source.toAbsolutePath().normalize();
    try {
      boolean run = Files.exists(folder.resolve(RunDirectory.RESULT_FILE));
      List<Path> results =
          Files.isDirectory(folder) ? StoredResults.resultFiles(folder) : List.of();
      for (Path result : results) {
        RunDirectory.read(result); // Says what is wrong with it.
      }
      if (results.isEmpty()) {
        throw StoredResults.nothing(source, List.of());
      }
      Map<String, Path> files = new TreeMap<>();
      try (Stream<Path> all = Files.walk(folder)) {
        all.filter(Files::isRegularFile)
            .filter(file -> !ResultFiles.isTemporary(file) && !file.endsWith(".lock"))
            .forEach(file -> put(files, folder, file));
      }
      if (run) {
        for (Path omb : OmbCsv.jsonFiles(folder.resolveSibling(""))) {
          if (RunNames.isOfOneRun(folder, omb)) {
            put(files, folder, omb);
            put(files, folder, OmbResultFile.marker(omb));
          }
        }
      }
      return new StoredFiles(folder, files);
    } catch (IOException e) {
      throw ResultsException.reading(folder, e);
    }
  }

  private static void put(Map<String, Path> files, Path folder, Path file) {
    if (Files.isRegularFile(file)) {
      String name = folder.resolveSibling("").relativize(file).toString();
      files.put(name.replace('\\', '/'), file);
    }
  }

  String name() {
    return String.valueOf(folder.getFileName());
  }

  Map<String, Content> contents() {
    Map<String, Content> contents = new TreeMap<>();
    files.forEach((name, file) -> contents.put(name, out -> Files.copy(file, out)));
    return contents;
  }
}
