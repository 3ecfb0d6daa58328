package io.tidemark.brokers.docker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Files as a tar archive, the form in which an engine takes them. */
final class TarArchive {
  private TarArchive() {}

  /**
   * To be unpacked at the root. It contains only the named folders: those that exist in an image
   * keep their modes and owners.
   *
   * @param newFolders absolute, parents first
   */
  static byte[] of(List<ContainerFile> files, List<String> newFolders) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream archive = new TarArchiveOutputStream(bytes, "UTF-8")) {
      for (String folder : newFolders) {
        put(folder + "/", TarArchiveEntry.DEFAULT_DIR_MODE, 0, new byte[0], archive);
      }
      for (ContainerFile file : files) {
        put(file.path(), file.mode(), file.owner(), file.bytes(), archive);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void put(
      String path, int mode, int owner, byte[] bytes, TarArchiveOutputStream archive)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(path);
    entry.setMode(mode);
    entry.setIds(owner, owner);
    entry.setNames("", ""); // Otherwise it contains the name of this process's user.
    entry.setSize(bytes.length);
    archive.putArchiveEntry(entry);
    archive.write(bytes);
    archive.closeArchiveEntry();
  }
}
