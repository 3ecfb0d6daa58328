package io.tidemark.model.driverfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.driverfile.DriverFileReader.Settings;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Driver files in a folder; a.yaml names another one. */
record WrittenDriverFiles(Path folder) {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("B_PASSWORD", "hidden", "HOST", "a.example.com");

  Path write(String name, String more) throws IOException {
    String yaml = "name: %s\ndriverClass: a.Driver\n%s".formatted(name, more);
    return Files.writeString(folder.resolve(name), yaml);
  }

  DriverFile read(String more) throws IOException {
    return DriverFileReader.read(
        write("a.yaml", more), new ReadOptions(false, ENVIRONMENT, folder), Settings.UNKNOWN);
  }

  void assertError(String more, String... parts) {
    assertThatThrownBy(() -> read(more))
        .isInstanceOf(ConfigurationException.class)
        .satisfies(
            e ->
                assertThat(((ConfigurationException) e).problems().get(0).oneLine())
                    .contains(parts));
  }
}
