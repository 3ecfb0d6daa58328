package io.tidemark.cli.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SdkDocumentationTest {
  @TempDir Path folder;

  private Path jar() throws IOException {
    return Files.createFile(folder.resolve("driver-api-1.0.jar"));
  }

  @Test
  void makesWhatTheBuildHasNotMadeAlsoWithoutClassesThatItNames() throws IOException {
    Path sources = Files.createDirectories(folder.resolve("tree/org/example")).getParent();
    Files.writeString(
        sources.resolve("example/Spi.java"),
        """
        package org.example;
        import org.junit.not.installed.Test;
        /** What a driver does. */
        public interface Spi {
          @Test
          void name();
        }
        """);
    SdkDocumentation documentation = new SdkDocumentation(jar(), Optional.of(sources.getParent()));
    assertThat(documentation.complete()).isEmpty();
    assertThat(entries("driver-api-1.0-sources.jar")).containsExactly("org/example/Spi.java");
    assertThat(entries("driver-api-1.0-javadoc.jar"))
        .contains("index.html", "org/example/Spi.html");
    assertThat(documentation.complete()).isEmpty();
  }

  @Test
  void saysWhyItCannot() throws IOException {
    assertThat(new SdkDocumentation(jar(), Optional.empty()).complete())
        .contains("this installation has no sources");
  }

  private List<String> entries(String jar) throws IOException {
    try (ZipFile zip = new ZipFile(folder.resolve(jar).toFile())) {
      return zip.stream().<String>map(ZipEntry::getName).toList();
    }
  }
}
