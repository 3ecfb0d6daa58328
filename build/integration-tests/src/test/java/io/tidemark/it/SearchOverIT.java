package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search for a number of clients, with a system whose limit is known by construction. */
@Tag("release")
class SearchOverIT {
  @TempDir Path folder;

  /** A consumer that takes 10 ms for a message handles at most 100 each second. */
  @Test
  void asManyConsumersAreFoundAsTheRateNeeds() throws IOException, InterruptedException {
    Path workload =
        Files.writeString(
            folder.resolve("consumers.yaml"),
            """
            name: consumers
            topics: 1
            partitionsPerTopic: 30
            messageSize: 100
            subscriptionsPerTopic: 1
            producersPerTopic: 1
            consumerPerSubscription: 5
            producerRate: 220
            consumerProcessingTime: 10ms
            search: {over: consumerPerSubscription, trialDuration: 2s, shortTrialDuration: 2s}
            warmupDuration: 0s
            testDuration: 3s
            """
                + WorkloadFiles.WIDE_THRESHOLDS.replace("achievedRate: 1", "achievedRate: 95"));
    Command benchmark = Command.run(folder, "-d", queued().toString(), workload.toString());
    int exit = benchmark.exitCode();
    JsonNode run = RunResults.only(folder.resolve("results"));
    JsonNode search = run.required("search");
    assertThat(search.required("over").asText()).isEqualTo("consumerPerSubscription");
    assertThat(search.required("converged").asBoolean()).as(benchmark.output()).isTrue();
    assertThat(search.required("passed").asInt()).isEqualTo(3);
    assertThat(search.required("failed").asInt()).isEqualTo(2);
    assertThat(exit).as(benchmark.output()).isZero();
    assertThat(benchmark.output()).contains("at least 3 consumerPerSubscription");
    assertThat(run.requiredAt("/delivery/lostMessages").asLong(-1)).isZero();
    assertThat(run.requiredAt("/totals/byTime/rates/consumeRatePerSecond").asDouble())
        .isBetween(180.0, 230.0);
    RunResults.assertJudgedAgainAsStored(folder);
  }

  /** A responder that takes 50 ms for a request answers as many however many are waiting. */
  @Test
  void moreRequestersThanThereAreRespondersHandleNoMore() throws IOException, InterruptedException {
    Path workload =
        Files.writeString(
            folder.resolve("requesters.yaml"),
            """
            name: requesters
            pattern: request-reply
            pairs: 1
            responders: 1
            requesters: 4
            messageSize: 100
            producerRate: max
            consumerProcessingTime: 50ms
            search: {over: requesters, precision: 40%, trialDuration: 2s, shortTrialDuration: 2s}
            warmupDuration: 0s
            testDuration: 2s
            """
                + WorkloadFiles.WIDE_THRESHOLDS);
    Command benchmark = Command.run(folder, "-d", queued().toString(), workload.toString());
    assertThat(benchmark.exitCode()).as(benchmark.output()).isZero();
    JsonNode run = RunResults.only(folder.resolve("results"));
    assertThat(run.required("phases"))
        .filteredOn(phase -> phase.required("name").asText().equals("test"))
        .extracting(phase -> phase.required("requesters").asInt())
        .containsExactly(1);
    JsonNode search = run.required("search");
    assertThat(search.required("over").asText()).isEqualTo("requesters");
    assertThat(search.required("converged").asBoolean()).as(benchmark.output()).isTrue();
    assertThat(search.required("passed").asInt()).isEqualTo(1);
    assertThat(search.required("failed").asInt()).isEqualTo(2);
    assertThat(benchmark.output()).contains("is not 40.00 % more than");
  }

  /** A consumer that takes 10 ms for a message limits one class, and so the load of both. */
  @Test
  void theHighestLoadOfAllClassesIsThatOfTheWeakest() throws IOException, InterruptedException {
    Path workload =
        Files.writeString(
            folder.resolve("mix.yaml"),
            """
            name: mix
            topics: 1
            messageSize: 100
            subscriptionsPerTopic: 1
            producersPerTopic: 1
            consumerPerSubscription: 1
            warmupDuration: 0s
            testDuration: 3s
            search: {over: scale.rate, startAt: 2, precision: 20%, trialDuration: 3s,
                     shortTrialDuration: 2s, measureAt: 50%}
            classes:
              - {name: orders, producerRate: 100}
              - {name: slow, producerRate: 25, consumerProcessingTime: 10ms,
                 objectives: {endToEnd.p99: "<= 1s"}}
            """
                + WorkloadFiles.WIDE_THRESHOLDS.replace("achievedRate: 1", "achievedRate: 90"));
    Command benchmark = Command.run(folder, "-d", queued().toString(), workload.toString());
    int exit = benchmark.exitCode();
    JsonNode run = RunResults.only(folder.resolve("results"));
    JsonNode search = run.required("search");
    assertThat(search.required("over").asText()).isEqualTo("scale.rate");
    assertThat(search.required("converged").asBoolean()).as(benchmark.output()).isTrue();
    double passed = search.required("passed").asDouble();
    assertThat(passed).as(benchmark.output()).isBetween(1.5, 4.5);
    assertThat(search.required("failed").asDouble()).isBetween(passed, 1.3 * passed);
    assertThat(search.at("/classes/0/name").asText()).isEqualTo("orders");
    assertThat(search.at("/classes/1/failure").asText()).isNotEmpty();
    assertThat(benchmark.output()).contains("first to fail: class slow (");
    assertThat(exit).as(benchmark.output()).isZero();
    assertThat(run.requiredAt("/totals/intendedRatePerSecond").asDouble())
        .as("measureAt")
        .isBetween(0.49 * 125 * passed, 0.51 * 125 * passed);
    RunResults.assertJudgedAgainAsStored(folder);
  }

  private Path queued() throws IOException {
    return Files.writeString(
        folder.resolve("queued.yaml"),
        Files.readString(TidemarkProcess.ROOT.resolve("driver-inmemory/inmemory.yaml"))
            .replace("delivery: direct", "delivery: queued"));
  }
}
