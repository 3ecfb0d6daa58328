package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a user sees when RabbitMQ 4 loses a node under load, and when a broker is short of memory.
 * Nodes of 3.10 are lost in FaultsOnRabbitMqIT.
 */
class BenchmarkOnRabbitMqIT {
  private static final String DRIVERS = "io.tidemark.driver.rabbitmq.";

  @TempDir Path folder;

  /** One death for all: starting a cluster takes long. */
  @Test
  void aNodeKilledUnderLoadCostsQuorumQueuesAndStreamsNothingAndAClassicQueueItsMessages()
      throws IOException, InterruptedException {
    try (StartedBrokers brokers =
        StartedBrokers.up(folder, "rabbitmq", "--nodes", "3", "--version", "4")) {
      try (TidemarkProcess counted = startOnTopicsOfItsOwn(brokers);
          TidemarkProcess unacknowledged = startWithoutAcknowledgements(brokers)) {
        measureWhatAnEarlierRunLeft(brokers);
        assertTheBrokerCountedTheSame(counted);
        assertItIsTheFirstToRead(unacknowledged);
      }
      killUnderLoad(brokers);
    }
  }

  /**
   * Over queues with and without acknowledgements, and streams, with stamps in headers; beside
   * others, to save time.
   */
  private TidemarkProcess startOnTopicsOfItsOwn(StartedBrokers addresses) throws IOException {
    Path queues = Files.writeString(folder.resolve("q.yaml"), "name: q\n" + quorum(addresses));
    Path automatic =
        Files.writeString(folder.resolve("a.yaml"), "name: a\nack: auto\n" + quorum(addresses));
    Path streams = Files.writeString(folder.resolve("s.yaml"), "name: s\n" + stream(addresses));
    return measure(
        Map.of(),
        "counted",
        queues + "," + automatic + "," + streams,
        WorkloadFiles.write(folder, "counted", WorkloadFiles.SHORT + WorkloadFiles.IN_HEADERS));
  }

  private TidemarkProcess startWithoutAcknowledgements(StartedBrokers addresses)
      throws IOException {
    Path drivers = UnacknowledgingDriver.install(folder.resolve("unacknowledging"));
    Path driver =
        Files.writeString(folder.resolve("u.yaml"), "name: u\nprefetch: 0\n" + quorum(addresses));
    return measure(
        Map.of("TIDEMARK_DRIVERS", drivers.toString()),
        "unacknowledged",
        driver.toString(),
        WorkloadFiles.shortRun(folder, "unacknowledged"));
  }

  /** Everything was received, so the figures are valid; but the broker has had less work. */
  private void assertItIsTheFirstToRead(TidemarkProcess unacknowledged)
      throws IOException, InterruptedException {
    unacknowledged.waitFor();
    String printed = unacknowledged.output();
    JsonNode run = RunResults.only(folder.resolve("unacknowledged"));
    RunResults.assertNone(run, "lost");
    assertThat(run.requiredAt("/verdict/status").asText()).as(printed).isEqualTo("VALID");
    assertThat(run.requiredAt("/verdict/findings/0/code").asText())
        .as(printed)
        .isEqualTo("deliveries-unacknowledged");
    String warning = "consumers received [\\d,]+ messages and acknowledged 0 of them, by the";
    assertThat(run.requiredAt("/verdict/findings/0/message").asText()).containsPattern(warning);
    assertThat(printed.replaceAll("\\s+", " "))
        .containsPattern("VALID WARNING: " + warning)
        .contains("[deliveries-unacknowledged]");
  }

