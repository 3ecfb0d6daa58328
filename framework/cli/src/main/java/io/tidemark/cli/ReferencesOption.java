package io.tidemark.cli;

import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.report.ReferenceLine;
import io.tidemark.report.ReferenceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Files with limits and published figures that are drawn beside the runs. */
final class ReferencesOption {
  @Option(
      names = "--references",
      paramLabel = "FILE",
      description =
          "YAML file with limits or published figures to draw as lines; can be repeated."
              + " docs/how-to/report.md has its keys.")
  private List<Path> files = List.of();

  /** Of all files, which are checked. */
  List<ReferenceLine> read() {
    Problems problems = new Problems();
    List<ReferenceLine> all = new ArrayList<>();
    for (Path file : files) {
      try {
        SourceFile source = new SourceFile(file.toString(), InputFiles.text(file));
        all.addAll(ReferenceReader.file(source, problems));
      } catch (IOException e) {
        throw new UsageException("cannot read --references " + file + ": " + e.getMessage());
      }
    }
    problems.throwIfErrors();
    return all;
  }
}
