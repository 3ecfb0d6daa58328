package io.tidemark.features.history.command;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.StoredSource;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.features.history.HistoryStore.Addition;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.features.history.RunReader;
import io.tidemark.model.result.Text;
import io.tidemark.report.file.ResultsException;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds stored runs to a history. */
@Command(
    name = "add",
    sortOptions = false,
    description = {
      "Adds the figures of stored runs to a history. A run that is there already is not added"
          + " again. Runs are of one series if workload, driver, durability and machines are equal."
    })
public final class HistoryAddCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      converter = StoredSource.class,
      description = NewRuns.SOURCES)
  private List<Path> sources;

  @Mixin private StoreOption store;

  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      split = ",",
      description =
          "Attributes of these runs, such as commit=1a2b3c4 or broker=4.3.6; several are separated"
              + " by commas. They replace attributes of the same name that the results have.")
  private Map<String, String> labels = new LinkedHashMap<>();

  @Option(
      names = "--test-bed",
      paramLabel = "NAME",
      description =
          "Names the machines, in place of the facts that the results have of them: for hosts that"
              + " differ from run to run.")
  private Optional<String> testBed = Optional.empty();

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws ResultsException {
    GivenFile.requireFolder("--store", store.store().folder());
    Console console = ProcessConsole.open(false);
    List<NewRun> runs = NewRuns.read(sources, new RunReader(stripped(), testBed), console);
    print(store.store().add(runs), console);
    return ExitCode.OK.code();
  }

  private Map<String, String> stripped() {
    Map<String, String> all = new LinkedHashMap<>();
    labels.forEach(
        (name, value) -> {
          if (name.isBlank() || name.strip().equals(NewRun.SETTINGS)) {
            throw new UsageException("--label: '" + name + "' cannot be the name of a label");
          }
          all.put(name.strip(), value.strip());
        });
    return all;
  }

  private void print(Addition addition, Console console) {
    Map<String, Integer> bySeries = new LinkedHashMap<>();
    for (NewRun run : addition.added()) {
      bySeries.merge(run.key().id(), 1, Integer::sum);
      run.run().damaged().entrySet().stream()
          .findFirst()
          .ifPresent(
              each ->
                  console.note(
                      "not used of %s: %s: %s"
                          .formatted(
                              run.run().source(),
                              String.join(", ", run.run().damaged().keySet()),
                              each.getValue())));
    }
    bySeries.forEach(
        (id, runs) ->
            console.print(
                "%s: %s added%s"
                    .formatted(
                        id,
                        Text.plural(runs, "run"),
                        addition.newSeries().contains(id) ? ", a new series" : "")));
    if (!addition.known().isEmpty()) {
      console.print(Text.plural(addition.known().size(), "run") + " added before");
    }
  }
}
