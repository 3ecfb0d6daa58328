package io.tidemark.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.WorkloadFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Publishers are blocked by a memory alarm; in a second run nodes are stopped and restarted. */
@Tag("alone") // build/integration-tests/pom.xml
@Tag("release")
class RestartsOnRabbitMqIT {
  private static final int BACKLOG_OF_ALARM = 200;

  @TempDir Path folder;

  @Test
  @Timeout(value = 12, unit = TimeUnit.MINUTES) // 2 minutes on an idle machine.
  void blockedPublishersAndNodesThatRestartLoseNothing() throws Exception {
    try (TidemarkProcess run =
        FaultRuns.start(folder, "driver-rabbitmq-quorum/local.yaml", raisedAlarm(), restarts())) {
      assertBlockedAndReleased(FaultRuns.awaitResults(folder, 1).get(0));
      run.waitFor();
      List<JsonNode> results = FaultRuns.awaitResults(folder, 2);
      assertRestarts(results.get(1));
    }
  }

  /**
   * Slow consumers let a backlog grow, which raises an alarm. The load goes on for longer than
   * rabbitmqctl needs on a busy machine, which was 27 s.
   */
  private Path raisedAlarm() throws IOException {
    return WorkloadFiles.write(
        folder,
        "raised-alarm",
        """
        producerRate: 300
        warmupDuration: 0s
        sampleInterval: 200ms
        drainTimeout: 60s
        phases:
          - {name: slow, duration: 5s, consumerProcessingTime: 20ms}
          - {name: fast, duration: 35s, consumerProcessingTime: 0s}
        faults:
          - {name: alarm, when: "backlog > %d", memoryAlarm: 3, duration: 2s}
        """
                .formatted(BACKLOG_OF_ALARM)
            + WorkloadFiles.WIDE_THRESHOLDS);
  }

  private Path restarts() throws IOException {
    return WorkloadFiles.write(
        folder,
        "whole-cluster", // Workloads run in the order of their names.
        """
        producerRate: 200
        warmupDuration: 0s
        testDuration: 70s
        sampleInterval: 200ms
        drainTimeout: 60s
        faults:
          - {name: stop, at: 3s, stop: leader, duration: 1s}
          - {name: restart, at: 13s, restart: leader}
          - {name: rolling, at: 26s, rollingRestart: all}
        """
            + WorkloadFiles.WIDE_THRESHOLDS);
  }

  private static void assertBlockedAndReleased(JsonNode result) {
    JsonNode alarm = FaultRuns.faults(result, 1).get("alarm");
    long injected = alarm.required("injectedEpochMicros").asLong();
    long undone = alarm.required("undoneEpochMicros").asLong();
    JsonNode before = result.requiredAt("/samples/0"); // The last one that ended before the alarm.
    for (JsonNode sample : result.required("samples")) {
      before = FaultRuns.endMicros(sample) <= injected ? sample : before;
    }
    assertThat(before.required("backlogMessages").asLong()).isGreaterThan(BACKLOG_OF_ALARM);

    assertThat(result.required("blocks")).as("%s", alarm).isNotEmpty();
    JsonNode block = result.requiredAt("/blocks/0");
    assertThat(block.required("reason").asText()).contains("memory");
    assertThat(block.required("startEpochMicros").asLong()).isBetween(injected, undone);
    assertThat(block.required("ended").asBoolean()).isTrue();
    long begun = alarm.required("undoBegunEpochMicros").asLong();
    assertThat(FaultRuns.endMicros(block))
        .as("%s %s", block, alarm)
        .isBetween(begun, undone + 3_000_000);
  }

  private static void assertRestarts(JsonNode result) {
    Map<String, JsonNode> faults = FaultRuns.faults(result, 3);
    for (String name : List.of("stop", "restart", "rolling")) {
      JsonNode fault = faults.get(name);
      assertThat(fault.required("inEffectEpochMicros").isNumber()).as("%s", fault).isTrue();
      FaultRuns.assertLeadersChanged(fault);
    }
    assertThat(faults.get("stop").required("undoneEpochMicros").isNumber()).isTrue();
    assertThat(faults.get("rolling").required("nodes"))
        .extracting(JsonNode::asInt)
        .containsExactly(1, 2, 3);
    assertThat(result.requiredAt("/delivery/lostMessages").asLong(-1)).isZero();
  }
}
