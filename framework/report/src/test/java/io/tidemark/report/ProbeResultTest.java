package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.tidemark.report.ProbeResult.Cpu;
import io.tidemark.report.ProbeResult.Disk;
import io.tidemark.report.ProbeResult.Latency;
import io.tidemark.report.ProbeResult.SyncedWrites;
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

  private static ProbeResult result(Optional<Boolean> brokerVolume) {
    Latency latency = new Latency(9, 1, 2, 3, 4);
    return new ProbeResult(
        ProbeResult.SCHEMA_VERSION,
        "2026-11-23T11:00:00Z",
        Map.of("host.name", "h"),
        new Cpu(2, 1e6, 2e6),
        brokerVolume
            .map(is -> new Disk("/d", "fio", is, 4e8, latency, List.of(new SyncedWrites(1, 6e7))))
            .orElse(null),
        List.of(new ProbeResult.RoundTrips("h:1", "connect", latency)));
  }

  private List<ReferenceLine> limits(String json) throws IOException {
    return ProbeResult.limits(Files.writeString(folder.resolve("probe.json"), json));
  }

  @Test
  void onlyTheDiskOfABrokerIsALimit() throws IOException {
    assertThat(limits(result(Optional.of(true)).json()))
        .extracting(ReferenceLine::metric, ReferenceLine::value, ReferenceLine::source)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "publishThroughput", 4e8, "bin/benchmark probe, fio"),
            org.assertj.core.groups.Tuple.tuple(
                "nodeDiskWriteBytesPerSecond", 4e8, "bin/benchmark probe, fio"));
    assertThat(limits(result(Optional.of(false)).json())).isEmpty();
    assertThat(limits(result(Optional.empty()).json())).isEmpty();
    assertThat(result(Optional.empty()).json()).doesNotContain("disk");
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