  /** In accord, says the verdict, with the sums of both. */
  private void assertTheBrokerCountedTheSame(TidemarkProcess counted)
      throws IOException, InterruptedException {
    counted.waitFor();
    List<JsonNode> runs = RunResults.all(folder.resolve("counted"));
    assertThat(runs).as(counted.output()).hasSize(3);
    for (JsonNode run : runs) {
      assertThat(run.requiredAt("/delivery/subscriptions/0/receivedMessages").asLong())
          .as(counted.output())
          .isPositive();
      RunResults.assertNone(run, "lost", "corrupted");
      assertThat(run.requiredAt("/verdict/findings"))
          .as(counted.output())
          .extracting(finding -> finding.required("code").asText())
          .doesNotContain("deliveries-unacknowledged");
      assertThat(run.requiredAt("/verdict/findings"))
          .as(counted.output())
          .filteredOn(finding -> finding.required("code").asText().equals("broker-counts"))
          .singleElement()
          .satisfies(
              finding ->
                  assertThat(finding.required("message").asText())
                      .startsWith("the broker counted ")
                      .contains(" published, ", " delivered", "equal to the run's counts"));
    }
  }

  /** On the same cluster, before it is hurt: one run fills a queue, another reads and audits it. */
  private void measureWhatAnEarlierRunLeft(StartedBrokers addresses)
      throws IOException, InterruptedException {
    declareQueue(addresses.value("managementUris").split(",")[0], "kept");
    String driver = quorum(addresses) + "queues: {existing: true}\n";
    JsonNode filled =
        runOnQueue("fill", driver, "producersPerTopic: 1\nproducerRate: 500\ntestDuration: 2s\n");
    String earlier = filled.requiredAt("/run/runId").asText();
    JsonNode read =
        runOnQueue(
            "read",
            driver,
            """
            pattern: consume-only
            fromRun: %s
            subscriptionsPerTopic: 1
            consumerPerSubscription: 1
            testDuration: 8s
            """
                .formatted(RunResults.folders(folder.resolve("fill-results")).get(0)));
    JsonNode subscription = read.requiredAt("/delivery/subscriptions/0");
    long messages = filled.requiredAt("/delivery/acknowledgedMessages").asLong();
    assertThat(messages).as("a busy machine is late at the end").isBetween(500L, 1_000L);
    assertThat(subscription.required("receivedMessages").asLong()).isEqualTo(messages);
    RunResults.assertNone(read, "duplicated", "outOfOrder", "lost");
    assertThat(subscription.required("expectedMessages").asLong()).isEqualTo(messages);
    assertThat(read.requiredAt("/totals/byTime/counts/foreignMessages").asLong(-1)).isZero();
    assertThat(read.requiredAt("/totals/byTime/counts/receivedMessages").asLong())
        .isEqualTo(messages);
    assertThat(read.requiredAt("/delivery/limits").toString()).contains(earlier);
    assertAges(filled, read);
  }

  /** From the intended time of the first run's schedule to the second run's receiving. */
  private static void assertAges(JsonNode filled, JsonNode read) {
    JsonNode age = read.requiredAt("/totals/latencies/endToEndMicros");
    double sentFrom = filled.requiredAt("/phases/0/startEpochMicros").asDouble();
    double sentFor = filled.requiredAt("/phases/0/lengthSeconds").asDouble() * 1e6;
    double readFrom = read.requiredAt("/phases/0/startEpochMicros").asDouble();
    double readFor = read.requiredAt("/phases/0/lengthSeconds").asDouble() * 1e6;
    double rounding = 1.01; // Three significant digits, and workers' clocks of two runs.
    assertThat(age.required("count").asLong())
        .isEqualTo(filled.requiredAt("/delivery/acknowledgedMessages").asLong());
    assertThat(age.required("max").asDouble())
        .isBetween((readFrom - sentFrom) / 2, (readFrom + readFor - sentFrom) * rounding);
    assertThat(age.required("max").asDouble() - age.required("min").asDouble())
        .isBetween(0.0, (sentFor + readFor) * rounding);
  }

