package io.tidemark.features.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.features.study.PlacedRun.ClusterPlace;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Environments whose runs {@code bin/benchmark-k8s} carries out. */
class ClusterEnvironmentTest {
  private static final String STUDY =
      """
      name: s
      environments:
        - name: east
          driver: d.yaml
          set: {delivery: queued}
          kubernetes: {context: east, namespace: load, release: big, workers: 8, values: [v.yaml]}
        - {name: west, driver: d.yaml, kubernetes: {context: west}}
      matrix: {workload.messageSize: [200]}
      workloads: [w.yaml]
      """;

  @TempDir Path folder;

  private List<PlacedRun> runs(String study) throws IOException {
    StudyFiles files = StudyFiles.in(folder);
    files.write("v.yaml", "workers: {cpu: 4}\n");
    return files.suite(study).runs();
  }

  private static ClusterPlace place(String environment, List<PlacedRun> runs) {
    return runs.stream()
        .filter(each -> each.place().environment().equals(environment))
        .findFirst()
        .flatMap(PlacedRun::cluster)
        .orElseThrow();
  }

  @Test
  void theCommandGetsThePlaceAndTheFilesWithTheValuesOfTheStudy() throws IOException {
    List<PlacedRun> runs = runs(STUDY);
    ClusterPlace east = place("east", runs);
    assertThat(east.options())
        .containsExactly(
            "--context",
            "east",
            "--namespace",
            "load",
            "--release",
            "big",
            "--workers",
            "8",
            "--values",
            folder.resolve("v.yaml").toString());
    assertThat(east.driver()).contains("driverClass", "queued");
    assertThat(east.workload()).contains("messageSize", "200").doesNotContain("100");
    ClusterPlace west = place("west", runs);
    assertThat(west.options()).containsExactly("--context", "west");
    assertThat(west.driver()).isEqualTo(Files.readString(folder.resolve("d.yaml")));
  }

  @Test
  void whatCannotBeInAClusterIsReportedOnce() {
    String both = STUDY.replace("context: west}", "context: west}, workers: 'http://a:1'");
    assertThat(problems(both)).hasSize(1).first().asString().contains("s.yaml:", "workers");
    assertThat(problems(STUDY.replace("v.yaml", "none.yaml")))
        .hasSize(1)
        .first()
        .asString()
        .contains("environments.kubernetes.values", "there is no file", "none.yaml");
    assertThat(problems(STUDY.replace("workers: 8", "workers: 0"))).hasSize(1);
  }

  private List<String> problems(String study) {
    List<Problem> all =
        catchThrowableOfType(ConfigurationException.class, () -> runs(study)).problems();
    return all.stream().map(Problem::oneLine).toList();
  }
}
