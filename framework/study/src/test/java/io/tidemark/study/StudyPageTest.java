package io.tidemark.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.model.grammar.KeyTable;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of the reference page and the JSON Schema of study files are made from their keys. */
class StudyPageTest {
  private static final String PAGE = "docs/reference/study.md";
  private static final String BEGIN = "<!-- keys of studies, made by StudyPageTest -->\n";

  @TempDir Path folder;

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
  void eachStudySaysWhatItCompares() throws IOException {
    try (Stream<Path> files = Files.list(top().resolve("studies"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
        assertThat(StudyReader.read(file, false, new Problems()).orElseThrow().compare())
            .as("%s", file)
            .isNotEmpty();
      }
    }
  }

  @Test
  void thePageIsThatOfTheKeys() throws IOException {
    String page = page();
    String made =
        page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
            + KeyTable.of(StudyKeys.rules())
            + page.substring(page.indexOf("<!-- end of keys -->"));
    assertThat(page).contains(BEGIN);
    assertThat(kept(PAGE, made)).isEqualTo(made);
  }

  @Test
  void theSchemaIsThatOfTheKeys() throws IOException {
    String schema =
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(StudyKeys.schema())
            + "\n";
    assertThat(kept("studies/study.schema.json", schema)).isEqualTo(schema);
  }

  @Test
  void theExampleIsRead() throws IOException {
    Matcher example = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL).matcher(page());
    assertThat(example.find()).isTrue();
    Problems problems = new Problems();
    Path file = Files.writeString(folder.resolve("s.yaml"), example.group(1));
    assertThat(StudyReader.read(file, false, problems)).isPresent();
    assertThat(problems.all()).extracting(Problem::oneLine).isEmpty();
  }

  @Test
  void shippedStudiesHaveTheirSchemaAndNoProblem() throws IOException {
    List<Path> studies;
    try (Stream<Path> files = Files.list(top().resolve("studies"))) {
      studies = files.filter(file -> file.toString().endsWith(".yaml")).toList();
    }
    assertThat(studies).isNotEmpty();
    for (Path study : studies) {
      Problems problems = new Problems();
      assertThat(StudyReader.read(study, false, problems)).as("%s", problems.all()).isPresent();
      assertThat(problems.all()).extracting(Problem::oneLine).isEmpty();
      assertThat(Files.readAllLines(study).get(0))
          .isEqualTo("# yaml-language-server: $schema=study.schema.json");
    }
  }

  private static String page() throws IOException {
    return Files.readString(top().resolve(PAGE));
  }
}
