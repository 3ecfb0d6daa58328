package io.tidemark.brokers.process;

import io.tidemark.base.Command;
import io.tidemark.base.RunningCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A process with a directory: {@code start.sh} starts it, {@code pid} names it, {@code out.log} has
 * what it printed. All state is in the directory, so that another program can take over. Not safe
 * for concurrent use.
 */
public record ManagedProcess(String name, Path directory) implements NodeProcess {
  private static final Duration SIGNAL_DEADLINE = Duration.ofSeconds(10);

  /** A script in its directory that asks it to end; without it, it gets SIGTERM. */
  public static final String STOP = "stop.sh";

  private static final int QUOTED_LOG_LINES = 15;

  /** File that names the control group; the watchdog reads it, too. */
  private static final String GROUP = "control-group";

  @Override
  public Path logFile() {
    return directory.resolve("out.log");
  }

  @Override
  public void fetchLog() {
    // The process writes it.
  }

  @Override
  public void limitCpus(int node, double cpus) {
    CpuLimit limit = CpuLimit.of(cpus, CpuMachine.here());
    String group = Integer.toHexString(directory.hashCode()) + "-" + directory.getFileName();
    TextFile.write(directory.resolve(StartScript.LIMITS), limit.script(node, group));
    limit
        .group(group)
        .ifPresent(path -> TextFile.write(directory.resolve(GROUP), path.toString() + "\n"));
  }

  /**
   * Starts it in a separate session, so that Ctrl-C in the terminal does not reach it; returns when
   * its pid is known.
   */
  @Override
  public void start() {
    try {
      Files.deleteIfExists(directory.resolve("pid"));
      RunningCommand process =
          Command.line("sh", directory.resolve("start.sh").toString())
              .inSession()
              .appendingTo(logFile())
              .start();
      process.closeInput();
      Polling deadline = Polling.in(SIGNAL_DEADLINE);
      deadline.require(
          () -> identity().isPresent() || !process.isAlive(),
          () -> name + ": no pid after " + SIGNAL_DEADLINE.toSeconds() + " s");
      if (identity().isEmpty()) {
        throw new LocalBrokerException(name + " did not start" + quotedLog());
      }
    } catch (IOException e) {
      throw new LocalBrokerException("cannot start " + name + ": " + e.getMessage(), e);
    }
  }

  /** The running process; empty if there is none. */
  public Optional<ProcessIdentity> alive() {
    return identity().filter(ProcessIdentity::isAlive);
  }

  @Override
  public LocalNode.State state() {
    return alive()
        .map(found -> found.isFrozen() ? LocalNode.State.FROZEN : LocalNode.State.UP)
        .orElse(LocalNode.State.DOWN);
  }

  @Override
  public OptionalLong pid() {
    return alive().map(found -> OptionalLong.of(found.pid())).orElse(OptionalLong.empty());
  }

  private Optional<ProcessIdentity> identity() {
    try {
      return ProcessIdentity.parse(Files.readString(directory.resolve("pid")));
    } catch (IOException e) {
      return Optional.empty(); // Never started, or just being started.
    }
  }

  /** Ends it and everything in its process group, and waits until it is gone. */
  @Override
  public void kill() {
    alive()
        .ifPresent(
            process -> {
              signal("KILL", process);
              awaitEnd(process, Polling.in(SIGNAL_DEADLINE), "SIGKILL");
            });
    Path group = directory.resolve(GROUP);
    if (Files.exists(group)) {
      ControlGroups.remove(Path.of(TextFile.read(group).strip()));
    }
  }

  @Override
  public void stop(Duration grace) {
    alive()
        .ifPresent(
            process -> {
              signal("CONT", process);
              askToEnd(process, grace);
              if (!Polling.in(grace).await(() -> !process.isAlive())) {
                kill();
              }
            });
  }

  private void askToEnd(ProcessIdentity process, Duration grace) {
    Path stop = directory.resolve(STOP);
    if (Files.exists(stop)) {
      new ShellCommand("stop " + name, directory, grace).run(List.of("/bin/sh", stop.toString()));
    } else {
      signal("TERM", process);
    }
  }

  @Override
  public void freeze() {
    ProcessIdentity process =
        alive().orElseThrow(() -> new LocalBrokerException(name + " is down and cannot be frozen"));
    signal("STOP", process);
    Polling.in(SIGNAL_DEADLINE)
        .require(
            process::isFrozen,
            () -> name + ": process " + process.pid() + " still runs after SIGSTOP");
  }

  @Override
  public void resume() {
    ProcessIdentity process =
        alive()
            .orElseThrow(() -> new LocalBrokerException(name + " is down and cannot be resumed"));
    signal("CONT", process);
    Polling.in(SIGNAL_DEADLINE)
        .require(
            () -> !process.isFrozen(),
            () -> name + ": process " + process.pid() + " still stopped after SIGCONT");
  }

  /** To the group of the process, whose leader it is. */
  private void signal(String name, ProcessIdentity process) {
    String purpose = "send " + name + " to process " + process.pid();
    try {
      new ShellCommand(purpose, directory, SIGNAL_DEADLINE)
          .run(List.of("sh", "-c", "kill -s " + name + " -- -" + process.pid()));
    } catch (LocalBrokerException e) {
      if (process.isAlive()) {
        throw e;
      }
    }
  }

  private void awaitEnd(ProcessIdentity process, Polling deadline, String after) {
    deadline.require(
        () -> !process.isAlive(),
        () -> name + ": process " + process.pid() + " still there after " + after);
  }

  @Override
  public String quotedLog() {
    try {
      List<String> lines =
          new String(Files.readAllBytes(logFile()), StandardCharsets.UTF_8).lines().toList();
      List<String> last = lines.subList(Math.max(0, lines.size() - QUOTED_LOG_LINES), lines.size());
      return "; last lines of its log:\n  | " + String.join("\n  | ", last);
    } catch (IOException e) {
      return "; it has no log at " + logFile();
    }
  }
}
