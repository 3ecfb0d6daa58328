package io.tidemark.cli.stored;

import io.tidemark.base.UsageException;
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
import io.tidemark.runs.GivenFile;
import java.nio.file.Files;
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
      defaultValue = "report.html",
      description = "The file; replaced if it exists. Default: ${DEFAULT-VALUE}.")
  private Path output;

  @Mixin private HelpOption help;

  @Override
  public Integer call() {
    if (Files.isDirectory(output) || stored.contains(output)) {
      throw new UsageException(
          "--output %s is %s; allowed is another file"
              .formatted(output, Files.isDirectory(output) ? "a folder" : "a file to be read"));
    }
    GivenFile.requireWritable("--output", output, List.of());
    List<ReferenceLine> lines = stored.references();
    Console console = ProcessConsole.open(false);
    ReportedRuns runs = stored.runs(console);
    write(ReportPage.html(runs, lines));
    console.print("Wrote %s: %s".formatted(output, Text.plural(runs.runs().size(), "run")));
    return ExitCode.OK.code();
  }

  private void write(String html) {
    try {
      ResultFiles.replaceFile(output, html);
    } catch (ResultsException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
