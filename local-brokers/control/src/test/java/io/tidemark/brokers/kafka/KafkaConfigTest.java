package io.tidemark.brokers.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.cluster.ClusterTlsFiles;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
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
    Properties one =
        properties(
            new KafkaConfig(KafkaPorts.direct(List.of(9001), List.of(9101)), 4000, List.of()), 1);
    assertThat(one)
        .containsEntry("default.replication.factor", "1")
        .containsEntry("min.insync.replicas", "1");
    assertThat(one)
        .containsEntry("transaction.state.log.min.isr", "1")
        .containsEntry("controller.quorum.voters", "1@127.0.0.1:9101");
  }

  @Test
  void twoNodesGoOnWithOne() throws IOException {
    Properties two =
        properties(
            new KafkaConfig(
                KafkaPorts.direct(List.of(9001, 9002), List.of(9101, 9102)), 4000, List.of()),
            2);
    assertThat(two)
        .containsEntry("default.replication.factor", "2")
        .containsEntry("min.insync.replicas", "1");
  }

  @Test
  void fiveNodesKeepThreeReplicasOfWhichTwoMustAcknowledge() throws IOException {
    KafkaConfig config =
        new KafkaConfig(
            KafkaPorts.direct(
                List.of(9001, 9002, 9003, 9004, 9005), List.of(9101, 9102, 9103, 9104, 9105)),
            4000,
            List.of());
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
    Properties one =
        properties(
            new KafkaConfig(KafkaPorts.direct(List.of(9001), List.of(9101)), 4000, List.of()), 1);
    assertThat(one)
        .containsEntry("broker.session.timeout.ms", "4000")
        .containsEntry("broker.heartbeat.interval.ms", "500");
  }

  @Test
  void tlsComesBesideThePlainListenerOnceForCertificatesAndOnceForUsers() throws IOException {
    KafkaSecurity security =
        new KafkaSecurity(
            List.of(9201, 9202),
            List.of(9301, 9302),
            List.of(9201, 9202),
            List.of(9301, 9302),
            new ClusterTlsFiles(Path.of("/tls")),
            "secret");
    Properties second =
        properties(
            new KafkaConfig(
                KafkaPorts.direct(List.of(9001, 9002), List.of(9101, 9102)),
                4000,
                List.of(security)),
            2);
    assertThat(second)
        .containsEntry(
            "listeners",
            "PLAINTEXT://127.0.0.1:9002,CONTROLLER://127.0.0.1:9102,TLS://127.0.0.1:9202,SCRAM://127.0.0.1:9302")
        .containsEntry(
            "advertised.listeners",
            "PLAINTEXT://127.0.0.1:9002,TLS://127.0.0.1:9202,SCRAM://127.0.0.1:9302")
        .containsEntry(
            "listener.security.protocol.map",
            "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,INTERNAL:PLAINTEXT,TLS:SSL,SCRAM:SASL_SSL,OAUTH:SASL_PLAINTEXT")
        .containsEntry("inter.broker.listener.name", "PLAINTEXT")
        .containsEntry("listener.name.tls.ssl.client.auth", "required")
        .containsEntry("listener.name.scram.ssl.client.auth", "none")
        .containsEntry("ssl.truststore.location", "/tls/ca.pem");
    assertThat(security.placeholders())
        .containsEntry("tlsBootstrap", "127.0.0.1:9201,127.0.0.1:9202")
        .containsEntry("scramBootstrap", "127.0.0.1:9301,127.0.0.1:9302")
        .containsEntry("scramPassword", "secret")
        .containsEntry("tlsKey", "/tls/client.key");
  }

  @Test
  void withProxiesClientsBrokersAndControllersHaveListenersWithAdvertisedProxies()
      throws IOException {
    ClusterProxy proxy =
        ClusterProxy.of(LocalClusterSpec.of("kafka", 2).withOption("proxy", "true"));
    KafkaPorts ports = KafkaPorts.take(2, proxy);
    KafkaConfig config = new KafkaConfig(ports, 4000, List.of());
    Properties second = properties(config, 2);
    int internal = ports.internal().get(1);
    int controller = ports.controllers().get(1);
    assertThat(second)
        .containsEntry(
            "listeners",
            "PLAINTEXT://127.0.0.1:%s,CONTROLLER://127.0.0.1:%s,INTERNAL://127.0.0.1:%s"
                .formatted(ports.brokers().get(1), controller, internal))
        .containsEntry(
            "advertised.listeners",
            "PLAINTEXT://127.0.0.1:%s,INTERNAL://node-2:%s,CONTROLLER://node-2:%s"
                .formatted(ports.clients().get(1), internal, controller))
        .containsEntry(
            "controller.quorum.voters",
            "1@node-1:%s,2@node-2:%s".formatted(ports.controllers().get(0), controller))
        .containsEntry("inter.broker.listener.name", "INTERNAL");
    assertThat(ports.clients()).doesNotContainAnyElementsOf(ports.brokers());
    assertThat(config.bootstrap()).endsWith(":" + ports.clients().get(1));
    assertThat(proxy.hostsSeenBy(2))
        .containsEntry("127.1.2.1", List.of("node-1"))
        .hasEntrySatisfying(
            "127.0.0.1", names -> assertThat(names).contains("localhost", "node-2"));
  }
}
