package io.tidemark.brokers.docker;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Files as a tar archive (ustar), the form in which an engine takes them. */
final class TarArchive {
  private static final int BLOCK = 512;
  private static final int NAME_BYTES = 100;
  private static final int FOLDER_MODE = 0755;
  private static final int CHECKSUM_OFFSET = 148;
  private static final int CHECKSUM_BYTES = 8;

  private TarArchive() {}

  /**
   * To be unpacked at the root. Only the named folders are in it: those that exist in an image keep
   * their modes and owners.
   *
   * @param newFolders absolute, parents first
   */
  static byte[] of(List<ContainerFile> files, List<String> newFolders) {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    for (String folder : newFolders) {
      archive.writeBytes(header(folder + "/", FOLDER_MODE, 0, 0, '5'));
    }
    for (ContainerFile file : files) {
      byte[] bytes = file.bytes();
      archive.writeBytes(header(file.path(), file.mode(), file.owner(), bytes.length, '0'));
      archive.writeBytes(bytes);
      archive.writeBytes(new byte[(BLOCK - bytes.length % BLOCK) % BLOCK]);
    }
    archive.writeBytes(new byte[2 * BLOCK]);
    return archive.toByteArray();
  }

  private static byte[] header(String path, int mode, int owner, int size, char type) {
    byte[] nameBytes = path.substring(1).getBytes(StandardCharsets.UTF_8);
    if (nameBytes.length > NAME_BYTES) {
      throw new IllegalArgumentException(
          "path: got " + nameBytes.length + " bytes; allowed " + NAME_BYTES);
    }
    byte[] header = new byte[BLOCK];
    put(header, 0, nameBytes);
    put(header, 100, octal(mode, 7));
    put(header, 108, octal(owner, 7));
    put(header, 116, octal(owner, 7));
    put(header, 124, octal(size, 11));
    put(header, 136, octal(0, 11));
    header[156] = (byte) type;
    put(header, 257, "ustar\00000".getBytes(StandardCharsets.UTF_8));
    // The sum is taken with blanks in its own place.
    Arrays.fill(header, CHECKSUM_OFFSET, CHECKSUM_OFFSET + CHECKSUM_BYTES, (byte) ' ');
    int sum = 0;
    for (byte value : header) {
      sum += value & 0xff;
    }
    put(header, CHECKSUM_OFFSET, octal(sum, 6));
    header[CHECKSUM_OFFSET + 6] = 0;
    return header;
  }

  private static byte[] octal(int value, int digits) {
    String text = Integer.toOctalString(value);
    return ("0".repeat(digits - text.length()) + text).getBytes(StandardCharsets.UTF_8);
  }

  private static void put(byte[] header, int offset, byte[] bytes) {
    System.arraycopy(bytes, 0, header, offset, bytes.length);
  }
}
