package io.tidemark.brokers;

/** Where the nodes of a cluster are, which decides on what they listen and how they find others. */
enum RabbitMqPlacement {
  /** Processes of this machine: each listens on separate loopback ports. */
  LOOPBACK,

  /**
   * Containers in a network of their own: all listen on RabbitMQ's usual ports, which are published
   * on loopback ports.
   */
  CONTAINERS;

  /** Address that listeners are bound to. */
  String listensOn() {
    return this == LOOPBACK ? "127.0.0.1" : "0.0.0.0";
  }

  /** The host in the name of a node, by which the other nodes find it. */
  String host(int node) {
    return this == LOOPBACK ? "localhost" : "node-" + node;
  }

  /** The ports that a node listens on. */
  RabbitMqPorts inside(RabbitMqPorts published) {
    return this == LOOPBACK ? published : RabbitMqPorts.USUAL;
  }

  String nodeName(int node) {
    return RabbitMqConfig.nodeNamePrefix(node) + host(node);
  }
}
