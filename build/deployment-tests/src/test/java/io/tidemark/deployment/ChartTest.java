package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The chart with all documented values, against Kubernetes' models and its pod security. */
class ChartTest {
  private static final String WORKERS = "StatefulSet";
  private static final String RUN = "Job";

  @Test
  void helmFindsNothingToCriticize() {
    LintResult result = new Helm(Chart.FOLDER).lint().strict().call();
    assertThat(result.isFailed()).as(result.getMessages().toString()).isFalse();
    assertThat(result.getMessages()).noneMatch(message -> message.matches(".*(WARN|ERROR).*"));
  }

  @ParameterizedTest
  @MethodSource("io.tidemark.deployment.Chart#valueSets")
  void everyFieldIsOneOfKubernetes(List<Path> values) throws Exception {
    List<JsonNode> resources = Chart.resources(values, Chart.RUN);
    assertThat(resources).hasSizeGreaterThanOrEqualTo(7);
    Set<String> names = new HashSet<>();
    for (JsonNode each : resources) {
      assertThat(KubernetesModels.read(each).getMetadata().getName()).startsWith(Chart.RELEASE);
      assertThat(names.add(each.required("kind") + "/" + each.at("/metadata/name"))).isTrue();
    }
  }

  @Test
  void aFieldThatKubernetesLacksIsFound() {
    JsonNode set = Chart.kind(WORKERS, Chart.resources(List.of(), Map.of()));
    for (String at : List.of("/spec", "/spec/template/spec", "/spec/template/spec/containers/0")) {
      JsonNode wrong = set.deepCopy();
      ((ObjectNode) wrong.requiredAt(at)).put("replica", 1);
      assertThatThrownBy(() -> KubernetesModels.read(wrong))
          .isInstanceOf(JsonProcessingException.class)
          .hasMessageContaining("replica");
    }
  }

