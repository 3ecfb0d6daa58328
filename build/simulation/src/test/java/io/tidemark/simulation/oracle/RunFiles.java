package io.tidemark.simulation.oracle;

import io.tidemark.model.yaml.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files in a folder. */
public final class RunFiles {
  private RunFiles() {}

  /** Hashes of their contents, by their paths in it; empty if there is no such folder. */
  public static Map<String, String> hashes(Path folder) throws IOException {
    Map<String, String> all = new TreeMap<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> found = Files.walk(folder)) {
        for (Path each : found.filter(Files::isRegularFile).toList()) {
          all.put(
              folder.relativize(each).toString(),
              HexFormat.of().formatHex(Sha256.of(Files.readAllBytes(each))));
        }
      }
    }
    return all;
  }
}
