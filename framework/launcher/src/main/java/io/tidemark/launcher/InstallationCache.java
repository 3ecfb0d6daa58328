package io.tidemark.launcher;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Unpacked installations in one folder, each under the name of its content. Processes that start
 * together share a lock; an installation appears as a whole.
 *
 * @param messages takes what the user should know
 */
record InstallationCache(Path folder, Consumer<String> messages) {
  private static final String UNFINISHED = ".unpacking-";
  private static final int LOCK_ATTEMPTS = 3000;
  private static final int ATTEMPT_MILLIS = 100;
  private static final long MEGABYTE = 1_000_000;

  /**
   * The folder with the jar's installation: unpacked if it is missing, repaired if it was changed.
   *
   * @throws IOException if the cache cannot be used
   */
  Path installation(JarContent content) throws IOException, InterruptedException {
    Path home = folder.resolve(content.name());
    if (content.isWholeIn(home)) {
      return home;
    }
    Files.createDirectories(folder);
    try (FileChannel channel = lockFile();
        FileLock lock = lock(channel)) {
      if (Files.isDirectory(home)) {
        repair(content, home);
      } else {
        unpack(content, home);
      }
    }
    return home;
  }

  private FileChannel lockFile() throws IOException {
    return FileChannel.open(
        folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private FileLock lock(FileChannel channel) throws IOException, InterruptedException {
    for (int attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return lock;
      }
      Thread.sleep(ATTEMPT_MILLIS);
    }
    throw new IOException(
        String.format(
            Locale.ROOT,
            "another process has held the lock .lock for %d s",
            LOCK_ATTEMPTS * ATTEMPT_MILLIS / 1000));
  }

  /** Another process may have repaired or unpacked it meanwhile: then nothing is missing. */
  private void repair(JarContent content, Path home) throws IOException {
    int files = content.writeMissing(home);
    if (files > 0) {
      messages.accept(
          String.format(Locale.ROOT, "restored missing or changed files in %s: %d", home, files));
    }
  }

  private void unpack(JarContent content, Path home) throws IOException {
    removeUnfinished();
    messages.accept(
        String.format(
            Locale.ROOT,
            "unpacking %d MB to %s (only this time) ...",
            content.bytes() / MEGABYTE,
            home));
    Path unfinished = folder.resolve(UNFINISHED + home.getFileName());
    try {
      content.writeMissing(unfinished);
      Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      removeUnfinished();
      throw e;
    }
  }

  /** What a process that was killed has left. The lock is held. */
  private void removeUnfinished() throws IOException {
    List<Path> left;
    try (Stream<Path> files = Files.list(folder)) {
      left = files.filter(file -> file.getFileName().toString().startsWith(UNFINISHED)).toList();
    }
    for (Path each : left) {
      delete(each);
    }
  }

  private static void delete(Path tree) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(tree)) {
      files = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
