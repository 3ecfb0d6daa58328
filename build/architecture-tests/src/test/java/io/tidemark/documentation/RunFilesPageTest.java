package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.workload.EffectiveWorkload;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.store.RunFormats;
import io.tidemark.report.store.RunFormats.RunFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of a run directory, also those of features: their page, and examples in them. */
class RunFilesPageTest {
  @TempDir Path dir;

  @Test
  void thePageOfFilesIsMadeFromTheirDeclarations() {
    StringBuilder made =
        new StringBuilder(
            Checkout.GENERATED + "# Files of a run\n\n| file | content |\n|---|---|\n");
    RunFormats.ALL.forEach(file -> made.append(row(file.name(), file.meaning())));
    for (RunFormat file : RunFormats.ALL) {
      if (!file.columns().isEmpty()) {
        made.append("\n## %s\n\n| column | content |\n|---|---|\n".formatted(file.name()));
        file.columns().forEach(column -> made.append(row(column.name(), column.meaning())));
      }
    }
    assertThat(Checkout.kept("docs/reference/run-files.md", made.toString()))
        .isEqualTo(made.toString());
  }

  private static String row(String name, String meaning) {
    return "| `%s` | %s |\n".formatted(name, meaning.replace("|", "\\|"));
  }

  static Stream<Path> allWorkloads() {
    return Checkout.files(path -> path.matches("workloads/.*\\.yaml"));
  }

  @ParameterizedTest
  @MethodSource("allWorkloads")
  void anExampleIsReadWithoutAnyProblem(Path file) {
    Problems problems = new Problems();
    ReadOptions options = new ReadOptions(false, Map.of(), dir);
    assertThat(new WorkloadReader(options, problems).read(Checkout.ROOT.resolve(file))).isPresent();
    assertThat(problems.all()).extracting(Problem::oneLine).isEmpty();
  }

  static Stream<Path> shippedWorkloads() {
    return Checkout.files(path -> path.matches("workloads/[^/]+\\.yaml"));
  }

  @ParameterizedTest
  @MethodSource("shippedWorkloads")
  void aStoredWorkloadReadsAsTheSame(Path file) throws IOException {
    ReadOptions options = new ReadOptions(false, Map.of(), dir);
    Workload workload = WorkloadReader.read(Checkout.ROOT.resolve(file), options);
    Path stored = dir.resolve(workload.fileBase() + ".yaml");
    try (OutputStream out = Files.newOutputStream(stored)) {
      ReportFormats.yaml("Effective workload", EffectiveWorkload.of(workload)).writeTo(out);
    }
    Workload again = WorkloadReader.read(stored, options);
    assertThat(EffectiveWorkload.of(again)).isEqualTo(EffectiveWorkload.of(workload));
  }
}
