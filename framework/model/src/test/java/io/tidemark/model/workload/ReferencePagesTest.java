package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.workloadfile.WorkloadReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferencePagesTest {
  @TempDir Path folder;

  @Test
  void theWorkloadPageIsThatOfTheKeyDescriptions() {
    String page = ReferencePages.workload();
    assertThat(Repository.kept("docs/reference/workload.md", page)).isEqualTo(page);
  }

  @Test
  void theDriverFilePageIsThatOfTheKeyDescriptions() {
    String page = ReferencePages.driver();
    assertThat(Repository.kept("docs/reference/driver-file.md", page)).isEqualTo(page);
  }

  @Test
  void everyKeyIsOnThePage() {
    String page = ReferencePages.workload();
    assertThat(WorkloadKeys.rules())
        .filteredOn(rule -> !rule.path().matches("objectives|thresholds"))
        .allSatisfy(rule -> assertThat(page).contains("| `" + rule.path() + "` |"));
  }

  @Test
  void theExamplesOfTheWorkloadPageAreRead() throws IOException {
    Matcher example =
        Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL).matcher(ReferencePages.workload());
    assertThat(example.find()).isTrue();
    String workload = example.group(1);
    assertThat(example.find()).isTrue();
    Path file = Files.writeString(folder.resolve("example.yaml"), workload + example.group(1));
    Workload read = WorkloadReader.read(file, Repository.options());
    assertThat(read.objectives()).hasSize(6);
    assertThat(read.time().phases().get(4).objectives()).hasSize(2);
  }
}
