package io.tidemark.cli.options;

import picocli.CommandLine.Option;

/** {@code --help}. Picocli's mixin also defines {@code --version}, which few commands have. */
public final class HelpOption {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this and exits.")
  private boolean asked;
}
