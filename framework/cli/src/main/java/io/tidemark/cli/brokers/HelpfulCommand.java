package io.tidemark.cli.brokers;

import io.tidemark.cli.options.HelpOption;
import picocli.CommandLine.Mixin;

/** A command with {@code --help}. */
abstract class HelpfulCommand implements Runnable {
  @SuppressWarnings("UnusedVariable") // Picocli reads it.
  @Mixin
  private HelpOption help;
}
