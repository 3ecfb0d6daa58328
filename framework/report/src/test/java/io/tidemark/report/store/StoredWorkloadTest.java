package io.tidemark.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.report.file.ReportFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** A run can be repeated from its directory. */
class StoredWorkloadTest {
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
