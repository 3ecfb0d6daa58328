package io.tidemark.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FailureReasonTest {
  @Test
  void anExceptionOfTheFileSystemSaysWhatIsWrong() {
    assertThat(FailureReason.ofFile(new NoSuchFileException("/a")))
        .isEqualTo("no such file or folder");
    assertThat(FailureReason.ofFile(new AccessDeniedException("/a")))
        .isEqualTo("permission denied");
    assertThat(FailureReason.ofFile(new FileSystemException("/a", null, "Too many open files")))
        .isEqualTo("Too many open files");
    assertThat(FailureReason.ofFile(new IOException("broken"))).isEqualTo("broken");
    assertThat(FailureReason.of(new UncheckedIOException(new NoSuchFileException("/a"))))
        .isEqualTo("/a: no such file or folder");
  }

  /** What {@link #aMissingTemporaryFolderIsNamed} runs. */
  static final class TemporaryFile {
    private TemporaryFile() {}

    public static void main(String[] arguments) {
      try {
        Files.createTempFile("a", "b");
      } catch (IOException e) {
        System.out.println(FailureReason.ofFile(e));
      }
    }
  }

  @Test
  void aMissingTemporaryFolderIsNamed() throws Exception {
    Process java =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Djava.io.tmpdir=/missing/folder",
                "-cp",
                "target/classes:target/test-classes",
                TemporaryFile.class.getName())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains(
            "the temporary folder /missing/folder does not exist", "JVM_OPTS=-Djava.io.tmpdir=");
  }
}
