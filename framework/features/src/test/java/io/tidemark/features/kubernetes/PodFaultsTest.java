package io.tidemark.features.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultInjector.Undo;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.runs.RunFiles;
import io.tidemark.runs.fault.FaultCheck;
import io.tidemark.runs.fault.Faults;
import io.tidemark.worker.driver.DriverCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a fake API server whose controller creates deleted pods again. */
@Tag("slow")
class PodFaultsTest {
  private static final String BROKERS = "brokerPods: {namespace: mq, selector: app=broker}\n";
  private static final String PODS = "/api/v1/namespaces/mq/pods";
  private static final String LIST = PODS + "?labelSelector=app%3Dbroker";
  private static final String SET = "/apis/apps/v1/namespaces/mq/statefulsets/broker";
  private static final String POD_SETS = "/apis/core.strimzi.io/v1/namespaces/mq/strimzipodsets/";

  @TempDir Path folder;

  private final Map<String, Integer> generations = new TreeMap<>();
  private FakeApi fake;
  private String owner = "StatefulSet";
  private String strategy = "RollingUpdate";
  private int readingsUntilReady;

  @BeforeEach
  void threePods() throws IOException {
    fake = new FakeApi(folder);
    fake.cluster = this::happens;
    List.of("broker-10", "broker-9", "broker-8").forEach(name -> generations.put(name, 1));
    generations.keySet().forEach(name -> fake.resources.put(PODS + "/" + name, "{}"));
  }

  @AfterEach
  void close() {
    fake.close();
  }

  /** What the controller and the kubelet have done when the API server answers. */
  private void happens(String method, String path) {
    if (method.equals("DELETE")) {
      createAgain(path.replaceAll(".*/|\\?.*", ""));
    } else if (method.equals("PATCH")) {
      generations.keySet().forEach(this::createAgain);
    }
    boolean ready = readingsUntilReady == 0;
    if (path.equals(LIST) && !ready) {
      readingsUntilReady--;
    }
    fake.resources.put(
        LIST,
        generations.entrySet().stream()
            .map(each -> pod(each.getKey(), each.getValue(), ready || each.getValue() == 1))
            .collect(Collectors.joining(", ", "{\"items\": [", "]}")));
    String set = "{\"spec\": {\"updateStrategy\": {\"type\": \"%s\"}}}".formatted(strategy);
    fake.resources.put(SET, set);
    fake.resources.put(POD_SETS + "broker", set);
  }

  private void createAgain(String name) {
    generations.merge(name, 1, Integer::sum);
    readingsUntilReady = 2;
  }

  private String pod(String name, int generation, boolean ready) {
    return """
    {"metadata": {"name": "%1$s", "uid": "%1$s-%2$d", "ownerReferences": [
      {"apiVersion": "%3$s", "kind": "%4$s", "name": "broker", "controller": true}]},
     "status": {"conditions": [{"type": "Ready", "status": "%5$s"}]}}
    """
        .formatted(
            name,
            generation,
            owner.equals("StatefulSet") ? "apps/v1" : "core.strimzi.io/v1",
            owner,
            ready ? "True" : "False");
  }

  private Workload workload(String fault) {
    return new RunFiles(folder).workload(RunFiles.SMALL + "faults: [{at: 1s, " + fault + "}]\n");
  }

  private PodFaults faults(Workload workload, String driver) throws Exception {
    BrokerPods pods =
        KubernetesBrokers.in(new RunFiles(folder).driver(driver)).orElseThrow().pods();
    return PodFaults.of(workload.faults(), pods, fake.api());
  }

  private Undo inject(String fault, Integer... nodes) throws Exception {
    Workload workload = workload(fault);
    PodFaults faults = faults(workload, BROKERS);
    return faults.inject(workload.faults().get(0), List.of(nodes));
  }

  @Test
  void nodesAreNumberedByTheNumbersInTheirNamesAndKnownByTheNamesOfDrivers() throws Exception {
    PodFaults faults = faults(workload("kill: 1"), BROKERS);
    assertThat(faults.nodes()).containsExactly(1, 2, 3);
    assertThat(faults.nodes()).extracting(faults::nameOf).first().isEqualTo("broker-8");
    assertThat(faults.nameOf(3)).isEqualTo("broker-10");
    assertThat(faults.numberOf("9")).as("id of Kafka").hasValue(2);
    assertThat(faults.numberOf("0")).as("not the end of broker-10").isEmpty();
    assertThat(faults.numberOf("rabbit@broker-10.nodes.mq.svc")).hasValue(3);
    assertThat(faults.numberOf("rabbit@elsewhere")).isEmpty();
  }

  @Test
  void aKilledPodIsDeletedAtOnceAndTheUndoWaitsUntilTheNewOneIsReady() throws Exception {
    Undo undo = inject("kill: 2", 2);
    assertThat(fake.changes).containsExactly("DELETE " + PODS + "/broker-9?gracePeriodSeconds=0");
    assertThat(undo.happensByItself()).isTrue();
    assertThat(readingsUntilReady).isEqualTo(2);
    undo.undo();
    assertThat(readingsUntilReady).isZero();
  }

