package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.OffsetSpecification;
import io.tidemark.driver.rabbitmq.stream.StreamSession.FilterSupport;
import io.tidemark.driver.settings.SettingProblem;
import io.tidemark.driver.settings.SettingValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamConfigurationTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          offset: middle                             | offset
          compression: zip                           | compression
          compression: lz4                           | compression
          {subEntrySize: 10, deduplication: true}    | subEntrySize
          {subEntrySize: 10, filter: {set: [a]}}     | subEntrySize
          filter: {set: [a], byKey: true}            | filter.set
          offset: 2026-13-01T00:00:00Z               | offset
          streams: {leader: anywhere}                | streams.leader
          batchSize: 0                               | batchSize
          {singleActiveConsumer: true, tracking: none} | tracking
          connections: {addressMap: {a: b}}          | connections.addressMap.a
          streams: {maxAge: old}                     | streams.maxAge
          streams: {filterSize: 15}                  | streams.filterSize
          streams: {filterSize: 256}                 | streams.filterSize
          connections: {producersPerConnection: 257} | connections.producersPerConnection
          connections: {trackingConsumersPerConnection: 51} | connections.trackingConsumersPerConnection
          """)
  void namesTheKeyThatIsWrong(String flow, String path) throws Exception {
    Map<String, Object> wanted = read(flow);
    wanted.put("streamUris", List.of("rabbitmq-stream://127.0.0.1"));
    assertThat(problems(wanted)).extracting(SettingProblem::path).contains(path);
  }

  /** The client refuses more when the environment is made, during a run. */
  @Test
  void connectionsHaveAsManyClientsAsTheClientAllows() throws Exception {
    String most =
        "{producersPerConnection: 256, consumersPerConnection: 256,"
            + " trackingConsumersPerConnection: 50}";
    assertThat(problems(read("{streamUris: ['rabbitmq-stream://h'], connections: " + most + "}")))
        .isEmpty();
    assertThatCode(
            () ->
                Environment.builder()
                    .maxProducersByConnection(256)
                    .maxConsumersByConnection(256)
                    .maxTrackingConsumersByConnection(50))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> Environment.builder().maxTrackingConsumersByConnection(51))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "first",
        "last",
        "next",
        "42",
        "'timestamp:1700000000000'",
        "2026-06-03T07:45:54Z"
      })
  void knowsEveryOffset(String offset) throws Exception {
    assertThat(problems(read("{streamUris: ['rabbitmq-stream://h'], offset: " + offset + "}")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "local-1node", "cluster", "tls"})
  void ourOwnDriverFilesAreRight(String name) throws Exception {
    String filled =
        Files.readString(Path.of(name + ".yaml"))
            .replaceAll(
                "\\$\\{brokers\\.(tlsAmqp|amqp|tlsStream|stream)Uris}",
                "rabbitmq-stream://h:1,rabbitmq-stream://h:2")
            .replaceAll("\\$\\{brokers\\.(tlsManagement|management|prometheus)Uris}", "http://h:3")
            .replaceAll("\\$\\{[^}]*}", "x");
    assertThat(problems(read(filled))).filteredOn(problem -> !problem.warning()).isEmpty();
  }

  @Test
  void takesATimeWithItsZoneAsAnOffset() throws Exception {
    OffsetSpecification offset =
        configuration("offset: '2023-11-14T23:13:20.5+01:00'").consuming().offset();
    assertThat(offset.isTimestamp()).isTrue();
    assertThat(offset.getOffset()).isEqualTo(1_700_000_000_500L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rabbitmq-stream://w:p@b/v     | user w
          rabbitmq-stream://u:q@b/v     | another password
          rabbitmq-stream://u:p@b/other | vhost other
          rabbitmq-stream+tls://u:p@b/v | tls b:5551
          """)
  void refusesASecondAddressWithAnotherLogin(String second, String said) throws Exception {
    assertThat(problems(read("streamUris: ['rabbitmq-stream://u:p@a/v', '%s']".formatted(second))))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).isEqualTo("streamUris");
              assertThat(problem.message()).contains(said).doesNotContain("u:p", "u:q");
            });
  }

  @Test
  void takesSeveralAddressesWithOneLogin() throws Exception {
    assertThat(
            problems(read("streamUris: ['rabbitmq-stream://u:p@a/v,rabbitmq-stream://u:p@b:1/v']")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          filter: {values: [a]}       | 3.12.14 | filter
          filter: {set: [a]}          | 3.10.8  | filter
          filter: {byKey: true}       | 2.99.0  | filter
          streams: {filterSize: 16}   | 3.10.8  | streams.filterSize
          """)
  void saysThatAnOldBrokerDoesNotFilter(String wanted, String version, String key)
      throws Exception {
    StreamConfiguration configuration = configuration(wanted);
    assertThatThrownBy(() -> FilterSupport.require(configuration, () -> version))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(key + ": ")
        .hasMessageContainingAll("3.13", version);
  }

  @Test
  void letsEveryOtherBrokerFilter() throws Exception {
    StreamConfiguration filtering = configuration("filter: {values: [a]}");
    for (String version : List.of("3.13.0", "4.0.5", "unknown: refused")) {
      FilterSupport.require(filtering, () -> version);
    }
    FilterSupport.require(configuration("batchSize: 1"), () -> "3.10.8");
  }

  private static StreamConfiguration configuration(String yaml) throws Exception {
    Map<String, Object> wanted = read(yaml);
    wanted.put("streamUris", List.of("rabbitmq-stream://127.0.0.1"));
    return StreamConfiguration.from(new SettingValues("file", wanted));
  }

  @Test
  void asksForAnAddress() {
    assertThat(problems(Map.of())).extracting(SettingProblem::path).containsExactly("streamUris");
  }

  @Test
  void findsThePartitionInTheStreamsName() {
    assertThat(Streams.partitionOf("test-topic-0000000-abc-12")).isEqualTo(12);
    assertThat(Streams.partitionOf("test-topic")).isZero();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> read(String yaml) throws Exception {
    return new YAMLMapper().readValue(yaml, Map.class);
  }

  private static List<SettingProblem> problems(Map<String, Object> wanted) {
    return new RabbitMqStreamBenchmarkDriver().validate(wanted);
  }
}
