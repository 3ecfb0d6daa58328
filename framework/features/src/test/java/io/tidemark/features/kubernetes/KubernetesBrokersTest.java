package io.tidemark.features.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFileReader;
import io.tidemark.model.driverfile.DriverFileReader.Settings;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubernetesBrokersTest {
  private static final String CLUSTER =
      "strimzi: {cluster: my-cluster, namespace: kafka, listener: tls, user: alice}\n";

  @TempDir Path folder;

  private DriverFile read(String more) throws IOException {
    Path file =
        Files.writeString(folder.resolve("d.yaml"), "name: d\ndriverClass: a.Driver\n" + more);
    return DriverFileReader.read(file, new ReadOptions(false, Map.of(), folder), Settings.UNKNOWN);
  }

  private static Optional<KubernetesBrokers> found(DriverFile file) {
    return KubernetesBrokers.in(file);
  }

  @Test
  void valuesAreFilledInAndSecretsAreMasked() throws IOException {
    DriverFile file =
        read(
            CLUSTER
                + """
                common:
                  bootstrap.servers: ${brokers.bootstrap}
                  ssl.truststore.certificates: ${brokers.ca}
                  ssl.keystore.key: ${brokers.userKey}
                  sasl.jaas.config: ${brokers.userJaas}
                """);
    assertThat(found(file).orElseThrow().strimzi())
        .contains(new StrimziSpec("my-cluster", "kafka", "tls", Optional.of("alice")));

    Map<String, String> values =
        Map.of(
            "bootstrap",
            "host:9093",
            "ca",
            "CA\nof two lines: #1",
            "userKey",
            "KEY\nof alice",
            "userJaas",
            "login password=\"pass-of-alice\";");
    DriverFile filled = file.withBrokers(values);
    Map<String, String> common =
        Map.of(
            "bootstrap.servers", "host:9093",
            "ssl.truststore.certificates", "CA\nof two lines: #1",
            "ssl.keystore.key", "KEY\nof alice",
            "sasl.jaas.config", "login password=\"pass-of-alice\";");
    assertThat(filled.configuration()).containsEntry("common", common);
    assertThat(filled.masked().toString())
        .contains("host:9093", "CA\nof two lines", "user=alice")
        .doesNotContain("of alice")
        .doesNotContain("pass-of-alice");
    assertThat(filled.mask().mask("failed: KEY\nof alice")).isEqualTo("failed: ***");
  }

  @Test
  void mistakesAreReportedWithTheirKeys() {
    assertError("strimzi: {cluster: a, namespace: b}\n", "strimzi.listener", "missing");
    assertError(
        CLUSTER + "localBrokers: kafka\n", "strimzi", "cannot be combined with localBrokers");
    assertError(
        CLUSTER.replace("alice", "../secrets"),
        "strimzi.user",
        "got ../secrets",
        "allowed letters");
    assertError("uri: ${brokers.bootstrap}\n", "localBrokers or strimzi");
  }

  @Test
  void podsOfBrokersAreThoseOfTheKeyOrOfStrimzi() throws IOException {
    assertThat(found(read(""))).isEmpty();
    String key = "brokerPods: {namespace: mq, selector: 'app.kubernetes.io/name=mq,role=broker'}\n";
    BrokerPods pods = new BrokerPods("mq", "app.kubernetes.io/name=mq,role=broker");
    assertThat(found(read(key)).map(KubernetesBrokers::pods)).contains(pods);
    assertThat(found(read(CLUSTER + key)).map(KubernetesBrokers::pods)).contains(pods);
    assertThat(found(read(CLUSTER)).map(KubernetesBrokers::pods))
        .contains(
            new BrokerPods("kafka", "strimzi.io/cluster=my-cluster,strimzi.io/broker-role=true"));

    assertError("brokerPods: {namespace: mq}\n", "brokerPods.selector", "missing");
    assertError(key + "localBrokers: kafka\n", "brokerPods", "cannot be combined");
    assertError(key.replace("mq,", "../x,"), "brokerPods.namespace", "got ../x");
    assertError(key.replace("role=broker", "role"), "brokerPods.selector", "allowed label=value");
  }

  private void assertError(String more, String... parts) {
    assertThatThrownBy(() -> read(more))
        .isInstanceOf(ConfigurationException.class)
        .satisfies(
            e ->
                assertThat(((ConfigurationException) e).problems().get(0).oneLine())
                    .contains(parts));
  }
}
