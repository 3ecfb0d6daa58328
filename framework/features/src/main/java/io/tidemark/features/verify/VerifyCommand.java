package io.tidemark.features.verify;

import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.StoredSource;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.report.file.ResultsException;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Composes stored runs again and compares all their figures. */
@Command(
    name = "verify",
    sortOptions = false,
    description = {
      "Computes all figures of stored runs again from what was measured (samples, histograms, counts"
          + " by producer, telemetry, events), and compares them with result.json, the tables, OMB's"
          + " file and the verdict; of a study also with its plan, comparison and answer.",
      "Prints file and field of each difference, and the figures that nothing else tells, such as"
          + " events. SHA256SUMS shows later changes of these, but a forger can write it again.",
      "The exit code is 1 if a figure differs, 2 if a run cannot be read. If only verdicts or effects"
          + " of faults of a run of another version differ, verify it with that version."
    })
public final class VerifyCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      converter = StoredSource.class,
      description =
          "Run directories, folders with run directories, folders of studies, or bundles.")
  private List<Path> sources;

  @Option(names = "--json", description = "Prints JSON: one object for each RUN.")
  private boolean json;

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws ResultsException {
    List<Verification> all = new ArrayList<>();
    for (Path source : sources) {
      all.addAll(StoredChecks.of(source));
    }
    Console console = ProcessConsole.open(false);
    if (json) {
      console.print(Verification.json(all));
    } else {
      all.forEach(each -> console.print(each.document()));
    }
    boolean same = all.stream().allMatch(each -> each.differences().isEmpty());
    return (same ? ExitCode.OK : ExitCode.NOT_GOOD).code();
  }
}
