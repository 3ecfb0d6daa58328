package io.tidemark.base;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A process that a {@link Command} has started. */
public final class RunningCommand {
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** Wait for output that another process keeps open after this one has ended. */
  private static final Duration LAST_OUTPUT = Duration.ofMillis(500);

  private final Process process;

  /** The process, and the one that writes its output to a file. */
  private final List<Process> started;

  private final boolean session;
  private final OutputReader output;
  private final OutputReader errors;

  /**
   * @param session whether it is the head of a session, which is ended with it
   * @param lines takes each line of the output, on another thread
   */
  RunningCommand(
      String program, List<Process> started, boolean session, Optional<Consumer<String>> lines) {
    this.process = started.get(0);
    this.started = started;
    this.session = session;
    String name = "output of " + program;
    this.output = OutputReader.started(name, process.getInputStream(), lines);
    this.errors = OutputReader.started(name, process.getErrorStream(), Optional.empty());
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Ends the input of the process, which may have ended already. */
  public void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended.
    }
  }

  /** Sends it text, then ends its input. */
  public void answer(String text) throws IOException {
    try (OutputStream input = process.getOutputStream()) {
      input.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Waits for its end, and ends it after the limit.
   *
   * @throws InterruptedException after the process was ended
   */
  public CommandResult await(Duration limit) throws InterruptedException {
    boolean inTime;
    try {
      inTime = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      end();
      throw e;
    }
    if (!inTime) {
      end();
    }
    return result(limit, inTime);
  }

  /**
   * Waits for its end without a limit of time.
   *
   * @throws InterruptedException after the process was ended
   */
  public CommandResult await() throws InterruptedException {
    return await(Duration.ofNanos(Long.MAX_VALUE));
  }

  private CommandResult result(Duration limit, boolean inTime) throws InterruptedException {
    Deadline last = Deadline.in(LAST_OUTPUT);
    output.awaitEnd(last.left());
    errors.awaitEnd(last.left());
    started.get(started.size() - 1).waitFor(last.left().toNanos(), TimeUnit.NANOSECONDS);
    return new CommandResult(
        limit,
        inTime ? OptionalInt.of(process.exitValue()) : OptionalInt.empty(),
        output.text(),
        errors.text(),
        output.isComplete());
  }

  /** Ends it at once and does not wait: SIGKILL, to the process alone. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Asks it to end: SIGTERM, to the process alone. */
  public void requestEnd() {
    process.destroy();
  }

  /**
   * Ends it and the processes that it has started: SIGTERM, and SIGKILL if they are not gone after
   * 5 s or this thread is interrupted.
   */
  public void end() {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    if (session) {
      ProcessGroup.signal("TERM", process.pid());
    } else {
      all.forEach(ProcessHandle::destroy);
    }
    try {
      process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // Its children first: a parent's output is read to its end when the parent ends.
    all.forEach(ProcessHandle::destroyForcibly);
    if (session) {
      ProcessGroup.signal("KILL", process.pid());
    }
  }

  /** Signals to all processes of a group. */
  static final class ProcessGroup {
    private static final long SECONDS = 5;

    private ProcessGroup() {}

    /**
     * Sends a signal; without effect if the group does not exist any more.
     *
     * @param signal its name: TERM, KILL, STOP, CONT
     * @param leader process id of the group's leader
     */
    public static void signal(String signal, long leader) {
      try {
        Process kill =
            new ProcessBuilder("/bin/sh", "-c", "kill -s " + signal + " -- -" + leader)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start();
        awaitUninterrupted(kill);
      } catch (IOException e) {
        throw new IllegalStateException("cannot send SIG" + signal + " to process " + leader, e);
      }
    }

    private static void awaitUninterrupted(Process kill) {
      boolean interrupted = Thread.interrupted();
      try {
        kill.waitFor(SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
