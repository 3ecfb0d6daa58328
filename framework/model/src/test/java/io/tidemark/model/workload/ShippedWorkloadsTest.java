package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.workloadfile.WorkloadReader;
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
  void beginsWithItsSchemaAndSaysHowLongItTakes(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    assertThat(Repository.schema(file)).isEqualTo("workloads/workload.schema.json");
    assertThat(String.join(" ", lines)).contains("Takes");
  }

  /** Each sample's comment says what it shows and how to change it: the index has both. */
  @Test
  void theIndexIsMadeFromTheComments() throws IOException {
    StringBuilder index =
        new StringBuilder(
            "<!-- Generated from declarations in the code; -Dtidemark.write=true makes it anew. -->\n"
                + "# Workloads\n\n```\nbin/benchmark --drivers driver-kafka-strimzi/local.yaml"
                + " workloads/quickstart.yaml\n```\n");
    for (String folder : List.of("workloads", "workloads/omb")) {
      index.append("\n| file | what it shows | how to change it |\n|---|---|---|\n");
      for (Path file : Repository.workloads(folder)) {
        index.append(row(folder.replaceFirst("workloads/?", ""), file));
      }
    }
    assertThat(Repository.kept("workloads/README.md", index.toString()))
        .isEqualTo(index.toString());
  }

  private static String row(String folder, Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    String change = "# Change: ";
    assertThat(lines.get(2)).as("%s", file).startsWith(change);
    String name = file.getFileName().toString();
    return "| [%s](%s) | %s | %s |\n"
        .formatted(
            name.replace(".yaml", ""),
            folder.isEmpty() ? name : folder + "/" + name,
            lines.get(1).substring(2),
            lines.get(2).substring(change.length()));
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
