package io.tidemark.worker.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;

/** A driver's description in {@code META-INF/tidemark/driver.properties}. */
record DriverManifest(String name, String className, List<String> aliases) {
  static final String RESOURCE = "META-INF/tidemark/driver.properties";
  private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

  DriverManifest {
    aliases = List.copyOf(aliases);
  }

  static DriverManifest read(InputStream in) throws IOException {
    Properties properties = new Properties();
    properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    String aliases = properties.getProperty("aliases", "").strip();
    return new DriverManifest(
        properties.getProperty("name", "").strip(),
        properties.getProperty("class", "").strip(),
        aliases.isEmpty() ? List.of() : List.of(COMMA.split(aliases)));
  }

  InstalledDriver at(String folderName, String location) {
    return new InstalledDriver(name.isEmpty() ? folderName : name, className, aliases, location);
  }
}
