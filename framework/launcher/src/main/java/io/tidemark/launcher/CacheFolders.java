package io.tidemark.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Folders in which the installation may be unpacked, the preferred one first: those of local
 * brokers ({@code LocalBrokersHome}).
 *
 * @param variable reads the environment
 * @param property reads system properties
 */
record CacheFolders(UnaryOperator<String> variable, UnaryOperator<String> property) {
  private static final String INSTALLATIONS = "installations";

  static CacheFolders ofProcess() {
    return new CacheFolders(System::getenv, System::getProperty);
  }

  /**
   * TIDEMARK_CACHE; without it, a folder of the user's and one of the temporary folder, for users
   * without a home that can be written.
   */
  List<Path> inOrder() {
    return value(variable, "TIDEMARK_CACHE")
        .map(List::of)
        .orElseGet(() -> Stream.concat(userFolder().stream(), Stream.of(temporary())).toList())
        .stream()
        .map(folder -> folder.resolve(INSTALLATIONS).toAbsolutePath().normalize())
        .toList();
  }

  private Optional<Path> userFolder() {
    return value(variable, "XDG_CACHE_HOME")
        .or(() -> home().map(home -> home.resolve(".cache")))
        .filter(Path::isAbsolute)
        .map(folder -> folder.resolve("tidemark"));
  }

  /** Without a locale for its characters the home folder has no path. */
  private Optional<Path> home() {
    try {
      return value(property, "user.home");
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private Path temporary() {
    return temporaryTop().resolve("cache");
  }

  private Path temporaryTop() {
    String user = property.apply("user.name").replaceAll("\\W", "");
    return Path.of(property.apply("java.io.tmpdir"), "tidemark-" + user).toAbsolutePath();
  }

  /**
   * Makes the folder for this user only, if it is in the temporary folder.
   *
   * @throws IOException if another user has made it, or can write to it
   */
  void protect(Path folder) throws IOException {
    Path top = temporaryTop();
    if (!folder.startsWith(top)) {
      return;
    }
    if (Files.notExists(top, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(
          top, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(top);
    boolean shared =
        permissions.contains(PosixFilePermission.GROUP_WRITE)
            || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    if (shared || !isOwn(top)) {
      throw new IOException(top + " belongs to another user, or others can write to it");
    }
  }

  private static boolean isOwn(Path folder) throws IOException {
    Path probe = Files.createTempFile("tidemark-", "");
    try {
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(probe));
    } finally {
      Files.delete(probe);
    }
  }

  private static Optional<Path> value(UnaryOperator<String> source, String name) {
    return Optional.ofNullable(source.apply(name)).filter(text -> !text.isBlank()).map(Path::of);
  }
}
