package io.tidemark.cli.process;

import io.tidemark.base.UsageException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Common parsing of arguments and error reports of all commands. */
public final class ProgramCommand {
  private static final int HELP_WIDTH = 100;

  private ProgramCommand() {}

  /** The command line of a command, which reports errors as all do. */
  public static CommandLine of(Object command) {
    CommandErrors errors = new CommandErrors();
    return new CommandLine(command)
        .registerConverter(Path.class, ProgramCommand::path)
        .setExpandAtFiles(false) // By ArgumentFiles.
        .setUsageHelpWidth(HELP_WIDTH)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors);
  }

  /** The empty path is the working directory, not what an empty word means. */
  static Path path(String text) {
    if (text.isBlank()) {
      throw new TypeConversionException("the name of a file or folder is empty");
    }
    return Path.of(text);
  }

  /** Runs a command; {@code @file} among its arguments stands for the arguments in the file. */
  public static int execute(CommandLine command, String... arguments) {
    try {
      return command.execute(ArgumentFiles.expand(arguments));
    } catch (UsageException | InvalidPathException e) {
      return CommandErrors.usage(command, e);
    }
  }
}
