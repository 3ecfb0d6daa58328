package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.settings.Setting.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReferencePagesTest {
  private static String page(String name) throws IOException {
    return Files.readString(Repository.top().resolve("docs/reference/" + name));
  }

  @Test
  void pagesAreMadeFromTheDeclarations() {
    Map.of(
            "workload.md", ReferencePages.workload(),
            "driver-file.md", ReferencePages.driverFile())
        .forEach(
            (name, made) ->
                assertThat(Repository.kept("docs/reference/" + name, made)).isEqualTo(made));
  }

  @Test
  void everyKeyAndEveryFormOfAValueIsOnAPage() throws IOException {
    String page = page("workload.md");
    assertThat(page("values.md"))
        .contains(Type.RATE.description(), Type.DURATION.description(), Type.SIZE.description());
    assertThat(WorkloadKeys.rules())
        .filteredOn(rule -> !rule.path().matches("objectives|thresholds"))
        .allSatisfy(rule -> assertThat(page).contains("| `" + rule.path() + "` |"));
  }
}
