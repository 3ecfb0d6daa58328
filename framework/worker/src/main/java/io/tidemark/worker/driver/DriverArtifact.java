package io.tidemark.worker.driver;

import io.tidemark.model.yaml.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The jar with a driver's class.
 *
 * @param version of the driver, if its manifest has {@code Implementation-Version}
 * @param sdkVersion it was built with, if its manifest has {@code Tidemark-SDK-Version}
 */
public record DriverArtifact(Path jar, Optional<String> version, Optional<String> sdkVersion) {

  static DriverArtifact of(Path jar) throws IOException {
    try (JarFile open = new JarFile(jar.toFile())) {
      Optional<Attributes> manifest =
          Optional.ofNullable(open.getManifest()).map(Manifest::getMainAttributes);
      return new DriverArtifact(
          jar,
          manifest.map(all -> all.getValue("Implementation-Version")),
          manifest.map(all -> all.getValue("Tidemark-SDK-Version")));
    }
  }

  /** Facts for the result: {@code driver.jar}, {@code driver.version}, {@code driver.sha256}. */
  public Map<String, String> facts() throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("driver.jar", String.valueOf(jar.getFileName()));
    facts.put("driver.version", version.orElse("unknown"));
    facts.put("driver.sha256", HexFormat.of().formatHex(Sha256.of(Files.readAllBytes(jar))));
    return facts;
  }
}
