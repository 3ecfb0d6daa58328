package io.tidemark.model.workload;

import io.tidemark.driver.Quantities;
import io.tidemark.model.yaml.Form;
import io.tidemark.model.yaml.KeyRule;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The {@code standby} of a driver's file: a second site, how messages get there, and what is done
 * when the first one fails. The file itself describes the first site.
 *
 * @param driver file of the second site
 * @param replication between two local clusters; empty if commands or the brokers replicate
 * @param replicate commands that begin the replication
 * @param fail commands that make the first site fail; empty: its local cluster is killed
 * @param promote commands that promote the standby
 * @param commandTimeout of each command
 */
public record StandbySpec(
    String driver,
    Optional<Replication> replication,
    List<String> replicate,
    List<String> fail,
    List<String> promote,
    Duration commandTimeout) {

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

  static final String SECTION = "standby";
  private static final String COMMAND = "A command for `/bin/sh -c`.";
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

  static final List<KeyRule> KEYS =
      List.of(
          KeyRule.of(
              SECTION,
              "A second site that receives the messages of this one, for workloads with"
                  + " `pattern: failover`. Other workloads do not use it.",
              Form.SECTION),
          KeyRule.of(
                  "standby.driver",
                  "Driver file of the second site; looked for in the folder of this file.",
                  Form.STRING)
              .asRequired(),
          KeyRule.words(
              "standby.replication",
              "How messages get from one local cluster to the other. Without it, `replicate` or"
                  + " the brokers themselves replicate.",
              List.of("shovel", "federation", "mirror-maker")),
          KeyRule.of(
              "standby.replicate",
              "Commands that begin the replication, in order, after the topics exist at both"
                  + " sites. TIDEMARK_TOPICS has the names of the topics; SITE_A_X and SITE_B_X"
                  + " are `${brokers.X}` of local clusters, in all commands.",
              Form.LIST),
          KeyRule.of("standby.replicate[]", COMMAND, Form.COMMAND),
          KeyRule.of(
              "standby.fail",
              "Commands that make the first site fail. Required unless it is a local cluster,"
                  + " whose nodes are killed without it.",
              Form.LIST),
          KeyRule.of("standby.fail[]", COMMAND, Form.COMMAND),
          KeyRule.of(
              "standby.promote",
              "Commands after the failure, before consumers connect to the second site.",
              Form.LIST),
          KeyRule.of("standby.promote[]", COMMAND, Form.COMMAND),
          KeyRule.of("standby.commandTimeout", "Timeout of each of these commands.", Form.DURATION)
              .atLeast(TimeReader.MILLISECOND)
              .withDefault(Quantities.text(DEFAULT_TIMEOUT)));

  public StandbySpec {
    replicate = List.copyOf(replicate);
    fail = List.copyOf(fail);
    promote = List.copyOf(promote);
  }

  /** Of a file whose keys and forms have been checked; empty if it has no standby. */
  static Optional<StandbySpec> read(YamlMap file) {
    if (!(file.get(SECTION).orElse(null) instanceof YamlMap map)) {
      return Optional.empty();
    }
    return Optional.of(
        new StandbySpec(
            map.text("driver").orElseThrow(),
            map.text("replication").map(StandbySpec::replication),
            texts(map, "replicate"),
            texts(map, "fail"),
            texts(map, "promote"),
            map.text("commandTimeout").flatMap(Quantities::duration).orElse(DEFAULT_TIMEOUT)));
  }

  private static Replication replication(String key) {
    for (Replication each : Replication.values()) {
      if (each.key.equals(key)) {
        return each;
      }
    }
    throw new IllegalArgumentException("not checked: " + key);
  }

  private static List<String> texts(YamlMap map, String key) {
    return map.get(key).orElse(null) instanceof YamlList list
        ? list.items().stream().map(YamlNode::asText).flatMap(Optional::stream).toList()
        : List.of();
  }

  /** The second file is not there. */
  void missing(YamlMap file, Path path, Problems problems) {
    problems.error(
        mark(section(file), "driver"),
        "standby.driver",
        "there is no file %s, got %s; allowed the driver file of the second site"
            .formatted(path, driver));
  }

  private static YamlMap section(YamlMap file) {
    return (YamlMap) file.get(SECTION).orElseThrow();
  }

  /** What the two files must be to each other. */
  void check(YamlMap file, DriverFile first, DriverFile second, Problems problems) {
    YamlMap map = section(file);
    if (second.configuration().containsKey(SECTION)) {
      problems.error(
          mark(map, "driver"),
          "standby.driver",
          "this file has a standby itself, got " + driver + "; allowed a file of one site");
    }
    if (fail.isEmpty() && first.localBrokers().isEmpty()) {
      problems.error(
          map.mark(),
          "standby.fail",
          "the key is missing; without localBrokers, commands make the first site fail");
    }
    boolean local =
        replication.isEmpty()
            || isKind(first, replication.get().brokerKind)
                && isKind(second, replication.get().brokerKind);
    if (!local) {
      problems.error(
          mark(map, "replication"),
          "standby.replication",
          "%s is between two local clusters of kind %s, in both files; allowed replicate, with commands"
              .formatted(replication.get().key, replication.get().brokerKind));
    }
  }

  private static boolean isKind(DriverFile file, String kind) {
    return file.localBrokers().filter(local -> local.kind().equals(kind)).isPresent();
  }

  private static SourceLocation mark(YamlMap map, String key) {
    return map.get(key).orElseThrow().mark();
  }
}
