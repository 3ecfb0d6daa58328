package io.tidemark.cli.history;

import io.tidemark.cli.options.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs over months: a store, trends, a gate. */
@Command(
    name = "history",
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Keeps figures of runs over months in a folder of JSON lines, and finds when they changed.",
      "docs/how-to/history.md explains it."
    },
    subcommands = {
      HistoryAddCommand.class,
      HistoryTrendCommand.class,
      HistoryCheckCommand.class,
      HistoryAcceptCommand.class,
      HistoryBisectCommand.class
    })
public final class HistoryCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing, such as add");
  }
}
