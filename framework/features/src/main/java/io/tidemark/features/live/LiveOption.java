package io.tidemark.features.live;

import io.tidemark.base.SystemClock;
import io.tidemark.base.UsageException;
import io.tidemark.cli.options.WatchOption;
import io.tidemark.runs.Console;
import io.tidemark.runs.RunWatcher;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option {@code --live}. */
public final class LiveOption implements WatchOption {
  private static final int HIGHEST_PORT = 65_535;

  @Option(
      names = "--live",
      paramLabel = "PORT",
      arity = "0..1",
      parameterConsumer = Port.class,
      description =
          "Serves a page with charts of the runs to browsers on this machine. Default port: any"
              + " free one.")
  private Optional<Integer> live = Optional.empty();

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

  @Override
  public Optional<RunWatcher> open(Console console) {
    return live.map(port -> start(port, console));
  }

  private static LiveWatcher start(int port, Console console) {
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
