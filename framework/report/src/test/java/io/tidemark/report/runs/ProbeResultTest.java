package io.tidemark.report.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.report.runs.ProbeResult.Cpu;
import io.tidemark.report.runs.ProbeResult.Disk;
import io.tidemark.report.runs.ProbeResult.Latency;
import io.tidemark.report.runs.ProbeResult.SyncedWrites;
import io.tidemark.report.runs.ProbeResult.Throughput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeResultTest {
  @TempDir Path folder;

  private static ProbeResult result(Optional<Boolean> brokerVolume, Throughput... throughput) {
    Latency latency = new Latency(9, 1, 2, 3, 4);
    return new ProbeResult(
        ProbeResult.SCHEMA_VERSION,
        "2026-11-23T11:00:00Z",
        Map.of("host.name", "h"),
        new Cpu(2, 1e6, 2e6),
        brokerVolume
            .map(is -> new Disk("/d", "fio", is, 4e8, latency, List.of(new SyncedWrites(1, 6e7))))
            .orElse(null),
        List.of(new ProbeResult.RoundTrips("h:1", "connect", latency)),
        List.of(throughput));
  }

  private List<ReferenceLine> limits(String json) throws IOException {
    return ProbeResult.limits(Files.writeString(folder.resolve("probe.json"), json));
  }

  @Test
  void onlyTheDiskOfABrokerIsALimit() throws IOException {
    assertThat(limits(result(Optional.of(true)).json()))
        .extracting(ReferenceLine::metric, ReferenceLine::value, ReferenceLine::source)
        .containsExactly(
            tuple("publishThroughput", 4e8, "bin/benchmark probe, fio"),
            tuple("nodeDiskWriteBytesPerSecond", 4e8, "bin/benchmark probe, fio"));
    assertThat(limits(result(Optional.of(false)).json())).isEmpty();
    assertThat(limits(result(Optional.empty()).json())).isEmpty();
    assertThat(result(Optional.empty()).json()).doesNotContain("disk");
  }

  @Test
  void theFastestNetworkBetweenTwoMachinesIsALimit() throws IOException {
    List<ReferenceLine> limits =
        limits(
            result(
                    Optional.empty(),
                    Throughput.measured("here", "http://a:1", 4, 9e9, true),
                    Throughput.measured("http://a:1", "http://b:1", 1, 1.1e8, false),
                    Throughput.measured("http://a:1", "http://b:1", 4, 1.2e8, false),
                    Throughput.unmeasured("http://b:1", "http://a:1", "no answer"))
                .json());
    assertThat(limits)
        .extracting(ReferenceLine::metric)
        .containsExactly(
            "publishThroughput",
            "consumeThroughput",
            "nodeReceivedBytesPerSecond",
            "nodeSentBytesPerSecond");
    assertThat(limits)
        .allSatisfy(
            limit -> {
              assertThat(limit.value()).isEqualTo(1.2e8);
              assertThat(limit.source())
                  .isEqualTo("bin/benchmark probe, http://a:1 -> http://b:1, 4 streams");
            });
  }

  @Test
  void aFileOfVersion1HasNoThroughput() throws IOException {
    String json = result(Optional.of(true)).json();
    String before =
        json.replaceFirst(",\\s*\"throughput\" : \\[ ]", "")
            .replace("\"schemaVersion\" : 2", "\"schemaVersion\" : 1");
    assertThat(before).doesNotContain("throughput");
    assertThat(limits(before)).hasSize(2);
  }

  @Test
  void anotherFileIsRefused() {
    for (String wrong : List.of("", "x", "{}", "[1]", "{\"cpu\": 3}")) {
      assertThatIOException()
          .isThrownBy(() -> limits(wrong))
          .withMessage("it is not a file of bin/benchmark probe");
    }
  }
}
