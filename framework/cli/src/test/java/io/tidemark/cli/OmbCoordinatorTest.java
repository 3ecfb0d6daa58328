package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.http.protocol.WorkerAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What OMB's coordinator calls in a whole run, in its order, written by hand: against two real
 * workers, the first half producing and the other consuming.
 */
@Tag("slow")
class OmbCoordinatorTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MICROS_LIMIT = 67_108_863;

  private final HttpClient client = HttpClient.newHttpClient();
  private MiniBench bench;
  private List<WorkerAddress> workers;

  @BeforeEach
  void start() throws Exception {
    bench = new MiniBench().worker(Duration.ZERO).worker(Duration.ZERO);
    workers = bench.addresses();
  }

  @AfterEach
  void stop() {
    bench.close();
  }

  private String send(WorkerAddress worker, String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(worker + path));
    HttpResponse<String> response =
        client.send(
            request.method(method, BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(path + ": " + response.body()).isEqualTo(200);
    return response.body();
  }

  private void all(String path, String body) throws IOException, InterruptedException {
    for (WorkerAddress worker : workers) {
      send(worker, "POST", path, body);
    }
  }

  private JsonNode get(int worker, String path) throws IOException, InterruptedException {
    return JSON.readTree(send(workers.get(worker), "GET", path, ""));
  }

  private long sum(String path, String field) throws IOException, InterruptedException {
    return get(0, path).get(field).asLong() + get(1, path).get(field).asLong();
  }

  private static Histogram histogram(JsonNode encoded) throws Exception {
    byte[] bytes = Base64.getDecoder().decode(encoded.asText());
    return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
  }

  @Test
  void conductsAWholeRun() throws Exception {
    all("/stop-all", "");
    all("/initialize-driver", MiniBench.DRIVER);
    JsonNode topics =
        JSON.readTree(
            send(
                workers.get(0),
                "POST",
                "/create-topics",
                "{\n  \"numberOfTopics\" : 2,\n  \"numberOfPartitionsPerTopic\" : 1\n}"));
    String first = topics.get(0).asText();
    String second = topics.get(1).asText();
    assertThat(first).matches("test-topic-0000000-[A-Za-z0-9_-]{7}tm");
    send(
        workers.get(1),
        "POST",
        "/create-consumers",
        """
        { "topicsSubscriptions" : [ {
            "topic" : "%s", "subscription" : "sub-000-abcdefg"
          }, {
            "topic" : "%s", "subscription" : "sub-000-abcdefg"
          } ] }"""
            .formatted(first, second));
    send(workers.get(0), "POST", "/create-consumers", "{\"topicsSubscriptions\":[]}");
    send(workers.get(0), "POST", "/create-producers", "[\"%s\",\"%s\"]".formatted(first, second));
    send(workers.get(1), "POST", "/create-producers", "[]");
    all("/probe-producers", "");
    Awaitility.await("two probes have arrived")
        .atMost(Duration.ofSeconds(60))
        .until(() -> sum("/counters-stats", "messagesReceived") >= 2);
    String load =
        "{\"payloadData\":[\"aGVsbG8gd29ybGQ=\"],\"publishRate\":400.0,"
            + "\"keyDistributorType\":\"NO_KEY\"}";
    all("/start-load", load);
    Awaitility.await("warm-up is under way")
        .atMost(Duration.ofSeconds(60))
        .until(() -> sum("/counters-stats", "messagesReceived") > 200);
    all("/reset-stats", "");
    all("/adjust-publish-rate", "600.0");

    long inPeriods = 0;
    long latencies = 0;
    for (int i = 0; i < 3; i++) {
      long before = sum("/counters-stats", "messagesSent");
      Awaitility.await("messages in the period")
          .atMost(Duration.ofSeconds(60))
          .until(() -> sum("/counters-stats", "messagesSent") > before + 100);
      JsonNode sent = get(0, "/period-stats");
      JsonNode received = get(1, "/period-stats");
      inPeriods += sent.get("messagesSent").asLong();
      latencies += histogram(sent.get("publishLatency")).getTotalCount();
      assertThat(histogram(sent.get("publishDelayLatency")).getMaxValue())
          .isLessThanOrEqualTo(MICROS_LIMIT);
      assertThat(sent.get("bytesSent").asLong()).isEqualTo(11 * sent.get("messagesSent").asLong());
      assertThat(received.get("messagesSent").asLong()).isZero();
      assertThat(sent.get("messageSendErrors").asLong()).isZero();
    }
    assertThat(latencies).isEqualTo(inPeriods);

    all("/pause-consumers", "");
    all("/resume-consumers", "");
    JsonNode cumulative = get(0, "/cumulative-latencies");
    assertThat(histogram(cumulative.get("publishLatency")).getTotalCount())
        .isGreaterThanOrEqualTo(inPeriods);
    assertThat(histogram(get(1, "/cumulative-latencies").get("endToEndLatency")).getTotalCount())
        .isPositive();
    for (int i = 0; i < 3; i++) {
      all("/stop-all", "");
    }
    all("/initialize-driver", MiniBench.DRIVER);
    all("/stop-all", "");
  }
}
