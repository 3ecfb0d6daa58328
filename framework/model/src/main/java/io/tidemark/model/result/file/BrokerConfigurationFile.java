package io.tidemark.model.result.file;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.yaml.InputFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings of the broker in a file beside {@code result.json}. */
public final class BrokerConfigurationFile {
  public static final String NAME = "broker-configuration.json";

  /** Increases with incompatible changes. */
  static final int VERSION = 1;

  /** What the file holds. */
  record Stored(
      int formatVersion,
      @Nullable List<BrokerConfiguration.Entry> settings,
      @Nullable List<String> notes) {}

  private BrokerConfigurationFile() {}

  /** Writes the settings and leaves the stream open. */
  public static void write(BrokerConfiguration configuration, OutputStream out) throws IOException {
    ResultMapper.JSON
        .writerFor(Stored.class)
        .with(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")))
        .writeValue(out, new Stored(VERSION, configuration.settings(), configuration.notes()));
    out.write('\n');
  }

  /**
   * The settings that belong to a {@code result.json}; none if the run has no such file.
   *
   * @throws IOException if the file is damaged, or a newer version has written it
   */
  static BrokerConfiguration beside(Path resultFile) throws IOException {
    Path file = resultFile.toAbsolutePath().resolveSibling(NAME);
    if (!Files.exists(file)) {
      return BrokerConfiguration.NONE;
    }
    try {
      InputFiles.requireRegular(file);
      Stored stored =
          StoredForm.read(
              ResultMapper.JSON,
              ResultMapper.JSON.readTree(Files.readAllBytes(file)),
              Stored.class);
      if (stored.formatVersion > VERSION) {
        throw new IOException(
            "formatVersion: got " + stored.formatVersion + "; allowed up to " + VERSION);
      }
      return new BrokerConfiguration(
          stored.settings == null ? List.of() : stored.settings,
          stored.notes == null ? List.of() : stored.notes);
    } catch (IOException e) {
      throw new IOException(NAME + ": " + reason(e), e);
    }
  }

  private static String reason(IOException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}
