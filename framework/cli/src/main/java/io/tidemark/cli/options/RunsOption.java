package io.tidemark.cli.options;

import io.tidemark.cli.process.ProcessInterruption;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.runs.Console;
import io.tidemark.runs.RunWatcher;
import io.tidemark.runs.brokers.BrokerPool;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.runs.run.RunHook;
import io.tidemark.runs.workers.Workers;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;

/** What each command has that carries out runs. */
public final class RunsOption {
  private final List<RunHook.Maker> hooks;
  @Mixin private InstallOption install;

  /**
   * @param hooks take part in each run
   */
  public RunsOption(List<RunHook.Maker> hooks) {
    this.hooks = hooks;
  }

  /**
   * What the runs of a command share; to be ended.
   *
   * @param options how runs use given workers
   * @param watcher is opened when Ctrl-C is caught
   */
  public CommandRuns runs(
      Function<Workers, RunOptions> options, Console console, Supplier<RunWatcher> watcher) {
    return new CommandRuns(
        options,
        console,
        new BrokerPool(console, install.home()),
        ProcessInterruption.install(console),
        watcher.get(),
        hooks);
  }
}
