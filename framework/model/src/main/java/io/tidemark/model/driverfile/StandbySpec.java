package io.tidemark.model.driverfile;

import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting.Type;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The {@code standby} of a driver's file: a second site, how messages get there, and what is done
 * when the first one fails. The file itself describes the first site.
 */
public record StandbySpec(
    @Key(
            value = "Driver file of the second site; looked for in the folder of this file.",
            required = true)
        String driver,
    @Key(
            "How messages get from one local cluster to the other. Without it, `replicate` or"
                + " the brokers themselves replicate.")
        Optional<Replication> replication,
    @Key(
            value =
                "Commands that begin the replication, in order, after the topics exist at both"
                    + " sites. TIDEMARK_TOPICS has the names of the topics; SITE_A_X and SITE_B_X"
                    + " are `${brokers.X}` of local clusters, in all commands.",
            types = Type.COMMAND,
            each = COMMAND)
        List<String> replicate,
    @Key(
            value =
                "Commands that make the first site fail. Required unless it is a local cluster,"
                    + " whose nodes are killed without it.",
            types = Type.COMMAND,
            each = COMMAND)
        List<String> fail,
    @Key(
            value = "Commands after the failure, before consumers connect to the second site.",
            types = Type.COMMAND,
            each = COMMAND)
        List<String> promote,
    @Key(value = "Timeout of each of these commands.", orElse = "1m", range = "1ms..")
        Duration commandTimeout) {
  private static final String COMMAND = "A command for `/bin/sh -c`.";
  static final String SECTION = "standby";

  /** Ways between two local clusters, with the kind of their brokers. */
  public enum Replication {
    /** RabbitMQ's shovel, from a second queue. */
    SHOVEL("shovel", "rabbitmq"),
    /** RabbitMQ's exchange federation. */
    FEDERATION("federation", "rabbitmq"),
    /** Kafka's MirrorMaker 2. */
    MIRROR_MAKER("mirror-maker", "kafka");

    private final String key;
    private final String brokerKind;

    Replication(String key, String brokerKind) {
      this.key = key;
      this.brokerKind = brokerKind;
    }

    public String key() {
      return key;
    }

    /** The kind of both local clusters, as in {@code localBrokers}. */
    String brokerKind() {
      return brokerKind;
    }
  }
}
