package io.tidemark.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFoldersTest {
  @TempDir Path temporary;
  private final Map<String, String> variables = new HashMap<>();
  private final Map<String, String> properties = new HashMap<>();
  private final CacheFolders folders = new CacheFolders(variables::get, properties::get);

  @BeforeEach
  void user() {
    properties.put("user.name", "ann");
    properties.put("user.home", "/home/ann");
    properties.put("java.io.tmpdir", temporary.toString());
  }

  @Test
  void prefersTheUsersCacheToTheTemporaryFolder() {
    Path fallback = temporary.resolve("tidemark-ann/cache/installations");

    assertThat(folders.inOrder())
        .isEqualTo(List.of(Path.of("/home/ann/.cache/tidemark/installations"), fallback));
    variables.put("XDG_CACHE_HOME", "/var/cache/ann");
    assertThat(folders.inOrder())
        .isEqualTo(List.of(Path.of("/var/cache/ann/tidemark/installations"), fallback));
  }

  @Test
  void takesNoOtherFolderThanTheNamedOne() {
    variables.put("TIDEMARK_CACHE", "/data/cache");

    assertThat(folders.inOrder()).isEqualTo(List.of(Path.of("/data/cache/installations")));
  }

  /** A user that only has a number, in a container. */
  @Test
  void aUserWithoutHomeGetsTheTemporaryFolder() {
    properties.put("user.home", "?");

    assertThat(folders.inOrder())
        .isEqualTo(List.of(temporary.resolve("tidemark-ann/cache/installations")));
  }

  @Test
  void theTemporaryFolderIsForThisUserOnly() throws Exception {
    Path folder = temporary.resolve("tidemark-ann/cache/installations");
    folders.protect(folder);

    Path top = temporary.resolve("tidemark-ann");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(top)))
        .isEqualTo("rwx------");
    assertThatCode(() -> folders.protect(folder)).doesNotThrowAnyException();
    Files.setPosixFilePermissions(top, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> folders.protect(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("others can write to it");
  }

  @Test
  void aLinkInTheTemporaryFolderIsRefused() throws Exception {
    Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
    Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx------"));
    Files.createSymbolicLink(temporary.resolve("tidemark-ann"), elsewhere);

    assertThatThrownBy(() -> folders.protect(folders.inOrder().get(1)))
        .isInstanceOf(IOException.class);
  }
}
