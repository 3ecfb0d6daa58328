package io.tidemark.model.fault;

import io.tidemark.model.yaml.SourceLocation;
import java.time.Duration;
import java.util.Optional;

/**
 * A fault of a workload.
 *
 * @param keys what a workload file says of it, with a name and a time
 * @param trigger when it is injected, once
 * @param kind what it does
 * @param target which nodes or worker; {@link FaultTarget#ALL} for a command, which chooses itself
 * @param mark the place of its action in the workload file, for messages
 * @param path the key of its action, for messages
 */
public record FaultSpec(
    FaultKeys keys,
    FaultTrigger trigger,
    FaultKind kind,
    FaultTarget target,
    SourceLocation mark,
    String path) {

  /** Unique in the workload. */
  public String name() {
    return keys.name().orElseThrow();
  }

  /** From the injection to the undoing; empty: until the load ends, or nothing to undo. */
  public Optional<Duration> duration() {
    return keys.duration();
  }

  /** Shell command that injects it; empty for other kinds. */
  public Optional<String> command() {
    return keys.command();
  }

  /** Shell command that undoes it; empty if there is none. */
  public Optional<String> undo() {
    return keys.undo();
  }

  /** Limit of each command. */
  public Duration timeout() {
    return keys.timeout().orElse(FaultKeys.USUAL_TIMEOUT);
  }

  /** Added in each direction by a latency; 0 for other kinds. */
  public Duration delay() {
    return keys.delay().orElse(Duration.ZERO);
  }

  /** A random share of it is added to the delay. */
  public Duration jitter() {
    return keys.jitter().orElse(Duration.ZERO);
  }

  /** Whether something remains to be undone after the injection. */
  public boolean isUndone() {
    if (kind == FaultKind.COMMAND) {
      return undo().isPresent();
    }
    boolean killedWorker = target.isWorker() && kind == FaultKind.KILL;
    return kind.isLasting() && !killedWorker; // Workers are not started again.
  }

  /** What it does to which target, for people. */
  public String action() {
    return switch (kind) {
      case COMMAND -> "command";
      case ROLLING_UPGRADE -> kind.key() + " to " + upgradeTo();
      default -> kind.key() + " " + target.text();
    };
  }

  /** The folder of the server that local nodes get by a rolling upgrade, if the file names one. */
  public Optional<String> upgradeHome() {
    return keys.rollingUpgrade().flatMap(UpgradeKeys::home);
  }

  /** The version or image that the nodes have after a rolling upgrade; empty for other kinds. */
  public String upgradeTo() {
    return keys.rollingUpgrade().map(UpgradeKeys::to).orElse("");
  }
}
