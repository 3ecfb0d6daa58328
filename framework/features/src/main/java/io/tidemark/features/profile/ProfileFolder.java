package io.tidemark.features.profile;

import io.tidemark.features.profile.stack.ProfileFile;
import io.tidemark.report.file.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The profiles of a run, until they are copied to its directory. */
public final class ProfileFolder implements AutoCloseable {
  private final Path parent;
  private Optional<Path> folder = Optional.empty();

  /**
   * @param parent exists; large files have room there
   */
  public ProfileFolder(Path parent) {
    this.parent = parent;
  }

  /** The folder, which exists then, and which only this user can read. */
  synchronized Path path() throws IOException {
    if (folder.isEmpty()) {
      folder = Optional.of(Files.createTempDirectory(parent, ".recording-profile"));
    }
    return folder.get();
  }

  /** Complete files, by their names in the directory of the run. */
  public synchronized Map<String, Path> files() throws IOException {
    Map<String, Path> found = new TreeMap<>();
    if (folder.isPresent()) {
      try (Stream<Path> files = Files.list(folder.get())) {
        files
            .filter(file -> !file.toString().endsWith(".part"))
            .forEach(file -> found.put(ProfileFile.FOLDER + "/" + file.getFileName(), file));
      }
    }
    return found;
  }

  @Override
  public synchronized void close() throws IOException {
    if (folder.isPresent()) {
      ResultFiles.delete(folder.get());
    }
  }
}