  @Test
  void aStoppedPodHasItsOwnGracePeriod() throws Exception {
    inject("stop: all", 1, 3);
    assertThat(fake.changes)
        .containsExactly("DELETE " + PODS + "/broker-8", "DELETE " + PODS + "/broker-10");
  }

  @Test
  void aRestartReturnsWhenThePodIsReady() throws Exception {
    assertThat(inject("restart: 1", 1)).isSameAs(Undo.NONE);
    assertThat(fake.changes).containsExactly("DELETE " + PODS + "/broker-8");
    assertThat(readingsUntilReady).isZero();
  }

  @Test
  void aRollingRestartOfAllIsThatOfTheStatefulSet() throws Exception {
    assertThat(inject("rollingRestart: all", 1, 2, 3)).isSameAs(Undo.NONE);
    assertThat(fake.changes)
        .singleElement()
        .asString()
        .startsWith("PATCH " + SET + " {\"spec\":{\"template\":{\"metadata\":{\"annotations\":")
        .contains("\"kubectl.kubernetes.io/restartedAt\":\"20");
    assertThat(generations.values()).containsOnly(2);
    assertThat(readingsUntilReady).isZero();
  }

  @Test
  void aRollingRestartOfStrimziIsItsAnnotation() throws Exception {
    owner = "StrimziPodSet";
    inject("rollingRestart: all", 1, 2, 3);
    assertThat(fake.changes)
        .containsExactly(
            "PATCH "
                + POD_SETS
                + "broker"
                + " {\"metadata\":{\"annotations\":{\"strimzi.io/manual-rolling-update\":\"true\"}}}");
  }

  @Test
  void aRollingRestartOfOneNodeDeletesItsPod() throws Exception {
    inject("rollingRestart: 3", 3);
    assertThat(fake.changes).containsExactly("DELETE " + PODS + "/broker-10");
  }

  @Test
  void aStatefulSetThatDoesNotRestartItsPodsIsReported() {
    strategy = "OnDelete";
    assertThatThrownBy(() -> inject("rollingRestart: all", 1, 2, 3))
        .isInstanceOf(FaultException.class)
        .hasMessageContaining("statefulsets/broker in namespace mq")
        .hasMessageContaining("OnDelete");
  }

  @Test
  void whatCannotBeDoneIsKnownBeforeTheRun() {
    assertFailure("kill: 4", "there is no such node, got 4; allowed 1 to 3 (broker-8, broker-9");
    owner = "ReplicaSet";
    assertFailure("kill: 1", "pod broker-8 in namespace mq has no controller");
    generations.clear();
    assertFailure("kill: 1", "no pods with the labels app=broker in namespace mq");
    fake.close();
    assertFailure("kill: 1", "did not answer");
  }

  private void assertFailure(String fault, String message) {
    assertThatThrownBy(() -> faults(workload(fault), BROKERS))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message)
        .message()
        .hasLineCount(1);
  }

  /** There is none in this test, so that a call would fail. */
  @Test
  void kubernetesIsNotCalledWithoutFaultsOfBrokers() throws Exception {
    assertThat(nodes("kill: worker")).isEmpty();
    assertThat(nodes("command: 'true'")).isEmpty();
    assertThatThrownBy(() -> nodes("kill: 1"))
        .isInstanceOf(RunFailedException.class)
        .hasMessageStartingWith("faults: ")
        .message()
        .hasLineCount(1);
  }

  private List<Integer> nodes(String fault) throws Exception {
    DriverFile driver = new RunFiles(folder).driver(BROKERS);
    return Faults.of(workload(fault), driver, Optional.empty(), List.of()).nodes();
  }

  private String problems(String fault, String driver) {
    return problems(workload(fault), new RunFiles(folder).driver(driver));
  }

  /** What the check before a run says, one line each. */
  static String problems(Workload workload, DriverFile driver) {
    Problems problems = new Problems();
    new FaultCheck(DriverCatalog.ofFolders(List.of()), problems).check(workload, driver);
    return problems.all().stream().map(Problem::oneLine).collect(Collectors.joining("\n"));
  }

  @Test
  void faultsThatPodsDoNotPermitAreReportedWithTheFiles() {
    String strimzi = "strimzi: {cluster: my-cluster, namespace: kafka, listener: plain}\n";
    for (String fault : List.of("kill: 1", "stop: random", "restart: all", "rollingRestart: all")) {
      assertThat(problems(fault, BROKERS)).isEmpty();
      assertThat(problems(fault, strimzi)).isEmpty();
      assertThat(problems(fault, ""))
          .contains("allowed with localBrokers or strimzi or brokerPods");
    }
    assertThat(problems("freeze: 1", BROKERS))
        .contains(
            "w.yaml",
            "faults[0].freeze",
            "allowed kill, stop, restart, rollingRestart, rollingUpgrade");
  }
}
