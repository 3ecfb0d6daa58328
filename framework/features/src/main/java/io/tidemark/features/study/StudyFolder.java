package io.tidemark.features.study;

import io.tidemark.base.UsageException;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.file.RunNames;
import io.tidemark.report.omb.OmbResultFile;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.StudyBlocks;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.runs.StudyEntry.State;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.runs.run.Results;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The results of a study. {@code study.json} is written after each step, so that a study continues
 * where it was interrupted. Locked while it is open. Not thread-safe.
 */
public final class StudyFolder implements Closeable {
  private static final String LOCK = ".lock";

  /** Not a name of an environment. */
  private static final String WARM_UP = ".warm-up";

  private final Path folder;
  private final FileChannel lock;
  private final ReportedRuns.Reader reader;

  /** Figures of the runs that are done, by their directories: each run is read once. */
  private final Map<Path, ReportedRun> figures = new HashMap<>();

  private StoredStudy study;

  private StudyFolder(
      Path folder, FileChannel lock, ReportedRuns.Reader reader, StoredStudy study) {
    this.folder = folder;
    this.lock = lock;
    this.reader = reader;
    this.study = study;
  }

  /**
   * Where the results of a study are or will be: the newest of {@code NAME}, {@code NAME-2}, ...
   *
   * @param restart a folder that does not exist yet
   */
  public static Path locate(Path results, String name, boolean restart) {
    Path newest = results.resolve(name);
    Path next = newest;
    for (int i = 2; Files.exists(next); i++) {
      newest = next;
      next = results.resolve(name + "-" + i);
    }
    return restart ? next : newest;
  }

  /**
   * What a folder has of a study; empty if it has nothing, or only what a process has left that was
   * killed before it had written {@code study.json}.
   *
   * @throws UsageException if it has something else, or the study was another one
   */
  public static Optional<StoredStudy> read(Path folder, StudySuite suite) throws IOException {
    Optional<StoredStudy> stored = StoredStudy.read(folder);
    if (stored.isEmpty() && Files.exists(folder) && !isFree(folder)) {
      throw new UsageException(
          folder
              + " exists and has no "
              + StoredStudy.FILE
              + "; move it away, or start in another folder with --restart");
    }
    stored.ifPresent(study -> requireSame(folder, study, suite));
    return stored;
  }

