package io.tidemark.launcher;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes.Name;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;

/** The installation in the executable jar: all files below {@code installation/}. */
final class JarContent implements Closeable {
  private static final String FOLDER = "installation/";
  private static final int HASH_CHARS = 16;

  private final JarFile jar;
  private final List<PackedFile> files;

  private JarContent(JarFile jar) {
    this.jar = jar;
    this.files =
        jar.stream()
            .filter(entry -> entry.getName().startsWith(FOLDER) && !entry.isDirectory())
            .map(JarContent::packed)
            .sorted(Comparator.comparing(PackedFile::path))
            .toList();
  }

  /** Opens a jar; only its directory is read. */
  static JarContent open(Path jar) throws IOException {
    JarContent content = new JarContent(new JarFile(jar.toFile(), false));
    if (content.files.isEmpty()) {
      content.close();
      throw new ZipException("it contains no installation");
    }
    return content;
  }

  private static PackedFile packed(ZipEntry entry) {
    String path = entry.getName().substring(FOLDER.length());
    return new PackedFile(path, entry.getSize(), entry.getCrc());
  }

  /** Version and hash of the content: another build gets another folder. */
  String name() throws IOException {
    Optional<String> version =
        Optional.ofNullable(jar.getManifest())
            .map(manifest -> manifest.getMainAttributes().getValue(Name.IMPLEMENTATION_VERSION));
    return version.orElse("unknown") + "-" + hash();
  }

  private String hash() {
    MessageDigest digest = sha256();
    for (PackedFile file : files) {
      digest.update((file + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_CHARS);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Each Java has it.
    }
  }

  /** Bytes of all files, unpacked. */
  long bytes() {
    return files.stream().mapToLong(PackedFile::bytes).sum();
  }

  /** Whether the folder has all files unchanged. Further files, such as a client, are allowed. */
  boolean isWholeIn(Path folder) {
    return Files.isDirectory(folder) && files.stream().allMatch(file -> file.isIn(folder));
  }

  /**
   * Writes the files that the folder lacks or that were changed there, each as a whole.
   *
   * @return how many
   * @throws ZipException if the jar is damaged
   */
  int writeMissing(Path folder) throws IOException {
    List<PackedFile> missing = files.stream().filter(file -> !file.isIn(folder)).toList();
    for (PackedFile file : missing) {
      write(file, folder);
    }
    return missing.size();
  }

  private void write(PackedFile file, Path folder) throws IOException {
    Path target = folder.resolve(file.path());
    Files.createDirectories(target.getParent());
    Path temporary = Files.createTempFile(target.getParent(), ".unpacking-", "");
    try {
      copy(file, temporary);
      permit(temporary);
      Files.setLastModifiedTime(temporary, PackedFile.UNPACKED);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private void copy(PackedFile file, Path target) throws IOException {
    CRC32 crc = new CRC32();
    try (InputStream in = jar.getInputStream(jar.getEntry(FOLDER + file.path()));
        InputStream checked = new CheckedInputStream(in, crc)) {
      Files.copy(checked, target, StandardCopyOption.REPLACE_EXISTING);
    }
    if (crc.getValue() != file.crc32()) {
      throw new ZipException(file.path() + " has another checksum than the jar's directory");
    }
  }

  /** Others may read the installation, and run its scripts: files that begin with {@code #!}. */
  private static void permit(Path path) throws IOException {
    File file = path.toFile();
    boolean permitted = file.setReadable(true, false);
    if (isScript(path)) {
      permitted &= file.setExecutable(true, false);
    }
    if (!permitted) {
      throw new IOException("cannot set the permissions of " + path);
    }
  }

  private static boolean isScript(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.read() == '#' && in.read() == '!';
    }
  }

  @Override
  public void close() throws IOException {
    jar.close();
  }

  /**
   * A file of the installation in the jar.
   *
   * @param path its place in the installation
   * @param crc32 the checksum in the jar's directory
   */
  record PackedFile(String path, long bytes, long crc32) {
    /** Each unpacked file has this time. Another time shows that the file was changed later. */
    static final FileTime UNPACKED = FileTime.from(Instant.parse("2001-01-01T00:00:00Z"));

    /** Whether the folder has the file unchanged. Its content is only read if its time differs. */
    boolean isIn(Path folder) {
      Path file = folder.resolve(path);
      try {
        BasicFileAttributes found =
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return found.isRegularFile()
            && found.size() == bytes
            && (found.lastModifiedTime().equals(UNPACKED) || crc32(file) == crc32);
      } catch (IOException e) {
        return false; // Missing or unreadable: it is written again.
      }
    }

    private static long crc32(Path file) throws IOException {
      try (InputStream in = Files.newInputStream(file);
          CheckedInputStream checked = new CheckedInputStream(in, new CRC32())) {
        checked.transferTo(OutputStream.nullOutputStream());
        return checked.getChecksum().getValue();
      }
    }
  }
}
