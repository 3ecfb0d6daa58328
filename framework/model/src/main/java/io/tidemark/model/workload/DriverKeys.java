package io.tidemark.model.workload;

import static io.tidemark.model.yaml.Form.BOOLEAN;
import static io.tidemark.model.yaml.Form.INTEGER;
import static io.tidemark.model.yaml.Form.NAME;
import static io.tidemark.model.yaml.Form.NUMBER;
import static io.tidemark.model.yaml.Form.SECTION;
import static io.tidemark.model.yaml.Form.STRING;

import io.tidemark.model.yaml.Form;
import io.tidemark.model.yaml.KeyRule;
import java.util.ArrayList;
import java.util.List;

/** The keys of every driver's file. */
public final class DriverKeys {
  static final String DRIVER_CLASS = "driverClass";
  static final String COMMAND = "command";
  static final String WORKING_DIRECTORY = "workingDirectory";
  static final List<String> BROKER_KINDS = List.of("kafka", "rabbitmq", "jms", COMMAND);

  private DriverKeys() {}

  /** The framework's own keys. */
  public static List<KeyRule> common() {
    List<KeyRule> all = new ArrayList<>(own());
    all.addAll(StrimziSpec.KEYS);
    all.addAll(BrokerPods.KEYS);
    all.addAll(PrometheusTarget.KEYS);
    all.addAll(StandbySpec.KEYS);
    return all;
  }

  private static List<KeyRule> own() {
    return List.of(
        KeyRule.of("name", "Name of the driver in results.", NAME).asRequired(),
        KeyRule.of(DRIVER_CLASS, "Class of the driver, with its package.", STRING).asRequired(),
        KeyRule.of(
                "localBrokers",
                "Brokers to start on this machine for the run: a kind or a map."
                    + " `${brokers.*}` is replaced with their addresses. Without it the"
                    + " addresses in the file are used.",
                SECTION)
            .orWords(BROKER_KINDS.toArray(String[]::new)),
        KeyRule.words("localBrokers.kind", "Broker to start.", BROKER_KINDS).asRequired(),
        KeyRule.of("localBrokers.nodes", "Number of nodes.", INTEGER)
            .atLeast(1)
            .atMost(9)
            .withDefault(1),
        KeyRule.of("localBrokers.version", "Version of the broker, if there are several.", STRING),
        KeyRule.of(
                "localBrokers.cpus",
                "CPU time of each node, for example `0.5` or `2`; default unlimited. Parts of a CPU"
                    + " need a control group.",
                NUMBER)
            .atLeast(0.01)
            .atMost(9_999),
        KeyRule.of("localBrokers.heapMegabytes", "Heap of each Kafka node.", INTEGER)
            .atLeast(64)
            .atMost(65_536),
        KeyRule.of(
                "localBrokers.sessionTimeoutMillis",
                "Kafka: a broker is fenced after this long without a heartbeat.",
                INTEGER)
            .atLeast(1_000)
            .atMost(600_000),
        KeyRule.of(
            "localBrokers.memoryWatermark",
            "RabbitMQ: `64MB`, or a share of the machine's memory such as `0.4`.",
            STRING),
        KeyRule.of(
            "localBrokers.home",
            "RabbitMQ: folder of an installed server, with `sbin/rabbitmq-server`, the"
                + " only one used.",
            STRING),
        KeyRule.of(
            "localBrokers.metrics",
            "Kafka: each node has Prometheus' JMX exporter; `${brokers.metricsUrls}`.",
            BOOLEAN),
        KeyRule.of("localBrokers.tls", "Kafka, RabbitMQ: additional TLS listeners.", BOOLEAN),
        KeyRule.of(
            "localBrokers.oauth2Key",
            "Kafka, RabbitMQ: PEM file with the public key of accepted OAuth 2 tokens.",
            STRING),
        KeyRule.of(
            "localBrokers.racks",
            "Kafka: node n is in rack-n; consumers with client.rack read from its replica.",
            BOOLEAN),
        KeyRule.of(
            "localBrokers.refuseDeprecated",
            "RabbitMQ 4: refuse global QoS and transient non-exclusive queues, as 4.3 does.",
            BOOLEAN),
        KeyRule.of(
            "localBrokers.docker", "RabbitMQ: `false`: do not use a Docker engine.", BOOLEAN),
        KeyRule.of(
            "localBrokers.proxy",
            "Clients reach the nodes, and nodes each other, through proxies, for faults of the"
                + " network.",
            BOOLEAN),
        KeyRule.of(
            "localBrokers.forceToDisk",
            "JMS: a durable message is on disk before it is acknowledged.",
            BOOLEAN),
        KeyRule.of(
            "localBrokers.start",
            "`command`: shell command that starts a node and stays in the foreground until the node"
                + " ends. PORT is the port to listen on, DATA a private folder.",
            Form.COMMAND),
        KeyRule.of(
            "localBrokers.stop",
            "`command`: shell command that ends a node, for the faults `stop` and `restart`;"
                + " without it the node gets SIGTERM.",
            Form.COMMAND),
        KeyRule.of(
            "localBrokers.ready",
            "`command`: shell command that succeeds when the node serves; without it, when all its"
                + " ports accept connections.",
            Form.COMMAND),
        KeyRule.of(
            "localBrokers.ports",
            "`command`: names of further ports, separated by commas: `admin` is the variable"
                + " ADMIN_PORT.",
            STRING),
        KeyRule.of(
            "localBrokers." + WORKING_DIRECTORY,
            "`command`: folder in which the commands run, relative to this file. Default: the"
                + " folder of this file.",
            STRING),
        KeyRule.of(
                "localBrokers.readyTimeoutSeconds",
                "`command`: how long the nodes may take to become ready.",
                INTEGER)
            .atLeast(1)
            .atMost(3_600)
            .withDefault(180),
        KeyRule.of(
            "localBrokers.keepData", "Keep the brokers' private folder after the run.", BOOLEAN));
  }

  /** With the settings that a driver describes. */
  public static List<KeyRule> with(List<KeyRule> settings) {
    List<KeyRule> all = new ArrayList<>(common());
    all.addAll(settings);
    return all;
  }
}
