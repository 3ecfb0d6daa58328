package io.tidemark.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Which Tidemark this is. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {"Tidemark " + number() + " (commit " + commit() + ")"};
  }

  static String number() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  static String commit() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("/git.properties")) {
      if (in != null) {
        properties.load(in);
      }
    }
    String commit = properties.getProperty("git.commit.id.abbrev", "unknown");
    return Boolean.parseBoolean(properties.getProperty("git.dirty")) ? commit + "-dirty" : commit;
  }
}
