package io.tidemark.simulation.oracle;

import io.tidemark.model.yaml.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files in a folder. */
public final class RunFiles {
  private RunFiles() {}

  /** Their paths in it; empty if there is no such folder. */
  public static List<String> names(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> found = Files.walk(folder)) {
      return found
          .filter(Files::isRegularFile)
          .map(each -> folder.relativize(each).toString())
          .toList();
    }
  }

  /** Hashes of their contents, by their paths in it; empty if there is no such folder. */
  public static Map<String, String> hashes(Path folder) throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (String name : names(folder)) {
      byte[] content = Files.readAllBytes(folder.resolve(name));
      all.put(name, HexFormat.of().formatHex(Sha256.of(content)));
    }
    return all;
  }
}
