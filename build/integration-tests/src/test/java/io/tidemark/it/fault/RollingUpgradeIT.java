package io.tidemark.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.WorkloadFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes of Kafka get another version during a run. */
@Tag("alone") // build/integration-tests/pom.xml
@Tag("release")
class RollingUpgradeIT {
  private static final String BEFORE = "4.2.1";

  @TempDir Path folder;

  @Test
  @Timeout(value = 8, unit = TimeUnit.MINUTES)
  void kafkaIsUpgradedUnderLoadWithoutLoss() throws Exception {
    FaultRuns.install(folder, "kafka", BEFORE);
    try (TidemarkProcess run = FaultRuns.start(folder, driver().toString(), workload())) {
      JsonNode result = FaultRuns.awaitResults(folder, 1).get(0);
      run.waitFor();
      assertThat(run.output()).contains("Started kafka " + BEFORE);
      JsonNode fault = FaultRuns.faults(result, 1).get("upgrade");
      assertThat(fault.required("problem").asText()).isEmpty();
      assertThat(fault.required("action").asText()).isEqualTo("rollingUpgrade to 4.3.1");
      assertThat(fault.required("nodes")).extracting(JsonNode::asInt).containsExactly(1, 2, 3);
      FaultRuns.assertLeadersChanged(fault);
      assertThat(
              StreamSupport.stream(result.required("events").spliterator(), false)
                  .filter(event -> event.required("kind").asText().equals("NODES_UPGRADED"))
                  .map(event -> event.required("detail").asText()))
          .singleElement()
          .asString()
          .contains("node 3 has 4.3.1", "kafka-features.sh");
      assertThat(result.requiredAt("/delivery/lostMessages").asLong(-1)).isZero();
    }
  }

  private Path driver() throws IOException {
    Path kafka = TidemarkProcess.ROOT.resolve("driver-kafka-strimzi/local.yaml");
    String text = Files.readString(kafka);
    String earlier = text.replaceFirst("(?m)^( +)nodes: 3$", "$1nodes: 3\n$1version: " + BEFORE);
    assertThat(earlier).isNotEqualTo(text);
    return Files.writeString(folder.resolve("kafka-earlier.yaml"), earlier);
  }

  private Path workload() throws IOException {
    return WorkloadFiles.write(
        folder,
        "upgrade",
        """
        producerRate: 200
        warmupDuration: 2s
        testDuration: 90s
        sampleInterval: 200ms
        drainTimeout: 60s
        faults:
          - {name: upgrade, at: 5s, rollingUpgrade: {to: 4.3.1}}
        """
            + WorkloadFiles.WIDE_THRESHOLDS);
  }
}
