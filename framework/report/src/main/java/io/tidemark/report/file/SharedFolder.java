package io.tidemark.report.file;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A folder to which others write, too, such as a clone of a Git repository. What they put there can
 * be a symbolic link: it is refused, so that nothing outside of the folder is read or written.
 *
 * @param path can itself be a link, which the user chose
 */
public record SharedFolder(Path path) {
  /**
   * A file or folder in it, which may not exist.
   *
   * @param names of the folders on the way, and its own
   * @throws ResultsException if a name leads out of the folder, or one of them is a symbolic link,
   *     a pipe or a device
   */
  public Path file(String... names) throws ResultsException {
    Path file = path;
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
}
