package io.tidemark.cli.process;

import io.tidemark.base.UsageException;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.driver.FailureReason;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.DriverSecrets;
import io.tidemark.model.yaml.Printable;
import io.tidemark.report.file.ResultsException;
import io.tidemark.runs.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import picocli.CommandLine;

/**
 * Wrong command lines and uncaught exceptions of commands: one line for known ones, a stack trace
 * for bugs only.
 */
final class CommandErrors
    implements CommandLine.IParameterExceptionHandler, CommandLine.IExecutionExceptionHandler {

  @Override
  public int handleParseException(CommandLine.ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    printLine(command, e);
    CommandLine.UnmatchedArgumentException.printSuggestions(e, command.getErr());
    command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return end(command, ExitCode.USAGE);
  }

  @Override
  public int handleExecutionException(
      Exception e, CommandLine command, CommandLine.ParseResult parseResult) {
    if (e instanceof ConfigurationException configuration) {
      configuration.problems().forEach(problem -> command.getErr().println(problem.rendered()));
      return end(command, ExitCode.USAGE);
    }
    // A file that the user has given is read bit by bit, and is damaged.
    if (e instanceof UsageException
        || e instanceof UncheckedIOException
        || (e instanceof ResultsException results && !results.isOfMachine())) {
      return usage(command, e);
    }
    if (e instanceof FileSystemException file && file.getFile() != null) {
      printLine(command, file.getFile() + ": " + FailureReason.ofFile(file));
    } else if (e instanceof LocalBrokerException || e instanceof IOException) {
      printLine(command, e);
    } else {
      e.printStackTrace(command.getErr());
    }
    return end(command, ExitCode.INFRASTRUCTURE);
  }

  /** One line about the wrong arguments, and the exit code. */
  static int usage(CommandLine command, Exception e) {
    printLine(command, e);
    return end(command, ExitCode.USAGE);
  }

  private static void printLine(CommandLine command, Exception e) {
    printLine(command, String.valueOf(e.getMessage()));
  }

  private static void printLine(CommandLine command, String message) {
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().println(name + ": " + Printable.message(DriverSecrets.masked(message)));
  }

  private static int end(CommandLine command, ExitCode code) {
    command.getErr().flush();
    return code.code();
  }
}
