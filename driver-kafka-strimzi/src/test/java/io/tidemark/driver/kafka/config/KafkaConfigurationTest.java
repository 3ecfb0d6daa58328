package io.tidemark.driver.kafka.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.kafka.KafkaConfigurations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaConfigurationTest {
  @AfterEach
  void forgetZone() {
    System.clearProperty("zone.id");
  }

  @Test
  void readsPropertiesTextAsOmbWritesIt() throws IOException {
    KafkaConfiguration configuration =
        read(
            """
            name: Kafka
            driverClass: any
            replicationFactor: 3
            reset: true
            topicConfig: |
              min.insync.replicas=2
            commonConfig: |
              bootstrap.servers=h:1,h:2
              request.timeout.ms=5
            producerConfig: |
              acks=all
              # a comment
              request.timeout.ms = 7
            consumerConfig: |
              enable.auto.commit=false
            """);

    assertThat(configuration.replicationFactor()).isEqualTo((short) 3);
    assertThat(configuration.reset()).isTrue();
    assertThat(configuration.topicConfig()).isEqualTo(Map.of("min.insync.replicas", "2"));
    assertThat(configuration.bootstrapServers()).isEqualTo("h:1,h:2");
    assertThat(configuration.producer())
        .isEqualTo(
            Map.of("bootstrap.servers", "h:1,h:2", "request.timeout.ms", "7", "acks", "all"));
    assertThat(configuration.consumer())
        .containsEntry("request.timeout.ms", "5")
        .containsEntry("enable.auto.commit", "false");
  }

  @Test
  void everyKeyIsOptional() throws IOException {
    assertThat(read("name: Kafka").replicationFactor()).isEqualTo((short) -1);
  }

  @Test
  void fillsTheZoneIntoClientProperties() throws IOException {
    String yaml = "commonConfig: client.rack=rack-{zone.id}";
    assertThat(read(yaml).common()).isEqualTo(Map.of("client.rack", "rack-"));
    System.setProperty("zone.id", "zone-a");
    assertThat(read(yaml).common()).isEqualTo(Map.of("client.rack", "rack-zone-a"));
  }

  @Test
  void theZoneIsTheVariableUnlessThereIsASystemProperty() {
    Map<String, String> environment = Map.of("TIDEMARK_ZONE", "zone-b");
    assertThat(KafkaConfiguration.zone(environment)).isEqualTo("zone-b");
    System.setProperty("zone.id", "zone-a");
    assertThat(KafkaConfiguration.zone(environment)).isEqualTo("zone-a");
  }

  @ParameterizedTest
  @CsvSource({
    "replicationFactor: 0, replicationFactor: got 0",
    "transactionInterval: 0ms, transactionInterval: wrong value, got 0ms",
    "transactionSize: -1, transactionSize: wrong value, got -1",
    "connectTimeout: soon, connectTimeout: wrong value, got soon",
    "'producerConfig: [acks]', producerConfig: wrong value, got a list",
    "'producerConfig: {acks: [all]}', producerConfig.acks: wrong value, got a list",
    "'a: [', not YAML",
  })
  void refusesAWrongFileWithItsKey(String yaml, String message) {
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local",
        "local-1node",
        "cluster",
        "throughput",
        "latency",
        "exactly-once",
        "tls",
        "scram"
      })
  void readsTheExampleFiles(String name) throws IOException {
    KafkaConfiguration configuration =
        KafkaConfigurations.of(Files.readString(Path.of(name + ".yaml")));
    assertThat(configuration.producer()).containsKeys("acks", "bootstrap.servers");
    assertThat(configuration.replicationFactor())
        .isEqualTo((short) (name.equals("local-1node") ? 1 : 3));
  }

  private KafkaConfiguration read(String yaml) throws IOException {
    return KafkaConfigurations.of(yaml);
  }
}
