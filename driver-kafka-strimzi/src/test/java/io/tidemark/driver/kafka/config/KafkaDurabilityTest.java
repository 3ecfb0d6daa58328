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
          provider: redpanda                       |   | majority of copies                | flushed to disk
          {provider: redpanda, topicConfig: write.caching=true} | | majority of copies     | in memory
          {provider: redpanda, producerConfig: acks=1} | | one copy                        | in memory
          provider: automq                         |   | one copy in shared storage        | log in shared storage
          {provider: warpstream, producerConfig: acks=1} | | one copy in shared storage    | object storage
          {provider: event-hubs, producerConfig: acks=0} | | none                          | as the service has it
          {provider: confluent-cloud, topicConfig: min.insync.replicas=2} | | all copies in sync, at least 2 | as the service has it
          provider: msk                            |   | all copies in sync                | written, flushed later
          """)
  void followsFromTheSettings(
      String setting, String replication, String acknowledgement, String persistence)
      throws Exception {
    Map<String, String> facts =
        KafkaDurability.of(
            KafkaConfigurations.of(setting.replaceAll("[{}]", "").replace(", ", "\n")));
    assertThat(facts.get("replication")).isEqualTo(replication);
    assertThat(facts.get("acknowledgement")).isEqualTo(acknowledgement);
    assertThat(facts.get("persistence")).isEqualTo(persistence);
  }
}
