package io.tidemark.features.history.command;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.StoredSource;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.features.history.RunReader;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.report.file.ResultsException;
import io.tidemark.runs.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stored runs that are compared with a history. */
final class NewRuns {
  /** What {@code RUN} may be. */
  static final String SOURCES =
      "Run directories, folders with run directories, folders of studies, bundles, files or folders of"
          + " results in OMB's format, or files of other figures (.figures.json).";

  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      converter = StoredSource.class,
      description = SOURCES)
  private List<Path> sources;

  @Option(
      names = "--test-bed",
      paramLabel = "NAME",
      description = "Names the machines, as the option of history add.")
  private Optional<String> testBed = Optional.empty();

  /** Returns the runs by series; notes what is left out. */
  Map<SeriesKey, List<HistoryRun>> bySeries(Console console) {
    Map<SeriesKey, List<HistoryRun>> all = new LinkedHashMap<>();
    for (NewRun run : read(sources, new RunReader(Map.of(), testBed), console)) {
      all.computeIfAbsent(run.key(), key -> new ArrayList<>()).add(run.run());
    }
    return all;
  }

  /** A further run, as the others were read. */
  NewRun read(Path directory) throws ResultsException {
    RunReader reader = new RunReader(Map.of(), testBed);
    reader.read(directory);
    return reader.runs().get(0);
  }

  /** All runs of these sources; notes what is left out. */
  static List<NewRun> read(List<Path> sources, RunReader reader, Console console) {
    try {
      for (Path source : sources) {
        reader.read(source);
      }
    } catch (ResultsException e) {
      throw new UsageException(e.getMessage());
    }
    reader.leftOut().forEach(line -> console.note("left out " + line));
    return reader.runs();
  }
}
