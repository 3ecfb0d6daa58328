package io.tidemark.features.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.grammar.KeyTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/corpus.md is made from the rules and keys; with {@code -Dtidemark.write=true} it
 * is written.
 */
class CorpusPageTest {
  private static final String GENERATED =
      "<!-- Generated from declarations in the code; -Dtidemark.write=true makes it anew. -->\n";

  private static Path page() {
    Path top = Path.of("").toAbsolutePath();
    while (!Files.exists(top.resolve("studies"))) {
      top = top.getParent();
    }
    return top.resolve("docs/reference/corpus.md");
  }

  @Test
  void thePageHasTheRulesAndTheKeys() throws IOException {
    String made =
        GENERATED
            + """
            # Rules of a corpus, and keys of its files

            ```
            bin/benchmark corpus new corpus workloads/quickstart.yaml workloads/fan-out.yaml
            bin/benchmark corpus check corpus
            bin/benchmark corpus build corpus
            ```

            `build/corpus FOLDER` of a source checkout makes one with the brokers of this machine.

            ## Rules

            """
            + Rule.markdown()
            + "\n## Keys of system.yaml\n\n"
            + KeyTable.of(SystemFile.rules());
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(page(), made);
    }

    assertThat(Files.readString(page())).isEqualTo(made);
  }
}
