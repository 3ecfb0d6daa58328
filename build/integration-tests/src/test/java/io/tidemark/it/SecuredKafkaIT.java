package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The driver files for the secured listeners of Strimzi, but for their addresses and the number of
 * replicas, against one local node that has such listeners.
 */
@Tag("release")
class SecuredKafkaIT {
  @TempDir Path folder;

  @Test
  void theFilesForStrimziWorkAndWrongSecretsAreReportedAsSuch()
      throws IOException, InterruptedException {
    try (StartedBrokers kafka = StartedBrokers.up(folder, "kafka", "--option", "tls=true")) {
      assertChecks(kafka);
    }
  }

  private void assertChecks(StartedBrokers kafka) throws IOException, InterruptedException {
    writeSecrets(kafka);
    String tls =
        driver(
            "tls.yaml", "my-cluster-kafka-bootstrap.kafka.svc:9093", kafka.value("tlsBootstrap"));
    String scram =
        driver(
            "scram.yaml",
            "my-cluster-kafka-bootstrap.kafka.svc:9094",
            kafka.value("scramBootstrap"));

    fakeKubectl(kafka);
    String byCertificate =
        driver("strimzi-tls.yaml", "${brokers.bootstrap}", "${brokers.bootstrap}");
    String byPassword =
        driver("strimzi-scram.yaml", "${brokers.bootstrap}", "${brokers.bootstrap}");
    assertThat(check(3, file("su.yaml", byPassword.replace("tidemark-scram", "carol"))))
        .contains("no secret of the KafkaUser carol in namespace kafka");

    String wrongCa = tls.replace("secrets/ca.crt", "secrets/user.crt");
    String wrongJaas = scram.replace("secrets/jaas", "secrets/wrong-jaas");
    assertThat(
            check(
                3,
                file("tls.yaml", tls),
                file("scram.yaml", scram),
                file("st.yaml", byCertificate),
                file("ss.yaml", byPassword),
                file("wrong-ca.yaml", wrongCa),
                file("wrong-jaas.yaml", wrongJaas)))
        .containsSubsequence(Collections.nCopies(4, "ok     message"))
        .containsSubsequence(
            "FAILED connect",
            "TLS with Kafka at " + kafka.value("tlsBootstrap") + " failed",
            "FAILED connect",
            "login to Kafka at " + kafka.value("scramBootstrap") + " failed",
            "SCRAM-SHA-512")
        .doesNotContain("mistaken", kafka.value("scramPassword"), "PRIVATE KEY")
        .doesNotContain("NetworkClient")
        .doesNotContain("\tat ");
  }

  /** The environment variables that comments of the driver files name. */
  private void writeSecrets(StartedBrokers kafka) throws IOException {
    Path secrets = Files.createDirectories(folder.resolve("secrets"));
    Files.copy(Path.of(kafka.value("tlsCa")), secrets.resolve("ca.crt"));
    Files.copy(Path.of(kafka.value("tlsCertificate")), secrets.resolve("user.crt"));
    Files.copy(Path.of(kafka.value("tlsKey")), secrets.resolve("user.key"));
    String jaas =
        "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\""
            + " password=\"%s\";";
    Files.writeString(
        secrets.resolve("jaas"),
        jaas.formatted(kafka.value("scramUser"), kafka.value("scramPassword")));
    Files.writeString(
        secrets.resolve("wrong-jaas"), jaas.formatted(kafka.value("scramUser"), "mistaken"));
  }

  /** Answers as a cluster whose listeners are those of the local node. */
  private void fakeKubectl(StartedBrokers kafka) throws IOException {
    Path raw = folder.resolve("bin/raw");
    Path secrets = folder.resolve("secrets");
    String ca = Files.readString(secrets.resolve("ca.crt")).replace("\n", "\\n");
    String listener =
        "{\"name\": \"%s\", \"bootstrapServers\": \"%s\", \"certificates\": [\"" + ca + "\"]}";
    resource(
        raw.resolve("apis/kafka.strimzi.io/v1/namespaces/kafka/kafkas/my-cluster"),
        "{\"status\": {\"listeners\": [%s, %s]}}"
            .formatted(
                listener.formatted("tls", kafka.value("tlsBootstrap")),
                listener.formatted("scram", kafka.value("scramBootstrap"))));
    Path users = raw.resolve("api/v1/namespaces/kafka/secrets");
    resource(
        users.resolve("tidemark-tls"),
        "{\"data\": {\"user.crt\": \"%s\", \"user.key\": \"%s\"}}"
            .formatted(encoded(secrets.resolve("user.crt")), encoded(secrets.resolve("user.key"))));
    resource(
        users.resolve("tidemark-scram"),
        "{\"data\": {\"sasl.jaas.config\": \"%s\"}}".formatted(encoded(secrets.resolve("jaas"))));
    Path script = folder.resolve("bin/kubectl");
    Files.writeString(
        script,
        """
        #!/bin/sh
        [ "$1 $2" = "get --raw" ] && [ -f "$(dirname "$0")/raw$3" ] && exec cat "$(dirname "$0")/raw$3"
        echo "Error from server (NotFound): not found" >&2
        exit 1
        """);
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  private static void resource(Path file, String json) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, json);
  }

  private static String encoded(Path file) throws IOException {
    return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
  }

  private static String driver(String file, String address, String localAddress)
      throws IOException {
    String text =
        Files.readString(TidemarkProcess.ROOT.resolve("driver-kafka-strimzi").resolve(file));
    assertThat(text).contains(address, "replicationFactor: 3", "min.insync.replicas: 2");
    return text.replace(address, localAddress)
        .replace("replicationFactor: 3", "replicationFactor: 1")
        .replace("min.insync.replicas: 2", "min.insync.replicas: 1")
        .concat("\nconnectTimeout: 60s\n"); // For a machine that starts other brokers meanwhile.
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String check(int exitCode, String... drivers) throws IOException, InterruptedException {
    String path = folder.resolve("bin") + ":" + System.getenv("PATH");
    Map<String, String> environment = Map.of("PATH", path, "KUBERNETES_SERVICE_HOST", "");
    try (TidemarkProcess check =
        TidemarkProcess.start(
            TidemarkProcess.ROOT,
            environment,
            folder,
            "benchmark",
            "check",
            "--drivers",
            String.join(",", drivers))) {
      return check.endedWith(exitCode);
    }
  }
}
