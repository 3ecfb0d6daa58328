package io.tidemark.cli;

import io.tidemark.charts.page.ReportPage;
import io.tidemark.model.result.Text;
import io.tidemark.report.ReferenceLine;
import io.tidemark.report.ReportedRuns;
import io.tidemark.report.ResultFiles;
import io.tidemark.report.ResultsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stored runs as one HTML file. */
@Command(
    name = "report",
    sortOptions = false,
    description = {
      "Writes stored runs as one HTML file with tables and charts. It needs no network.",
      "docs/how-to/report.md explains it."
    })
final class ReportCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      description =
          "Run directories, folders with run directories, or files or folders of results in OMB's"
              + " format. Several folders are several systems.")
  private List<Path> sources;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "report.html",
      description = "The file; replaced if it exists. Default: ${DEFAULT-VALUE}.")
  private Path output;

  @Mixin private ReferencesOption references;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this and exits.")
  private boolean help;

  @Override
  public Integer call() {
    if (Files.isDirectory(output) || sources.contains(output)) {
      throw new UsageException(
          "--output %s is %s; allowed is another file"
              .formatted(output, Files.isDirectory(output) ? "a folder" : "a file to be read"));
    }
    List<ReferenceLine> lines = references.read();
    ReportedRuns runs = read();
    write(ReportPage.html(runs, lines));
    Console console = Console.ofProcess(false);
    runs.leftOut().forEach(line -> console.note("left out " + line));
    console.print("Wrote %s: %s".formatted(output, Text.plural(runs.runs().size(), "run")));
    return ExitCode.OK.code();
  }

  private ReportedRuns read() {
    try {
      return ReportedRuns.read(sources);
    } catch (ResultsException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private void write(String html) {
    try {
      ResultFiles.replaceFile(output, ResultFiles.Content.text(html));
    } catch (IOException e) {
      throw new UsageException("cannot write " + output + ": " + e.getMessage());
    }
  }
}
