package io.tidemark.brokers.rabbitmq;

import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.process.FreePorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The loopback ports of one node; {@code distribution} is where the nodes of a cluster talk to each
 * other.
 */
record RabbitMqPorts(
    int amqp,
    int management,
    int prometheus,
    int stream,
    int distribution,
    int amqpTls,
    int managementTls,
    int streamTls,
    int mqtt,
    int mqttTls) {
  /** Default ports of a server. */
  static final RabbitMqPorts USUAL =
      new RabbitMqPorts(5672, 15672, 15692, 5552, 25672, 5671, 15671, 5551, 1883, 8883);

  private static final int PER_NODE = 10;

  static List<RabbitMqPorts> take(int nodes) {
    List<Integer> free = FreePorts.take(nodes * PER_NODE);
    List<RabbitMqPorts> ports = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      List<Integer> own = free.subList(node * PER_NODE, (node + 1) * PER_NODE);
      ports.add(
          new RabbitMqPorts(
              own.get(0),
              own.get(1),
              own.get(2),
              own.get(3),
              own.get(4),
              own.get(5),
              own.get(6),
              own.get(7),
              own.get(8),
              own.get(9)));
    }
    return ports;
  }

  /** With other ports for messages; management and distribution stay as they are. */
  RabbitMqPorts withClientPorts(
      int newAmqp, int newStream, int newAmqpTls, int newStreamTls, int newMqtt, int newMqttTls) {
    return new RabbitMqPorts(
        newAmqp,
        management,
        prometheus,
        newStream,
        distribution,
        newAmqpTls,
        managementTls,
        newStreamTls,
        newMqtt,
        newMqttTls);
  }

  /** Ports that clients use for nodes that listen on these ports. */
  static List<RabbitMqPorts> published(List<RabbitMqPorts> listening, ClusterProxy proxy) {
    List<Integer> amqp = proxy.publish(each(listening, RabbitMqPorts::amqp));
    List<Integer> stream = proxy.publish(each(listening, RabbitMqPorts::stream));
    List<Integer> amqpTls = proxy.publish(each(listening, RabbitMqPorts::amqpTls));
    List<Integer> streamTls = proxy.publish(each(listening, RabbitMqPorts::streamTls));
    List<Integer> mqtt = proxy.publish(each(listening, RabbitMqPorts::mqtt));
    List<Integer> mqttTls = proxy.publish(each(listening, RabbitMqPorts::mqttTls));
    return IntStream.range(0, listening.size())
        .mapToObj(
            node ->
                listening
                    .get(node)
                    .withClientPorts(
                        amqp.get(node),
                        stream.get(node),
                        amqpTls.get(node),
                        streamTls.get(node),
                        mqtt.get(node),
                        mqttTls.get(node)))
        .toList();
  }

  static List<Integer> each(List<RabbitMqPorts> nodes, Function<RabbitMqPorts, Integer> port) {
    return nodes.stream().map(port).toList();
  }

  /** The ports for clients that a server listens on, each with the one here that stands for it. */
  Map<Integer, Integer> publishing(RabbitMqPorts inside, boolean tls, boolean withMqtt) {
    Map<Integer, Integer> published = new TreeMap<>();
    published.put(inside.amqp, amqp);
    published.put(inside.management, management);
    published.put(inside.prometheus, prometheus);
    published.put(inside.stream, stream);
    if (tls) {
      published.put(inside.amqpTls, amqpTls);
      published.put(inside.managementTls, managementTls);
      published.put(inside.streamTls, streamTls);
    }
    if (withMqtt) {
      published.put(inside.mqtt, mqtt);
      published.put(inside.mqttTls, mqttTls);
    }
    return published;
  }
}
