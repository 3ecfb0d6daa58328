package io.tidemark.brokers.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AptSourceTest {
  @TempDir Path apt;

  @BeforeEach
  void makeFolders() throws IOException {
    Files.createDirectories(apt.resolve("sources.list.d"));
  }

  @Test
  void turnsTheMainStanzaToAnotherSuiteAndKeepsMirrorAndKey() throws IOException {
    Files.writeString(
        apt.resolve("sources.list.d/debian.sources"),
        """
        Types: deb
        URIs: http://mirror.example/security
        Suites: bookworm-security
        Components: main

        Types: deb deb-src
        # a comment
        URIs: http://mirror.example/debian
        Suites: bookworm bookworm-updates
        Components: main contrib
        Signed-By: /keys/archive.gpg
        """);
    assertThat(AptSource.forSuite(apt, "bookworm", "trixie"))
        .hasValue(
            new AptSource(
                "main.sources",
                "Types: deb\nURIs: http://mirror.example/debian\nSuites: trixie\nComponents: main\nSigned-By: /keys/archive.gpg\n"));
  }

  @Test
  void turnsAOneLineSourceAndKeepsItsOptions() throws IOException {
    Files.writeString(
        apt.resolve("sources.list"),
        """
        # deb http://old.example/debian bookworm main
        deb http://mirror.example/security bookworm-security main
        deb [signed-by=/k.gpg arch=amd64] http://mirror.example/debian bookworm main contrib
        """);
    assertThat(AptSource.forSuite(apt, "bookworm", "trixie"))
        .hasValue(
            new AptSource(
                "main.list",
                "deb [signed-by=/k.gpg arch=amd64] http://mirror.example/debian trixie main\n"));
  }

  @Test
  void findsNothingWhereOnlyForeignSourcesAre() throws IOException {
    Files.writeString(
        apt.resolve("sources.list.d/other.list"), "deb https://other.example nodistro main\n");
    assertThat(AptSource.forSuite(apt, "bookworm", "trixie")).isEmpty();
  }
}
