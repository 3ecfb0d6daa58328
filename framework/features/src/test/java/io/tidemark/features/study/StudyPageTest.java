package io.tidemark.features.study;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.features.KeptPage;
import io.tidemark.model.grammar.KeyTable;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The reference page and the JSON Schema of study files are made from their keys. */
class StudyPageTest {
  @Test
  void thePageIsThatOfTheKeys() throws IOException {
    String made = KeptPage.GENERATED + "# Keys of study files\n\n" + KeyTable.of(Study.rules());
    KeptPage.assertIs("docs/reference/study.md", made);
  }

  @Test
  void theSchemaIsThatOfTheKeys() throws IOException {
    String schema =
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(Study.schema())
            + "\n";
    KeptPage.assertIs("studies/study.schema.json", schema);
  }
}
