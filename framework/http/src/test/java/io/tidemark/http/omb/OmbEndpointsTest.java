package io.tidemark.http.omb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.http.RecordingWorker;
import io.tidemark.http.Samples;
import io.tidemark.http.WorkerServer;
import io.tidemark.http.server.ListenException;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.Snapshot;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies are written by hand from what OMB's coordinator sends and expects. */
@Tag("slow")
class OmbEndpointsTest {
  private static final String DRIVER =
      """
      name: Kafka
      driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver
      replicationFactor: 3
      commonConfig: |
        bootstrap.servers=localhost:9092
      """;

  private static final LoadState RUNNING = new LoadState(true, false, 0, 0, 0, 0, 0, false, false);
  private static final LoadState WITHOUT_LEASE =
      new LoadState(false, false, 0, 0, 0, 0, 0, true, false);

  private final RecordingWorker hosted = new RecordingWorker();
  private final HttpClient client = HttpClient.newHttpClient();
  private WorkerServer server;

  @BeforeEach
  void start() throws ListenException {
    server = WorkerServer.start(hosted.port, WorkerServerOptions.DEFAULT);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + path))
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private String post(String path, String body) throws IOException, InterruptedException {
    HttpResponse<String> response = send("POST", path, body);
    assertThat(response.statusCode()).as(path + ": " + response.body()).isEqualTo(200);
    return response.body();
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    HttpResponse<String> response = send("GET", path, "");
    assertThat(response.statusCode()).as(path + ": " + response.body()).isEqualTo(200);
    return new ObjectMapper().readTree(response.body());
  }

  private static Histogram decode(JsonNode text) throws Exception {
    assertThat(text.asText()).startsWith("HISTF").doesNotContain("\n");
    byte[] bytes = Base64.getDecoder().decode(text.asText());
    return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "/create-producers [null]",
        "/create-producers [\"t\",null]",
        "/create-producers [{}]",
        "/create-producers null",
        "/create-consumers {\"topicsSubscriptions\":[null]}",
        "/create-consumers {\"topicsSubscriptions\":[{\"topic\":null,\"subscription\":\"s\"}]}",
        "/create-consumers {\"topicsSubscriptions\":null}",
        "/create-consumers {}",
        "/create-topics null",
        "/start-load {\"payloadData\":[null],\"publishRate\":1}",
        "/start-load {\"publishRate\":1}",
        "/adjust-publish-rate null"
      },
      quoteCharacter = '|')
  void bodiesWithNullsAreNotOnes(String path, String body) throws Exception {
    begin();
    HttpResponse<String> response = send("POST", path, body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(response.body()).contains("the body is not a valid ");
  }

  private void begin() throws IOException, InterruptedException {
    hosted.nextSnapshot = Optional.of(snapshotWith(1_000_000));
    post("/stop-all", "");
    post("/initialize-driver", DRIVER);
  }

  @Test
  void aDriverSeesTheTextOfItsFile() throws Exception {
    post("/initialize-driver", DRIVER + "client: {rack: 010, text: '$${x}', size: 10}\n");
    assertThat(hosted.configurationYaml)
        .isEqualTo(DRIVER + "client: {rack: \"010\", text: '$${x}', size: 10}\n");
    post("/stop-all", "");
  }

  @Test
  void servesARunInTheOrderInWhichOmbConductsIt() throws Exception {
    begin();
    assertThat(
            new ObjectMapper()
                .readTree(
                    post(
                        "/create-topics",
                        "{\"numberOfTopics\":1,\"numberOfPartitionsPerTopic\":16}")))
        .hasSize(1);
    post(
        "/create-consumers",
        "{\n  \"topicsSubscriptions\" : [ {\n    \"topic\" : \"t\",\n"
            + "    \"subscription\" : \"sub-000-abc\"\n  } ]\n}");
    post("/create-producers", "[ \"t\", \"t\" ]");
    post("/probe-producers", "");
    // Two probes at subscription 0, one acknowledged, in addition to the snapshot's counts.
    JsonNode counters = get("/counters-stats");
    assertThat(counters.get("messagesReceived").asLong()).isEqualTo(90 + 2);
    assertThat(counters.get("messagesSent").asLong()).isEqualTo(100 + 1);
    post(
        "/start-load",
        "{\"payloadData\":[\"aGVsbG8=\"],\"publishRate\":10000.0,"
            + "\"keyDistributorType\":\"NO_KEY\",\"unheardOf\":true}");
    post("/adjust-publish-rate", "5000.0");
    post("/pause-consumers", "");
    post("/resume-consumers", "");
    post("/reset-stats", "");
    get("/period-stats");
    get("/cumulative-latencies");
    post("/stop-all", "");
    post("/stop-all", "");
    assertThat(hosted.countOf("prepare")).as("the driver is initialized once").isEqualTo(1);
    assertThat(hosted.countOf("createConsumers")).isEqualTo(1);
    assertThat(hosted.countOf("createProducers")).isEqualTo(1);
    assertThat(hosted.calls.toString())
        .containsSubsequence("createProducers[", "probe[", "changeMessages[", "startLoad[");
    assertThat(hosted.countOf("startLoad")).isEqualTo(1);
    assertThat(hosted.countOf("finish")).isEqualTo(1);
    assertThat(hosted.calls).contains("changeRate[42, [Point[offsetNanos=0, value=5000.0]]]");
  }

  @Test
  void countsPeriodsAndTotalsAsOmbDoes() throws Exception {
    begin();
    JsonNode first = get("/period-stats");
    assertThat(first.fieldNames())
        .toIterable()
        .containsExactly(
            "messagesSent",
            "messageSendErrors",
            "bytesSent",
            "messagesReceived",
            "bytesReceived",
            "totalMessagesSent",
            "totalMessageSendErrors",
            "totalMessagesReceived",
            "publishLatency",
            "publishDelayLatency",
            "endToEndLatency");
    assertThat(first.get("messagesSent").asLong()).isEqualTo(100);
    assertThat(first.get("bytesSent").asLong()).isEqualTo(1_000);
    assertThat(decode(first.get("publishLatency")).getMaxValue()).isBetween(999L, 1_001L);
    JsonNode second = get("/period-stats");
    assertThat(second.get("messagesSent").asLong()).isEqualTo(100);
    assertThat(second.get("totalMessagesSent").asLong()).isEqualTo(200);
    assertThat(decode(second.get("publishLatency")).getTotalCount()).isEqualTo(1);
    assertThat(decode(get("/cumulative-latencies").get("publishLatency")).getTotalCount())
        .isEqualTo(3);
    post("/reset-stats", "");
    assertThat(decode(get("/cumulative-latencies").get("publishLatency")).getTotalCount())
        .isEqualTo(1);
    assertThat(get("/period-stats").get("totalMessagesSent").asLong()).isEqualTo(600);
  }

  @Test
  void clampsWhatAnUpstreamCoordinatorCannotRead() throws Exception {
    begin();
    hosted.nextSnapshot = Optional.of(snapshotWith(TimeUnit.MINUTES.toNanos(5)));
    JsonNode stats = get("/period-stats");
    assertThat(decode(stats.get("publishLatency")).getMaxValue()).isEqualTo(67_108_863);
    assertThat(decode(stats.get("publishDelayLatency")).getMaxValue()).isEqualTo(67_108_863);
    assertThat(decode(stats.get("endToEndLatency")).getMaxValue())
        .isBetween(299_000_000L, 301_000_000L);
  }

  private static Snapshot snapshotWith(long nanos) {
    Histogram histogram = LatencyHistogram.create();
    histogram.recordValue(nanos);
    LatencyCounts counts = LatencyCounts.of(histogram);
    PhaseSlice slice =
        new PhaseSlice(
            0,
            Counters.ZERO,
            Map.of(
                Measure.PUBLISH_LATENCY, counts,
                Measure.SCHEDULE_DELAY, counts,
                Measure.END_TO_END_FROM_SEND, counts));
    return Samples.snapshot(
        Counters.ZERO
            .with(Counter.SENT, 100)
            .with(Counter.SENT_BYTES, 1_000)
            .with(Counter.ACKNOWLEDGED, 100)
            .with(Counter.ACKNOWLEDGED_BYTES, 1_000)
            .with(Counter.RECEIVED, 90)
            .with(Counter.RECEIVED_BYTES, 900),
        List.of(slice),
        1,
        RUNNING,
        Samples.HOST);
  }

  @Test
  void anUnknownKeyDistributorMeansNoKeyAndNothingBreaksOnBadBodies() throws Exception {
    begin();
    post("/create-producers", "[\"t\"]");
    post(
        "/start-load",
        "{\"payloadData\":[\"AA==\"],\"publishRate\":1,\"keyDistributorType\":\"NEW_ONE\"}");
    assertThat(send("POST", "/create-topics", "{").statusCode()).isEqualTo(400);
    assertThat(send("POST", "/adjust-publish-rate", "fast").statusCode()).isEqualTo(400);
    assertThat(send("POST", "/initialize-driver", "[]").statusCode()).isEqualTo(400);
    get("/counters-stats");
  }

  @Test
  void statisticsFailWithTheReasonOnceTheLoadHasStoppedByItself() throws Exception {
    begin();
    post("/create-producers", "[\"t\"]");
    get("/period-stats");
    hosted.nextSnapshot =
        Optional.of(Samples.snapshot(Counters.ZERO, List.of(), 1, WITHOUT_LEASE, Samples.HOST));
    for (String path : List.of("/period-stats", "/counters-stats", "/cumulative-latencies")) {
      HttpResponse<String> response = send("GET", path, "");
      assertThat(response.statusCode()).as(path).isEqualTo(500);
      assertThat(response.body()).contains("stopped its load", "no call for 120 s");
    }
    hosted.nextSnapshot = Optional.of(snapshotWith(1_000_000));
    assertThat(send("GET", "/period-stats", "").statusCode()).as("it stays so").isEqualTo(500);
    post("/stop-all", "");
    begin();
    get("/period-stats");
  }

  @Test
  void stopAllAndStatisticsDoNotWaitForADriverThatIsBusy() throws Exception {
    begin();
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch aborted = new CountDownLatch(1);
    hosted.behavior =
        operation -> {
          if (operation.equals("createTopics")) {
            busy.countDown();
            aborted.await();
          } else if (operation.equals("finish")) {
            aborted.countDown(); // LocalWorker's finish ends the call of the driver, too.
          }
        };
    CompletableFuture<Integer> creating =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                String body = "{\"numberOfTopics\":10000,\"numberOfPartitionsPerTopic\":1}";
                return send("POST", "/create-topics", body).statusCode();
              } catch (IOException | InterruptedException e) {
                throw new CompletionException(e);
              }
            });
    busy.await();

    assertThat(get("/counters-stats").get("messagesSent").asLong()).isZero();
    assertThat(creating).isNotDone();
    post("/stop-all", "");
    assertThat(creating.get(1, TimeUnit.MINUTES)).isEqualTo(200);
    assertThat(hosted.countOf("finish")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483647", "2147483648", "-1"})
  void refusesMoreTopicsThanAnyBrokerHasBeforeTheDriverIsAsked(String topics) throws Exception {
    begin();
    HttpResponse<String> response =
        send(
            "POST",
            "/create-topics",
            "{\"numberOfTopics\":" + topics + ",\"numberOfPartitionsPerTopic\":1}");
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("numberOfTopics").contains(topics);
    assertThat(hosted.countOf("createTopics")).isZero();
    assertThat(post("/create-topics", "{\"numberOfTopics\":0,\"numberOfPartitionsPerTopic\":1}"))
        .isEqualToIgnoringWhitespace("[]");
  }
}
