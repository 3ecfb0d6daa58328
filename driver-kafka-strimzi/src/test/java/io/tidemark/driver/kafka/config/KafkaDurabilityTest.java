package io.tidemark.driver.kafka.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.kafka.KafkaConfigurations;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaDurabilityTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replicationFactor: 3                     | 3 | all copies in sync                | written, flushed later
          producerConfig: acks=1                   |   | one copy                          | written, flushed later
          producerConfig: acks=0                   |   | none                              | written, flushed later
          producerConfig: acks=-1                  |   | all copies in sync                | written, flushed later
          topicConfig: min.insync.replicas=2       |   | all copies in sync, at least 2    | written, flushed later
          topicConfig: flush.messages=1            |   | all copies in sync                | flushed to disk
          """)
  void followsFromTheSettings(
      String setting, String replication, String acknowledgement, String persistence)
      throws Exception {
    Map<String, String> facts =
        KafkaDurability.of(
            KafkaConfigurations.of("commonConfig: bootstrap.servers=h:1\n" + setting));
    assertThat(facts.get("replication")).isEqualTo(replication);
    assertThat(facts.get("acknowledgement")).isEqualTo(acknowledgement);
    assertThat(facts.get("persistence")).isEqualTo(persistence);
  }
}
