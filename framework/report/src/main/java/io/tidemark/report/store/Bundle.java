package io.tidemark.report.store;

import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultFiles.Content;
import io.tidemark.report.file.ResultsException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * A run or a study in one compressed file: a ZIP file whose first entry is a list of the SHA-256 of
 * all others, as {@link FileHashes} writes it. The others are in one folder, that of the run or the
 * study, or beside it. The same files give the same bytes.
 */
public final class Bundle {
  public static final String ENDING = ".bundle";

  private static final byte[] MAGIC = {'P', 'K', 3, 4};
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);
  private static final int MOST_FILES = 100_000;
  private static final long MOST_BYTES = 8L << 30;
  private static final long MOST_OF_LIST = 32L << 20;

  /** Folders of bundles that this process has unpacked. */
  private static final Map<Path, Path> UNPACKED = new LinkedHashMap<>();

  private Bundle() {}

  /**
   * Writes a bundle over a file that exists.
   *
   * @param files contents by paths with slashes, with one folder at the top; each is written twice,
   *     and must be the same both times
   * @throws ResultsException if it cannot be written
   */
  public static void write(Path file, Map<String, Content> files) throws ResultsException {
    Map<String, Content> sorted = new TreeMap<>(files);
    ResultFiles.replaceFile(
        file,
        out -> {
          Map<String, String> hashes = new TreeMap<>();
          for (Map.Entry<String, Content> each : sorted.entrySet()) {
            hashes.put(each.getKey(), FileHashes.of(each.getValue()));
          }
          ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
          zip.setLevel(Deflater.BEST_COMPRESSION);
          add(zip, FileHashes.FILE, Content.text(FileHashes.text(hashes)));
          for (Map.Entry<String, Content> each : sorted.entrySet()) {
            add(zip, each.getKey(), each.getValue());
          }
          zip.finish();
        });
  }

  private static void add(ZipOutputStream zip, String name, Content content) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(NO_TIME);
    zip.putNextEntry(entry);
    content.writeTo(zip);
    zip.closeEntry();
  }

  /** Whether a file is a bundle, by its first bytes. */
  public static boolean is(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
    } catch (IOException e) {
      return false; // Its reader says why.
    }
  }

  /**
   * The folder of the run or the study in a bundle, which is unpacked until the process ends; any
   * other path as it is.
   *
   * @throws ResultsException if a file is not that of the list, or leads out of the folder
   */
  public static synchronized Path opened(Path source) throws ResultsException {
    if (!is(source)) {
      return source;
    }
    Path key = source.toAbsolutePath().normalize();
    Path known = UNPACKED.get(key);
    if (known != null) {
      return known;
    }
    try {
      Path folder = Files.createTempDirectory("tidemark-bundle-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> deleted(folder)));
      Path opened = unpack(source, folder);
      UNPACKED.put(key, opened);
      return opened;
    } catch (IOException e) {
      throw ResultsException.reading(source, e);
    }
  }

  /** A path as the user has given it: in a bundle, not in the folder where it is unpacked. */
  public static synchronized String shown(Path path) {
    return UNPACKED.entrySet().stream()
        .filter(each -> path.startsWith(each.getValue()))
        .map(each -> each.getKey().resolve(each.getValue().relativize(path)).toString())
        .findFirst()
        .orElseGet(path::toString);
  }

  private static void deleted(Path folder) {
    try {
      ResultFiles.delete(folder);
    } catch (IOException e) {
      // A folder for temporary files: the system removes it.
      return;
    }
  }

  /** Nothing is used before all of it is what the list says. */
  static Path unpack(Path file, Path folder) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile(), StandardCharsets.UTF_8)) {
      Map<String, String> hashes = list(file, zip);
      Set<String> left = new HashSet<>(hashes.keySet());
      long room = MOST_BYTES;
      for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        if (entry.getName().equals(FileHashes.FILE)) {
          continue;
        }
        String hash = hashes.get(entry.getName());
        if (hash == null || !left.remove(entry.getName())) {
          throw damaged(file, entry.getName(), "is not in " + FileHashes.FILE + ", or twice");
        }
        Path target = ResultFiles.within(folder, entry.getName().split("/", -1));
        Files.createDirectories(target.resolveSibling(""));
        try (InputStream in = zip.getInputStream(entry);
            OutputStream out = Files.newOutputStream(target)) {
          room -= copied(file, in, out, room);
        }
        if (!hash.equals(FileHashes.of(Files.newInputStream(target)))) {
          throw damaged(file, entry.getName(), "has another SHA-256 than in " + FileHashes.FILE);
        }
      }
      for (String missing : left) {
        throw damaged(file, missing, "is missing");
      }
    }
    return only(file, folder);
  }

  private static Map<String, String> list(Path file, ZipFile zip) throws IOException {
    ZipEntry entry = zip.getEntry(FileHashes.FILE);
    if (entry == null) {
      throw new ResultsException(file, file + ": not a bundle: it has no " + FileHashes.FILE);
    }
    if (zip.size() > MOST_FILES) {
      throw new ResultsException(
          file, "%s: got %s files; allowed %s".formatted(file, zip.size(), MOST_FILES));
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (InputStream in = zip.getInputStream(entry)) {
      copied(file, in, text, MOST_OF_LIST);
    }
    return FileHashes.parse(file, text.toString(StandardCharsets.UTF_8));
  }

  /** The number of bytes, whatever the entry says about it. */
  private static long copied(Path file, InputStream in, OutputStream out, long room)
      throws IOException {
    byte[] buffer = new byte[1 << 16];
    long copied = 0;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      copied += read;
      if (copied > room) {
        throw new ResultsException(
            file, "%s: unpacked it has more than %s GB".formatted(file, MOST_BYTES >> 30));
      }
      out.write(buffer, 0, read);
    }
    return copied;
  }

  private static ResultsException damaged(Path file, String name, String what) {
    return new ResultsException(file, "%s: damaged: %s %s".formatted(file, name, what));
  }

  private static Path only(Path file, Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> folders = all.filter(Files::isDirectory).toList();
      if (folders.size() != 1) {
        throw new ResultsException(
            file, "%s: got %s folders; allowed one run or study".formatted(file, folders.size()));
      }
      return folders.get(0);
    }
  }
}
