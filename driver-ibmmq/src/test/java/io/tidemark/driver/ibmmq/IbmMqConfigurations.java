package io.tidemark.driver.ibmmq;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Configurations for tests of other packages. */
public final class IbmMqConfigurations {
  private IbmMqConfigurations() {}

  /** Of a file's text, which must be without problems. */
  public static IbmMqConfiguration of(String yaml) throws IOException {
    Path file = Files.createTempFile("ibmmq", ".yaml");
    try {
      Files.writeString(file, yaml);
      return IbmMqConfiguration.read(file.toFile());
    } finally {
      Files.delete(file);
    }
  }
}
