package io.tidemark.cli.options;

import io.tidemark.base.SystemClock;
import io.tidemark.cli.process.Dashboard;
import io.tidemark.cli.process.ForeignOutput;
import io.tidemark.cli.process.Terminal;
import io.tidemark.runs.Console;
import io.tidemark.runs.GivenFile;
import io.tidemark.runs.RunWatcher;
import io.tidemark.runs.watch.OutcomeFiles;
import io.tidemark.runs.watch.PlainLines;
import io.tidemark.runs.watch.RunWatchers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of commands that carry out runs: how progress is shown, and files for CI. */
public final class WatchOptions {
  private final List<WatchOption> options;

  @Option(
      names = "--plain",
      description = "Prints lines, also on a terminal, which otherwise shows a dashboard.")
  private boolean plain;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also writes the runs as test cases in JUnit's XML format.")
  private Optional<Path> junit = Optional.empty();

  @Option(
      names = "--summary",
      paramLabel = "FILE",
      description =
          "Also adds a summary in Markdown to the end of this file, for example to"
              + " $GITHUB_STEP_SUMMARY.")
  private Optional<Path> summary = Optional.empty();

  /**
   * @param options of features
   */
  public WatchOptions(List<WatchOption> options) {
    this.options = options;
  }

  /** Those of features. */
  public List<WatchOption> options() {
    return options;
  }

  /** Files that are written, by their options. */
  public Map<String, Path> files() {
    Map<String, Path> files = new LinkedHashMap<>();
    junit.ifPresent(file -> files.put("--junit", file));
    summary.ifPresent(file -> files.put("--summary", file));
    return files;
  }

  /**
   * Opens the watcher; the command's runs close it. Fails if something that was asked for is not
   * possible.
   */
  public RunWatcher open(Console console) {
    files().forEach((option, file) -> GivenFile.requireWritable(option, file, List.of()));
    List<RunWatcher> watchers = new ArrayList<>();
    watchers.add(new OutcomeFiles(junit, summary));
    options.forEach(option -> option.open(console).ifPresent(watchers::add));
    Optional<Terminal> terminal =
        plain || !console.showsFooter() ? Optional.empty() : Terminal.find();
    if (terminal.isPresent()) {
      watchers.add(
          new Dashboard(SystemClock.get(), console.style(), terminal.get()::size, console::footer));
    } else {
      watchers.add(new PlainLines(console::note));
    }
    watchers.add(new ForeignOutput(console));
    return new RunWatchers(watchers, console::error);
  }
}
