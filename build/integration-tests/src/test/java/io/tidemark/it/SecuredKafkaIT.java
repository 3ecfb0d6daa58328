package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The driver files for the secured listeners of Strimzi, but for their addresses and the number of
 * replicas, against one local node that has such listeners.
 */
class SecuredKafkaIT {
  private static final Pattern VALUE = Pattern.compile("(?m)^  (\\w+) = (.*)$");

  @TempDir Path folder;

  @AfterEach
  void stop() throws IOException, InterruptedException {
    TidemarkProcess.run(folder, "brokers", "down").close();
  }

  @Test
  void theFilesForStrimziWorkAndWrongSecretsAreReportedAsSuch()
      throws IOException, InterruptedException {
    Map<String, String> kafka = startKafka();
    writeSecrets(kafka);
    String tls =
        driver("tls.yaml", "my-cluster-kafka-bootstrap.kafka.svc:9093", kafka.get("tlsBootstrap"));
    String scram =
        driver(
            "scram.yaml", "my-cluster-kafka-bootstrap.kafka.svc:9094", kafka.get("scramBootstrap"));

    assertThat(check(0, file("tls.yaml", tls), file("scram.yaml", scram)))
        .containsSubsequence("ok     connect", "ok     message", "ok     connect", "ok     message")
        .doesNotContain(kafka.get("scramPassword"));

    String wrongCa = tls.replace("secrets/ca.crt", "secrets/user.crt");
    String wrongJaas = scram.replace("secrets/jaas", "secrets/wrong-jaas");
    assertThat(check(3, file("wrong-ca.yaml", wrongCa), file("wrong-jaas.yaml", wrongJaas)))
        .containsSubsequence(
            "FAILED connect",
            "TLS with Kafka at " + kafka.get("tlsBootstrap") + " failed",
            "FAILED connect",
            "login to Kafka at " + kafka.get("scramBootstrap") + " failed",
            "SCRAM-SHA-512")
        .doesNotContain("mistaken")
        .doesNotContain("NetworkClient")
        .doesNotContain("\tat ");
  }

  private Map<String, String> startKafka() throws IOException, InterruptedException {
    try (TidemarkProcess up =
        TidemarkProcess.run(folder, "brokers", "up", "kafka", "--option", "tls=true")) {
      assertThat(up.waitFor()).as(up.output()).isZero();
      Map<String, String> values = new TreeMap<>();
      Matcher matcher = VALUE.matcher(up.output());
      while (matcher.find()) {
        values.put(matcher.group(1), matcher.group(2));
      }
      return values;
    }
  }

  /** Under the names that the comments of the driver files tell. */
  private void writeSecrets(Map<String, String> kafka) throws IOException {
    Path secrets = Files.createDirectories(folder.resolve("secrets"));
    Files.copy(Path.of(kafka.get("tlsCa")), secrets.resolve("ca.crt"));
    Files.copy(Path.of(kafka.get("tlsCertificate")), secrets.resolve("user.crt"));
    Files.copy(Path.of(kafka.get("tlsKey")), secrets.resolve("user.key"));
    String jaas =
        "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\""
            + " password=\"%s\";";
    Files.writeString(
        secrets.resolve("jaas"),
        jaas.formatted(kafka.get("scramUser"), kafka.get("scramPassword")));
    Files.writeString(
        secrets.resolve("wrong-jaas"), jaas.formatted(kafka.get("scramUser"), "mistaken"));
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
    try (TidemarkProcess check =
        TidemarkProcess.run(folder, "benchmark", "check", "--drivers", String.join(",", drivers))) {
      assertThat(check.waitFor()).as(check.output()).isEqualTo(exitCode);
      return check.output();
    }
  }
}
