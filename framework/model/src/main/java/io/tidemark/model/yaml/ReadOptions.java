package io.tidemark.model.yaml;

import java.nio.file.Path;
import java.util.Map;

/**
 * How configuration files are read.
 *
 * @param lenient unknown keys only warn
 * @param environment for {@code ${env:NAME}}
 * @param workingDirectory where relative payload files are looked for first
 */
public record ReadOptions(boolean lenient, Map<String, String> environment, Path workingDirectory) {
  public ReadOptions {
    environment = Map.copyOf(environment);
  }

  /** Returns the options with this process's environment and working directory. */
  public static ReadOptions ofProcess(boolean lenient) {
    return new ReadOptions(lenient, System.getenv(), Path.of("").toAbsolutePath());
  }
}
