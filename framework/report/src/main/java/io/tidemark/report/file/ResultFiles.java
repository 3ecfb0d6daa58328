package io.tidemark.report.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Writes files and folders atomically: also after a crash of the machine a file is whole or absent.
 */
public final class ResultFiles {
  private static final int MOST_SUFFIXES = 1_000;
  private static final String TEMPORARY = ".tmp";

  /** Writes one file's content. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;

    static Content text(String text) {
      return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    default Content then(Content next) {
      return out -> {
        writeTo(out);
        next.writeTo(out);
      };
    }
  }

  private ResultFiles() {}

  /**
   * Writes a folder under a temporary name and renames it at the end.
   *
   * @param files by their names, or paths with slashes in the folder
   * @param last adds what depends on all of them
   * @return where it is: {@code name}, with {@code -2}, {@code -3}, ... if that was taken
   */
  public static Path writeDirectory(
      Path parent, String name, Map<String, Content> files, Filling last) throws IOException {
    Files.createDirectories(parent);
    Path temporary = temporary(parent, name);
    try {
      Files.createDirectory(temporary);
      for (Map.Entry<String, Content> file : files.entrySet()) {
        Path target = temporary.resolve(file.getKey());
        Files.createDirectories(target.resolveSibling(""));
        writeSafely(target, file.getValue());
      }
      last.fill(temporary);
      return moveToFreeName(temporary, parent, name, "", folder -> {});
    } catch (IOException | RuntimeException e) {
      deleteAfter(e, temporary);
      throw e;
    }
  }

  /** Fills a folder. */
  public interface Filling {
    void fill(Path folder) throws IOException;
  }

  /**
   * Fills a folder under a temporary name and renames it at the end.
   *
   * @throws FileAlreadyExistsException if the folder exists
   */
  public static void writeNewFolder(Path target, Filling content) throws IOException {
    Path absolute = target.toAbsolutePath().normalize();
    Path parent = absolute.resolveSibling("");
    Files.createDirectories(parent);
    Path temporary = temporary(parent, String.valueOf(absolute.getFileName()));
    try {
      Files.createDirectory(temporary);
      content.fill(temporary);
      Files.move(temporary, absolute);
    } catch (IOException | RuntimeException e) {
      deleteAfter(e, temporary);
      throw e;
    }
  }

  /** Makes the folder and a file in it, and removes the file. */
  public static void requireWritable(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path probe = temporary(folder, "probe");
    Files.createFile(probe);
    Files.deleteIfExists(probe);
  }

