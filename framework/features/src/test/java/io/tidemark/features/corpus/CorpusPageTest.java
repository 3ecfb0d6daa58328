package io.tidemark.features.corpus;

import io.tidemark.features.KeptPage;
import io.tidemark.model.grammar.KeyTable;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/corpus.md is made from the rules and keys; with {@code -Dtidemark.write=true} it
 * is written.
 */
class CorpusPageTest {
  @Test
  void thePageHasTheRulesAndTheKeys() throws IOException {
    String made =
        KeptPage.GENERATED
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
    KeptPage.assertIs("docs/reference/corpus.md", made);
  }
}
