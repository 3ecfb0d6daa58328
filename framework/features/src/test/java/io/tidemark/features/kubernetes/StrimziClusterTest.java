package io.tidemark.features.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With fakes that answer with statuses and secrets in the form of Strimzi. */
class StrimziClusterTest {
  private static final String KAFKAS = "/apis/kafka.strimzi.io/v1/namespaces/kafka/kafkas/";
  private static final String SECRETS = "/api/v1/namespaces/kafka/secrets/";
  private static final String PEM = "-----BEGIN CERTIFICATE-----\nMIIF\n-----END CERTIFICATE-----";

  @TempDir Path folder;

  private FakeApi fake;

  @BeforeEach
  void answers() throws IOException {
    fake = new FakeApi(folder);
    fake.resources.put(
        KAFKAS + "my-cluster",
        """
        {"kind": "Kafka", "spec": {"kafka": {"listeners": [
          {"name": "plain", "tls": false}, {"name": "older", "tls": true}]}},
         "status": {"listeners": [
          {"name": "plain", "addresses": [{"host": "my-cluster-kafka-bootstrap.kafka.svc", "port": 9092}],
           "bootstrapServers": "my-cluster-kafka-bootstrap.kafka.svc:9092"},
          {"name": "tls", "bootstrapServers": "my-cluster-kafka-bootstrap.kafka.svc:9093",
           "certificates": ["%1$s\\n"]},
          {"name": "older", "bootstrapServers": "my-cluster-kafka-bootstrap.kafka.svc:9094"},
          {"name": "pending"}]}}
        """
            .formatted(PEM.replace("\n", "\\n")));
    fake.resources.put(
        SECRETS + "alice",
        secret(
            Map.of(
                "ca.crt", "clients' CA", "user.crt", PEM + "\n", "user.key", "KEY\nOF ALICE\n")));
    fake.resources.put(
        SECRETS + "bob",
        secret(
            Map.of(
                "password", "s3cret-of-bob", "sasl.jaas.config", "x password=\"s3cret-of-bob\";")));
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private static String secret(Map<String, String> data) {
    StringBuilder json = new StringBuilder("{\"kind\": \"Secret\", \"data\": {");
    String separator = "";
    for (Map.Entry<String, String> each : data.entrySet()) {
      String value =
          Base64.getEncoder().encodeToString(each.getValue().getBytes(StandardCharsets.UTF_8));
      json.append("%s\"%s\": \"%s\"".formatted(separator, each.getKey(), value));
      separator = ", ";
    }
    return json + "}}";
  }

  private static StrimziSpec spec(String listener, String user) {
    return new StrimziSpec("my-cluster", "kafka", listener, Optional.ofNullable(user));
  }

  private Map<String, String> read(boolean kubectl, StrimziSpec spec)
      throws IOException, InterruptedException {
    return new StrimziCluster(kubectl ? fake.kubectl() : fake.api()).placeholders(spec);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsAddressAuthorityAndCredentials(boolean kubectl) throws Exception {
    assertThat(read(kubectl, spec("plain", null)))
        .isEqualTo(Map.of("bootstrap", "my-cluster-kafka-bootstrap.kafka.svc:9092"));
    assertThat(read(kubectl, spec("tls", "alice")))
        .isEqualTo(
            Map.of(
                "bootstrap", "my-cluster-kafka-bootstrap.kafka.svc:9093",
                "ca", PEM,
                "user", "alice",
                "userCertificate", PEM,
                "userKey", "KEY\nOF ALICE"));
    assertThat(read(kubectl, spec("tls", "bob")))
        .containsEntry("userPassword", "s3cret-of-bob")
        .containsEntry("userJaas", "x password=\"s3cret-of-bob\";")
        .doesNotContainKey("userKey");
  }

  @Test
  void anOlderStrimziAndTheSecretOfTheCaAreRead() throws Exception {
    String kafka = fake.resources.remove(KAFKAS + "my-cluster");
    fake.resources.put(KAFKAS.replace("/v1/", "/v1beta2/") + "my-cluster", kafka);
    fake.resources.put(SECRETS + "my-cluster-cluster-ca-cert", secret(Map.of("ca.crt", "the CA")));
    assertThat(read(false, spec("older", null))).containsEntry("ca", "the CA");
    assertThat(read(false, spec("plain", null))).doesNotContainKey("ca");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsMissingIsOneLineWithoutSecrets(boolean kubectl) {
    assertError(
        kubectl,
        new StrimziSpec("other", "kafka", "tls", Optional.empty()),
        "no Kafka resource other");
    assertError(
        kubectl, spec("external", null), "no listener external", "[plain, tls, older, pending]");
    assertError(kubectl, spec("pending", null), "listener pending", "no address");
    assertError(kubectl, spec("tls", "carol"), "no secret of the KafkaUser carol");
    fake.resources.put(SECRETS + "dave", secret(Map.of("tls.key", "hidden-key")));
    assertError(kubectl, spec("tls", "dave"), "dave is not that of a KafkaUser");
  }

  private void assertError(boolean kubectl, StrimziSpec spec, String... parts) {
    assertThatThrownBy(() -> read(kubectl, spec))
        .isInstanceOf(IOException.class)
        .message()
        .contains(parts)
        .hasLineCount(1)
        .doesNotContain("hidden-key");
  }

  @Test
  void aServiceAccountWithoutRightsIsReportedAsSuch() throws IOException {
    Files.writeString(folder.resolve("token"), "another");
    assertError(
        false, spec("tls", null), "kafkas/my-cluster in namespace kafka", "403", "no right");
  }

  @Test
  void kubectlChangesWhatTheApiServerChanges() throws Exception {
    String pods = "/api/v1/namespaces/kafka/pods";
    fake.resources.put(pods + "/broker-0", "{}");
    KubernetesApi kubectl = fake.kubectl();
    Resource pod = Resource.core("kafka", "pods", "broker-0");
    Resource set = new Resource("apps", "v1", "kafka", "statefulsets", "my-set");
    kubectl.delete(pod, OptionalInt.of(0));
    kubectl.delete(Resource.core("kafka", "pods", "absent"), OptionalInt.empty());
    assertThat(kubectl.patch(set, "{\"a\":1}").path("changed").asBoolean()).isTrue();
    assertThat(Files.readAllLines(folder.resolve("kubectl.calls")))
        .containsExactly(
            "delete --raw " + pods + "/broker-0?gracePeriodSeconds=0",
            "delete --raw " + pods + "/absent",
            "patch statefulsets.v1.apps my-set --namespace=kafka --type=merge --patch={\"a\":1}"
                + " --output=json");
    assertThatThrownBy(
            () -> kubectl.patch(new Resource("apps", "v1", "kafka", "statefulsets", "no"), "{}"))
        .hasMessage("there is no statefulsets/no in namespace kafka");
  }

  @Test
  void outsideOfAPodKubectlIsRequired() {
    assertThat(KubernetesAccess.from(Map.of())).isInstanceOf(Kubectl.class);
    assertThatThrownBy(
            () -> new StrimziCluster(new Kubectl("/no/kubectl")).placeholders(spec("tls", null)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("kubectl is required");
  }
}
