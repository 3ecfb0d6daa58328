package io.tidemark.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.result.file.ResultJson;
import io.tidemark.report.SampleRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference page names every field and file, and no field has been renamed behind its back. */
class ResultsReferenceTest {
  private static final Set<String> FREE_FORM =
      Set.of(
          "workload",
          "driver",
          "brokerFacts",
          "coordinatorEnvironment",
          "environment",
          "verdictInputs");

  private static final Path FILES = Path.of("../../docs/reference/run-files.md");

  @TempDir Path dir;

  @Test
  void namesEveryFieldOfResultFiles() throws IOException {
    Set<String> names = new TreeSet<>();
    collect(ResultJson.tree(SampleRuns.sample()), names);
    collect(ResultJson.tree(SampleRuns.invalid()), names);
    String page = page();
    assertThat(names)
        .hasSizeGreaterThan(80)
        .allSatisfy(
            name -> assertThat(page).containsAnyOf(code(name), code(name.replace("Micros", ""))));
  }

  @Test
  void namesEveryFileOfARunDirectory() throws IOException {
    String page = Files.readString(FILES);
    for (Path run :
        Set.of(
            RunDirectory.write(dir, SampleRuns.sample(), Map.of()),
            RunDirectory.write(dir, SampleRuns.invalid(), Map.of()))) {
      try (var files = Files.list(run)) {
        assertThat(files)
            .isNotEmpty()
            .allSatisfy(file -> assertThat(page).contains(code(file.getFileName().toString())));
      }
    }
  }

  private static String code(String name) {
    return "`" + name + "`";
  }

  private static void collect(JsonNode node, Set<String> names) {
    if (node.isArray()) {
      node.forEach(element -> collect(element, names));
    }
    node.fields()
        .forEachRemaining(
            field -> {
              names.add(field.getKey());
              if (!FREE_FORM.contains(field.getKey())) {
                collect(field.getValue(), names);
              }
            });
  }

  /** Fields that are counters or latencies stand on the page of metrics. */
  private static String page() throws IOException {
    Path page = FILES.resolveSibling("results.md");
    return Files.readString(page) + Files.readString(page.resolveSibling("metrics.md"));
  }
}
