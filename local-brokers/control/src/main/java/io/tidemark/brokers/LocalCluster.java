package io.tidemark.brokers;

import java.util.List;
import java.util.Map;

/**
 * A running cluster of brokers on this machine. Any thread may call any method; kill, restart,
 * freeze, resume and close exclude each other. Methods throw {@link LocalBrokerException} where the
 * machine or the broker does not do what was asked, and {@link IllegalArgumentException} for a node
 * number that does not exist.
 */
public interface LocalCluster extends AutoCloseable {
  /** "kafka" or "rabbitmq". */
  String kind();

  /** The version asked for or defaulted to, such as "4.3.1" or "3.10". */
  String version();

  /** The nodes in the order of their numbers, as they are now. */
  List<LocalNode> nodes();

  /**
   * What {@code ${brokers.X}} in a driver file stands for. Kafka: {@code bootstrap} (host:port
   * comma list); with TLS also {@code tlsBootstrap} (clients with certificates), {@code
   * scramBootstrap}, {@code scramUser}, {@code scramPassword}. RabbitMQ: {@code amqpUris} and
   * {@code managementUris}, {@code streamUris} (comma lists), {@code amqpUri} (the first), {@code
   * user}, {@code password}; with TLS also {@code tlsAmqpUris}, {@code tlsStreamUris}, {@code
   * tlsManagementUris}. Both with TLS: {@code tlsCa}, {@code tlsCertificate}, {@code tlsKey} (PEM
   * files), {@code tlsKeyStore}, {@code tlsTrustStore} (PKCS12 files), {@code tlsStorePassword}.
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
   * As {@link #restart(int)}, all at once: after a majority was killed no single one of them can
   * serve before another does.
   */
  void restartTogether(List<Integer> nodes);

  /** Freezes the node's process (SIGSTOP): connections stay open without responses. */
  void freeze(int node);

  /** Resumes a frozen node (SIGCONT). */
  void resume(int node);

  /**
   * Stops everything and removes the private data, unless {@code keepData} was asked for. Can be
   * called again.
   */
  @Override
  void close();
}
