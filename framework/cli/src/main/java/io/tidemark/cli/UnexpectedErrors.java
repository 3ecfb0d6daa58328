package io.tidemark.cli;

import io.tidemark.brokers.LocalBrokerException;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.Printable;
import java.io.IOException;
import picocli.CommandLine;

/**
 * What no command caught itself: one line where we know what it means, a stack trace for bugs only.
 */
final class UnexpectedErrors implements CommandLine.IExecutionExceptionHandler {

  @Override
  public int handleExecutionException(
      Exception e, CommandLine command, CommandLine.ParseResult parseResult) {
    if (e instanceof ConfigurationException configuration) {
      configuration.problems().forEach(problem -> command.getErr().println(problem.rendered()));
      return end(command, ExitCode.USAGE);
    }
    boolean usage = e instanceof UsageException;
    if (usage || e instanceof LocalBrokerException || e instanceof IOException) {
      String name = command.getCommandSpec().qualifiedName();
      command.getErr().println(name + ": " + Printable.message(String.valueOf(e.getMessage())));
    } else {
      e.printStackTrace(command.getErr());
    }
    return end(command, usage ? ExitCode.USAGE : ExitCode.INFRASTRUCTURE);
  }

  private static int end(CommandLine command, ExitCode code) {
    command.getErr().flush();
    return code.code();
  }
}
