package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The brokers of the studies, against the operators' types, the driver files and their READMEs. */
class BrokerManifestsTest {
  private static final Path DEPLOY = Chart.ROOT.resolve("deploy");
  private static final Path STRIMZI = DEPLOY.resolve("kafka-strimzi");
  private static final BigDecimal GIB = BigDecimal.valueOf(1L << 30);

  /** Whose schemas cannot be obtained. */
  private static final Set<String> NOT_VALIDATED =
      Set.of("PeerAuthentication", "RabbitmqCluster", "QueueManager");

  static Stream<Path> kafkaVariants() throws IOException {
    try (Stream<Path> overlays = Files.list(STRIMZI.resolve("overlays"))) {
      return Stream.concat(Stream.of(STRIMZI.resolve("base")), overlays.toList().stream());
    }
  }

  @ParameterizedTest
  @MethodSource("kafkaVariants")
  void everyVariantHasThreeBrokersAndControllersAndOnlyFieldsOfStrimzi(Path variant)
      throws IOException {
    List<JsonNode> resources = Kustomization.resources(variant);
    Set<String> names = new HashSet<>();
    for (JsonNode each : resources) {
      assertValid(each);
      assertThat(names.add(each.required("kind") + "/" + each.at("/metadata/name"))).isTrue();
      if (each.required("kind").asText().matches("KafkaNodePool|KafkaUser")) {
        String cluster =
            each.required("metadata").required("labels").path("strimzi.io/cluster").asText();
        assertThat(cluster).isEqualTo("my-cluster");
      }
    }
    assertThat(replicas("broker", resources)).isEqualTo(3);
    assertThat(replicas("controller", resources)).isEqualTo(3);
    JsonNode config = Chart.kind("Kafka", resources).requiredAt("/spec/kafka/config");
    assertThat(config.required("min.insync.replicas").asInt()).isEqualTo(2);
    assertThat(Files.readString(STRIMZI.resolve("README.md")))
        .contains(STRIMZI.relativize(variant).toString())
        .contains(required(pools(resources)));
  }

  private static void assertValid(JsonNode resource) throws JsonProcessingException {
    if (!NOT_VALIDATED.contains(resource.required("kind").asText())) {
      assertThat(KubernetesModels.read(resource).getMetadata().getName()).isNotEmpty();
    }
  }

  private static List<JsonNode> pools(List<JsonNode> resources) {
    return resources.stream().filter(each -> each.at("/spec/roles").isArray()).toList();
  }

  private static int replicas(String role, List<JsonNode> resources) {
    return pools(resources).stream()
        .filter(pool -> pool.at("/spec/roles/0").asText().equals(role))
        .mapToInt(pool -> pool.at("/spec/replicas").asInt())
        .sum();
  }

  /** What the pods request, as the READMEs write it. */
  private static String required(List<JsonNode> specs) {
    BigDecimal cpus = BigDecimal.ZERO;
    BigDecimal bytes = BigDecimal.ZERO;
    for (JsonNode each : specs) {
      JsonNode requests = each.requiredAt("/spec/resources/requests");
      BigDecimal replicas = BigDecimal.valueOf(each.requiredAt("/spec/replicas").asInt());
      cpus = cpus.add(amount(requests.required("cpu")).multiply(replicas));
      bytes = bytes.add(amount(requests.required("memory")).multiply(replicas));
    }
    return sizes(cpus, bytes);
  }

  private static String sizes(BigDecimal cpus, BigDecimal bytes) {
    return cpus.stripTrailingZeros().toPlainString()
        + " CPUs, "
        + bytes.divide(GIB).stripTrailingZeros().toPlainString()
        + " GiB";
  }

  private static BigDecimal amount(JsonNode quantity) {
    return Quantity.getAmountInBytes(new Quantity(quantity.asText()));
  }

  @Test
  void theRightsInACommentAreThoseOfAKafkaUser() throws IOException {
    String users = Files.readString(STRIMZI.resolve("base/users.yaml"));
    String withRights = users.replaceFirst("  # What Tidemark needs.*\n", "").replace("  # ", "  ");
    JsonNode scram = Chart.resources(withRights).get(1);
    assertThat(scram.at("/spec/authorization/acls")).hasSize(3);
    assertValid(scram);
  }

