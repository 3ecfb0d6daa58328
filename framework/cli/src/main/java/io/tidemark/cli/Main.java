package io.tidemark.cli;

import io.tidemark.cli.process.ProcessEnd;
import io.tidemark.cli.process.ProgramCommand;
import picocli.CommandLine;

/** What {@code bin/benchmark} starts. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    ProcessEnd.after(() -> run(args));
  }

  /** The command with all its subcommands; for shell completion and tests as well. */
  public static CommandLine commandLine() {
    return commandLine(Subcommands.ALL);
  }

  static CommandLine commandLine(Subcommands subcommands) {
    return ProgramCommand.of(subcommands.addedTo(new BenchmarkCommand()))
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** Everything but the exit. */
  static int run(String... arguments) {
    return ProgramCommand.execute(commandLine(Subcommands.askedBy(arguments)), arguments);
  }
}
