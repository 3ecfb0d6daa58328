package io.tidemark.report.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.omb.OmbCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Finds stored runs: run directories, and files in OMB's format. */
public final class StoredResults {
  /** Folders of a study lie a few levels deep. */
  private static final int DEPTH = 6;

  /** Receives what is found, in the order of the paths. */
  public interface Visitor {
    void run(Path directory, RunResult run) throws IOException;

    void omb(Path file, JsonNode result);

    /** A file that is no result. */
    void other(Path file, String why);
  }

  private StoredResults() {}

  /**
   * Reads a run directory, all run directories below a folder, a file in OMB's format, or, where a
   * folder has no run directories, the files in OMB's format directly in it.
   *
   * @throws ResultsException if a file cannot be read
   */
  public static void visit(Path source, Visitor visitor) throws ResultsException {
    try {
      for (Path file : files(source)) {
        if (file.endsWith(RunDirectory.RESULT_FILE)) {
          visitor.run(file.toAbsolutePath().resolveSibling(""), RunDirectory.read(file));
        } else {
          omb(file, visitor);
        }
      }
    } catch (IOException e) {
      throw ResultsException.reading(source, e);
    }
  }

  private static List<Path> files(Path source) throws IOException {
    if (!Files.isDirectory(source)) {
      return List.of(source);
    }
    List<Path> own = resultFiles(source);
    return own.isEmpty() ? OmbCsv.jsonFiles(source) : own;
  }

  /** The {@code result.json} of each run directory at or below a folder, sorted. */
  public static List<Path> resultFiles(Path folder) throws IOException {
    try (Stream<Path> below = Files.walk(folder, DEPTH)) {
      return below
          .filter(file -> file.endsWith(RunDirectory.RESULT_FILE))
          .filter(file -> !isUnfinished(folder.relativize(file)))
          .filter(file -> !isOfClass(folder, file))
          .sorted()
          .toList();
    }
  }

  /** In a folder that a process has left that was killed while it wrote. */
  private static boolean isUnfinished(Path file) {
    return StreamSupport.stream(file.spliterator(), false).anyMatch(ResultFiles::isTemporary);
  }

  /** A class of a run in the folder, which is not a run by itself. */
  private static boolean isOfClass(Path folder, Path file) {
    Path relative = folder.relativize(file);
    int names = relative.getNameCount();
    return names >= 3
        && relative.getName(names - 3).toString().equals(ClassResult.FOLDER)
        && Files.exists(file.resolve("../../../" + RunDirectory.RESULT_FILE).normalize());
  }

  private static void omb(Path file, Visitor visitor) throws IOException {
    try {
      InputFiles.requireRegular(file);
      JsonNode tree = ReportFormats.JSON.readTree(Files.readAllBytes(file));
      if (OmbCsv.isResult(tree)) {
        visitor.omb(file, tree);
      } else {
        visitor.other(file, "not a result in OMB's format");
      }
    } catch (JsonProcessingException e) {
      visitor.other(file, ResultsException.reason(e));
    }
  }

  /** The error where no run can be used. */
  public static ResultsException nothing(Path source, List<String> leftOut) {
    return new ResultsException(
        source,
        "no usable run in "
            + source
            + (leftOut.isEmpty()
                ? ": neither run directories nor files in OMB's format"
                : ": left out " + String.join("; ", leftOut)));
  }

  /** The name of a folder. */
  public static String label(Path source) {
    Path name = source.toAbsolutePath().normalize().getFileName();
    return name == null ? source.toString() : name.toString();
  }
}
