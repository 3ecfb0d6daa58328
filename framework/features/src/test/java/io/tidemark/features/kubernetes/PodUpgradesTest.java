package io.tidemark.features.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.fault.FaultInjector.Undo;
import io.tidemark.model.workload.Workload;
import io.tidemark.runs.RunFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rolling upgrades, with a fake API server whose operators replace one pod at each reading. */
@Tag("slow")
class PodUpgradesTest {
  private static final String RABBITMQ = "brokerPods: {namespace: mq, selector: app=broker}\n";
  private static final String STRIMZI = "strimzi: {cluster: c, namespace: mq, listener: plain}\n";
  private static final String PODS = "/api/v1/namespaces/mq/pods?labelSelector=";
  private static final String CLUSTER =
      "/apis/rabbitmq.com/v1beta1/namespaces/mq/rabbitmqclusters/mq";
  private static final String KAFKA = "/apis/kafka.strimzi.io/v1/namespaces/mq/kafkas/c";
  private static final String SET = "/apis/apps/v1/namespaces/mq/statefulsets/mq-server";

  @TempDir Path folder;

  private FakeApi fake;
  private boolean strimzi;
  private String before = "rabbitmq:4.2.5-management";
  private String after = "rabbitmq:4.3.6-management";
  private boolean patched;
  private int replaced;

  @BeforeEach
  void threePods() throws IOException {
    fake = new FakeApi(folder);
    fake.cluster = this::happens;
    fake.resources.put(CLUSTER, "{}");
    fake.resources.put(KAFKA, "{\"spec\": {\"kafka\": {\"version\": \"4.2.0\"}}}");
    fake.resources.put(
        SET,
        """
        {"metadata": {"ownerReferences": [{"apiVersion": "rabbitmq.com/v1beta1",
          "kind": "RabbitmqCluster", "name": "mq", "controller": true}]}}
        """);
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private void happens(String method, String path) {
    if (method.equals("PATCH")) {
      patched = true;
    } else if (patched && path.startsWith(PODS) && replaced < 3) {
      replaced++;
    }
    String pods = IntStream.range(0, 3).mapToObj(this::pod).collect(Collectors.joining(", "));
    String list = "{\"items\": [" + pods + "]}";
    fake.resources.put(PODS + "app%3Dbroker", list);
    fake.resources.put(PODS + "strimzi.io%2Fcluster%3Dc%2Cstrimzi.io%2Fbroker-role%3Dtrue", list);
  }

  private String pod(int number) {
    boolean isNew = number < replaced;
    return """
    {"metadata": {"name": "mq-server-%1$d", "uid": "%1$d-%2$s", %3$s "ownerReferences": [
      {"apiVersion": "%4$s", "kind": "%5$s", "name": "mq-server", "controller": true}]},
     "spec": {"containers": [{"image": "%6$s"}]},
     "status": {"conditions": [{"type": "Ready", "status": "True"}]}}
    """
        .formatted(
            number,
            isNew,
            strimzi ? "\"labels\": {\"strimzi.io/cluster\": \"c\"}," : "",
            strimzi ? "core.strimzi.io/v1" : "apps/v1",
            strimzi ? "StrimziPodSet" : "StatefulSet",
            isNew ? after : before);
  }

  private DriverFile driver(String keys) {
    return new RunFiles(folder).driver(keys);
  }

  private Workload workload(String to) {
    String faults = "faults: [{at: 1s, rollingUpgrade: {to: '%s'}}]\n".formatted(to);
    return new RunFiles(folder).workload(RunFiles.SMALL + faults);
  }

  private Undo upgrade(String to, String driver) throws Exception {
    Workload workload = workload(to);
    BrokerPods pods = KubernetesBrokers.in(driver(driver)).orElseThrow().pods();
    PodFaults faults = PodFaults.of(workload.faults(), pods, fake.api());
    return faults.inject(workload.faults().get(0), List.of(1, 2, 3));
  }

  private void assertRefused(String to, String driver, String message) {
    assertThatThrownBy(() -> upgrade(to, driver))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message)
        .message()
        .hasLineCount(1);
    assertThat(fake.changes).as("nothing is touched").isEmpty();
  }

  @Test
  void theOperatorOfRabbitMqGetsTheImageOfTheNextVersion() throws Exception {
    Undo done = upgrade("4.3.6", RABBITMQ);
    assertThat(fake.changes)
        .containsExactly("PATCH " + CLUSTER + " {\"spec\":{\"image\":\"" + after + "\"}}");
    assertThat(replaced).as("it waits until all pods are new").isEqualTo(3);
    assertThat(done.changed())
        .contains("mq-server-0: " + before + " to " + after, "mq-server-2: " + before);
  }

  @Test
  void strimziGetsTheVersion() throws Exception {
    strimzi = true;
    before = "strimzi/kafka:0.51.0-kafka-4.2.0";
    after = "strimzi/kafka:0.51.0-kafka-4.3.1";
    assertThat(upgrade("4.3.1", STRIMZI).changed()).contains(before + " to " + after);
    assertThat(fake.changes)
        .containsExactly("PATCH " + KAFKA + " {\"spec\":{\"kafka\":{\"version\":\"4.3.1\"}}}");
    assertThat(replaced).isEqualTo(3);
  }

  @Test
  void pathsThatBrokersDoNotHaveAreRefusedBeforeTheRun() throws Exception {
    assertRefused("4.2.4", RABBITMQ, "RabbitMQ has version 4.2.5, got to: 4.2.4");
    assertRefused("4.2.5", RABBITMQ, "allowed later versions");
    before = "rabbitmq:4.0.5";
    assertRefused("4.3.6", RABBITMQ, "allowed a later 4.0, or 4.1");
    before = "rabbitmq:latest";
    assertRefused("4.3.6", RABBITMQ, "no version in its tag");
    fake.resources.put(SET, "{}");
    assertRefused("4.3.6", RABBITMQ, "belong to no operator");
    strimzi = true;
    assertRefused("4.1.0", STRIMZI, "Kafka has version 4.2.0, got to: 4.1.0");
    assertRefused("newest", STRIMZI, "is not known");
    fake.resources.remove(KAFKA);
    assertRefused("4.3.1", STRIMZI, "there is no kafkas/c");
  }

  @Test
  void theCheckBeforeTheRunPermitsThem() {
    assertThat(problems(RABBITMQ, "4.3")).isEmpty();
    assertThat(problems(STRIMZI, "4.3")).isEmpty();
  }

  private String problems(String driver, String to) {
    return PodFaultsTest.problems(workload(to), driver(driver));
  }
}
