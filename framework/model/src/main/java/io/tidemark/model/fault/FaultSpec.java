package io.tidemark.model.fault;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.fault.FaultKind.FaultAction;
import io.tidemark.model.fault.FaultTrigger.At;
import io.tidemark.model.fault.FaultTrigger.When;
import io.tidemark.model.yaml.SourceLocation;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A fault: the keys of an element of {@code faults}, one action with its target, and when it
 * happens.
 *
 * @param duration from the injection to the undoing; empty: until the load ends, or nothing to undo
 * @param place for messages; empty if it is in no file
 */
@RecordBuilder
public record FaultSpec(
    @Key(value = "Unique in the file; `fault-1`, ... if absent.", types = Type.NAME) String name,
    @Key(
            value =
                "When: from the start of the measured time, or of `phase`. 0 with `phase` alone.",
            range = "0..")
        Optional<Duration> at,
    @Key("Name of the phase from whose start `at` counts.") Optional<String> phase,
    @Key(
            "Once a condition holds in the measured time, instead of `at`: `backlog > 100000`;"
                + " also `inFlight`, and `<`.")
        Optional<When> when,
    @Key(
            value = "Ends a node at once (SIGKILL). Undone by a restart.",
            types = Type.INTEGER,
            words = {"leader", "random", "all", "worker"},
            range = "1..999")
        Optional<FaultTarget> kill,
    @Key(
            value = "Stops a node (SIGTERM). Undone by a restart.",
            types = Type.INTEGER,
            words = {"leader", "random", "all"},
            range = "1..999")
        Optional<FaultTarget> stop,
    @Key(
            value = "Stops a node and starts it again.",
            types = Type.INTEGER,
            words = {"leader", "random", "all"},
            range = "1..999")
        Optional<FaultTarget> restart,
    @Key(
            value = "Restarts nodes one after another; each serves before the next one stops.",
            types = Type.INTEGER,
            words = {"leader", "random", "all"},
            range = "1..999")
        Optional<FaultTarget> rollingRestart,
    @Key("Upgrades brokers one after another: local Kafka, or remote brokers by their operator.")
        Optional<UpgradeKeys> rollingUpgrade,
    @Key(
            value =
                "Suspends a node (SIGSTOP): its connections stay open without responses. Undone by"
                    + " SIGCONT.",
            types = Type.INTEGER,
            words = {"leader", "random", "all", "worker"},
            range = "1..999")
        Optional<FaultTarget> freeze,
    @Key(
            value =
                "Drops all traffic of a node with the other nodes and with clients. Needs"
                    + " `localBrokers.proxy`.",
            types = Type.INTEGER,
            words = {"leader", "random", "all"},
            range = "1..999")
        Optional<FaultTarget> partition,
    @Key(
            value =
                "Delays the traffic of a node with clients by `delay`. Needs `localBrokers.proxy`.",
            types = Type.INTEGER,
            words = {"leader", "random", "all"},
            range = "1..999")
        Optional<FaultTarget> latency,
    @Key(
            value = "Resets all connections of clients to a node. Needs `localBrokers.proxy`.",
            types = Type.INTEGER,
            words = {"leader", "random", "all"},
            range = "1..999")
        Optional<FaultTarget> resetConnections,
    @Key(
            value =
                "Raises the memory alarm of a RabbitMQ node, which blocks all publishers of"
                    + " queues.",
            types = Type.INTEGER,
            words = {"leader", "random", "all"},
            range = "1..999")
        Optional<FaultTarget> memoryAlarm,
    @Key(
            value =
                "With `kill: worker` or `freeze: worker`: which one, in the order of `-w`, from 1."
                    + " If absent: one chosen by `seed`.",
            range = "1..999")
        Optional<Integer> worker,
    @Key(
            "With `leader`: only of the queues or partitions with this name, in which `*` stands"
                + " for any text: `orders`, or `orders-2` for a partition of Kafka.")
        Optional<String> leaderOf,
    @Key(value = "With `latency`: added in each direction. Required with it.", range = "0..60s")
        Optional<Duration> delay,
    @Key(
            value = "With `latency`: a random share of it is added to `delay`.",
            range = "0..60s",
            orElse = "0s")
        Optional<Duration> jitter,
    @Key(
            value =
                "A shell command that injects the fault, for all that the other actions do not"
                    + " cover.",
            types = Type.COMMAND)
        Optional<String> command,
    @Key(
            value =
                "With `command`: a shell command that undoes it. It also runs after Ctrl-C and"
                    + " after a crash of the benchmark.",
            types = Type.COMMAND)
        Optional<String> undo,
    @Key(value = "With `command`: limit of each command.", range = "1ms..", orElse = "1m")
        Optional<Duration> timeout,
    @Key(
            value = "After this time the fault is undone. If absent: when the load ends.",
            range = "1ms..")
        Optional<Duration> duration,
    Optional<Place> place)
    implements FaultSpecBuilder.With {
  private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(1);

  /** Where its action is in the workload file. */
  public record Place(SourceLocation mark, String path) {
    @Override
    public String toString() {
      return mark + ": " + path;
    }
  }

  /** What it does. */
  public FaultKind kind() {
    return Stream.of(FaultKind.values())
        .filter(each -> target(each).isPresent())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(name + " has no action"));
  }

  /** Whether it is for the brokers of a driver's file. */
  public boolean isForBrokers() {
    return kind() != FaultKind.COMMAND && !target().isWorker();
  }

  /** Which nodes or worker; {@link FaultTarget#ALL} for a command, which chooses itself. */
  public FaultTarget target() {
    return leaderOf
        .map(FaultTarget::leaderOf)
        .or(() -> worker.map(FaultTarget::worker))
        .or(() -> target(kind()))
        .orElse(FaultTarget.ALL);
  }

  /** The target of an action; empty if the fault has another one. */
  public Optional<FaultTarget> target(FaultKind action) {
    return switch (action) {
      case KILL -> kill;
      case STOP -> stop;
      case RESTART -> restart;
      case ROLLING_RESTART -> rollingRestart;
      case ROLLING_UPGRADE -> rollingUpgrade.map(any -> FaultTarget.ALL);
      case FREEZE -> freeze;
      case PARTITION -> partition;
      case LATENCY -> latency;
      case RESET_CONNECTIONS -> resetConnections;
      case MEMORY_ALARM -> memoryAlarm;
      case COMMAND -> command.map(any -> FaultTarget.ALL);
    };
  }

  /** When it is injected, once. */
  public FaultTrigger trigger() {
    return when.isPresent() ? when.get() : new At(phase, at.orElse(Duration.ZERO));
  }

  /** Returns the fault with a name, a time, and what an action has if the file does not say it. */
  public FaultSpec complete(String usualName, Place of) {
    return with()
        .name(name.isEmpty() ? usualName : name)
        .at(when.isPresent() ? Optional.empty() : at.or(() -> Optional.of(Duration.ZERO)))
        .phase(phase.filter(any -> when.isEmpty()))
        .jitter(latency.isEmpty() ? jitter : jitter.or(() -> Optional.of(Duration.ZERO)))
        .timeout(command.isEmpty() ? timeout : timeout.or(() -> Optional.of(USUAL_TIMEOUT)))
        .place(Optional.of(of))
        .build();
  }

  /** Limit of each command. */
  public Duration commandTimeout() {
    return timeout.orElse(USUAL_TIMEOUT);
  }

  /** Whether something remains to be undone after the injection. */
  public boolean isUndone() {
    if (kind() == FaultKind.COMMAND) {
      return undo.isPresent();
    }
    boolean killedWorker = target().isWorker() && kind() == FaultKind.KILL;
    return kind().isLasting() && !killedWorker; // Workers are not started again.
  }

  /** What it does to which target. */
  public FaultAction action() {
    String what =
        switch (kind()) {
          case COMMAND -> "";
          case ROLLING_UPGRADE -> "to " + upgradeTo();
          default -> target().text();
        };
    return new FaultAction(Optional.of(kind()), what);
  }

  /** The folder of the server that local nodes get by a rolling upgrade, if the file names one. */
  public Optional<String> upgradeHome() {
    return rollingUpgrade.flatMap(UpgradeKeys::home);
  }

  /** The version or image that the nodes have after a rolling upgrade; empty for other kinds. */
  public String upgradeTo() {
    return rollingUpgrade.map(UpgradeKeys::to).orElse("");
  }

  /** The {@code rollingUpgrade} of a fault. */
  public record UpgradeKeys(
      @Key(
              value =
                  "The version after the upgrade: `4.3.1`. A RabbitMQ image may be named in full.",
              required = true)
          String to,
      @Key("Local Kafka: folder of the unpacked server of this version, with `libs`.")
          Optional<String> home) {}
}
