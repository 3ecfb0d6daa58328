package io.tidemark.brokers.rabbitmq;

/** Where the nodes of a cluster are, which decides on what they listen and how they find others. */
enum RabbitMqPlacement {
  /** Processes of this machine: each listens on separate loopback ports. */
  LOOPBACK,

  /** Processes of this machine that reach each other through proxies, under names. */
  PROXIED,

  /**
   * Containers in a network of their own: all listen on RabbitMQ's usual ports, which are published
   * on loopback ports.
   */
  CONTAINERS;

  /** Address that listeners are bound to. */
  String listensOn() {
    return this == CONTAINERS ? "0.0.0.0" : "127.0.0.1";
  }

  /** The host in the name of a node, by which the other nodes find it. */
  String host(int node) {
    return this == LOOPBACK ? "localhost" : "node-" + node;
  }

  /** What the name of a node begins with, wherever it is. */
  static String nodeNamePrefix(int node) {
    return "rabbit" + node + "@";
  }

  String nodeName(int node) {
    return nodeNamePrefix(node) + host(node);
  }
}
