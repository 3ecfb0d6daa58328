package io.tidemark.it.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.RunResults;
import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.WorkloadFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Runs with a fault on local brokers, and what they report. */
final class FaultRuns {
  private static final Pattern STARTED = Pattern.compile("Started \\w+ \\S+: (.*)");

  /** An observer publishes about 30 messages per second. */
  private static final double NO_GAP_SECONDS = 0.2;

  private static final long EFFECT_BEGINS_WITHIN_MILLIS = 1_000;

  private FaultRuns() {}

  /** One queue or partition at 200 messages per second for 25 s; the fault comes after 6 s. */
  static Path workload(Path folder, String name, String fault) throws IOException {
    return WorkloadFiles.write(
        folder,
        name,
        """
        partitionsPerTopic: 1
        producerRate: 200
        warmupDuration: 2s
        testDuration: 25s
        sampleInterval: 200ms
        drainTimeout: 60s
        faults:
          - {name: lost-leader, at: 6s, %s}
        objectives: {recoveryTime: "<= 60s", lost: 0}
        """
                .formatted(fault)
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

  /** Installs a version that other tests do not use; nothing is done if it is there. */
  static void install(Path folder, String kind, String version) throws Exception {
    try (TidemarkProcess install =
        TidemarkProcess.start(folder, "brokers", "install", kind, "--version", version)) {
      install.endedWith(0);
    }
  }

  /** Addresses of the brokers that a run has started, in the order of their numbers. */
  static List<String> brokers(TidemarkProcess run) {
    run.awaitOutput("\nStarted ");
    Matcher matcher = STARTED.matcher(run.output());
    assertThat(matcher.find()).as(run.output()).isTrue();
    return List.of(matcher.group(1).split(", "));
  }

  /** Results of a number of runs, in their order. */
  static List<JsonNode> awaitResults(Path folder, int runs) {
    Path results = folder.resolve("results");
    return Awaitility.await(runs + " results")
        .atMost(Duration.ofMinutes(3))
        .ignoreExceptions() // The folder does not exist yet.
        .until(() -> RunResults.all(results), all -> all.size() == runs);
  }

  /** Faults of a run by name, all of which were injected. */
  static Map<String, JsonNode> faults(JsonNode result, int number) {
    Map<String, JsonNode> faults = new HashMap<>();
    result.required("faults").forEach(each -> faults.put(each.required("name").asText(), each));
    assertThat(faults).hasSize(number);
    assertThat(faults.values())
        .allSatisfy(fault -> assertThat(fault.required("problem").asText()).isEmpty());
    return faults;
  }

  /** End of a sample or a block. */
  static long endMicros(JsonNode interval) {
    return interval.required("startEpochMicros").asLong()
        + Math.round(interval.required("lengthSeconds").asDouble() * 1e6);
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

  /** Seconds without an acknowledgement. */
  static double silence(JsonNode fault) {
    return fault.requiredAt("/effect/publish/silenceSeconds").asDouble();
  }

  /**
   * The outage of a leader is the one that an observer of another queue or partition of this leader
   * saw: it ends at the same time, within 1 s or half of its length.
   */
  static void assertOutage(JsonNode result, JsonNode fault, Observer observer) {
    long injected = fault.requiredAt("/effect/fromEpochMicros").asLong() / 1_000;
    Observer.Gap gap = observer.longestGap(injected, injected + EFFECT_BEGINS_WITHIN_MILLIS);
    JsonNode publish = fault.requiredAt("/effect/publish");
    String figures = "observed %s, in effect from %d; %s".formatted(gap, injected, fault);
    assertThat(gap.seconds()).as(figures).isGreaterThan(NO_GAP_SECONDS);
    double silence = silence(fault);
    assertThat(silence).as(figures).isPositive();
    assertThat(publish.required("firstAfterSeconds").asDouble())
        .as(figures)
        .isCloseTo((gap.endEpochMillis() - injected) / 1e3, within(Math.max(1, gap.seconds() / 2)));
    assertThat(publish.required("recoverySeconds").asDouble(-1))
        .as(figures)
        .isGreaterThanOrEqualTo(silence);
    assertObjectivesMet(result);
  }

  static void assertLeadersChanged(JsonNode fault) {
    assertThat(fault.requiredAt("/effect/leaderChanges").asLong()).as("%s", fault).isPositive();
  }

  static void assertObjectivesMet(JsonNode result) {
    assertThat(result.requiredAt("/verdict/objectives"))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.required("met").asBoolean()).as("%s", each).isTrue());
  }
}
