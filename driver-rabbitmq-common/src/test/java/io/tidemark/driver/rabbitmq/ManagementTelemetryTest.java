package io.tidemark.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.RefusedException;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManagementTelemetryTest {
  private static final RabbitMqTlsOptions TLS =
      new SettingValues("file", Map.of()).read(RabbitMqTlsOptions.class);

  private HttpPages pages;
  private ManagementTelemetry telemetry;
  private long nowNanos;

  @BeforeEach
  void startTheApi() throws IOException {
    pages = new HttpPages();
    json("overview", "{'message_stats':{'publish':9}}");
    json("nodes", "[{'name':'n1','running':true}]");
    json(
        "queues/%2F",
        "[{'name':'t.sub','node':'n1','messages':3},"
            + "{'name':'perf-001','node':'n1','messages':4},"
            + "{'name':'somebodys','node':'n1','messages':1000}]");
    telemetry =
        new ManagementTelemetry(
            new ManagementApi(pages.uris(), TLS, Optional.empty()),
            pages.uris(),
            TLS,
            "/",
            Duration.ofSeconds(1),
            event -> {},
            () -> nowNanos);
  }

  private void json(String path, String text) {
    pages.put("/api/" + path, text.replace('\'', '"'));
  }

  @AfterEach
  void stopTheApi() {
    pages.close();
  }

  private List<TelemetryReading> readLater() throws Exception {
    nowNanos += TimeUnit.SECONDS.toNanos(5);
    return telemetry.read();
  }

  private List<TelemetryReading> reported(String name) throws Exception {
    return readLater().stream().filter(reading -> reading.name().equals(name)).toList();
  }

  @Test
  void reportsOfTheRunsOwnQueuesOnly() throws Exception {
    telemetry.watchBelow("t");
    telemetry.watch(List.of("perf-001"));
    assertThat(reported(TelemetryReading.QUEUE_MESSAGES))
        .containsExactly(
            new TelemetryReading(TelemetryReading.QUEUE_MESSAGES, "t.sub", 3, 1_000),
            new TelemetryReading(TelemetryReading.QUEUE_MESSAGES, "perf-001", 4, 1_000));
  }

  @Test
  void theNumberOfNodesIsKnownWhileTheApiAnswers() {
    json("nodes", "[{'name':'n1'},{'name':'n2'},{'name':'n3'}]");
    assertThat(telemetry.nodes()).hasValue(3);
    pages.close();
    assertThat(telemetry.nodes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"503, false", "408, false", "429, false", "401, true"})
  void whatANodeRefusesForGoodIsARefusalAndOtherwiseTheNextNodeIsAsked(int status, boolean refused)
      throws Exception {
    try (HttpPages failing = new HttpPages()) {
      failing.put("/api/nodes", status, "no");
      List<BrokerUri> both =
          List.of(failing.uris().get(0), failing.uris().get(0), pages.uris().get(0));
      ManagementApi api = new ManagementApi(both, TLS, Optional.empty());
      if (refused) {
        assertThatThrownBy(() -> api.get("nodes"))
            .isInstanceOf(RefusedException.class)
            .hasMessageContaining(status + " no");
      } else {
        assertThat(api.get("nodes").get(0).get("name").asText()).isEqualTo("n1");
        pages.put("/api/nodes", status, "no");
        assertThatThrownBy(() -> api.get("nodes"))
            .isNotInstanceOf(RefusedException.class)
            .hasMessageContaining(status + " no");
      }
    }
  }

  @Test
  void reportsOfNodesAndClusterBeforeThereIsAnyQueue() throws Exception {
    assertThat(telemetry.read())
        .contains(
            new TelemetryReading(TelemetryReading.NODE_RUNNING, "n1", 1, 1_000),
            new TelemetryReading("brokerPublishedMessages", "cluster", 9, 1_000))
        .noneMatch(reading -> reading.name().startsWith("queue"));
  }

  @Test
  void ratesOfStreamsFollowFromTheCountsOfTheirClients() throws Exception {
    telemetry.count("s", "", List.of("s"));
    streamClients(100, 50);
    assertThat(reported("queuePublishRatePerSecond")).isEmpty();
    streamClients(1_100, 550);
    assertThat(readLater())
        .contains(
            new TelemetryReading("queuePublishRatePerSecond", "s", 200, 1_000),
            new TelemetryReading("queueDeliverRatePerSecond", "s", 100, 1_000))
        .noneMatch(reading -> reading.subject().equals("somebodys"));
  }

  private void streamClients(long published, long consumed) {
    json(
        "stream/publishers/%2F",
        "[{'queue':{'name':'s'},'published':%1$d},{'queue':{'name':'somebodys'},'published':%1$d}]"
            .formatted(published));
    json("stream/consumers/%2F", "[{'queue':{'name':'s'},'consumed':%d}]".formatted(consumed));
  }

  /** With answers that have everything, as brokers of all versions together do. */
  @Test
  void thePageNamesEveryFigureAndNoOther() throws Exception {
    json("overview", "{'message_stats':" + STATS + ",'object_totals':{'connections':1}}");
    json("nodes", "[" + NODE + "]");
    json("queues/%2F", "[" + QUEUE + "]");
    telemetry.count("t", "sub", List.of("t.sub"));
    Set<String> reported = new TreeSet<>();
    for (int second = 1; second <= 2; second++) {
      pages.put("/metrics", METRICS.formatted(second));
      readLater().forEach(reading -> reported.add(reading.name()));
    }
    reported.add("subscriptionLagMessages"); // Read over AMQP, by the driver of queues.
    assertThat(reported).isEqualTo(TelemetryPage.names());
  }

  private static final String STATS = stats();

  private static String stats() {
    List<String> fields = new ArrayList<>();
    for (String kind : List.of("publish", "confirm", "deliver_get", "ack", "redeliver")) {
      fields.add("'%1$s':1,'%1$s_details':{'rate':1}".formatted(kind));
    }
    return "{" + String.join(",", fields) + "}";
  }

  private static final String NODE =
      """
      {'name':'n1','running':true,'mem_used':1,'mem_limit':1,'mem_alarm':false,'disk_free':1,
       'disk_free_limit':1,'disk_free_alarm':false,'sockets_used':1,'run_queue':1,'proc_used':1,
       'context_switches_details':{'rate':1},'gc_bytes_reclaimed_details':{'rate':1},
       'io_write_count_details':{'rate':1}}
      """;
  private static final String QUEUE =
      """
      {'name':'t.sub','leader':'n1','members':['n1'],'online':['n1'],'messages':1,
       'messages_ready':1,'messages_unacknowledged':1,'message_bytes':1,'memory':1,'consumers':1,
       'reductions_details':{'rate':1},'message_stats':%s}
      """
          .formatted(STATS);
  private static final String METRICS =
      """
      # TYPE
      erlang_vm_statistics_runtime_milliseconds %1$d
      erlang_vm_statistics_wallclock_time_milliseconds %1$d
      erlang_vm_statistics_reductions_total %1$d
      """;
}
