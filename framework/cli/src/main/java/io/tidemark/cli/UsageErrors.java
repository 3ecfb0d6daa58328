package io.tidemark.cli;

import io.tidemark.model.yaml.Printable;
import java.io.PrintWriter;
import picocli.CommandLine;

/** A wrong command line: one clear error, where to read more, exit code 2. */
final class UsageErrors implements CommandLine.IParameterExceptionHandler {

  @Override
  public int handleParseException(CommandLine.ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(
        command.getCommandSpec().qualifiedName()
            + ": "
            + Printable.message(String.valueOf(e.getMessage())));
    CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return ExitCode.USAGE.code();
  }
}