  @Test
  void anUnknownFieldIsFoundInEachTypeOfStrimzi() {
    List<JsonNode> resources = Kustomization.resources(STRIMZI.resolve("base"));
    for (String kind : List.of("Kafka", "KafkaNodePool", "KafkaUser")) {
      JsonNode wrong = Chart.kind(kind, resources).deepCopy();
      ((ObjectNode) wrong.required("spec")).put("replica", 1);
      assertThatThrownBy(() -> KubernetesModels.read(wrong))
          .isInstanceOf(JsonProcessingException.class)
          .hasMessageContaining("replica");
    }
  }

  @ParameterizedTest
  @CsvSource({"cluster,plain,false,", "tls,tls,true,tls", "scram,scram,true,scram-sha-512"})
  void driverFilesNameListenersAndUsersThatExist(
      String file, String listener, boolean tls, String authentication) throws IOException {
    List<JsonNode> resources = Kustomization.resources(STRIMZI.resolve("base"));
    JsonNode kafka = Chart.kind("Kafka", resources);
    JsonNode found = null;
    for (JsonNode each : kafka.requiredAt("/spec/kafka/listeners")) {
      found = each.required("name").asText().equals(listener) ? each : found;
    }
    assertThat(found).isNotNull();
    assertThat(found.required("tls").asBoolean()).isEqualTo(tls);
    String driver = Files.readString(Chart.ROOT.resolve("driver-kafka-strimzi/" + file + ".yaml"));
    assertThat(driver)
        .contains("my-cluster-kafka-bootstrap.kafka.svc:" + found.required("port").asText());
    if (authentication != null) {
      assertThat(found.at("/authentication/type").asText()).isEqualTo(authentication);
      assertThat(resources)
          .filteredOn(each -> each.at("/spec/authentication/type").asText().equals(authentication))
          .singleElement()
          .satisfies(
              user ->
                  assertThat(driver)
                      .contains("kubectl get secret " + user.at("/metadata/name").asText()));
    }
  }

  /** The API server checks the pod security in {@code bin/test-kubernetes guide}. */
  @Test
  void theNodeOfTheGuideHasTheImageOfTheChartAndTheAddressOfTheDriverFile() throws IOException {
    List<JsonNode> resources = Kustomization.all(DEPLOY.resolve("kafka-one-node.yaml"));
    for (JsonNode each : resources) {
      assertValid(each);
    }
    JsonNode node = Chart.container("StatefulSet", resources);
    JsonNode worker = Chart.container("StatefulSet", Chart.resources(List.of(), Map.of()));
    assertThat(node.required("image")).isEqualTo(worker.required("image"));
    String properties = Chart.kind("ConfigMap", resources).at("/data/server.properties").asText();
    String guide = Files.readString(Chart.ROOT.resolve("docs/how-to/kubernetes.md"));
    assertThat(guide).contains("bootstrap.servers: \"kafka-0.kafka:9092\"");
    assertThat(properties).contains("advertised.listeners=PLAIN://kafka-0.kafka:9092\n");
  }