  @ParameterizedTest
  @MethodSource("io.tidemark.deployment.Chart#valueSetsOfJobs")
  void podsMeetThePodSecurityStandardRestricted(List<Path> values) {
    List<JsonNode> resources = Chart.resources(values, Chart.RUN);
    for (String kind : List.of(WORKERS, RUN)) {
      JsonNode pod = Chart.podSpec(kind, resources);
      assertThat(pod.requiredAt("/securityContext/runAsNonRoot").asBoolean()).isTrue();
      assertThat(pod.requiredAt("/securityContext/seccompProfile/type").asText())
          .isEqualTo("RuntimeDefault");
      assertThat(pod.required("automountServiceAccountToken").asBoolean()).isFalse();
      assertThat(pod.required("enableServiceLinks").asBoolean()).isFalse();
      assertThat(resources)
          .extracting(each -> each.required("kind") + "/" + each.at("/metadata/name"))
          .contains("\"ServiceAccount\"/" + pod.required("serviceAccountName"));
      boolean access =
          kind.equals(RUN)
              && (values.contains(Chart.valueSet("strimzi"))
                  || values.contains(Chart.valueSet("broker-faults"))
                  || values.contains(Chart.valueSet("broker-profiles")));
      assertThat(pod.required("volumes"))
          .allMatch(
              volume ->
                  volume.has("secret")
                      || volume.has("emptyDir")
                      || volume.has("persistentVolumeClaim")
                      || access && volume.has("projected"));
      for (JsonNode container : pod.required("containers")) {
        JsonNode context = container.required("securityContext");
        assertThat(context.required("allowPrivilegeEscalation").asBoolean()).isFalse();
        assertThat(context.required("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(context.requiredAt("/capabilities/drop/0").asText()).isEqualTo("ALL");
        assertThat(container.requiredAt("/resources/limits").has("memory")).isTrue();
      }
    }
  }

  @Test
  void onlyTheCoordinatorMayReadTheListedSecretsOfTheBrokersNamespace() {
    List<JsonNode> resources = Chart.resources(List.of(Chart.valueSet("strimzi")), Chart.RUN);
    JsonNode role = Chart.kind("Role", resources);
    JsonNode binding = Chart.kind("RoleBinding", resources);
    assertThat(role.at("/metadata/namespace").asText()).isEqualTo("kafka");
    assertThat(role.required("rules").toString())
        .isEqualTo(
            "[{\"apiGroups\":[\"kafka.strimzi.io\"],\"resources\":[\"kafkas\"],\"verbs\":[\"get\"]},"
                + "{\"apiGroups\":[\"\"],\"resources\":[\"secrets\"],"
                + "\"resourceNames\":[\"tidemark-tls\",\"tidemark-scram\"],\"verbs\":[\"get\"]}]");
    assertThat(binding.at("/roleRef/name")).isEqualTo(role.at("/metadata/name"));
    JsonNode coordinator = Chart.podSpec(RUN, resources);
    assertThat(coordinator.required("serviceAccountName"))
        .isEqualTo(binding.at("/subjects/0/name"))
        .isNotEqualTo(Chart.podSpec(WORKERS, resources).required("serviceAccountName"));
    assertThat(coordinator.at("/containers/0/volumeMounts").toString())
        .contains("/var/run/secrets/kubernetes.io/serviceaccount");
    assertThat(coordinator.at("/containers/1/volumeMounts").toString())
        .doesNotContain("serviceaccount");
    assertThat(Chart.resources(List.of(), Chart.RUN).toString())
        .doesNotContain("serviceAccountToken")
        .doesNotContain("\"Role\"");
  }

  @Test
  void faultsNeedRightsThatNothingElseHas() {
    List<JsonNode> resources = Chart.resources(List.of(Chart.valueSet("broker-faults")), Chart.RUN);
    JsonNode role = Chart.kind("Role", resources);
    assertThat(role.at("/metadata/namespace").asText()).isEqualTo("rabbitmq");
    assertThat(role.required("rules"))
        .extracting(
            rule -> rule.required("resources").get(0).asText() + " " + rule.required("verbs"))
        .containsExactly(
            "kafkas [\"get\"]",
            "pods [\"list\",\"delete\"]",
            "statefulsets [\"get\",\"patch\"]",
            "strimzipodsets [\"patch\"]",
            "kafkas [\"patch\"]",
            "rabbitmqclusters [\"patch\"]");
    assertThat(Chart.resources(List.of(Chart.valueSet("strimzi")), Chart.RUN).toString())
        .contains("\"Role\"")
        .doesNotContain("delete", "patch");
  }

  @Test
  void onlyProfilesMayRunProgramsInContainersOfBrokers() {
    List<JsonNode> resources =
        Chart.resources(List.of(Chart.valueSet("broker-profiles")), Chart.RUN);
    assertThat(Chart.kind("Role", resources).required("rules"))
        .extracting(
            rule -> rule.required("resources").get(0).asText() + " " + rule.required("verbs"))
        .containsExactly(
            "kafkas [\"get\"]",
            "secrets [\"get\"]",
            "pods [\"list\"]",
            "pods/exec [\"get\",\"create\"]");
    for (String other : List.of("strimzi", "broker-faults")) {
      assertThat(Chart.resources(List.of(Chart.valueSet(other)), Chart.RUN).toString())
          .contains("\"Role\"")
          .doesNotContain("pods/exec");
    }
  }

  @Test
  void namesOfTwoReleasesDiffer() {
    Set<String> first = names(Chart.render("one", List.of(), Map.of("run.name", "one-run")));
    Set<String> second = names(Chart.render("two", List.of(), Map.of("run.name", "two-run")));
    assertThat(first).hasSameSizeAs(second).doesNotContainAnyElementsOf(second);
    JsonNode set = Chart.kind(WORKERS, Chart.resources(Chart.render("one", List.of(), Map.of())));
    assertThat(set.at("/spec/selector/matchLabels/app.kubernetes.io~1instance").asText())
        .as("selectors are of one release")
        .isEqualTo("one");
    assertThatThrownBy(() -> Chart.render("r".repeat(41), List.of(), Map.of()))
        .hasMessageContaining("at most 40");
  }

  private static Set<String> names(String yaml) {
    return Chart.resources(yaml).stream()
        .map(each -> each.required("kind") + "/" + each.requiredAt("/metadata/name"))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource({"2Gi,1024", "512Mi,256", "7Gi,3584", "1001Mi,500"})
  void theHeapIsHalfOfTheMemory(String memory, String megabytes) {
    for (String owner : List.of("workers", "coordinator")) {
      Map<String, Object> set = new TreeMap<>(Chart.RUN);
      set.put(owner + ".memory", memory);
      JsonNode container =
          Chart.container(owner.equals("workers") ? WORKERS : RUN, Chart.resources(List.of(), set));
      assertThat(container.at("/resources/limits/memory").asText()).isEqualTo(memory);
      assertThat(container.required("env").toString())
          .contains("\"-Xms" + megabytes + "m -Xmx" + megabytes + "m\"");
    }
  }

  @Test
  void onlyStaticCpusHaveALimit() {
    JsonNode shared = Chart.container(WORKERS, Chart.resources(List.of(), Map.of()));
    assertThat(shared.at("/resources/limits").has("cpu")).as("throttling").isFalse();
    JsonNode exclusive =
        Chart.container(WORKERS, Chart.resources(List.of(Chart.valueSet("static-cpus")), Map.of()));
    assertThat(exclusive.at("/resources/limits")).isEqualTo(exclusive.at("/resources/requests"));
    assertThat(exclusive.at("/resources/limits/cpu").asText()).isEqualTo("4");
    assertThatThrownBy(
            () ->
                Chart.render(
                    "r", List.of(), Map.of("workers.staticCpus", "true", "workers.cpu", "1500m")))
        .hasMessageContaining("whole numbers");
  }

  @ParameterizedTest
  @CsvSource({
    "worker.replicas,1,worker",
    "workers.memory,2G,workers",
    "workers.spread,always,spread",
    "tls.mutual,true,tls.secret",
    "run.schedule,daily,run.results.claim",
    "run.drivers[0],a/b.yaml,drivers",
    "workers.replicas,-1,replicas"
  })
  void wrongValuesAreRefusedWithTheirKey(String key, String value, String said) {
    assertThatThrownBy(() -> Chart.render("r", List.of(), Map.of(key, value)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(said);
  }

  @Test
  void onlyTheCoordinatorReachesWorkersAndOnlyPrometheusTheirMetrics() {
    List<JsonNode> resources = Chart.resources(List.of(), Chart.RUN);
    JsonNode policy = Chart.kind("NetworkPolicy", resources);
    JsonNode workers = Chart.kind(WORKERS, resources).at("/spec/template/metadata/labels");
    JsonNode run = Chart.kind(RUN, resources).at("/spec/template/metadata/labels");
    assertThat(policy.at("/spec/podSelector/matchLabels")).isEqualTo(workers);
    JsonNode calls = policy.at("/spec/ingress/0");
    assertThat(calls.at("/ports/0/port").asText()).isEqualTo("http");
    calls
        .at("/from/0/podSelector/matchLabels")
        .properties()
        .forEach(label -> assertThat(run.get(label.getKey())).isEqualTo(label.getValue()));
    assertThat(policy.at("/spec/ingress/1/ports/0/port").asText()).isEqualTo("stats");
    assertThat(policy.at("/spec/ingress/1/from/0/podSelector/matchLabels").toString())
        .contains("prometheus");
    List<Path> none = List.of(Chart.valueSet("small"));
    JsonNode unscraped =
        Chart.kind(
            "NetworkPolicy", Chart.resources(none, Map.of("networkPolicy.prometheus", "null")));
    assertThat(unscraped.at("/spec/ingress")).as("an empty list of peers means all").hasSize(1);
  }

  /** A cluster must have at least this. */
  @ParameterizedTest
  @CsvSource({"values,9.01,false", "small,0.76,false", "small,1.26,true"})
  void theGuideSaysWhatIsRequested(String values, BigDecimal cpus, boolean kafka)
      throws IOException {
    List<Path> files = values.equals("values") ? List.of() : List.of(Chart.valueSet(values));
    List<JsonNode> resources = Chart.resources(files, Chart.RUN);
    BigDecimal replicas = Chart.kind(WORKERS, resources).at("/spec/replicas").decimalValue();
    BigDecimal cpu = sum("cpu", resources, replicas);
    BigDecimal bytes = sum("memory", resources, replicas);
    if (kafka) {
      Path node = Chart.ROOT.resolve("deploy/kafka-one-node.yaml");
      cpu = cpu.add(requested("cpu", WORKERS, Kustomization.all(node)));
      bytes = bytes.add(requested("memory", WORKERS, Kustomization.all(node)));
    }
    BigDecimal gibibytes = bytes.divide(BigDecimal.valueOf(1L << 30));
    assertThat(cpu).isEqualByComparingTo(cpus);
    assertThat(Files.readString(Chart.ROOT.resolve("docs/how-to/kubernetes.md")))
        .contains(
            "%s CPUs and %s GiB"
                .formatted(
                    cpu.stripTrailingZeros().toPlainString(),
                    gibibytes
                        .setScale(2, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString()));
  }

  private static BigDecimal sum(String resource, List<JsonNode> resources, BigDecimal replicas) {
    BigDecimal sum = requested(resource, WORKERS, resources).multiply(replicas);
    return sum.add(requested(resource, RUN, resources));
  }

  private static BigDecimal requested(String resource, String kind, List<JsonNode> resources) {
    List<BigDecimal> all = new ArrayList<>();
    Chart.podSpec(kind, resources)
        .required("containers")
        .forEach(
            each ->
                all.add(
                    new Quantity(each.at("/resources/requests/" + resource).asText())
                        .getNumericalAmount()));
    return all.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
