package io.tidemark.brokers.process;

import io.tidemark.driver.FailureReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Text files and folders of a cluster, whose errors name the file. */
public final class TextFile {
  private TextFile() {}

  /** The text of a file that a cluster needs. */
  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new LocalBrokerException("cannot read " + file + ": " + FailureReason.ofFile(e), e);
    }
  }

  /** Replaces the file; its folder is created if it is missing. */
  public static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new LocalBrokerException("cannot write " + file + ": " + FailureReason.ofFile(e), e);
    }
  }

  /** Creates a folder and its parents. */
  public static void makeFolder(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new LocalBrokerException("cannot make " + folder + ": " + e.getMessage(), e);
    }
  }

  /** Deletes a folder with all that is in it; links are not followed. */
  public static void deleteTree(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path entry : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(entry);
      }
    }
  }
}
