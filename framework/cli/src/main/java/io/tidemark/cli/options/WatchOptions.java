package io.tidemark.cli.options;

import io.tidemark.base.SystemClock;
import io.tidemark.base.UsageException;
import io.tidemark.cli.live.Dashboard;
import io.tidemark.cli.live.LiveWatcher;
import io.tidemark.cli.live.Terminal;
import io.tidemark.cli.process.ForeignOutput;
import io.tidemark.runs.Console;
import io.tidemark.runs.GivenFile;
import io.tidemark.runs.RunWatcher;
import io.tidemark.runs.watch.OutcomeFiles;
import io.tidemark.runs.watch.PlainLines;
import io.tidemark.runs.watch.RunWatchers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of commands that carry out runs: how progress is shown, and files for CI. */
public final class WatchOptions {
  private static final int HIGHEST_PORT = 65_535;

  @Option(
      names = "--plain",
      description = "Prints lines, also on a terminal, which otherwise shows a dashboard.")
  private boolean plain;

  @Option(
      names = "--live",
      paramLabel = "PORT",
      arity = "0..1",
      parameterConsumer = Port.class,
      description =
          "Serves a page with charts of the runs to browsers on this machine. Default port: any"
              + " free one.")
  private Optional<Integer> live = Optional.empty();

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

  /** A number is the port; what else follows {@code --live} is another argument. */
  private static final class Port implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
      boolean number = !arguments.isEmpty() && arguments.peek().matches("[0-9]{1,9}");
      int port = number ? Integer.parseInt(arguments.pop()) : 0;
      if (port > HIGHEST_PORT) {
        throw new ParameterException(
            command.commandLine(),
            String.format(Locale.ROOT, "--live: got %d; allowed a port to 65535", port));
      }
      option.setValue(Optional.of(port));
    }
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
    live.ifPresent(port -> watchers.add(live(port, console)));
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

  private static LiveWatcher live(int port, Console console) {
    try {
      LiveWatcher watcher = LiveWatcher.start(SystemClock.get(), port);
      console.error("Live page: " + watcher.url()); // Also when quiet: a free port is not known.
      return watcher;
    } catch (IOException e) {
      throw new UsageException(
          String.format(
              Locale.ROOT, "--live: cannot listen on 127.0.0.1:%d: %s", port, e.getMessage()));
    }
  }
}
