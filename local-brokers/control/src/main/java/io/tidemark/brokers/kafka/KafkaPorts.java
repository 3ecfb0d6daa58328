package io.tidemark.brokers.kafka;

import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.process.FreePorts;
import java.util.List;

/**
 * The plain listeners of a cluster. Without proxies one listener serves clients and brokers; with
 * proxies brokers have another one, INTERNAL, so that the links can be cut separately.
 *
 * @param brokers that the nodes listen on, in their order
 * @param clients that clients use
 * @param internal for other brokers; empty without proxies
 * @param controllers for the quorum
 * @param proxy of the cluster
 */
record KafkaPorts(
    List<Integer> brokers,
    List<Integer> clients,
    List<Integer> internal,
    List<Integer> controllers,
    ClusterProxy proxy) {
  KafkaPorts {
    brokers = List.copyOf(brokers);
    clients = List.copyOf(clients);
    internal = List.copyOf(internal);
    controllers = List.copyOf(controllers);
  }

  static KafkaPorts take(int nodes, ClusterProxy proxy) {
    List<Integer> free = FreePorts.take(3 * nodes);
    List<Integer> brokers = free.subList(0, nodes);
    List<Integer> controllers = free.subList(nodes, 2 * nodes);
    if (!proxy.isWanted()) {
      return direct(brokers, controllers);
    }
    List<Integer> internal = free.subList(2 * nodes, 3 * nodes);
    proxy.connect(internal);
    proxy.connect(controllers);
    return new KafkaPorts(brokers, proxy.publish(brokers), internal, controllers, proxy);
  }

  static KafkaPorts direct(List<Integer> brokers, List<Integer> controllers) {
    return new KafkaPorts(brokers, brokers, List.of(), controllers, ClusterProxy.none());
  }

  /** Where the other nodes find the controller. */
  String controller(int node) {
    return proxy.host(node) + ":" + controllers.get(node - 1);
  }

  String interBrokerListener() {
    return proxy.isWanted() ? "INTERNAL" : "PLAINTEXT";
  }

  /** What the node listens on. */
  String listeners(int node) {
    String found =
        "PLAINTEXT://127.0.0.1:%s,CONTROLLER://127.0.0.1:%s"
            .formatted(brokers.get(node - 1), controllers.get(node - 1));
    return proxy.isWanted() ? found + ",INTERNAL://127.0.0.1:" + internal.get(node - 1) : found;
  }

  /**
   * How the others find the node; the controllers must not find each other under the addresses that
   * they listen on, which have no proxy.
   */
  String advertised(int node, String clientAddress) {
    String found = "PLAINTEXT://" + clientAddress;
    return proxy.isWanted()
        ? "%s,INTERNAL://%s:%s,CONTROLLER://%s"
            .formatted(found, proxy.host(node), internal.get(node - 1), controller(node))
        : found;
  }
}
