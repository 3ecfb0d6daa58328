package io.tidemark.cli;

import picocli.CommandLine.Option;

/** {@code --help} of every command. */
public final class HelpOption {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this and exits.")
  private boolean asked;
}
