package io.tidemark.worker.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Which Tidemark this is: from the resource {@code META-INF/tidemark/build.properties} (keys {@code
 * version}, {@code commit}) that the build writes, else from the jar's manifest, else unknown.
 */
public record BuildFacts(String version, String commit) {
  private static final String RESOURCE = "META-INF/tidemark/build.properties";
  private static final String UNKNOWN = "unknown";

  /** Read once: every worker of a process describes itself. */
  private static final class Own {
    private static final BuildFacts FACTS = fromClassPath();
  }

  public static BuildFacts read() {
    return Own.FACTS;
  }

  private static BuildFacts fromClassPath() {
    Properties properties = new Properties();
    try (InputStream in = BuildFacts.class.getClassLoader().getResourceAsStream(RESOURCE)) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + RESOURCE + " from the class path", e);
    }
    String manifestVersion = BuildFacts.class.getPackage().getImplementationVersion();
    return new BuildFacts(
        known(properties.getProperty("version"), manifestVersion),
        known(properties.getProperty("commit"), null));
  }

  /** A property that the build did not fill in ({@code ${...}}) is as good as none. */
  private static String known(@Nullable String value, @Nullable String otherwise) {
    if (value != null && !value.isBlank() && !value.startsWith("${")) {
      return value.strip();
    }
    return otherwise == null ? UNKNOWN : otherwise;
  }
}
