package io.tidemark.cli.stored;

import io.tidemark.base.UsageException;
import io.tidemark.charts.page.ReportPage;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.model.result.Text;
import io.tidemark.report.checklist.Checklist;
import io.tidemark.report.document.MarkdownRenderer;
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
import org.jspecify.annotations.Nullable;
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
  private static final String PAGE = "report.html";

  @Mixin private StoredRunsOptions stored;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "The file; replaced if it exists. Default: " + PAGE + "; with --checklist none.")
  private @Nullable Path output;

  @Option(
      names = "--checklist",
      description =
          "Prints what a published result must state, and which of it these runs have, instead of"
              + " the page. -o FILE writes it as Markdown.")
  private boolean checklist;

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws ResultsException {
    if (checklist) {
      return checklist();
    }
    Path file = output == null ? Path.of(PAGE) : output;
    requireWritable(file);
    List<ReferenceLine> lines = stored.references();
    Console console = ProcessConsole.open(false);
    ReportedRuns runs = stored.runs(console);
    ResultFiles.replaceFile(file, ReportPage.html(runs, lines));
    console.print("Wrote %s: %s".formatted(file, Text.plural(runs.runs().size(), "run")));
    return ExitCode.OK.code();
  }

  private int checklist() throws ResultsException {
    if (output != null) {
      requireWritable(output);
    }
    Console console = ProcessConsole.open(false);
    Checklist list = Checklist.of(stored.runs(console));
    if (output == null) {
      console.print(list.document());
    } else {
      ResultFiles.replaceFile(output, MarkdownRenderer.of(list.document()));
      console.print("Wrote %s: %s".formatted(output, list.summary()));
    }
    return ExitCode.OK.code();
  }

  private void requireWritable(Path file) {
    if (Files.isDirectory(file) || stored.contains(file)) {
      throw new UsageException(
          "--output %s is %s; allowed is another file"
              .formatted(file, Files.isDirectory(file) ? "a folder" : "a file to be read"));
    }
    GivenFile.requireWritable("--output", file, List.of());
  }
}
