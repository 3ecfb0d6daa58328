package io.tidemark.brokers.cluster;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.process.NodeUse;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A running cluster of brokers on this machine. Any thread may call any method; those that change
 * something exclude each other. Methods throw {@link LocalBrokerException} where the machine or the
 * broker does not do what was asked, and {@link IllegalArgumentException} for a node number that
 * does not exist.
 */
public interface LocalCluster extends AutoCloseable {
  /** The key of a {@link BrokerKind}. */
  String kind();

  /** The version, such as "4.3.1" or "3.10"; that of the new server once an upgrade has begun. */
  String version();

  /** The nodes in the order of their numbers, as they are now. */
  List<LocalNode> nodes();

  /**
   * The number of the node that clients know by this name: its address, RabbitMQ's node name or
   * Kafka's node id. Empty if there is none.
   */
  OptionalInt numberOf(String name);

  /**
   * What {@code ${brokers.X}} in a driver file stands for. Kafka: {@code bootstrap} (host:port
   * comma list); with TLS also {@code tlsBootstrap} (clients with certificates), {@code
   * scramBootstrap}, {@code scramUser}, {@code scramPassword}. RabbitMQ: {@code amqpUris} and
   * {@code managementUris}, {@code streamUris} (comma lists), {@code amqpUri} (the first), {@code
   * user}, {@code password}; with TLS also {@code tlsAmqpUris}, {@code tlsStreamUris}, {@code
   * tlsManagementUris}; with MQTT {@code mqttUris}, {@code tlsMqttUris}. Both with TLS: {@code
   * tlsCa}, {@code tlsCertificate}, {@code tlsKey} (PEM files), {@code tlsKeyStore}, {@code
   * tlsTrustStore} (PKCS12 files), {@code tlsStorePassword}.
   */
  Map<String, String> placeholders();

  /**
   * Ends the node at once (SIGKILL) and returns when its process is gone. Nothing happens to a node
   * that is down.
   */
  void kill(int node);

  /**
   * Starts the node again on its old data and ports and returns when it serves. A node that still
   * runs is first asked to stop (SIGTERM), and killed if it does not.
   */
  void restart(int node);

  /**
   * Starts several nodes again at once: after a majority was killed no single one of them can serve
   * before another does.
   */
  void restartTogether(List<Integer> nodes);

  /**
   * Asks the node to end (SIGTERM) and returns when its process is gone; kills it if it does not
   * end in time. Nothing happens to a node that is down.
   */
  void stop(int node);

  /**
   * Prepares a rolling upgrade: finds the server of the other version, or installs it. Returns the
   * upgrade; each call of it carries it out once and has its own deadlines: one node after another
   * is stopped, gets the new server, starts on its old data and serves, and all copies of messages
   * are in sync before the next one. It returns what was done and what is left to do, for people.
   *
   * @param target this cluster with another version
   */
  default Supplier<String> upgrade(LocalClusterSpec target) {
    throw new LocalBrokerException("local " + kind() + " cannot be upgraded");
  }

  /** Freezes the node's process (SIGSTOP): connections stay open without responses. */
  void freeze(int node);

  /** Resumes a frozen node (SIGCONT). */
  void resume(int node);

  /**
   * Whether clients reach the nodes, and nodes each other, through proxies (option {@code proxy}).
   * The following methods need them and otherwise throw {@link IllegalStateException}. They affect
   * the listeners for clients and those between nodes; management, metrics and other HTTP stay
   * reachable, so an observer can watch. Restarting the node does not undo them.
   */
  boolean proxied();

  /**
   * Drops all traffic between the node and clients, and between the node and all other nodes, in
   * both directions: connections stay open without traffic, and connection attempts time out. What
   * was sent is delivered when the node heals, on connections that neither side has closed by then.
   * Several nodes can be partitioned; they do not reach each other either.
   *
   * <p>RabbitMQ: the replicas of streams have connections without a proxy; they end when the node
   * pauses because it is in a minority, about 10 s later.
   */
  void partition(int node);

  /**
   * Adds time to each direction of the traffic between the node and its clients, so a round trip
   * takes at least twice the latency longer. Replaces an earlier delay. Traffic between nodes is
   * not delayed.
   *
   * @param latency 0 to 1 minute
   * @param jitter 0 to 1 minute: a random share of it is added to the latency; the order is kept
   * @throws IllegalArgumentException for other times
   */
  void delay(int node, Duration latency, Duration jitter);

  /** Resets (TCP RST) all connections of clients to the node; new ones are accepted. */
  void resetConnections(int node);

  /**
   * Ends partition and delay of the node; returns without waiting for the brokers to recover.
   * Nothing happens to a node without them.
   */
  void heal(int node);

  /**
   * Raises the memory alarm of a RabbitMQ node, which blocks the publishers of the whole cluster.
   * It ends with {@link #endMemoryAlarm} or a restart of the node. Not in containers.
   */
  void raiseMemoryAlarm(int node);

  /** Gives the node its configured memory limit again; nothing happens if it is down. */
  void endMemoryAlarm(int node);

  /**
   * Evaluates an expression in the Erlang machine of a RabbitMQ node and returns the result as
   * text.
   *
   * @param purpose what it is for, used in messages
   */
  default String evaluate(int node, String purpose, String expression) {
    throw new LocalBrokerException(kind() + " does not evaluate Erlang");
  }

  /**
   * Begins to copy topics of another cluster of the same kind to topics of the same names here, and
   * returns when that works. It ends with this cluster.
   *
   * @param way one of {@link BrokerKind#replications()}
   */
  void replicateFrom(LocalCluster source, String way, List<String> topics);

  /** Disk space that all nodes use; empty for containers. */
  OptionalLong diskBytes();

  /**
   * What each node has used since the first call; without nodes that never ran, and without
   * containers on another machine, such as a virtual one.
   */
  default List<NodeUse> use() {
    return List.of();
  }

  /**
   * Stops everything and removes the private data, unless {@code keepData} was asked for. Can be
   * called again.
   */
  @Override
  void close();
}
