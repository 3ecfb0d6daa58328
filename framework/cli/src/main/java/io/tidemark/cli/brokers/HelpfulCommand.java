package io.tidemark.cli.brokers;

import io.tidemark.cli.HelpOption;
import picocli.CommandLine.Mixin;

/**
 * A command with {@code --help}. Picocli's mixin also defines {@code --version}, which here is the
 * broker's.
 */
abstract class HelpfulCommand implements Runnable {
  @SuppressWarnings("UnusedVariable") // Picocli reads it.
  @Mixin private HelpOption help;
}
