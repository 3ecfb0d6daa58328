package io.tidemark.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.model.workload.EffectiveWorkload;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.report.file.ReportFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** A run can be repeated from its directory. */
class StoredWorkloadTest {
  private static final Path SHIPPED = Path.of("../../workloads");

  @TempDir Path dir;

  static Stream<Path> shippedWorkloads() throws IOException {
    try (Stream<Path> files = Files.list(SHIPPED)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("shippedWorkloads")
  void storesAWorkloadThatReadsAsTheSame(Path file) throws IOException {
    ReadOptions options = new ReadOptions(false, Map.of(), dir);
    Workload workload = WorkloadReader.read(file, options);
    Path stored = dir.resolve(workload.fileBase() + ".yaml");
    try (OutputStream out = Files.newOutputStream(stored)) {
      ReportFormats.yaml("Effective workload", EffectiveWorkload.of(workload)).writeTo(out);
    }
    Workload again = WorkloadReader.read(stored, options);
    assertThat(EffectiveWorkload.of(again)).isEqualTo(EffectiveWorkload.of(workload));
  }

  @Test
  void keepsTextThatYamlWouldTakeForSomethingElse() throws IOException {
    Map<String, Object> tricky =
        Map.of(
            "version",
            "1.0",
            "flag",
            "yes",
            "nothing",
            "null",
            "date",
            "2026-11-21",
            "text",
            "a: b # c",
            "stars",
            "****",
            "lines",
            "a=1\nb=2\n",
            "time",
            "12:30:45",
            "hex",
            "0x1F",
            "list",
            List.of("- x", "", " y "));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ReportFormats.yaml("tricky", tricky).writeTo(bytes);
    Object read = new YAMLMapper().readValue(bytes.toByteArray(), Object.class);
    assertThat(read).isEqualTo(tricky);
    Object bySnakeYaml = new Yaml().load(bytes.toString(StandardCharsets.UTF_8));
    assertThat(bySnakeYaml).isEqualTo(tricky);
  }
}
