package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.yaml.ReadOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The files of the repository that this module's tests hold together. */
final class Repository {
  private static final String WRITE = "tidemark.write";
  private static final String SCHEMA_LINE = "# yaml-language-server: $schema=";

  private Repository() {}

  /** The top folder: the nearest one above that has the workloads. */
  static Path top() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("workloads/quickstart.yaml"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("no folder above has workloads/quickstart.yaml");
    }
    return folder;
  }

  /** The samples, OMB's workloads, and those of the studies. */
  static List<Path> workloads() {
    return Stream.of("workloads", "workloads/omb", "studies/workloads")
        .flatMap(folder -> workloads(folder).stream())
        .toList();
  }

  static List<Path> workloads(String folder) {
    try (Stream<Path> files = Files.list(top().resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the first line of the file names as its schema, for editors. */
  static String schema(Path file) throws IOException {
    String first = Files.readAllLines(file).get(0);
    assertThat(first).startsWith(SCHEMA_LINE);
    Path schema = file.resolveSibling(first.substring(SCHEMA_LINE.length())).normalize();
    return top().relativize(schema).toString();
  }

  static ReadOptions options() {
    return new ReadOptions(false, Map.of(), top());
  }

  /**
   * The generated file as it is kept in the repository. With {@code -Dtidemark.write=true} it is
   * written anew first.
   */
  static String kept(String file, String generated) {
    try {
      Path path = top().resolve(file);
      if (Boolean.getBoolean(WRITE)) {
        Files.createDirectories(path.getParent());
        Files.writeString(path, generated);
      }
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
