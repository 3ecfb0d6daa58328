package io.tidemark.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of the checkout that are made from declarations in the code. */
public final class KeptPage {
  /** The first line of a generated page. */
  public static final String GENERATED =
      "<!-- Generated from declarations in the code; -Dtidemark.write=true makes it anew. -->\n";

  private KeptPage() {}

  /**
   * With {@code -Dtidemark.write=true} the file is written first.
   *
   * @param file relative to the checkout
   */
  public static void assertIs(String file, String made) throws IOException {
    Path top = Path.of("").toAbsolutePath();
    while (!Files.exists(top.resolve("studies"))) {
      top = top.getParent();
    }
    Path kept = top.resolve(file);
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(kept, made);
    }
    assertThat(Files.readString(kept)).isEqualTo(made);
  }
}
