package io.tidemark.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

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
