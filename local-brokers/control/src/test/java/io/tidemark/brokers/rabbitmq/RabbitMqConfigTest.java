package io.tidemark.brokers.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RabbitMqConfigTest {
  private static final RabbitMqPorts FIRST = new RabbitMqPorts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  private static final RabbitMqPorts SECOND =
      new RabbitMqPorts(11, 12, 13, 14, 15, 16, 17, 18, 19, 20);
  private static final RabbitMqPorts THIRD =
      new RabbitMqPorts(21, 22, 23, 24, 25, 26, 27, 28, 29, 30);

  private static RabbitMqConfig plain(RabbitMqPorts... nodes) {
    return config("1GB", Optional.empty(), false, false, nodes);
  }

  private static RabbitMqConfig config(
      String watermark,
      Optional<Path> tls,
      boolean underLock,
      boolean mqtt,
      RabbitMqPorts... nodes) {
    return new RabbitMqConfig(
        List.of(nodes),
        List.of(nodes),
        watermark,
        tls,
        underLock,
        RabbitMqPlacement.LOOPBACK,
        Optional.empty(),
        false,
        mqtt);
  }

  @Test
  void eachNodeListensOnItsOwnLoopbackPortsAndKnowsAllNodes() {
    String second = plain(FIRST, SECOND, THIRD).file(2);
    assertThat(second.lines())
        .contains(
            "listeners.tcp.1 = 127.0.0.1:11",
            "management.tcp.port = 12",
            "prometheus.tcp.port = 13",
            "stream.listeners.tcp.1 = 127.0.0.1:14")
        .contains("stream.advertised_host = 127.0.0.1", "stream.advertised_port = 14")
        .contains(
            "cluster_formation.classic_config.nodes.1 = rabbit1@localhost",
            "cluster_formation.classic_config.nodes.3 = rabbit3@localhost")
        .contains(
            "collect_statistics_interval = 1000", "cluster_partition_handling = pause_minority")
        .noneMatch(line -> line.contains("ssl"));
  }

  @Test
  void twoNodesDoNotPauseWhenOneOfThemIsGone() {
    assertThat(plain(FIRST, SECOND).file(1)).contains("cluster_partition_handling = ignore");
  }

  @Test
  void watermarkIsASizeOrAShare() {
    assertThat(config("64MB", Optional.empty(), false, false, FIRST).file(1))
        .contains("vm_memory_high_watermark.absolute = 64MB\n");
    assertThat(config("0.4", Optional.empty(), false, false, FIRST).file(1))
        .contains("vm_memory_high_watermark.relative = 0.4\n");
  }

  @Test
  void tlsComesBesideThePlainListeners() {
    RabbitMqConfig config = config("1GB", Optional.of(Path.of("/certs")), false, false, FIRST);
    assertThat(config.file(1).lines())
        .contains(
            "listeners.tcp.1 = 127.0.0.1:1",
            "listeners.ssl.1 = 127.0.0.1:6",
            "management.ssl.port = 7",
            "stream.listeners.ssl.1 = 127.0.0.1:8")
        .contains(
            "ssl_options.cacertfile = /certs/ca.pem", "management.ssl.keyfile = /certs/server.key");
    assertThat(config.placeholders())
        .containsEntry("tlsAmqpUris", "amqps://guest:guest@127.0.0.1:6");
  }

  @Test
  void placeholdersListAllNodes() {
    assertThat(plain(FIRST, SECOND).placeholders())
        .containsEntry("amqpUri", "amqp://guest:guest@127.0.0.1:1")
        .containsEntry("amqpUris", "amqp://guest:guest@127.0.0.1:1,amqp://guest:guest@127.0.0.1:11")
        .containsEntry(
            "streamUris",
            "rabbitmq-stream://guest:guest@127.0.0.1:4,rabbitmq-stream://guest:guest@127.0.0.1:14")
        .containsEntry("managementUris", "http://127.0.0.1:2,http://127.0.0.1:12")
        .doesNotContainKey("tlsAmqpUris");
  }

  @Test
  void onlyAFormationUnderLockIsImpatient() {
    assertThat(config("1GB", Optional.empty(), true, false, FIRST).file(1))
        .contains("discovery_retry_limit = 2\n");
    assertThat(plain(FIRST).file(1)).doesNotContain("discovery_retry");
  }

  @Test
  void aContainerListensOnTheUsualPortsAndReportsThePublishedOnes() {
    RabbitMqConfig config =
        new RabbitMqConfig(
            List.of(FIRST, SECOND, THIRD),
            Collections.nCopies(3, RabbitMqPorts.USUAL),
            "1GB",
            Optional.of(Path.of("/etc/rabbitmq/tidemark/tls")),
            false,
            RabbitMqPlacement.CONTAINERS,
            Optional.empty(),
            false,
            false);
    assertThat(config.file(2).lines())
        .contains(
            "listeners.tcp.1 = 0.0.0.0:5672",
            "management.tcp.port = 15672",
            "prometheus.tcp.port = 15692",
            "stream.listeners.tcp.1 = 0.0.0.0:5552",
            "listeners.ssl.1 = 0.0.0.0:5671",
            "stream.listeners.ssl.1 = 0.0.0.0:5551")
        .contains(
            "stream.advertised_host = 127.0.0.1",
            "stream.advertised_port = 14",
            "stream.advertised_tls_port = 18")
        .contains(
            "loopback_users.guest = false",
            "cluster_formation.classic_config.nodes.1 = rabbit1@node-1",
            "cluster_formation.classic_config.nodes.3 = rabbit3@node-3",
            "ssl_options.keyfile = /etc/rabbitmq/tidemark/tls/server.key");
    assertThat(config.placeholders())
        .containsEntry(
            "managementUris", "http://127.0.0.1:2,http://127.0.0.1:12,http://127.0.0.1:22")
        .containsEntry(
            "tlsManagementUris", "https://127.0.0.1:7,https://127.0.0.1:17,https://127.0.0.1:27");
  }

  @Test
  void aProxiedNodeAdvertisesThePortsOfItsProxiesAndIsFoundByItsName() {
    RabbitMqConfig config =
        new RabbitMqConfig(
            List.of(FIRST.withClientPorts(101, 104, 106, 108, 109, 110)),
            List.of(FIRST),
            "1GB",
            Optional.of(Path.of("/certs")),
            false,
            RabbitMqPlacement.PROXIED,
            Optional.empty(),
            false,
            false);
    assertThat(config.file(1).lines())
        .contains(
            "listeners.tcp.1 = 127.0.0.1:1",
            "stream.listeners.tcp.1 = 127.0.0.1:4",
            "stream.advertised_port = 104",
            "stream.advertised_tls_port = 108",
            "management.tcp.port = 2",
            "cluster_formation.classic_config.nodes.1 = rabbit1@node-1");
    assertThat(config.erlangArguments()).contains("-kernel net_ticktime 8");
    assertThat(config.placeholders())
        .containsEntry("amqpUris", "amqp://guest:guest@127.0.0.1:101")
        .containsEntry("streamUris", "rabbitmq-stream://guest:guest@127.0.0.1:104")
        .containsEntry("tlsAmqpUris", "amqps://guest:guest@127.0.0.1:106")
        .containsEntry("managementUris", "http://127.0.0.1:2");
  }

  @Test
  void mqttComesOnlyIfItIsWanted() {
    RabbitMqConfig config =
        config("1GB", Optional.of(Path.of("/certs")), false, true, FIRST, SECOND, THIRD);
    assertThat(config.enabledPlugins()).contains(",rabbitmq_mqtt");
    assertThat(config.file(2).lines())
        .contains(
            "mqtt.listeners.tcp.1 = 127.0.0.1:19",
            "mqtt.listeners.ssl.1 = 127.0.0.1:20",
            "mqtt.durable_queue_type = quorum");
    assertThat(config.placeholders())
        .containsEntry(
            "mqttUris",
            "mqtt://guest:guest@127.0.0.1:9,mqtt://guest:guest@127.0.0.1:19,mqtt://guest:guest@127.0.0.1:29")
        .containsKey("tlsMqttUris");
    RabbitMqConfig small = config("1GB", Optional.empty(), false, true, FIRST);
    assertThat(small.file(1)).doesNotContain("mqtt.listeners.ssl", "quorum");
    assertThat(small.placeholders()).doesNotContainKey("tlsMqttUris");
  }
}
