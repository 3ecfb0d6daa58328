package io.tidemark.model.fault;

import io.tidemark.model.yaml.SourceLocation;
import java.time.Duration;
import java.util.Optional;

/**
 * A fault of a workload.
 *
 * @param name unique in the workload
 * @param trigger when it is injected, once
 * @param kind what it does
 * @param target which nodes or worker; {@link FaultTarget#ALL} for a command, which chooses itself
 * @param duration from the injection to the undoing; empty: until the load ends, or nothing to undo
 * @param command shell command that injects it; empty for other kinds
 * @param undo shell command that undoes it; empty if there is none
 * @param timeout of each command
 * @param delay added in each direction by a latency; 0 for other kinds
 * @param jitter a random share of it is added to the delay
 * @param mark the place of its action in the workload file, for messages
 * @param path the key of its action, for messages
 */
public record FaultSpec(
    String name,
    FaultTrigger trigger,
    FaultKind kind,
    FaultTarget target,
    Optional<Duration> duration,
    Optional<String> command,
    Optional<String> undo,
    Duration timeout,
    Duration delay,
    Duration jitter,
    SourceLocation mark,
    String path) {

  /** Whether something remains to be undone after the injection. */
  public boolean isUndone() {
    if (kind == FaultKind.COMMAND) {
      return undo.isPresent();
    }
    boolean killedWorker = target.isWorker() && kind == FaultKind.KILL;
    return kind.isLasting() && !killedWorker; // Workers are not started again.
  }

  /** What it does to which target, for people. */
  public String action() {
    return kind == FaultKind.COMMAND ? "command" : kind.key() + " " + target.text();
  }
}
