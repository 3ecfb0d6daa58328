package io.tidemark.cli.brokers;

import picocli.CommandLine.Option;

/**
 * A command with {@code --help}. Picocli's mixin also defines {@code --version}, which here is the
 * broker's.
 */
abstract class HelpfulCommand implements Runnable {
  @SuppressWarnings("UnusedVariable") // Picocli reads it.
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this and exits.")
  private boolean helpAsked;
}
