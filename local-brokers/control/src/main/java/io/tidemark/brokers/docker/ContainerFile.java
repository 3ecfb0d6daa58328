package io.tidemark.brokers.docker;

import java.nio.charset.StandardCharsets;

/**
 * A file to be put into a container.
 *
 * @param path absolute, in the container
 * @param mode of access, such as {@code 0644}
 * @param owner user and group id
 * @param text what is in it
 */
public record ContainerFile(String path, int mode, int owner, String text) {
  private static final int READABLE = 0644;

  /** Validates. */
  public ContainerFile {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path: got '" + path + "'; allowed absolute paths");
    }
  }

  /** A file that root owns and all users may read. */
  public static ContainerFile readable(String path, String text) {
    return new ContainerFile(path, READABLE, 0, text);
  }

  byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
