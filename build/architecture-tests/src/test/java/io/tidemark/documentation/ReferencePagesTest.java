package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.workload.WorkloadKeys;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReferencePagesTest {
  private static String page(String name) {
    return Checkout.text(Path.of("docs/reference/" + name));
  }

  @Test
  void pagesAreMadeFromTheDeclarations() {
    Map.of(
            "workload.md", ReferencePages.workload(),
            "driver-file.md", ReferencePages.driverFile())
        .forEach(
            (name, made) ->
                assertThat(Checkout.kept("docs/reference/" + name, made)).isEqualTo(made));
  }

  @Test
  void everyKeyAndEveryFormOfAValueIsOnAPage() {
    String page = page("workload.md");
    assertThat(page("values.md"))
        .contains(Type.RATE.description(), Type.DURATION.description(), Type.SIZE.description());
    assertThat(WorkloadKeys.rules())
        .filteredOn(rule -> !rule.path().matches("objectives|thresholds"))
        .allSatisfy(rule -> assertThat(page).contains("| `" + rule.path() + "` |"));
  }
}
