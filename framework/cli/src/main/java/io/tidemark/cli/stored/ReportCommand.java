package io.tidemark.cli.stored;

import io.tidemark.charts.page.ReportPage;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.model.result.Text;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stored runs as one HTML file. */
@Command(
    name = "report",
    sortOptions = false,
    description = {
      "Writes stored runs as one HTML file with tables and charts. It needs no network.",
      "docs/how-to/report.md explains it."
    })
public final class ReportCommand implements Callable<Integer> {
  @Mixin private StoredRunsOptions stored;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The file; replaced if it exists. Default: ${DEFAULT-VALUE}.",
      defaultValue = "report.html")
  private Path output;

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws ResultsException {
    stored.requireWritable(output);
    List<ReferenceLine> lines = stored.references();
    Console console = ProcessConsole.open(false);
    ReportedRuns runs = stored.runs(console);
    ResultFiles.replaceFile(output, ReportPage.html(runs, lines));
    console.print("Wrote %s: %s".formatted(output, Text.plural(runs.runs().size(), "run")));
    return ExitCode.OK.code();
  }
}
