package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.Setting.Type;
import io.tidemark.model.workloadfile.WorkloadReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencePagesTest {
  @TempDir Path folder;

  private static String page(String name) throws IOException {
    return Files.readString(Repository.top().resolve("docs/reference/" + name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"workload.md", "driver-file.md"})
  void tablesAreThoseOfTheDeclarations(String name) throws IOException {
    String made = ReferencePages.remade(page(name));
    assertThat(Repository.kept("docs/reference/" + name, made)).isEqualTo(made);
  }

  @Test
  void everyKeyAndEveryFormOfAValueIsOnThePage() throws IOException {
    String page = page("workload.md");
    assertThat(page)
        .contains(Type.RATE.description(), Type.DURATION.description(), Type.SIZE.description());
    assertThat(WorkloadKeys.rules())
        .filteredOn(rule -> !rule.path().matches("objectives|thresholds"))
        .allSatisfy(rule -> assertThat(page).contains("| `" + rule.path() + "` |"));
  }

  @Test
  void theExamplesOfTheWorkloadPageAreRead() throws IOException {
    Matcher example =
        Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL).matcher(page("workload.md"));
    assertThat(example.find()).isTrue();
    String workload = example.group(1);
    assertThat(example.find()).isTrue();
    Path file = Files.writeString(folder.resolve("example.yaml"), workload + example.group(1));
    Workload read = WorkloadReader.read(file, Repository.options());
    assertThat(read.objectives()).hasSize(6);
    assertThat(read.phases().get(4).objectives()).hasSize(2);
  }
}
