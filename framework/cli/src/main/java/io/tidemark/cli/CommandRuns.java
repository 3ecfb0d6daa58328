package io.tidemark.cli;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.cli.Suite.PlannedRun;
import io.tidemark.cli.live.RunWatcher;
import io.tidemark.model.result.Text;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** What the runs of a command share, and the exit code of the command. For one thread. */
public final class CommandRuns {
  private final RunningOptions options;
  private final Console console;
  private final RunWatcher watcher;
  private final Interruption interruption;
  private final BrokerPool brokers;
  private ExitCode exitCode = ExitCode.OK;

  /**
   * @param watcher is closed at the end
   */
  public CommandRuns(RunningOptions options, Console console, RunWatcher watcher) {
    this.options = options;
    this.console = console;
    this.watcher = watcher;
    this.interruption = Interruption.install(console);
    this.brokers = new BrokerPool(console);
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

  /**
   * One run; a failure is printed, and not counted: see {@link #count}.
   *
   * @param written takes the files of the result before clients are closed
   */
  public LoggedRun.Ended execute(
      PlannedRun planned, Workers workers, Results results, Consumer<List<Path>> written) {
    return new LoggedRun(this, new OneRun(this, workers, options.of(workers)))
        .execute(planned, results, written);
  }

  /** The same on workers in a Kubernetes cluster. */
  public LoggedRun.Ended execute(
      PlannedRun planned, ClusterPlace place, Results results, Consumer<List<Path>> written) {
    Path command = Installation.root().resolve("bin/benchmark-k8s");
    return new ClusterRun(this, command).execute(planned, place, results, written);
  }

  /** The command ends with this code, or with a worse one. */
  public void count(ExitCode code) {
    exitCode = exitCode.worse(code);
  }

  public void fail(Exception e) {
    fail(Text.message(e));
  }

  /** Of the infrastructure. */
  public void fail(String message) {
    console.error("ERROR " + message);
    count(ExitCode.INFRASTRUCTURE);
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
