package io.tidemark.model.workload;

import static io.tidemark.driver.Setting.Type.BOOLEAN;
import static io.tidemark.driver.Setting.Type.INTEGER;
import static io.tidemark.driver.Setting.Type.NUMBER;
import static io.tidemark.driver.Setting.Type.SECTION;
import static io.tidemark.driver.Setting.Type.STRING;

import io.tidemark.driver.Key;
import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.grammar.Grammar;
import java.util.List;
import java.util.Optional;

/** The keys of every driver's file. */
public final class DriverKeys {
  static final String DRIVER_CLASS = "driverClass";
  static final String COMMAND = "command";
  static final String WORKING_DIRECTORY = "workingDirectory";
  static final List<String> BROKER_KINDS = List.of("kafka", "rabbitmq", "jms", COMMAND);

  /** What a file must have. */
  record Head(
      @Key(value = "Name of the driver in results.", types = Type.NAME, required = true)
          String name,
      @Key(value = "Class of the driver, with its package.", required = true) String driverClass) {}

  /** Sections of the framework: a new one is a component here. */
  record Sections(
      @Key(
              "A Kafka cluster of Strimzi: `${brokers.*}` is replaced with its address and the"
                  + " credentials of a user. Only the process of the coordinator reads them from"
                  + " Kubernetes, once. Not with `localBrokers`.")
          Optional<StrimziSpec> strimzi,
      @Key(
              "The pods of the brokers in Kubernetes, for the faults `kill`, `stop`, `restart` and"
                  + " `rollingRestart`; node 1 is the first one by name. With `strimzi` these are"
                  + " the brokers of its cluster by default. Not with `localBrokers`.")
          Optional<BrokerPods> brokerPods,
      @Key("Metrics that do not come from the driver.")
          Optional<PrometheusTarget.Section> telemetry,
      @Key(
              "A second site that receives the messages of this one, for workloads with"
                  + " `pattern: failover`. Other workloads do not use it.")
          Optional<StandbySpec> standby) {}

  private static final Grammar COMMON =
      Grammar.of(Head.class).with(localBrokers()).with(Setting.of(Sections.class));

  private DriverKeys() {}

  /** The framework's own keys. */
  public static List<Setting> common() {
    return COMMON.keys();
  }

  static Grammar grammar() {
    return COMMON;
  }

  private static List<Setting> localBrokers() {
    return List.of(
        Setting.rule(
                "localBrokers",
                "Brokers to start on this machine for the run: a kind or a map."
                    + " `${brokers.*}` is replaced with their addresses. Without it the"
                    + " addresses in the file are used.",
                SECTION)
            .orWords(BROKER_KINDS.toArray(String[]::new)),
        Setting.ofWords("localBrokers.kind", BROKER_KINDS, "Broker to start.").asRequired(),
        Setting.rule("localBrokers.nodes", "Number of nodes.", INTEGER)
            .atLeast(1)
            .atMost(9)
            .withDefault(1),
        Setting.rule(
            "localBrokers.version", "Version of the broker, if there are several.", STRING),
        Setting.rule(
                "localBrokers.cpus",
                "CPU time of each node, for example `0.5` or `2`; default unlimited. Parts of a CPU"
                    + " need a control group.",
                NUMBER)
            .atLeast(0.01)
            .atMost(9_999),
        Setting.rule("localBrokers.heapMegabytes", "Heap of each Kafka node.", INTEGER)
            .atLeast(64)
            .atMost(65_536),
        Setting.rule(
                "localBrokers.sessionTimeoutMillis",
                "Kafka: a broker is fenced after this long without a heartbeat.",
                INTEGER)
            .atLeast(1_000)
            .atMost(600_000),
        Setting.rule(
            "localBrokers.memoryWatermark",
            "RabbitMQ: `64MB`, or a share of the machine's memory such as `0.4`.",
            STRING),
        Setting.rule(
            "localBrokers.home",
            "RabbitMQ: folder of an installed server, with `sbin/rabbitmq-server`, the"
                + " only one used.",
            STRING),
        Setting.rule(
            "localBrokers.metrics",
            "Kafka: each node has Prometheus' JMX exporter; `${brokers.metricsUrls}`.",
            BOOLEAN),
        Setting.rule("localBrokers.tls", "Kafka, RabbitMQ: additional TLS listeners.", BOOLEAN),
        Setting.rule(
            "localBrokers.oauth2Key",
            "Kafka, RabbitMQ: PEM file with the public key of accepted OAuth 2 tokens.",
            STRING),
        Setting.rule(
            "localBrokers.racks",
            "Kafka: node n is in rack-n; consumers with client.rack read from its replica.",
            BOOLEAN),
        Setting.rule(
            "localBrokers.refuseDeprecated",
            "RabbitMQ 4: refuse global QoS and transient non-exclusive queues, as 4.3 does.",
            BOOLEAN),
        Setting.rule(
            "localBrokers.docker", "RabbitMQ: `false`: do not use a Docker engine.", BOOLEAN),
        Setting.rule(
            "localBrokers.proxy",
            "Clients reach the nodes, and nodes each other, through proxies, for faults of the"
                + " network.",
            BOOLEAN),
        Setting.rule(
            "localBrokers.forceToDisk",
            "JMS: a durable message is on disk before it is acknowledged.",
            BOOLEAN),
        Setting.rule(
            "localBrokers.start",
            "`command`: shell command that starts a node and stays in the foreground until the node"
                + " ends. PORT is the port to listen on, DATA a private folder.",
            Type.COMMAND),
        Setting.rule(
            "localBrokers.stop",
            "`command`: shell command that ends a node, for the faults `stop` and `restart`;"
                + " without it the node gets SIGTERM.",
            Type.COMMAND),
        Setting.rule(
            "localBrokers.ready",
            "`command`: shell command that succeeds when the node serves; without it, when all its"
                + " ports accept connections.",
            Type.COMMAND),
        Setting.rule(
            "localBrokers.ports",
            "`command`: names of further ports, separated by commas: `admin` is the variable"
                + " ADMIN_PORT.",
            STRING),
        Setting.rule(
            "localBrokers." + WORKING_DIRECTORY,
            "`command`: folder in which the commands run, relative to this file. Default: the"
                + " folder of this file.",
            STRING),
        Setting.rule(
                "localBrokers.readyTimeoutSeconds",
                "`command`: how long the nodes may take to become ready.",
                INTEGER)
            .atLeast(1)
            .atMost(3_600)
            .withDefault(180),
        Setting.rule(
            "localBrokers.keepData", "Keep the brokers' private folder after the run.", BOOLEAN));
  }

  /** With the settings that a driver describes. */
  public static List<Setting> with(List<Setting> settings) {
    return COMMON.with(settings).keys();
  }
}
