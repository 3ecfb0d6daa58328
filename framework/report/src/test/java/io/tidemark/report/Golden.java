package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Sealed formats. To change one on purpose: run the tests with {@code -Dtidemark.write=true} and
 * read the difference before committing it.
 */
public final class Golden {
  private Golden() {}

  public static void assertSealed(String name, String actual) {
    if (Boolean.getBoolean("tidemark.write")) {
      update(name, actual);
    }
    assertThat(actual).isEqualTo(read(name));
  }

  public static String read(String name) {
    try (InputStream in = Golden.class.getResourceAsStream("golden/" + name)) {
      assertThat(in).as("golden file %s", name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void update(String name, String actual) {
    try {
      for (String root : new String[] {"src/test/resources", "target/test-classes"}) {
        Path file = Path.of(root, "io/tidemark/report/golden", name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, actual);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
