package io.tidemark.report.text;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.finish.BrokerSize;
import io.tidemark.verdict.ConditionRule.CoLocated;
import io.tidemark.verdict.ConditionRule.ConfirmationUnknown;
import io.tidemark.verdict.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Describes the measured broker, so that tables show differences such as 1 and 3 nodes. */
public final class BrokerLine {
  private BrokerLine() {}

  static String of(RunResult run) {
    List<String> parts = new ArrayList<>();
    parts.add(name(run));
    parts.addAll(cluster(run));
    acks(run)
        .map(acks -> "acks=" + acks)
        .or(() -> fact(run, "acknowledgement").map(copies -> "acknowledged: " + copies))
        .ifPresent(parts::add);
    persistence(run).ifPresent(parts::add);
    if (Found.isIn(run.verdict(), ConfirmationUnknown.class)) {
      parts.add("meaning of confirmations not known");
    }
    if (coLocated(run)) {
      parts.add("on this machine");
    }
    return String.join(", ", parts);
  }

  /** {@code 3 nodes, replication 3}, as far as it is known. */
  static List<String> cluster(RunResult run) {
    List<String> parts = new ArrayList<>();
    BrokerSize.nodes(run).ifPresent(number -> parts.add(Text.plural(number, "node")));
    replication(run).ifPresent(factor -> parts.add("replication " + factor));
    return parts;
  }

  /** From the broker itself, else from the driver file's {@code localBrokers}. */
  public static Optional<String> nodes(RunResult run) {
    return BrokerSize.nodes(run).map(Object::toString);
  }

  /** The limit of local nodes. */
  static Optional<String> cpus(RunResult run) {
    return local(run, "cpus");
  }

  public static Optional<String> replication(RunResult run) {
    return BrokerSize.replication(run).map(Object::toString);
  }

  /** Whether broker and load share a machine. */
  public static boolean coLocated(RunResult run) {
    return run.driver().containsKey("localBrokers") || Found.isIn(run.verdict(), CoLocated.class);
  }

  static String name(RunResult run) {
    String name = fact(run, "broker.name").orElse("broker not identified");
    Optional<String> version = first(fact(run, "broker.version"), fact(run, "version"));
    Optional<String> client = fact(run, "client.version");
    return name
        + version.map(v -> " " + v).orElse("")
        + client.map(c -> " (client " + c + ")").orElse("");
  }

  /** Kafka's: how many replicas have a message before the broker acknowledges it. */
  static Optional<String> acks(RunResult run) {
    return BrokerSize.property(run, "producerConfig", "acks");
  }

  /** How many copies exist before a send is acknowledged. */
  public static Optional<String> acknowledgement(RunResult run) {
    return first(fact(run, "acknowledgement"), acks(run).map(acks -> "acks=" + acks));
  }

  /** Where the message is then. */
  public static Optional<String> persistence(RunResult run) {
    return fact(run, "persistence");
  }

  static Optional<String> fact(RunResult run, String key) {
    return Optional.ofNullable(run.brokerFacts().get(key));
  }

  private static Optional<String> local(RunResult run, String key) {
    return run.driver().get("localBrokers") instanceof Map<?, ?> local
        ? scalar(local.get(key))
        : Optional.empty();
  }

  private static Optional<String> scalar(@Nullable Object value) {
    return Optional.ofNullable(value).map(Object::toString);
  }

  @SafeVarargs
  private static Optional<String> first(Optional<String>... candidates) {
    return List.of(candidates).stream().flatMap(Optional::stream).findFirst();
  }
}
