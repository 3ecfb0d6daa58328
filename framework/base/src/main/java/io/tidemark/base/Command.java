package io.tidemark.base;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A program with its arguments, which is started as a process. The output is read while the process
 * runs; the last 8 million characters of it are kept in memory.
 *
 * @param line the program and its arguments
 * @param directory where it runs; empty for that of this process
 * @param environment variables, in addition to those of this process
 * @param log file to which what it prints is appended; empty to keep it in memory
 * @param errors handling of standard error
 * @param session whether it runs in a separate session: Ctrl-C in the terminal does not reach it,
 *     and it is ended with all processes of its group
 * @param lines takes each line of the output, on another thread
 */
public record Command(
    List<String> line,
    Optional<Path> directory,
    Map<String, String> environment,
    Optional<Log> log,
    Errors errors,
    boolean session,
    Optional<Consumer<String>> lines) {
  /** Handling of standard error. */
  public enum Errors {
    /** Part of the output. */
    MERGED,
    /** Kept apart from the output. */
    SEPARATE,
    /** Shown where this process shows its own. */
    SHOWN,
    /** Not read. */
    DISCARDED
  }

  /**
   * Where the output goes.
   *
   * @param mostKilobytes of the file, approximately; then only the end of the output is added, of
   *     at most that size. Empty for no limit
   */
  public record Log(Path file, OptionalInt mostKilobytes) {}

  /** Copies. */
  public Command {
    line = List.copyOf(line);
    environment = Map.copyOf(environment);
  }

  /** A program whose errors are part of its output. */
  public static Command line(List<String> line) {
    return new Command(
        line, Optional.empty(), Map.of(), Optional.empty(), Errors.MERGED, false, Optional.empty());
  }

  /** A program whose errors are part of its output. */
  public static Command line(String... line) {
    return line(List.of(line));
  }

  public Command in(Path folder) {
    return new Command(line, Optional.of(folder), environment, log, errors, session, lines);
  }

  public Command with(Map<String, String> variables) {
    return new Command(line, directory, variables, log, errors, session, lines);
  }

  public Command with(Errors handling) {
    return new Command(line, directory, environment, log, handling, session, lines);
  }

  /** Writes the output to a file, which may have content. */
  public Command appendingTo(Path file) {
    return appendingTo(new Log(file, OptionalInt.empty()));
  }

  /**
   * Writes the beginning and the end of the output to a file. What comes between is read and left
   * out, also after the end of this process.
   *
   * @param mostKilobytes as {@link Log} has it
   */
  public Command appendingTo(Path file, int mostKilobytes) {
    return appendingTo(new Log(file, OptionalInt.of(mostKilobytes)));
  }

  private Command appendingTo(Log file) {
    return new Command(line, directory, environment, Optional.of(file), errors, session, lines);
  }

  public Command inSession() {
    return new Command(line, directory, environment, log, errors, true, lines);
  }

  public Command printingTo(Consumer<String> taker) {
    return new Command(line, directory, environment, log, errors, session, Optional.of(taker));
  }

  /**
   * Runs it to its end without input. A process that is not done in time is ended: SIGTERM, then
   * SIGKILL.
   *
   * @throws IOException if it cannot be started
   * @throws InterruptedException after the process was ended
   */
  public CommandResult run(Duration limit) throws IOException, InterruptedException {
    RunningCommand running = start();
    running.closeInput();
    return running.await(limit);
  }

  /** Starts it; its input stays open. */
  public RunningCommand start() throws IOException {
    List<String> words = new ArrayList<>(session ? List.of("setsid") : List.of());
    words.addAll(line);
    ProcessBuilder builder = new ProcessBuilder(words);
    directory.ifPresent(folder -> builder.directory(folder.toFile()));
    builder.environment().putAll(environment);
    log.filter(each -> each.mostKilobytes.isEmpty())
        .ifPresent(each -> builder.redirectOutput(Redirect.appendTo(each.file.toFile())));
    switch (errors) {
      case MERGED -> builder.redirectErrorStream(true);
      case SHOWN -> builder.redirectError(Redirect.INHERIT);
      case DISCARDED -> builder.redirectError(Redirect.DISCARD);
      case SEPARATE -> {} // A pipe, as it is by default.
    }
    Optional<ProcessBuilder> writer =
        log.filter(each -> each.mostKilobytes.isPresent()).map(Command::writer);
    List<Process> started =
        writer.isPresent()
            ? ProcessBuilder.startPipeline(List.of(builder, writer.get()))
            : List.of(builder.start());
    return new RunningCommand(line.get(0), started, session, lines);
  }

  /** A process in a separate session, which lives as long as there is output. */
  private static ProcessBuilder writer(Log log) {
    int kilobytes = log.mostKilobytes.orElseThrow();
    String script =
        "(ulimit -c 0; ulimit -f " // In 512 bytes.
            + 2 * kilobytes
            + "; exec cat); rest=$(tail -c "
            + 1024 * kilobytes
            + "); [ -z \"$rest\" ] || printf '\\n...\\n%s\\n' \"$rest\"";
    return new ProcessBuilder("setsid", "/bin/sh", "-c", script)
        .redirectOutput(Redirect.appendTo(log.file.toFile()))
        .redirectError(Redirect.DISCARD);
  }
}
