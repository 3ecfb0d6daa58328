package io.tidemark.cli;

import java.nio.file.InvalidPathException;
import picocli.CommandLine;

/** Common parsing of arguments and error reports of all commands. */
final class ProgramCommand {
  private static final int HELP_WIDTH = 100;

  private ProgramCommand() {}

  /** The command line of a command, which reports errors as all do. */
  static CommandLine of(Object command) {
    CommandErrors errors = new CommandErrors();
    return new CommandLine(command)
        .setExpandAtFiles(false) // By ArgumentFiles.
        .setUsageHelpWidth(HELP_WIDTH)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors);
  }

  /** Runs a command; {@code @file} among its arguments stands for the arguments in the file. */
  static int execute(CommandLine command, String... arguments) {
    try {
      return command.execute(ArgumentFiles.expand(arguments));
    } catch (UsageException | InvalidPathException e) {
      return CommandErrors.usage(command, e);
    }
  }
}
