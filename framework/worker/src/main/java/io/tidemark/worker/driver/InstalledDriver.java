package io.tidemark.worker.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * A driver that a catalog knows.
 *
 * @param name as its jar says, or its folder's name
 * @param className what its jar says; empty when no jar says anything, as with jars made for OMB
 * @param aliases other class names under which driver files may ask for it
 * @param location the folder, or the class path
 */
public record InstalledDriver(
    String name, String className, List<String> aliases, String location) {
  /** Describes the driver in its jar. */
  static final String RESOURCE = "META-INF/tidemark/driver.properties";

  private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

  public InstalledDriver {
    aliases = List.copyOf(aliases);
  }

  /**
   * @param in the content of {@link #RESOURCE}
   * @param folderName the name if it has none
   */
  static InstalledDriver read(InputStream in, String folderName, String location)
      throws IOException {
    Properties properties = new Properties();
    properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    String name = properties.getProperty("name", "").strip();
    String aliases = properties.getProperty("aliases", "").strip();
    return new InstalledDriver(
        name.isEmpty() ? folderName : name,
        properties.getProperty("class", "").strip(),
        aliases.isEmpty() ? List.of() : List.of(COMMA.split(aliases)),
        location);
  }
}
