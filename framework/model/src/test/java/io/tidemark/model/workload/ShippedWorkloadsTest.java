package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedWorkloadsTest {

  static List<Path> workloads() {
    return Repository.workloads();
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void isReadWithoutAnyProblem(Path file) {
    Problems problems = new Problems();
    assertThat(new WorkloadReader(Repository.options(), problems).read(file)).isPresent();
    assertThat(problems.all()).extracting(Problem::oneLine).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void beginsWithItsSchemaAndSaysHowLongItTakes(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    assertThat(Repository.schema(file)).isEqualTo("workloads/workload.schema.json");
    assertThat(String.join(" ", lines)).contains("Takes");
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void isInTheIndex(Path file) throws IOException {
    assertThat(Files.readString(Repository.top().resolve("workloads/README.md")))
        .contains("](" + file.getFileName() + ")");
  }

  @Test
  void quickstartIsShortAndBearable() {
    Workload quickstart =
        WorkloadReader.read(
            Repository.top().resolve("workloads/quickstart.yaml"), Repository.options());
    assertThat(quickstart.time().warmup()).hasSeconds(5);
    assertThat(quickstart.time().test())
        .hasValueSatisfying(test -> assertThat(test).hasSeconds(20));
    assertThat(quickstart.load().ratePerSecond()).contains(500.0);
  }
}
