package io.tidemark.model.fault;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a fault does. */
public enum FaultKind {
  /** Ends the process at once (SIGKILL); undone by a restart. */
  KILL("kill", true),
  /** Asks the process to end (SIGTERM); undone by a restart. */
  STOP("stop", true),
  /** Stops and starts it. */
  RESTART("restart", false),
  /** Stops and starts the nodes one after another; each must serve before the next stops. */
  ROLLING_RESTART("rollingRestart", false),
  /** Gives the nodes a server of another version, one after another. */
  ROLLING_UPGRADE("rollingUpgrade", false),
  /** Suspends the process (SIGSTOP): connections stay open without responses. */
  FREEZE("freeze", true),
  /** Drops all traffic of a node with the other nodes and with clients; needs proxies. */
  PARTITION("partition", true),
  /** Delays the traffic of a node with clients; needs proxies. */
  LATENCY("latency", true),
  /** Resets the connections of clients to a node (TCP RST); needs proxies. */
  RESET_CONNECTIONS("resetConnections", false),
  /** Makes a node believe that it has no memory left, so that publishers are blocked. */
  MEMORY_ALARM("memoryAlarm", true),
  /** Runs a command; undone by another one. */
  COMMAND("command", true);

  private final String key;
  private final boolean lasting;

  FaultKind(String key, boolean lasting) {
    this.key = key;
    this.lasting = lasting;
  }

  /** The keys of all actions. */
  public static List<String> keys() {
    return Stream.of(values()).map(FaultKind::key).toList();
  }

  /** Its name in workload files and results. */
  public String key() {
    return key;
  }

  /** Whether brokers must be behind proxies. */
  public boolean needsProxies() {
    return this == PARTITION || this == LATENCY || this == RESET_CONNECTIONS;
  }

  /** Whether it can be done to a worker, too. */
  public boolean isForWorkers() {
    return this == KILL || this == FREEZE;
  }

  /** Whether its effect begins while it is carried out, and not only at the end of that. */
  public boolean isGradual() {
    return switch (this) {
      case STOP, RESTART, ROLLING_RESTART, ROLLING_UPGRADE -> true;
      default -> false;
    };
  }

  /** Whether its effect remains until it is undone. */
  public boolean isLasting() {
    return lasting;
  }

  /**
   * What a fault does to which target; in results as one text: {@code kill leader of orders}.
   *
   * @param kind empty for one of a later version
   * @param target in words; empty text without one
   */
  public record FaultAction(Optional<FaultKind> kind, String target) {
    /** As results have it. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static FaultAction of(String text) {
      return Stream.of(FaultKind.values())
          .filter(kind -> (text + " ").startsWith(kind.key() + " "))
          .findFirst()
          .map(
              kind ->
                  new FaultAction(Optional.of(kind), text.substring(kind.key().length()).strip()))
          .orElseGet(() -> new FaultAction(Optional.empty(), text));
    }

    @Override
    @JsonValue
    public String toString() {
      return (kind.map(FaultKind::key).orElse("") + " " + target).strip();
    }
  }
}