  private static boolean isFree(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.allMatch(file -> file.endsWith(LOCK) || ResultFiles.isTemporary(file));
    }
  }

  private static void requireSame(Path folder, StoredStudy stored, StudySuite suite) {
    List<String> changed = new ArrayList<>();
    TreeSet<String> files = new TreeSet<>(stored.inputs().keySet());
    files.addAll(suite.inputs().keySet());
    for (String file : files) {
      if (!Objects.equals(stored.inputs().get(file), suite.inputs().get(file))) {
        changed.add(file);
      }
    }
    if (!changed.isEmpty()) {
      throw new UsageException(
          "changed since %s was begun: %s; its runs are not comparable with new ones. Undo the change,"
                  .formatted(folder, String.join(", ", changed))
              + " or start again in a new folder with --restart");
    }
  }

  /** Makes the folder or continues in it; an interrupted run is discarded. */
  public static StudyFolder open(Path folder, StudySuite suite) throws IOException {
    return open(
        folder, suite, directory -> ReportedRun.of(directory, RunDirectory.read(directory)));
  }

  static StudyFolder open(Path folder, StudySuite suite, ReportedRuns.Reader reader)
      throws IOException {
    RunDirectory.requireWritable(folder);
    FileChannel lock = lock(folder);
    try {
      StoredStudy stored = read(folder, suite).orElseGet(suite::initial);
      StudyFolder open = new StudyFolder(folder, lock, reader, stored);
      open.discardInterrupted();
      open.study.write(folder);
      return open;
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static FileChannel lock(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Held in this process: the same.
    }
    channel.close();
    throw new UsageException("another process runs the study of " + folder);
  }

  /** Its files, and what it recorded, are of no use: the run is repeated. */
  private void discardInterrupted() throws IOException {
    for (int i = 0; i < study.runs().size(); i++) {
      StudyEntry run = study.runs().get(i);
      if (run.state() == State.RUNNING) {
        for (String file : run.written()) {
          ResultFiles.delete(folder.resolve(file));
          ResultFiles.delete(OmbResultFile.marker(folder.resolve(file)));
        }
        if (run.written().isEmpty()) {
          deleteUnrecorded(run);
        }
        study = study.with(i, run.in(State.PENDING));
      }
    }
    new Results(folder, Optional.empty()).deleteRemains();
    for (StudyEntry run : study.runs()) {
      results(run).deleteRemains();
    }
  }

  /**
   * What the run had written when the process was killed, before {@code study.json} named it: it is
   * newer than that file, which is written when a run begins. Results of other runs are newer only
   * if the clock was set back; they stay.
   */
  private void deleteUnrecorded(StudyEntry run) throws IOException {
    Path place = results(run).directory();
    if (!Files.isDirectory(place)) {
      return;
    }
    FileTime begun = Files.getLastModifiedTime(folder.resolve(StoredStudy.FILE));
    List<Path> written;
    try (Stream<Path> files = Files.list(place)) {
      written = files.filter(StudyFolder::isResult).toList();
    }
    for (Path each : written) {
      if (Files.getLastModifiedTime(each).compareTo(begun) > 0 && !isRecorded(each)) {
        ResultFiles.delete(each);
      }
    }
  }

  /** Whether a run that is over wrote it; a file in OMB's format has the time of its directory. */
  private boolean isRecorded(Path result) {
    Stream<String> directories =
        study.runs().stream()
            .flatMap(
                run -> Stream.concat(Stream.ofNullable(run.directory()), run.repeated().stream()));
    return Files.isDirectory(result)
        ? directories.anyMatch(each -> folder.resolve(each).equals(result))
        : directories.anyMatch(each -> RunNames.isOfOneRun(Path.of(each), result));
  }

  /**
   * A run's directory, or a file in OMB's format. The directory may have no result: a process was
   * killed while it deleted it.
   */
  private static boolean isResult(Path file) {
    return Files.exists(file.resolve(RunDirectory.RESULT_FILE))
        || (Files.isDirectory(file) && RunNames.isDirectory(file))
        || (Files.isRegularFile(file) && file.toString().endsWith(".json"));
  }

  /** Where the result of a run belongs. */
  Results results(StudyEntry run) {
    Path place = run.counts() ? folder : folder.resolve(WARM_UP);
    return new Results(place.resolve(run.environment()), Optional.empty());
  }

  Path path() {
    return folder;
  }

  StoredStudy study() {
    return study;
  }

  /** The figures of a run that is done. */
  ReportedRun figures(Path directory) throws ResultsException {
    Path key = directory.toAbsolutePath().normalize();
    ReportedRun known = figures.get(key);
    if (known == null) {
      known = reader.read(directory);
      figures.put(key, known);
    }
    return known;
  }

  /** Returns all runs that count. */
  ReportedRuns figures() throws ResultsException {
    return ReportedRuns.ofStudy(folder, study, this::figures);
  }

  /** Returns all runs that have a result, also repeated ones, without the warm-up. */
  List<ReportedRun> figuresWithRepeated() throws ResultsException {
    List<ReportedRun> all = new ArrayList<>();
    for (StudyEntry run : study.runs()) {
      List<String> directories = new ArrayList<>(run.repeated());
      Stream.ofNullable(run.directory()).forEach(directories::add);
      for (String each : directories) {
        Path directory = folder.resolve(each);
        if (run.counts() && Files.isDirectory(directory)) {
          all.add(figures(directory));
        }
      }
    }
    return all;
  }

  /** A step is done. */
  void update(int index, StudyEntry run) throws ResultsException {
    study = study.with(index, run);
    study.write(folder);
  }

  /** A block is added. */
  void add(List<StudyEntry> block) throws ResultsException {
    study = study.withBlock(block);
    study.write(folder);
  }

  /** Another state of the blocks. */
  void update(StudyBlocks blocks) throws ResultsException {
    study = study.withBlocks(blocks);
    study.write(folder);
  }

  /** Limits of an environment have been measured. */
  void update(String environment, List<StoredStudy.Figure> limits) throws ResultsException {
    study = study.withLimits(environment, limits);
    study.write(folder);
  }

  /** Relative to the folder. */
  String relative(Path file) {
    return folder.toAbsolutePath().relativize(file.toAbsolutePath()).toString();
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
