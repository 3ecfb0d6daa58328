package io.tidemark.brokers.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.cluster.ClusterTlsFiles;
import io.tidemark.brokers.kafka.KafkaRecipe.KafkaConfig;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaConfigTest {
  private static Properties properties(KafkaConfig config, int node) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(config.properties(node, "/data")));
    return properties;
  }

  private static KafkaConfig config(int nodes, KafkaAddition... additions) {
    return new KafkaConfig(
        KafkaPorts.direct(ports(9001, nodes), ports(9101, nodes)), 4000, List.of(additions));
  }

  private static List<Integer> ports(int first, int nodes) {
    return IntStream.range(first, first + nodes).boxed().toList();
  }

  @Test
  void aFolderMayHaveAnyLetters() throws IOException {
    String text = config(1).properties(1, "/daten über");
    Properties properties = new Properties();
    properties.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    assertThat(properties).containsEntry("log.dirs", "/daten über");
  }

  @ParameterizedTest(name = "{0} nodes: {1} replicas, {2} of which acknowledge")
  @CsvSource({"1, 1, 1", "2, 2, 1", "5, 3, 2"})
  void atMostThreeReplicasOfWhichTwoMustAcknowledge(int nodes, String replicas, String inSync)
      throws IOException {
    KafkaConfig config = config(nodes);
    assertThat(properties(config, nodes))
        .containsEntry("default.replication.factor", replicas)
        .containsEntry("offsets.topic.replication.factor", replicas)
        .containsEntry("min.insync.replicas", inSync)
        .containsEntry("transaction.state.log.min.isr", inSync)
        .containsEntry("node.id", "" + nodes)
        .containsEntry(
            "listeners",
            "PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                .formatted(9000 + nodes, 9100 + nodes));
    assertThat(config.bootstrap()).startsWith("127.0.0.1:9001").endsWith(":" + (9000 + nodes));
  }

  @Test
  void heartbeatsComeSeveralTimesPerSession() throws IOException {
    assertThat(properties(config(1), 1))
        .containsEntry("controller.quorum.voters", "1@127.0.0.1:9101")
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
    Properties second = properties(config(2, security), 2);
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
