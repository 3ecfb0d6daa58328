package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/benchmark probe} with real workers. */
class ProbeIT {
  private static final String TOKEN = "correct-horse-battery-staple";

  @TempDir Path folder;

  private WorkerProcess worker(Map<String, String> environment) throws IOException {
    return WorkerProcess.start(TidemarkProcess.ROOT, folder, environment);
  }

  @Test
  void ctrlCLeavesTheWorkersReadyToMeasureTheNetworkWithAToken() throws Exception {
    Map<String, String> token = Map.of("TIDEMARK_WORKER_TOKEN", TOKEN);
    try (WorkerProcess a = worker(token);
        WorkerProcess b = worker(token)) {
      String urls = a.url() + "," + b.url();
      try (TidemarkProcess probe =
          TidemarkProcess.start(
              TidemarkProcess.ROOT, token, folder, "benchmark", "probe", "-w", urls)) {
        probe.awaitOutput("Throughput from " + a.url() + " to " + b.url());
        probe.interrupt();
        assertThat(probe.waitFor()).as(probe.output()).isEqualTo(130);
      }
      assertMeasuresTheNetwork(a.url(), b.url());
    }
  }

  private void assertMeasuresTheNetwork(String a, String b) throws IOException {
    Path output = folder.resolve("probe.json");
    Path token = Files.writeString(folder.resolve("token"), TOKEN);
    Command probe =
        Command.succeeding(
            folder,
            "probe",
            "-w",
            a + "," + b,
            "--token-file",
            token.toString(),
            "--streams",
            "3",
            "-o",
            output.toString());
    assertThat(probe.output())
        .contains("Throughput of the network", "  here -> " + a, " MB/s with 3 streams*")
        .doesNotContain(TOKEN);
    Set<String> directions = new HashSet<>();
    for (JsonNode each : RunResults.read(output).required("throughput")) {
      assertThat(each.required("bytesPerSecond").asDouble()).isPositive();
      assertThat(each.required("streams").asInt()).isIn(1, 3);
      assertThat(each.required("sameMachine").asBoolean()).isTrue();
      directions.add(each.required("from").asText() + " " + each.required("to").asText());
    }
    assertThat(directions)
        .containsExactlyInAnyOrder(
            "here " + a, a + " here", "here " + b, b + " here", a + " " + b, b + " " + a);
  }

  @Test
  void aWorkerThatRefusesTheTokenOrDoesNotAnswerIsAnError() throws Exception {
    try (WorkerProcess worker = worker(Map.of("TIDEMARK_WORKER_TOKEN", TOKEN))) {
      Command refused = Command.run(folder, "probe", "-w", worker.url());
      assertThat(refused.endedWith(3)).contains("ERROR", "token").doesNotContain("\tat ", TOKEN);
    }
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    Command absent = Command.run(folder, "probe", "-w", "http://127.0.0.1:" + closed);
    assertThat(absent.endedWith(3)).contains("ERROR", "127.0.0.1:" + closed);
  }
}
