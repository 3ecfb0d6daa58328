package io.tidemark.model.workload;

import static io.tidemark.model.yaml.Form.BOOLEAN;
import static io.tidemark.model.yaml.Form.INTEGER;
import static io.tidemark.model.yaml.Form.SECTION;
import static io.tidemark.model.yaml.Form.STRING;

import io.tidemark.model.yaml.KeyRule;
import java.util.ArrayList;
import java.util.List;

/** The keys that every driver's file may have, whoever made the driver. */
public final class DriverKeys {
  static final String DRIVER_CLASS = "driverClass";
  static final List<String> BROKER_KINDS = List.of("kafka", "rabbitmq", "jms");

  private DriverKeys() {}

  /** The framework's own keys. */
  public static List<KeyRule> common() {
    return List.of(
        KeyRule.of("name", "Results are named after it.", STRING).asRequired(),
        KeyRule.of(DRIVER_CLASS, "Class of the driver, with its package.", STRING).asRequired(),
        KeyRule.of(
                "localBrokers",
                "Start real brokers on this machine for the run, and fill"
                    + " `${brokers.*}` with their addresses: the kind alone, or a map. Without it the"
                    + " addresses in the file are used.",
                SECTION)
            .orWords(BROKER_KINDS.toArray(String[]::new)),
        KeyRule.words("localBrokers.kind", "What to start.", BROKER_KINDS).asRequired(),
        KeyRule.of("localBrokers.nodes", "How many.", INTEGER).atLeast(1).atMost(9).withDefault(1),
        KeyRule.of(
            "localBrokers.version", "Version of the broker, where there is a choice.", STRING),
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
            "RabbitMQ: folder of an installed server, with `sbin/rabbitmq-server`, to be used and no"
                + " other.",
            STRING),
        KeyRule.of(
            "localBrokers.tls", "Kafka, RabbitMQ: TLS listeners beside the plain ones.", BOOLEAN),
        KeyRule.of(
            "localBrokers.oauth2Key",
            "RabbitMQ: PEM file with the public key of OAuth 2 tokens that log in, too.",
            STRING),
        KeyRule.of(
            "localBrokers.docker",
            "RabbitMQ: `false` never takes it from a Docker engine.",
            BOOLEAN),
        KeyRule.of(
            "localBrokers.forceToDisk",
            "JMS: a durable message is on disk before it is acknowledged.",
            BOOLEAN),
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
