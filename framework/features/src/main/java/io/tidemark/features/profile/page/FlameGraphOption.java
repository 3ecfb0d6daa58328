package io.tidemark.features.profile.page;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.CompareOption;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.RunSet;
import io.tidemark.runs.GivenFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --flame-graph}. */
public final class FlameGraphOption implements CompareOption {
  @Option(
      names = "--flame-graph",
      paramLabel = "FILE",
      description =
          "Also writes an HTML page with differential flame graphs of the processes that were"
              + " profiled on both sides.")
  private Optional<Path> flameGraph = Optional.empty();

  @Override
  public void check() {
    flameGraph.ifPresent(file -> GivenFile.requireWritable("--flame-graph", file, List.of()));
  }

  @Override
  public void write(List<RunSet> sides) throws ResultsException {
    if (flameGraph.isEmpty()) {
      return;
    }
    List<RunSet> others = sides.subList(1, sides.size());
    List<ProfileComparison> profiles = ProfileComparison.of(sides.get(0), others);
    List<ErlangComparison> erlang = ErlangComparison.of(sides.get(0), others);
    if (profiles.isEmpty() && erlang.isEmpty()) {
      throw new UsageException(
          "--flame-graph: no process was profiled on both sides; run both with --profile");
    }
    ResultFiles.replaceFile(flameGraph.get(), ProfilePage.html(profiles, erlang));
  }
}
