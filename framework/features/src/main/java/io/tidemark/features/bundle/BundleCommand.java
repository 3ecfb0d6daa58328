package io.tidemark.features.bundle;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.model.result.Text;
import io.tidemark.report.file.ResultFiles.Content;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.store.Bundle;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A run or a study as one file. */
@Command(
    name = "bundle",
    sortOptions = false,
    description = {
      "Writes a stored run or study as one compressed file, with all that is needed to verify,"
          + " judge, report, compare and repeat it. The same run gives the same bytes.",
      "It is a ZIP file with their hashes; secrets are masked. report, compare, verify, verdict,"
          + " history add and repeat read it like a run directory."
    })
public final class BundleCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "A run directory, or the folder of a study.")
  private Path source;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The file; replaced if it exists. Default: the name of the folder and .bundle.")
  private @Nullable Path output;

  @Option(
      names = "--without-hosts",
      description =
          "Replaces the names of hosts and workers by host-1, host-2, ... and leaves out recordings"
              + " of profiles.")
  private boolean withoutHosts;

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException {
    StoredFiles stored = files();
    Path file = output == null ? Path.of(stored.name() + Bundle.ENDING) : output;
    GivenFile.requireWritable("--output", file, List.of());
    Map<String, Content> contents =
        withoutHosts ? HostNames.in(stored).replaced(stored) : stored.contents();
    Bundle.write(file, contents);
    Console console = ProcessConsole.open(false);
    console.print(
        "Wrote %s: %s, %s kB"
            .formatted(
                file,
                Text.plural(contents.size(), "file"),
                Text.count((Files.size(file) + 999) / 1_000)));
    return ExitCode.OK.code();
  }

  private StoredFiles files() {
    try {
      return StoredFiles.of(source);
    } catch (ResultsException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
