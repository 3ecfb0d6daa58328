package io.tidemark.features.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.BrokerConfiguration.Entry;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerPodSettingsTest {
  private static final BrokerPods PODS = new BrokerPods("kafka", "app=broker");
  private static final String LIST = "/api/v1/namespaces/kafka/pods?labelSelector=app%3Dbroker";

  @TempDir Path folder;
  private FakeApi cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = new FakeApi(folder);
    cluster.resources.put(
        LIST,
        ("{'items': ["
                + pod("b-0", "n1", "{'limits': {'cpu': '2', 'memory': '4Gi'}}")
                + ","
                + pod("b-1", "n2", "{'limits': {'cpu': '4', 'memory': '4Gi'}}")
                + "]}")
            .replace('\'', '"'));
    for (String name : List.of("n1", "n2")) {
      cluster.resources.put(
          "/api/v1/nodes/" + name,
          ("{'metadata': {'labels': {'node.kubernetes.io/instance-type': 'm5.2xlarge',"
                  + " 'topology.kubernetes.io/zone': 'zone-"
                  + name
                  + "'}}, 'status': {'capacity': {'cpu': '8', 'memory': '32Gi'},"
                  + " 'nodeInfo': {'kernelVersion': '6.1'}}}")
              .replace('\'', '"'));
    }
  }

  private static String pod(String name, String node, String resources) {
    return "{'metadata': {'name': '%s'}, 'spec': {'nodeName': '%s', 'containers': [{'name': 'kafka', 'resources': %s}]}, 'status': {'qosClass': 'Burstable'}}"
        .formatted(name, node, resources);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private BrokerConfiguration read(KubernetesApi api) throws Exception {
    return BrokerPodSettings.read(api, PODS);
  }

  private static Entry limit(String name, String value, String... pods) {
    return new Entry("pod", List.of(pods), name, value, BrokerConfiguration.CHANGED, "pod");
  }

  private static Entry ofMachine(String name, String value) {
    return new Entry(
        BrokerConfiguration.MACHINE,
        List.of("n1", "n2"),
        name,
        value,
        BrokerConfiguration.DEFAULT,
        "node of Kubernetes");
  }

  @Test
  void limitsRequestsAndTypesOfMachinesAreRead() throws Exception {
    BrokerConfiguration read = read(cluster.api());

    assertThat(read.notes()).isEmpty();
    assertThat(read.settings())
        .contains(
            limit("kafka.limits.cpu", "2", "b-0"),
            limit("kafka.limits.cpu", "4", "b-1"),
            limit("kafka.limits.memory", "4Gi", "b-0", "b-1"),
            ofMachine("instance-type", "m5.2xlarge"),
            ofMachine("cpu", "8"),
            ofMachine("memory", "32Gi"),
            ofMachine("kernelVersion", "6.1"))
        .anyMatch(
            each ->
                each.name().equals("kafka.requests.cpu")
                    && each.value().equals("none")
                    && !each.isChanged());
    assertThat(read.settings())
        .filteredOn(each -> each.name().equals("zone"))
        .hasSize(2)
        .allMatch(each -> each.origin().equals(BrokerConfiguration.PLACE));
  }

  @Test
  void kubectlGivesTheSame() throws Exception {
    BrokerConfiguration byServer = read(cluster.api());

    assertThat(read(cluster.kubectl())).isEqualTo(byServer);
  }

  /** A user who may read pods need not have the right to read machines. */
  @Test
  void whatMayNotBeReadIsANote() throws Exception {
    KubernetesApi all = cluster.api();
    cluster.cluster =
        (method, path) -> {
          if (path.startsWith("/api/v1/nodes/")) {
            throw new IllegalStateException("the server breaks the connection");
          }
        };

    BrokerConfiguration read = read(all);

    assertThat(read.settings()).anyMatch(each -> each.name().equals("kafka.limits.cpu"));
    assertThat(read.notes())
        .hasSize(2)
        .allSatisfy(note -> assertThat(note).startsWith("type of machine n"));
  }

  @Test
  void noPodsAreANote() throws Exception {
    cluster.resources.put(LIST, "{\"items\": []}");

    assertThat(read(cluster.api()))
        .isEqualTo(
            BrokerConfiguration.unread(
                "limits and machines of the brokers' pods: there are no pods with the labels"
                    + " app=broker in namespace kafka"));
  }

  @Test
  void aClusterThatCannotBeReachedIsANote() throws Exception {
    cluster.close();

    assertThat(read(cluster.api()).notes())
        .singleElement()
        .asString()
        .startsWith("limits and machines of the brokers' pods: pods in namespace kafka: ");
  }
}
