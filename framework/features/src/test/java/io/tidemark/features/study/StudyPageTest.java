package io.tidemark.features.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.model.grammar.KeyTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The reference page and the JSON Schema of study files are made from their keys. */
class StudyPageTest {
  private static final String GENERATED =
      "<!-- Generated from declarations in the code; -Dtidemark.write=true makes it anew. -->\n";

  private static Path top() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("studies"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** With {@code -Dtidemark.write=true} it is written anew. */
  private static String kept(String file, String made) throws IOException {
    Path path = top().resolve(file);
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(path, made);
    }
    return Files.readString(path);
  }

  @Test
  void thePageIsThatOfTheKeys() throws IOException {
    String made = GENERATED + "# Keys of study files\n\n" + KeyTable.of(Study.rules());
    assertThat(kept("docs/reference/study.md", made)).isEqualTo(made);
  }

  @Test
  void theSchemaIsThatOfTheKeys() throws IOException {
    String schema =
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(Study.schema())
            + "\n";
    assertThat(kept("studies/study.schema.json", schema)).isEqualTo(schema);
  }
}
