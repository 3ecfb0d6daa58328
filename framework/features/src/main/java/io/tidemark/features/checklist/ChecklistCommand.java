package io.tidemark.features.checklist;

import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.cli.stored.StoredRunsOptions;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a published result must state. */
@Command(
    name = "checklist",
    sortOptions = false,
    description = {
      "Prints what a published result must state, and which of it these runs have.",
      "docs/reference/checklist.md has all its points."
    })
public final class ChecklistCommand implements Callable<Integer> {
  @Mixin private StoredRunsOptions stored;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Writes it as Markdown instead; replaces the file.")
  private Optional<Path> output = Optional.empty();

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws ResultsException {
    output.ifPresent(stored::requireWritable);
    Console console = ProcessConsole.open(false);
    Checklist list = Checklist.of(stored.runs(console));
    if (output.isEmpty()) {
      console.print(list.document());
    } else {
      ResultFiles.replaceFile(output.get(), MarkdownRenderer.of(list.document()));
      console.print("Wrote %s: %s".formatted(output.get(), list.summary()));
    }
    return ExitCode.OK.code();
  }
}