  @Test
  void brokersHaveTheMetricsOfLocalNodes() throws IOException {
    JsonNode map = Chart.kind("ConfigMap", Kustomization.resources(STRIMZI.resolve("base")));
    assertThat(map.required("data").required("kafka-metrics.yaml").asText())
        .isEqualTo(
            Files.readString(
                Chart.ROOT.resolve(
                    "local-brokers/control/src/main/resources/io/tidemark/brokers/kafka-metrics.yaml")));
    assertValid(Kustomization.all(STRIMZI.resolve("pod-monitor.yaml")).get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka-strimzi", "rabbitmq", "ibmmq"})
  void whatIsNotValidatedIsInTheReadme(String folder) throws IOException {
    Set<String> kinds;
    try (Stream<Path> files = Files.walk(DEPLOY.resolve(folder))) {
      kinds =
          files
              .filter(file -> file.toString().endsWith(".yaml"))
              .flatMap(file -> Kustomization.all(file).stream())
              .map(resource -> resource.required("kind").asText())
              .filter(NOT_VALIDATED::contains)
              .collect(Collectors.toSet());
    }
    String readme = Files.readString(DEPLOY.resolve(folder).resolve("README.md"));
    String after = readme.substring(readme.indexOf("Not validated:"));
    assertThat(kinds).isNotEmpty().allSatisfy(kind -> assertThat(after).contains(kind));
  }

  @ParameterizedTest
  @ValueSource(strings = {"quorum", "stream"})
  void driverFilesOfRabbitMqNameAllNodes(String driver) throws IOException {
    JsonNode cluster = Kustomization.all(DEPLOY.resolve("rabbitmq/cluster.yaml")).get(0);
    String name = cluster.at("/metadata/name").asText();
    String file =
        Files.readString(Chart.ROOT.resolve("driver-rabbitmq-" + driver + "/kubernetes.yaml"));
    String readme = Files.readString(DEPLOY.resolve("rabbitmq/README.md"));
    int nodes = cluster.requiredAt("/spec/replicas").asInt();
    for (int node = 0; node < nodes; node++) {
      String host = "%1$s-server-%2$d.%1$s-nodes.rabbitmq.svc:".formatted(name, node);
      assertThat(file.split(Pattern.quote(host))).hasSize(3);
    }
    assertThat(file).contains("${env:username}:${env:password}", "/etc/rabbitmq-tls/ca.crt");
    assertThat(readme)
        .contains(name + "-default-user", cluster.requiredAt("/spec/tls/secretName").asText())
        .contains(required(List.of(cluster)));
  }

  @ParameterizedTest
  @CsvSource({"siqm,1", "nativeha,3", "nativeha-crr-live,3", "nativeha-crr-recovery,3"})
  void queueManagersAcceptNoLicenceAndHaveTheDocumentedSizes(String file, int instances)
      throws IOException {
    JsonNode manager = Kustomization.all(DEPLOY.resolve("ibmmq/" + file + ".yaml")).get(0);
    assertThat(manager.requiredAt("/spec/license/accept").asBoolean()).isFalse();
    JsonNode requests = manager.requiredAt("/spec/queueManager/resources/requests");
    BigDecimal count = BigDecimal.valueOf(instances);
    String sizes =
        sizes(
            amount(requests.required("cpu")).multiply(count),
            amount(requests.required("memory")).multiply(count));
    assertThat(Files.readString(DEPLOY.resolve("ibmmq/README.md")))
        .containsPattern("`%s\\.yaml`.*%s".formatted(file, sizes));
    String availability = manager.at("/spec/queueManager/availability/type").asText();
    assertThat(availability).isEqualTo(instances == 1 ? "SingleInstance" : "NativeHA");
  }

  @Test
  void theQueuesAreThoseOfTheDocumentation() throws IOException {
    List<JsonNode> maps = Kustomization.all(DEPLOY.resolve("ibmmq/queues.yaml"));
    for (JsonNode each : maps) {
      assertValid(each);
    }
    String commands = maps.get(0).at("/data/tidemark.mqsc").asText();
    assertThat(Files.readString(DEPLOY.resolve("ibmmq/README.md"))).contains("](queues.yaml)");
    for (int queue = 1; queue <= 10; queue++) {
      assertThat(commands)
          .contains("QLOCAL(REQUEST%d)".formatted(queue), "QLOCAL(REPLY%d)".formatted(queue));
    }
    for (int queue = 1; queue <= 8; queue++) {
      assertThat(commands).contains("QLOCAL(PERF.%d)".formatted(queue));
    }
    for (Path file :
        List.of(
            Chart.ROOT.resolve("driver-ibmmq/siqm.yaml"),
            Chart.ROOT.resolve("studies/systems/ibmmq.yaml"))) {
      JsonNode driver = Kustomization.all(file).get(0);
      assertThat(commands).contains("CHANNEL(" + driver.required("channel").asText() + ")");
    }
  }
}
