package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class KafkaConfigTest {
  private static Properties properties(KafkaConfig config, int node) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(config.properties(node, "/data")));
    return properties;
  }

  @Test
  void oneNodeReplicatesNothing() throws IOException {
    Properties one = properties(new KafkaConfig(List.of(9001), List.of(9101), 4000), 1);
    assertThat(one)
        .containsEntry("default.replication.factor", "1")
        .containsEntry("min.insync.replicas", "1");
    assertThat(one)
        .containsEntry("transaction.state.log.min.isr", "1")
        .containsEntry("controller.quorum.voters", "1@127.0.0.1:9101");
  }

  @Test
  void twoNodesGoOnWithOne() throws IOException {
    Properties two = properties(new KafkaConfig(List.of(9001, 9002), List.of(9101, 9102), 4000), 2);
    assertThat(two)
        .containsEntry("default.replication.factor", "2")
        .containsEntry("min.insync.replicas", "1");
  }

  @Test
  void fiveNodesKeepThreeReplicasOfWhichTwoMustAcknowledge() throws IOException {
    KafkaConfig config =
        new KafkaConfig(
            List.of(9001, 9002, 9003, 9004, 9005), List.of(9101, 9102, 9103, 9104, 9105), 4000);
    Properties five = properties(config, 5);
    assertThat(five)
        .containsEntry("offsets.topic.replication.factor", "3")
        .containsEntry("min.insync.replicas", "2");
    assertThat(five)
        .containsEntry("listeners", "PLAINTEXT://127.0.0.1:9005,CONTROLLER://127.0.0.1:9105")
        .containsEntry("node.id", "5");
    assertThat(config.bootstrap()).startsWith("127.0.0.1:9001,").endsWith(",127.0.0.1:9005");
  }

  @Test
  void heartbeatsComeSeveralTimesPerSession() throws IOException {
    Properties one = properties(new KafkaConfig(List.of(9001), List.of(9101), 4000), 1);
    assertThat(one)
        .containsEntry("broker.session.timeout.ms", "4000")
        .containsEntry("broker.heartbeat.interval.ms", "500");
  }
}