  private JsonNode runOnQueue(String name, String driver, String load)
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve(name + "-driver.yaml"), "name: kept\n" + driver);
    Path workload =
        Files.writeString(
            folder.resolve(name + ".yaml"),
            "name: "
                + name
                + "\ntopicNames: [kept]\nmessageSize: 200\nwarmupDuration: 0s\n"
                + load
                + WorkloadFiles.WIDE_THRESHOLDS);
    Path results = folder.resolve(name + "-results");
    Command.measure(results, file.toString(), workload).succeeds();
    return RunResults.only(results);
  }

  static void declareQueue(String managementUri, String queue)
      throws IOException, InterruptedException {
    URI uri = URI.create(managementUri);
    String user = uri.getUserInfo() == null ? "guest:guest" : uri.getUserInfo();
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://%s:%d/api/queues/%%2F/%s"
                        .formatted(uri.getHost(), uri.getPort(), queue)))
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(60))
            .PUT(
                HttpRequest.BodyPublishers.ofString(
                    "{\"durable\": true, \"arguments\": {\"x-queue-type\": \"quorum\"}}"))
            .build();
    HttpResponse<String> answer =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .build()
            .send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
  }

  private void killUnderLoad(StartedBrokers addresses) throws IOException, InterruptedException {
    String steadily = load("30s", "20s", "consumerProcessingTime: 0s");
    Path steady = WorkloadFiles.write(folder, "steady", steadily);
    // So slow that a queue grows: what waits in it goes down with its node.
    Path slow =
        WorkloadFiles.write(folder, "slow", load("12s", "4s", "consumerProcessingTime: 50ms"));
    // Where the exchange exists, a topic has one queue.
    Path oneQueue = WorkloadFiles.write(folder, "one-queue", "partitionsPerTopic: 1\n" + steadily);
    String prioritized = "exchangeType: direct\nexchange: {name: amq.direct}\npriorities: [1, 9]\n";
    // After the loss of a node RabbitMQ may leave a single active consumer inactive.
    String filtered =
        "filter: {set: [red, blue, green], values: [red, blue]}\nsingleActiveConsumer: false\n";
    try (TidemarkProcess quorum = start("quorum", quorum(addresses) + prioritized, oneQueue);
        TidemarkProcess stream = start("stream", stream(addresses) + filtered, steady);
        TidemarkProcess classic = start("classic", classic(addresses), slow)) {
      // Printed when it ends: the measured part begins.
      quorum.awaitOutput("warm-up ");
      stream.awaitOutput("warm-up ");
      classic.awaitOutput("warm-up ");
      TidemarkProcess.run(folder, "brokers", "kill", "1").close();
      assertNothingLost(quorum, "quorum");
      assertNothingLost(stream, "stream");
      assertAThirdWasFilteredOut(stream);
      classic.waitFor();
      JsonNode run = RunResults.only(folder.resolve("classic"));
      assertThat(run.requiredAt("/delivery/lostMessages").asLong(-1))
          .as(classic.output())
          .isPositive();
      assertThat(run.requiredAt("/delivery/subscriptions/0/firstLost").size()).isPositive();
      assertThat(classic.output()).contains("messages-lost");
    }
  }

  /** The steady ones go on while a slow machine elects leaders. */
  private static String load(String duration, String drain, String more) {
    return """
    producerRate: 200
    sampleInterval: 200ms
    warmupDuration: 1s
    testDuration: %s
    drainTimeout: %s
    %s
    """
            .formatted(duration, drain, more)
        + WorkloadFiles.WIDE_THRESHOLDS;
  }

  private TidemarkProcess start(String name, String driver, Path workload) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".yaml"), "name: " + name + "\n" + driver);
    return measure(Map.of(), name, file.toString(), workload);
  }

  private TidemarkProcess measure(
      Map<String, String> environment, String name, String drivers, Path workload)
      throws IOException {
    return TidemarkProcess.start(
        TidemarkProcess.ROOT,
        environment,
        folder,
        "benchmark",
        "--results-dir",
        folder.resolve(name).toString(),
        "-d",
        drivers,
        workload.toString());
  }

  private void assertNothingLost(TidemarkProcess benchmark, String name)
      throws IOException, InterruptedException {
    benchmark.waitFor();
    JsonNode run = RunResults.only(folder.resolve(name));
    assertThat(run.requiredAt("/delivery/acknowledgedMessages").asLong())
        .as(benchmark.output())
        .isPositive();
    RunResults.assertNone(run, "lost");
    RunResults.assertRecoveryIsReported(run, benchmark.output());
  }

  private void assertAThirdWasFilteredOut(TidemarkProcess stream) throws IOException {
    JsonNode run = RunResults.only(folder.resolve("stream"));
    JsonNode subscription = run.requiredAt("/delivery/subscriptions/0");
    long acknowledged = run.requiredAt("/delivery/acknowledgedMessages").asLong();
    long expected = subscription.required("expectedMessages").asLong();
    assertThat(acknowledged - expected)
        .as(stream.output())
        .isBetween(acknowledged / 4, acknowledged * 5 / 12);
    assertThat(subscription.required("receivedMessages").asLong()).isGreaterThanOrEqualTo(expected);
    assertThat(run.requiredAt("/totals/byTime/counts/filteredMessages").asLong()).isPositive();
    assertThat(stream.output()).contains(" filtered out by consumers");
  }

  private static String quorum(StartedBrokers addresses) {
    return """
    driverClass: %squorum.RabbitMqQuorumBenchmarkDriver
    amqpUris: [%s]
    managementUris: [%s]
    telemetryResolution: 1s
    queueArguments: {x-quorum-initial-group-size: 3}
    unconfirmedOnClose: republish
    """
        .formatted(DRIVERS, addresses.value("amqpUris"), addresses.value("managementUris"));
  }

  private static String stream(StartedBrokers addresses) {
    return """
    driverClass: %sstream.RabbitMqStreamBenchmarkDriver
    streamUris: [%s]
    managementUris: [%s]
    telemetryResolution: 1s
    """
        .formatted(DRIVERS, addresses.value("streamUris"), addresses.value("managementUris"));
  }

  /** Not durable, and all queues on the first node: the one whose address comes first. */
  private static String classic(StartedBrokers addresses) {
    return """
    driverClass: %squorum.RabbitMqQuorumBenchmarkDriver
    amqpUris: [%s]
    queueType: classic
    queues: {durable: false}
    messagePersistence: false
    prefetch: 10
    """
        .formatted(DRIVERS, addresses.value("amqpUris"));
  }

  @Test
  @Tag("release")
  void aBrokerWithoutMemoryBlocksPublishersAndTheRunEndsInTimeAndLosesNothing()
      throws IOException, InterruptedException {
    Path root = TidemarkProcess.ROOT;
    Command benchmark =
        Command.succeeding(
            folder,
            "-d",
            root.resolve("driver-rabbitmq-quorum/alarm.yaml").toString(),
            WorkloadFiles.shipped(folder, "memory-alarm").toString());
    JsonNode run = RunResults.only(folder.resolve("results"));
    assertThat(run.requiredAt("/verdict/status").asText())
        .as(benchmark.output())
        .isEqualTo("VALID");
    JsonNode blocks = run.required("blocks");
    assertThat(blocks).as(benchmark.output()).isNotEmpty();
    assertThat(blocks.requiredAt("/0/reason").asText()).contains("memory");
    assertThat(blocks.requiredAt("/0/lengthSeconds").asDouble()).isPositive();
    RunResults.assertNone(run, "lost", "failed");
    // The broker may be short of memory to the end: then it has not taken the last messages.
    boolean released = blocks.get(blocks.size() - 1).required("ended").asBoolean();
    long untaken = run.requiredAt("/delivery/unacknowledgedMessages").asLong(-1);
    assertThat(untaken).as(benchmark.output()).isBetween(0L, released ? 0L : 100L);
    assertThat(benchmark.output()).contains("blocked by the broker for", "low on memory");
  }
}