  /** Whether {@link #replaceFile} can work. */
  public static void requireReplaceable(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "it is a folder");
    }
    if (!Files.exists(file) || Files.isRegularFile(file)) {
      requireWritable(targetOf(file).resolveSibling(""));
    }
  }

  /** Prepares something for a file before it is there. */
  public interface Preparation {
    void before(Path file) throws IOException;
  }

  /** Writes one file with an ending, for example {@code .json}, as {@link #writeDirectory} does. */
  public static Path writeNewFile(Path parent, String name, String ending, Content content)
      throws IOException {
    return writeNewFile(parent, name, ending, content, file -> {});
  }

  /**
   * The same for a file that must not be there without something beside it.
   *
   * @param first called with the name of the file just before it is there
   */
  public static Path writeNewFile(
      Path parent, String name, String ending, Content content, Preparation first)
      throws IOException {
    Files.createDirectories(parent);
    Path temporary = temporary(parent, name);
    try {
      writeSafely(temporary, content);
      return moveToFreeName(temporary, parent, name, ending, first);
    } catch (IOException | RuntimeException e) {
      deleteAfter(e, temporary);
      throw e;
    }
  }

  /**
   * Replaces a file atomically.
   *
   * @throws ResultsException with the path and the reason
   */
  public static void replaceFile(Path file, Content content) throws ResultsException {
    writing(file, () -> replace(file, content));
  }

  /**
   * Replaces a file with a text, atomically.
   *
   * @throws ResultsException with the path and the reason
   */
  public static void replaceFile(Path file, String text) throws ResultsException {
    replaceFile(file, Content.text(text));
  }

  /**
   * Adds a text at the end of a file, which is made if it does not exist.
   *
   * @throws ResultsException with the path and the reason
   */
  public static void append(Path file, String text) throws ResultsException {
    writing(
        file,
        () -> Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
  }

  /**
   * Adds whole lines at the end of a file, which is made if it does not exist, as its folder is:
   * all of them or none. The file must be no link, and have no second name.
   *
   * @throws ResultsException with the path and the reason
   */
  public static void appendLines(Path file, String lines) throws ResultsException {
    writing(file, () -> addLines(file, lines));
  }

  private static void addLines(Path file, String lines) throws IOException {
    Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
    boolean there = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    if (there
        && file.getFileSystem().supportedFileAttributeViews().contains("unix")
        && !Integer.valueOf(1)
            .equals(Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS))) {
      throw new ResultsException(file, file + ": it is a hard link: it has other names");
    }
    String first = there && !endsInLine(file) ? "\n" : "";
    ByteBuffer bytes = ByteBuffer.wrap((first + lines).getBytes(StandardCharsets.UTF_8));
    int length = bytes.remaining();
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND,
            LinkOption.NOFOLLOW_LINKS)) {
      long before = channel.size();
      try {
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      } catch (IOException e) {
        if (channel.size() <= before + length) { // Else another process has added lines, too.
          channel.truncate(before);
        }
        throw e;
      }
    }
  }

  /** False after a process that was killed while it wrote. */
  private static boolean endsInLine(Path file) throws IOException {
    try (SeekableByteChannel channel =
        Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      if (channel.size() == 0) {
        return true;
      }
      ByteBuffer last = ByteBuffer.allocate(1);
      channel.position(channel.size() - 1).read(last);
      return last.get(0) == '\n';
    }
  }

  /**
   * A file or folder, which may not exist, in a folder to which others write, too, such as a clone
   * of a Git repository: nothing outside of it is read or written. The folder itself can be a link,
   * which the user chose.
   *
   * @param names of the folders on the way, and its own
   * @throws ResultsException if a name leads out of the folder, or one of them is a symbolic link,
   *     a pipe or a device
   */
  public static Path within(Path folder, String... names) throws ResultsException {
    Path file = folder;
    for (String name : names) {
      file = file.resolve(name);
      if (name.isEmpty() || name.matches("\\.\\.?") || Path.of(name).getNameCount() != 1) {
        throw new ResultsException(file, file + ": '" + name + "' is not the name of a file");
      }
      boolean there = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
      if (there && Files.isSymbolicLink(file)) {
        throw new ResultsException(
            file, file + ": a symbolic link, which is not followed here; remove it");
      }
      if (there && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
        throw new ResultsException(file, file + ": neither a file nor a folder");
      }
    }
    return file;
  }

  private interface Writing {
    void run() throws IOException;
  }

  private static void writing(Path file, Writing step) throws ResultsException {
    if (Files.isDirectory(file)) { // The fault is that of the path, not of the machine.
      throw new ResultsException(file, "cannot write results to " + file + ": it is a folder");
    }
    try {
      step.run();
    } catch (IOException e) {
      throw ResultsException.writing(file, e);
    }
  }

  /** Replaces a file atomically; the exception is that of the system. */
  public static void replace(Path file, Content content) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // A device or a pipe, such as /dev/stdout: there is nothing to replace.
      write(file, content);
      return;
    }
    Path target = targetOf(file);
    Path folder = target.resolveSibling("");
    Files.createDirectories(folder);
    Path temporary = temporary(folder, target.getFileName().toString());
    try {
      writeSafely(temporary, content);
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | RuntimeException e) {
      deleteAfter(e, temporary);
      throw e;
    }
  }

  private static Path targetOf(Path file) throws IOException {
    return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
  }

  private static Path temporary(Path parent, String name) {
    return parent.resolve(
        '.' + name + '.' + UUID.randomUUID().toString().substring(0, 8) + TEMPORARY);
  }

  /** Left by a process that was killed while it wrote. */
  public static boolean isTemporary(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith(".") && name.endsWith(TEMPORARY);
  }

  private static void write(Path file, Content content) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      content.writeTo(out);
    }
  }

  private static void writeSafely(Path file, Content content) throws IOException {
    write(file, content);
    sync(file);
  }

  /**
   * The content is on the disk before the file gets its name: otherwise a name without a content
   * could be there after a crash of the machine.
   */
  private static void sync(Path file) throws IOException {
    // A channel would be closed by an interrupt.
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
      opened.getFD().sync();
    }
  }

  private static Path moveToFreeName(
      Path temporary, Path parent, String name, String ending, Preparation first)
      throws IOException {
    for (int i = 1; i <= MOST_SUFFIXES; i++) {
      Path target = parent.resolve(name + (i == 1 ? "" : "-" + i) + ending);
      if (Files.notExists(target)) {
        first.before(target);
        try {
          return Files.move(temporary, target);
        } catch (FileAlreadyExistsException e) {
          // Another process took the name since the check: try the next.
          continue;
        }
      }
    }
    throw new FileAlreadyExistsException(parent.resolve(name + ending).toString());
  }

  private static void deleteAfter(Exception failure, Path temporary) {
    try {
      delete(temporary);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** A file, or a folder with all files in it; nothing if it does not exist. */
  public static void delete(Path path) throws IOException {
    if (Files.notExists(path)) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> tree = Files.walk(path)) {
      deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path entry : deepestFirst) {
      Files.deleteIfExists(entry);
    }
  }
}
