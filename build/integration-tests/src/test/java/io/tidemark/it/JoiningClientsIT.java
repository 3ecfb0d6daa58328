package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of a real Kafka that join, leave and are opened again while the load is under way. */
@Tag("release")
class JoiningClientsIT {
  @TempDir Path folder;

  @Test
  void nothingIsLostWhileProducersAndConsumersJoinAndLeave()
      throws IOException, InterruptedException {
    Path workload =
        WorkloadFiles.write(
            folder,
            "joins",
            """
            producerRate: 500
            warmupDuration: 1s
            drainTimeout: 60s
            phases:
              - {name: few, duration: 4s}
              - {name: many, duration: 5s, producersPerTopic: 4, consumerPerSubscription: 3}
              - {name: rest, pause: 2s}
              - {name: large, duration: 5s, messageSize: 2KB, producersPerTopic: 2, consumerPerSubscription: 1}
            churn: {producersPerSecond: 2, consumersPerSecond: 0.3}
            objectives: {lost: 0}
            """
                + WorkloadFiles.WIDE_THRESHOLDS);
    Command benchmark =
        Command.run(
            folder,
            "-d",
            StartedKafka.shared()
                .driver(
                    folder,
                    "joins",
                    "producerConfig: {acks: all}\nconsumerConfig: {auto.offset.reset: earliest, enable.auto.commit: false}\n")
                .toString(),
            workload.toString());
    JsonNode run = RunResults.only(folder.resolve("results"));
    // What a busy machine was late with when the load ended is never sent.
    assertThat(run.requiredAt("/delivery/sentMessages").asLong())
        .as(benchmark.output())
        .isBetween(15 * 250L, 15 * 500L);
    assertThat(run.requiredAt("/delivery/acknowledgedMessages"))
        .isEqualTo(run.requiredAt("/delivery/sentMessages"));
    RunResults.assertNone(run, "lost", "failed");
    assertThat(measured(run, "producers")).containsExactly(1, 4, 4, 2);
    assertThat(measured(run, "consumers")).containsExactly(1, 3, 3, 1);
    assertThat(measured(run, "messageSizeBytes")).containsExactly(200, 200, 200, 2_048);
    assertSizes(run);
    // Those of the phases; churn opens few on a slow machine.
    assertThat(run.requiredAt("/runCounts/openedClients").asLong()).isGreaterThanOrEqualTo(5);
    assertThat(run.at("/runCounts/failedClients").asLong(0)).isZero();
    assertThat(run.requiredAt("/totals/latencies/clientOpenMicros/count").asLong())
        .isGreaterThanOrEqualTo(5);
    assertThat(benchmark.output()).contains("opened during the load", "client open");
    RunResults.assertJudgedAgainAsStored(folder);
  }

  private static void assertSizes(JsonNode run) {
    for (JsonNode phase : run.requiredAt("/phases")) {
      long sent = phase.requiredAt("/countsByIntention/sentMessages").asLong();
      if (phase.required("measured").asBoolean() && sent > 0) {
        assertThat(phase.requiredAt("/countsByIntention/sentBytes").asLong())
            .isEqualTo(sent * phase.required("messageSizeBytes").asLong());
      }
    }
  }

  private static List<Integer> measured(JsonNode run, String number) {
    List<Integer> numbers = new ArrayList<>();
    for (JsonNode phase : run.requiredAt("/phases")) {
      if (phase.required("measured").asBoolean()) {
        numbers.add(phase.required(number).asInt());
      }
    }
    return numbers;
  }
}
