package io.tidemark.model.workloadfile;

import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds and reads the files that payloads are made of. */
final class PayloadFiles {
  private static final int MAX_CORPUS_BYTES = 64 << 20;

  private final Problems problems;
  private final List<Path> folders;

  /**
   * @param workingDirectory where OMB looks
   * @param workloadFolder where the workload file is; its parent is looked in, too: the top of an
   *     installation, against which OMB's files are written
   */
  PayloadFiles(Problems problems, Path workingDirectory, Path workloadFolder) {
    this.problems = problems;
    this.folders =
        Stream.of(workingDirectory, workloadFolder, workloadFolder.getParent())
            .filter(Objects::nonNull)
            .map(Path::normalize)
            .distinct()
            .toList();
  }

  /** A file's bytes; empty when it cannot be read, which is then among the problems. */
  Optional<byte[]> body(String key, String file, SourceLocation mark) {
    Optional<Path> found = find(key, file, mark);
    return found.flatMap(path -> read(key, path, MAX_CORPUS_BYTES, mark));
  }

  /** Files, and the files of folders in the order of their names. */
  Optional<List<byte[]>> corpus(String key, List<String> names, SourceLocation mark) {
    List<Path> all = new ArrayList<>();
    for (String name : names) {
      Optional<Path> found = find(key, name, mark);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      List<Path> files =
          Files.isRegularFile(found.get()) ? List.of(found.get()) : files(found.get());
      if (files.isEmpty()) {
        problems.error(
            mark,
            key,
            "there is no file in it, got %s; allowed a file, or a folder with at least one file"
                .formatted(name));
        return Optional.empty();
      }
      all.addAll(files);
    }
    return all.isEmpty() ? Optional.empty() : readAll(key, all, mark);
  }

  private Optional<List<byte[]>> readAll(String key, List<Path> files, SourceLocation mark) {
    List<byte[]> bodies = new ArrayList<>();
    int left = MAX_CORPUS_BYTES;
    for (Path file : files) {
      Optional<byte[]> body = read(key, file, left, mark);
      if (body.isEmpty()) {
        return Optional.empty();
      }
      left -= body.get().length;
      bodies.add(body.get());
    }
    return Optional.of(bodies);
  }

  private static List<Path> files(Path folder) {
    if (!Files.isDirectory(folder)) { // To open a pipe would block.
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      return List.of(); // The caller says that there is no file in it.
    }
  }

  /** Where a file is; empty when there is none, which is then among the problems. */
  Optional<Path> find(String key, String file, SourceLocation mark) {
    try {
      for (Path folder : folders) {
        Path path = folder.resolve(file);
        if (Files.exists(path)) {
          return Optional.of(path);
        }
      }
    } catch (InvalidPathException e) {
      // Reported below: no such file can exist.
    }
    problems.error(
        mark,
        key,
        "there is no such file, got %s; looked in %s"
            .formatted(file, String.join(", ", folders.stream().map(Path::toString).toList())));
    return Optional.empty();
  }

  private Optional<byte[]> read(String key, Path file, int maxBytes, SourceLocation mark) {
    try {
      return Optional.of(InputFiles.bytes(file, maxBytes));
    } catch (IOException e) {
      problems.error(
          mark, key, "cannot read the file: " + e.getMessage() + ", got " + file.getFileName());
      return Optional.empty();
    }
  }
}
