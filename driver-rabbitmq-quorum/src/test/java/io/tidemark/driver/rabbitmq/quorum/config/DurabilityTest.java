package io.tidemark.driver.rabbitmq.quorum.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.settings.SettingValues;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurabilityTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                  | 5 | 3 | majority of copies | flushed to disk
          {}                                                  | 1 | 1 | majority of copies | flushed to disk
          {queueArguments: {x-quorum-initial-group-size: 5}}  | 5 | 5 | majority of copies | flushed to disk
          {queueType: stream}                                 | 5 | 5 | majority of copies | written, flushed later
          {queueType: classic}                                | 3 | 1 | one copy           | written, flushed later
          {queueType: classic, messagePersistence: false}     | 3 | 1 | one copy           | in memory
          {queueType: classic, mirroring: {copies: all}}      | 3 | 3 | all copies in sync | written, flushed later
          {queueType: classic, mirroring: {copies: 2}}        | 3 | 2 | all copies in sync | written, flushed later
          {confirms: none}                                    | 3 | 3 | none               | flushed to disk
          """)
  void followsFromTheSettings(
      String yaml, int nodes, String replication, String acknowledgement, String persistence)
      throws Exception {
    assertThat(Durability.of(read(yaml), OptionalInt.of(nodes)))
        .isEqualTo(
            Map.of(
                "nodes",
                "" + nodes,
                "replication",
                replication,
                "acknowledgement",
                acknowledgement,
                "persistence",
                persistence));
  }

  @ParameterizedTest
  @CsvSource({"'{}'", "'{queues: {existing: true, pattern: q}}'"})
  void whatIsNotKnownIsNotReported(String yaml) throws Exception {
    OptionalInt nodes = yaml.equals("{}") ? OptionalInt.empty() : OptionalInt.of(3);
    assertThat(Durability.of(read(yaml), nodes)).doesNotContainKey("replication");
  }

  private static QuorumConfiguration read(String yaml) throws Exception {
    return QuorumConfigurationRules.read(
        new SettingValues("file", new YAMLMapper().readValue(yaml, Map.class)));
  }
}
