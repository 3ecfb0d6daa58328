package io.tidemark.worker.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.model.driverfile.PrometheusTarget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The examples of docs/how-to/telemetry.md with pages of exporters: the one of the node exporter is
 * real, those of IBM MQ are mocks.
 */
class ExporterExamplesTest extends WithExporter {
  private static final Pattern EXAMPLE = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

  /** Values by name, 2 s after the counters of the page were 0. */
  private Map<String, Double> read(String host, String resource) throws Exception {
    String example = example(host);
    List<PrometheusTarget> targets = PrometheusTarget.of(example.replace(host, address()));
    PrometheusTelemetry telemetry = new PrometheusTelemetry(targets, events::add, () -> nowNanos);
    String real = resource(resource);
    page = real.replaceAll("(?m)^([^#\\n]+) \\S+$", "$1 0");
    telemetry.readTelemetry();
    page = real;
    nowNanos += 2_000_000_000L;
    Map<String, Double> values =
        telemetry.readTelemetry().stream()
            .collect(
                Collectors.toMap(
                    TelemetryReading::name, TelemetryReading::value, (a, b) -> a, TreeMap::new));
    assertThat(events).isEmpty();
    assertThat(targets).hasSize(1);
    assertThat(values.keySet())
        .containsExactlyInAnyOrderElementsOf(targets.get(0).metrics().values());
    return values;
  }

  private static String example(String host) throws IOException {
    String text = Files.readString(Path.of("../../docs/how-to/telemetry.md"));
    return EXAMPLE
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .filter(block -> block.contains(host))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no example of " + host));
  }

  private static String resource(String name) throws IOException {
    try (var in = ExporterExamplesTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theNodeExporterHasWhatTheExampleNames() throws Exception {
    Map<String, Double> values = read("broker-0:9100", "node-exporter.txt");
    assertThat(values.get("hostUserCpuCores")).isEqualTo((722.57 + 713.08) / 2);
    assertThat(values.get("nodeDiskWriteBytesPerSecond")).isEqualTo(9.774297088e+09 / 2);
    assertThat(values.get("nodeReceivedBytesPerSecond")).isEqualTo(6.64386525e+08 / 2);
    assertThat(values.get("hostAvailableMemoryBytes")).isEqualTo(2.4423653376e+10);
  }

  @Test
  void aMockOfIbmMqsContainerHasWhatTheExampleNames() throws Exception {
    Map<String, Double> values = read("qm1:9157", "ibmmq-container-mock.txt");
    assertThat(values)
        .containsEntry("logWriteLatencySeconds", 0.000843)
        .containsEntry("logPhysicalWrittenBytesPerSecond", 524_288.0)
        .containsEntry("nodeMemoryBytes", 262_144_000.0);
  }

  @Test
  void aMockOfIbmMqsExporterHasWhatTheExampleNames() throws Exception {
    Map<String, Double> values = read("exporter:9157", "ibmmq-exporter-mock.txt");
    assertThat(values)
        .containsEntry("queueDepthMessages", 17.0)
        .containsEntry("logInUseBytes", 33_554_432.0);
  }
}
