package io.tidemark.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.RunResults;
import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.WorkloadFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs with a fault on local brokers, and what they report. */
final class FaultRuns {
  private static final Pattern STARTED = Pattern.compile("Started \\w+ \\S+: (.*)");

  private FaultRuns() {}

  /** One queue or partition at 500 messages per second for 20 s; the fault comes after 6 s. */
  static Path workload(Path folder, String name, String fault) throws IOException {
    return Files.writeString(
        folder.resolve(name + ".yaml"),
        """
        name: %s
        topics: 1
        partitionsPerTopic: 1
        messageSize: 200
        subscriptionsPerTopic: 1
        producersPerTopic: 1
        consumerPerSubscription: 1
        producerRate: 500
        warmupDuration: 2s
        testDuration: 20s
        sampleInterval: 200ms
        drainTimeout: 60s
        faults:
          - {name: lost-leader, at: 6s, %s}
        objectives: {recoveryTime: "<= 60s", lost: 0}
        """
                .formatted(name, fault)
            + WorkloadFiles.WIDE_THRESHOLDS);
  }

  /**
   * @param driver in the source checkout, or an absolute path
   * @param workloads run one after another, on one cluster
   */
  static TidemarkProcess start(Path folder, String driver, Path... workloads) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("-d", TidemarkProcess.ROOT.resolve(driver).toString()));
    Stream.of(workloads).map(Path::toString).forEach(arguments::add);
    return TidemarkProcess.start(folder, "benchmark", arguments.toArray(String[]::new));
  }

  /** Addresses of the brokers that a run has started, in the order of their numbers. */
  static List<String> brokers(TidemarkProcess run) {
    run.awaitOutput("\nStarted ");
    Matcher matcher = STARTED.matcher(run.output());
    assertThat(matcher.find()).as(run.output()).isTrue();
    return List.of(matcher.group(1).split(", "));
  }

  /** The only fault of the only run. */
  static JsonNode fault(Path folder, TidemarkProcess run) throws IOException, InterruptedException {
    assertThat(run.waitFor()).as(run.output()).isZero();
    return fault(RunResults.only(folder.resolve("results")), run);
  }

  /** The only fault of a run. */
  static JsonNode fault(JsonNode result, TidemarkProcess run) {
    run.awaitOutput("undone from"); // Printed after the result was written.
    assertThat(result.required("faults")).as(run.output()).hasSize(1);
    JsonNode fault = result.requiredAt("/faults/0");
    assertThat(fault.required("problem").asText()).isEmpty();
    assertThat(fault.required("nodes")).hasSize(1);
    assertThat(result.requiredAt("/delivery/lostMessages").asLong(-1)).as(run.output()).isZero();
    assertThat(result.requiredAt("/events").findValuesAsText("kind"))
        .contains("FAULT_INJECTED", "FAULT_UNDONE", "LEADERS_CHANGED");
    assertThat(run.output()).contains("Faults", "lost-leader", "undone from");
    return fault;
  }

  /** Seconds without an acknowledgement, which an observer saw as a gap. */
  static double silence(JsonNode fault) {
    return fault.requiredAt("/effect/publish/silenceSeconds").asDouble();
  }
}
