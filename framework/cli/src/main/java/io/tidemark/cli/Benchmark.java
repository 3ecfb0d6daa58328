package io.tidemark.cli;

import io.tidemark.cli.process.ProcessEnd;
import io.tidemark.cli.process.ProgramCommand;
import java.util.List;
import picocli.CommandLine;

/** {@code bin/benchmark} with the features that it is given. */
public final class Benchmark {
  private final List<Feature> features;

  /**
   * @param features in the order in which they take part
   */
  public Benchmark(List<Feature> features) {
    this.features = List.copyOf(features);
  }

  /** Carries out the command, and ends the process. */
  public void start(String... arguments) {
    ProcessEnd.after(
        () ->
            ProgramCommand.execute(
                commandLine(Subcommands.askedBy(features, arguments)), arguments));
  }

  /** The command with all its subcommands; for shell completion and tests as well. */
  public CommandLine commandLine() {
    return commandLine(Subcommands.all(features));
  }

  static CommandLine commandLine(Subcommands subcommands) {
    return ProgramCommand.of(subcommands.benchmark()).setCaseInsensitiveEnumValuesAllowed(true);
  }
}
