package io.tidemark.features.history.command;

import io.tidemark.cli.explain.Entry;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.features.history.gate.GateResult.Outcome;
import io.tidemark.model.result.Text;
import java.util.List;
import java.util.stream.Stream;
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

  /** Results of {@code history check}, for {@code bin/benchmark explain}. */
  public static List<Entry> outcomes() {
    return Stream.of(Outcome.values())
        .map(
            outcome ->
                Entry.of(
                        outcome.code(),
                        "result of bin/benchmark history check",
                        "",
                        Text.capital(outcome.meaning()) + ".",
                        "docs/reference/history.md")
                    .with("exit code", outcome == Outcome.EXCEEDED ? "1" : "0")
                    .searchedAs(outcome.code().replace('-', ' ')))
        .toList();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing, such as add");
  }
}
