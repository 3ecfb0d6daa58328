package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.SettingProblem;
import io.tidemark.driver.rabbitmq.SettingsTable;
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
          batchSize: 0                               | batchSize
          {singleActiveConsumer: true, tracking: none} | tracking
          connections: {addressMap: {a: b}}          | connections.addressMap.a
          streams: {maxAge: old}                     | streams.maxAge
          streams: {filterSize: 15}                  | streams.filterSize
          streams: {filterSize: 256}                 | streams.filterSize
          """)
  void namesTheKeyThatIsWrong(String flow, String path) throws Exception {
    Map<String, Object> wanted = read(flow);
    wanted.put("streamUris", List.of("rabbitmq-stream://127.0.0.1"));
    assertThat(problems(wanted)).extracting(SettingProblem::path).contains(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"first", "last", "next", "42", "'timestamp:1700000000000'"})
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
    assertThat(problems(read(filled))).isEmpty();
  }

  @Test
  void theReferencePageListsEveryKey() throws Exception {
    assertThat(SettingsTable.onThePage("rabbitmq-stream", StreamSettings.ALL))
        .isEqualTo(SettingsTable.of(StreamSettings.ALL));
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
