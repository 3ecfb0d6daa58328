package io.tidemark.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.launcher.JarContent.PackedFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationCacheTest {
  private static final Map<String, String> FILES =
      Map.of("bin/benchmark", TestJar.SCRIPT, "bin/lib.sh", "# sourced", "lib/a.jar", "classes");

  @TempDir Path folder;
  private final List<String> messages = new ArrayList<>();
  private Path jar;
  private InstallationCache cache;

  @BeforeEach
  void create() throws Exception {
    jar = TestJar.write(folder.resolve("tidemark.jar"), FILES);
    cache = new InstallationCache(folder.resolve("cache"), messages::add);
  }

  private Path installation() throws Exception {
    try (JarContent content = JarContent.open(jar)) {
      return cache.installation(content);
    }
  }

  @Test
  void unpacksOnceAndMakesScriptsExecutable() throws Exception {
    Path home = installation();

    assertThat(home.getFileName().toString()).matches("0\\.9\\.0-[0-9a-f]{16}");
    assertThat(home.resolve("bin/benchmark")).isExecutable().hasContent(TestJar.SCRIPT);
    assertThat(Files.isExecutable(home.resolve("lib/a.jar"))).isFalse();
    assertThat(messages).singleElement().asString().startsWith("unpacking").contains("" + home);
    assertThat(installation()).isEqualTo(home);
    assertThat(messages).hasSize(1);
  }

  @Test
  void anotherContentIsAnotherFolder() throws Exception {
    Path home = installation();
    jar = TestJar.write(folder.resolve("other.jar"), Map.of("lib/a.jar", "CLASSES"));

    assertThat(installation()).isNotEqualTo(home);
  }

  @Test
  void restoresFilesThatAreMissingOrChanged() throws Exception {
    Path home = installation();
    Files.delete(home.resolve("bin/lib.sh"));
    Files.writeString(home.resolve("lib/a.jar"), "CLASSES");
    Files.writeString(home.resolve("bin/benchmark"), "");
    Files.writeString(home.resolve("lib/own.jar"), "of the user");

    assertThat(installation()).isEqualTo(home);
    assertThat(messages)
        .hasSize(2)
        .last()
        .asString()
        .isEqualTo("restored missing or changed files in " + home + ": 3");
    assertThat(home.resolve("lib/a.jar")).hasContent("classes");
    assertThat(home.resolve("bin/lib.sh")).exists();
    assertThat(home.resolve("bin/benchmark")).isExecutable();
    assertThat(home.resolve("lib/own.jar")).hasContent("of the user");
  }

  /** A copy of a cache has other times, and may be read-only: only the content counts. */
  @Test
  void acceptsEqualFilesWithAnotherTime() throws Exception {
    Path home = installation();
    Files.writeString(home.resolve("lib/a.jar"), "classes");

    installation();

    assertThat(messages).hasSize(1);
    assertThat(Files.getLastModifiedTime(home.resolve("lib/a.jar")))
        .isGreaterThan(PackedFile.UNPACKED);
  }

  @Test
  void removesWhatAKilledProcessHasLeft() throws Exception {
    Path left = Files.createDirectories(cache.folder().resolve(".unpacking-0.8.0/lib"));
    Files.writeString(left.resolve("half.jar"), "ha");

    Path home = installation();

    assertThat(list(cache.folder())).containsExactlyInAnyOrder(home, home.resolveSibling(".lock"));
  }

  @Test
  void aDamagedJarLeavesNothing() throws Exception {
    byte[] bytes = Files.readAllBytes(jar);
    jar = folder.resolve("damaged.jar");
    // The checksum of the first file of the installation in the jar's directory.
    int name =
        new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("installation/bin/benchmark");
    bytes[name - 46 + 16] ^= 1;
    Files.write(jar, bytes);

    assertThatThrownBy(this::installation)
        .isInstanceOf(ZipException.class)
        .hasMessageContaining("bin/benchmark");
    assertThat(list(cache.folder())).allMatch(file -> file.endsWith(".lock"));
  }

  @Test
  void anUnpackedInstallationNeedsNoLock() throws Exception {
    Path home = installation();
    try (FileChannel channel =
        FileChannel.open(cache.folder().resolve(".lock"), StandardOpenOption.WRITE)) {
      channel.lock();

      assertThat(installation()).isEqualTo(home);
    }
  }

  private static List<Path> list(Path parent) throws IOException {
    try (Stream<Path> files = Files.list(parent)) {
      return files.toList();
    }
  }
}
