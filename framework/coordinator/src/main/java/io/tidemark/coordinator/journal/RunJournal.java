package io.tidemark.coordinator.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stores samples and telemetry of a run in a folder, one file of JSON lines for each kind, so that
 * memory use does not grow with the length of the run and a killed run leaves its data. The result
 * reads from it: it must stay open until the result has been written. Used by one thread.
 */
public final class RunJournal implements AutoCloseable {
  private static final String KEPT = ".kept-";

  private Optional<Path> folder;
  private final List<JournalFile<?>> files = new ArrayList<>();
  private final List<RunJournal> parts = new ArrayList<>();
  private boolean kept;

  private RunJournal(Optional<Path> folder) {
    this.folder = folder;
  }

  /** Keeps everything in memory: for short runs. */
  public static RunJournal inMemory() {
    return new RunJournal(Optional.empty());
  }

  /**
   * Makes the folder, which {@link #close} removes unless it is to be kept.
   *
   * @throws IOException if it cannot be made or is there already
   */
  public static RunJournal in(Path folder) throws IOException {
    Files.createDirectories(folder.toAbsolutePath().getParent());
    return new RunJournal(Optional.of(Files.createDirectory(folder)));
  }

  public <T> AppendLog<T> log(String name, Class<T> type) {
    if (folder.isEmpty()) {
      return AppendLog.inMemory();
    }
    JournalFile<T> file = JournalFile.create(folder.get().resolve(name + ".jsonl"), type);
    files.add(file);
    return file;
  }

  /** The journal of a part of the run, which is kept or removed with this one. */
  public RunJournal part(String name) throws IOException {
    RunJournal part =
        folder.isEmpty() ? inMemory() : new RunJournal(Optional.of(folder.get().resolve(name)));
    if (part.folder.isPresent()) {
      Files.createDirectories(part.folder.get());
    }
    parts.add(part);
    return part;
  }

  /** Lost entries, one line for each file. */
  public List<String> damages() {
    return files.stream().flatMap(file -> file.damage().stream()).toList();
  }

  /**
   * The files stay when this is closed: they are all there is of a run. The folder gets another
   * name, if the disk permits it, so that it is not removed as the remains of a killed process.
   *
   * @return where they are, as the end of a message; empty if everything is in memory
   */
  public String keep() {
    if (!kept) {
      kept = true;
      folder = folder.map(RunJournal::renamed);
    }
    return folder.map(each -> "; the recorded data is kept in " + each).orElse("");
  }

  private static Path renamed(Path folder) {
    String name = KEPT + String.valueOf(folder.getFileName()).replaceFirst("^\\.", "");
    try {
      return Files.move(folder, folder.resolveSibling(name));
    } catch (IOException e) {
      return folder;
    }
  }

  /** Where the files are; empty when everything is in memory. */
  public Optional<Path> folder() {
    return folder;
  }

  /**
   * Removes the files, or only closes them if they are to be kept; a result that reads from them
   * cannot be read any more.
   */
  @Override
  public void close() throws IOException {
    for (RunJournal part : parts) {
      part.kept |= kept;
      part.close();
    }
    for (JournalFile<?> file : files) {
      if (kept) {
        file.close();
      } else {
        file.delete();
      }
    }
    if (folder.isPresent() && !kept) {
      Files.deleteIfExists(folder.get());
    }
  }
}
