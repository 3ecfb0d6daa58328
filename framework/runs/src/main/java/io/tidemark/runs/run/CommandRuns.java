package io.tidemark.runs.run;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.model.result.Text;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.RunWatcher;
import io.tidemark.runs.brokers.BrokerPool;
import io.tidemark.runs.fault.LocalUpgrade;
import io.tidemark.runs.workers.Workers;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** What the runs of a command share, and the exit code of the command. For one thread. */
public final class CommandRuns {
  private final Function<Workers, RunOptions> options;
  private final Console console;
  private final RunWatcher watcher;
  private final Interruption interruption;
  private final BrokerPool brokers;
  private final List<RunHook.Maker> hooks;
  private ExitCode exitCode = ExitCode.OK;

  /**
   * @param options how runs use given workers
   * @param brokers are stopped at the end
   * @param interruption is done at the end
   * @param watcher is closed at the end
   * @param hooks take part in each run
   */
  public CommandRuns(
      Function<Workers, RunOptions> options,
      Console console,
      BrokerPool brokers,
      Interruption interruption,
      RunWatcher watcher,
      List<RunHook.Maker> hooks) {
    this.options = options;
    this.console = console;
    this.watcher = watcher;
    this.interruption = interruption;
    this.brokers = brokers;
    this.hooks = hooks;
  }

  public Console console() {
    return console;
  }

  public RunWatcher watcher() {
    return watcher;
  }

  public Interruption interruption() {
    return interruption;
  }

  public BrokerPool brokers() {
    return brokers;
  }

  /** Whether the servers of all local clusters are there, or could be installed. */
  public boolean haveServers(List<PlannedRun> planned) {
    try {
      interruption.breakingOff(
          () -> {
            brokers.requireServers(
                planned.stream().map(PlannedRun::driver),
                planned.stream()
                    .flatMap(run -> LocalUpgrade.target(run.workload(), run.driver()).stream()));
            return true;
          });
      return true;
    } catch (LocalBrokerException e) {
      fail(e);
      return false;
    }
  }

  List<RunHook.Maker> hooks() {
    return hooks;
  }

  /** How runs use these workers. */
  RunOptions options(Workers workers) {
    return options.apply(workers);
  }

  /** The command ends with this code, or with a worse one. */
  public void count(ExitCode code) {
    exitCode = exitCode.worse(code);
  }

  public void fail(Exception e) {
    fail(Text.message(e));
  }

  /** Reports a failure of the infrastructure. */
  public void fail(String message) {
    fail(message, ExitCode.INFRASTRUCTURE);
  }

  void fail(String message, ExitCode code) {
    console.error("ERROR " + message);
    count(code);
  }

  /**
   * Closes all that was shared.
   *
   * @param more is closed too
   */
  public ExitCode end(Closeable... more) {
    close(watcher);
    stopBrokers();
    for (Closeable each : more) {
      close(each);
    }
    interruption.done();
    return interruption.codeOf(exitCode);
  }

  private void close(Closeable what) {
    try {
      what.close();
    } catch (IOException e) {
      fail(e);
    }
  }

  private void stopBrokers() {
    try {
      brokers.close();
    } catch (LocalBrokerException e) {
      fail("local brokers did not stop cleanly: " + e.getMessage());
    }
  }
}
