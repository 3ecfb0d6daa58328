package io.tidemark.cli;

import picocli.CommandLine;

/** What {@code bin/benchmark} starts. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    ProcessEnd.after(() -> commandLine().execute(args));
  }

  /** The command with all its subcommands; for shell completion and tests as well. */
  public static CommandLine commandLine() {
    return new CommandLine(new BenchmarkCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(100)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(new UsageErrors())
        .setExecutionExceptionHandler(new UnexpectedErrors());
  }
}
