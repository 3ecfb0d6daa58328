package io.tidemark.brokers;

/** Where the nodes of a cluster are, which decides on what they listen and how they find others. */
enum RabbitMqPlacement {
  /** Processes of this machine: each listens on loopback ports of its own. */
  LOOPBACK("127.0.0.1") {
    @Override
    String host(int node) {
      return "localhost";
    }

    @Override
    RabbitMqPorts inside(RabbitMqPorts published) {
      return published;
    }
  },

  /**
   * Containers in a network of their own: all listen on RabbitMQ's usual ports, which are published
   * on loopback ports.
   */
  CONTAINERS("0.0.0.0") {
    @Override
    String host(int node) {
      return "node-" + node;
    }

    @Override
    RabbitMqPorts inside(RabbitMqPorts published) {
      return RabbitMqPorts.USUAL;
    }
  };

  private final String listensOn;

  RabbitMqPlacement(String listensOn) {
    this.listensOn = listensOn;
  }

  /** Address that listeners are bound to. */
  String listensOn() {
    return listensOn;
  }

  /** The host in the name of a node, by which the other nodes find it. */
  abstract String host(int node);

  /** The ports that a node listens on. */
  abstract RabbitMqPorts inside(RabbitMqPorts published);

  String nodeName(int node) {
    return RabbitMqConfig.nodeNamePrefix(node) + host(node);
  }
}
