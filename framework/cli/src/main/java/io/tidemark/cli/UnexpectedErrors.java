package io.tidemark.cli;

import io.tidemark.brokers.LocalBrokerException;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.Problem;
import java.io.IOException;
import picocli.CommandLine;

/**
 * What no command caught itself: one line where we know what it means, a stack trace for bugs only.
 */
final class UnexpectedErrors implements CommandLine.IExecutionExceptionHandler {

  @Override
  public int handleExecutionException(
      Exception e, CommandLine command, CommandLine.ParseResult parseResult) throws Exception {
    String name = command.getCommandSpec().qualifiedName();
    if (e instanceof ConfigurationException configuration) {
      for (Problem problem : configuration.problems()) {
        command.getErr().println(problem.rendered());
      }
      command.getErr().flush();
      return ExitCode.USAGE.code();
    }
    if (e instanceof UsageException) {
      command.getErr().println(name + ": " + e.getMessage());
      command.getErr().flush();
      return ExitCode.USAGE.code();
    }
    if (e instanceof LocalBrokerException || e instanceof IOException) {
      command.getErr().println(name + ": " + e.getMessage());
      command.getErr().flush();
      return ExitCode.INFRASTRUCTURE.code();
    }
    throw e;
  }
}
