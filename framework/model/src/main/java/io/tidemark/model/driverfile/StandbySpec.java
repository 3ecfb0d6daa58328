package io.tidemark.model.driverfile;

import io.tidemark.driver.Key;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.grammar.Fields;
import java.nio.file.Path;
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
  }

  /** The second file is not there. */
  void missing(Fields file, Path path) {
    file.section(SECTION)
        .error(
            "driver",
            "there is no file %s, got %s; allowed the driver file of the second site"
                .formatted(path, driver));
  }

  /** What the two files must be to each other. */
  void check(Fields file, DriverFile first, DriverFile second) {
    Fields section = file.section(SECTION);
    if (second.configuration().containsKey(SECTION)) {
      section.error(
          "driver",
          "this file has a standby itself, got " + driver + "; allowed a file of one site");
    }
    if (fail.isEmpty() && first.localBrokers().isEmpty()) {
      section.error(
          "fail", "the key is missing; without localBrokers, commands make the first site fail");
    }
    boolean local =
        replication.isEmpty()
            || isKind(first, replication.get().brokerKind)
                && isKind(second, replication.get().brokerKind);
    if (!local) {
      section.error(
          "replication",
          "%s is between two local clusters of kind %s, in both files; allowed replicate, with commands"
              .formatted(replication.get().key, replication.get().brokerKind));
    }
  }

  private static boolean isKind(DriverFile file, String kind) {
    return file.localBrokers().filter(local -> local.kind().equals(kind)).isPresent();
  }
}
