package io.tidemark.cli.study;

import io.tidemark.brokers.LocalBrokerException;
import io.tidemark.cli.BrokerPool;
import io.tidemark.cli.Console;
import io.tidemark.cli.ExitCode;
import io.tidemark.cli.Interruption;
import io.tidemark.cli.LoggedRun;
import io.tidemark.cli.OneRun;
import io.tidemark.cli.Results;
import io.tidemark.cli.live.RunWatcher;
import io.tidemark.cli.live.WatchedRun;
import io.tidemark.cli.study.StudySuite.PlannedStep;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.driver.Quantities;
import io.tidemark.measure.SystemClock;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.ResultsException;
import io.tidemark.report.StoredRun;
import io.tidemark.report.StoredStudy.Run;
import io.tidemark.report.StoredStudy.State;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Carries out the runs of a study that are not done. A run without a result does not prevent the
 * next run; a set-up command that fails does.
 */
final class StudyExecution {
  private static final String CONTINUES = "The same command continues the study.";

  private final StudySuite suite;
  private final StudyFolder folder;
  private final Console console;
  private final RunWatcher watcher;
  private final boolean extraConsumers;
  private final Duration stepTimeout;
  private final Interruption interruption;
  private final BrokerPool brokers;
  private final EnvironmentCommands commands;
  private boolean first = true;
  private ExitCode exitCode = ExitCode.OK;

  /**
   * @param folder is closed at the end, as the watcher is
   */
  StudyExecution(
      StudySuite suite,
      StudyFolder folder,
      boolean extraConsumers,
      Duration stepTimeout,
      Console console,
      RunWatcher watcher) {
    this.suite = suite;
    this.folder = folder;
    this.extraConsumers = extraConsumers;
    this.stepTimeout = stepTimeout;
    this.console = console;
    this.watcher = watcher;
    this.interruption = Interruption.install(console);
    this.brokers = new BrokerPool(console);
    this.commands = new EnvironmentCommands(folder.path(), console, interruption);
  }

  ExitCode execute() {
    try {
      watcher.planned(left());
      for (int i = 0; i < suite.runs().size() && !interruption.requested(); i++) {
        if (run(i).state() != State.DONE) {
          carryOut(i);
        }
      }
      commands.tearDown().forEach(this::fail);
      end();
    } catch (IOException | UncheckedIOException e) {
      if (!interruption.requested()) {
        fail(Objects.requireNonNullElse(e.getMessage(), e.toString()));
      }
      console.note(CONTINUES);
    } catch (InterruptedException e) {
      console.note(CONTINUES);
    } finally {
      commands.tearDown().forEach(this::fail);
      close(watcher);
      stopBrokers();
      close(folder);
      interruption.done();
    }
    return interruption.codeOf(exitCode);
  }

  /** Runs that are not done. */
  private List<WatchedRun> left() {
    return IntStream.range(0, suite.runs().size())
        .filter(i -> run(i).state() != State.DONE)
        .mapToObj(i -> suite.runs().get(i).run().watched())
        .toList();
  }

  private Run run(int index) {
    return folder.study().runs().get(index);
  }

  private void carryOut(int index) throws IOException, InterruptedException {
    PlannedStep step = suite.runs().get(index);
    if (commands.setUp(step.step().environment())) {
      folder.update(EnvironmentLimits.of(folder.study().environments(), step.step().environment()));
    }
    boolean again = true;
    while (again && !interruption.requested()) {
      coolDown();
      again = attempt(index, step);
    }
  }

  private void coolDown() throws InterruptedException {
    Duration pause = suite.study().coolDown();
    if (!first && !pause.isZero()) {
      console.note("Pause of " + Quantities.text(pause) + " ...");
      CountDownLatch never = new CountDownLatch(1);
      interruption.breakingOff(() -> never.await(pause.toMillis(), TimeUnit.MILLISECONDS));
    }
    first = false;
  }

  /** Whether the run must be repeated. */
  private boolean attempt(int index, PlannedStep step) throws IOException {
    if (suite.study().freshBrokers()) {
      brokers.stop();
    }
    announce(index);
    folder.update(index, run(index).in(State.RUNNING));
    long start = SystemClock.get().nanoTime();
    Results results = folder.results(step.step().environment().name());
    LoggedRun.Ended ended = loggedRun(step).execute(step.run(), results, files(index));
    double seconds = (SystemClock.get().nanoTime() - start) / 1e9;
    if (interruption.requested()) {
      return false; // It is repeated by the next call.
    }
    Run after = after(run(index), ended, seconds);
    folder.update(index, after);
    exitCode = exitCode.worse(after.state() == State.FAILED ? ended.code() : ExitCode.OK);
    return after.state() == State.PENDING;
  }

  private void announce(int index) {
    int repetition = run(index).repeated().size();
    console.note("");
    console.note(
        "== run %d of %d: %s%s, %s left"
            .formatted(
                index + 1,
                suite.runs().size(),
                suite.runs().get(index).run().title().text(),
                repetition == 0 ? "" : ", repetition " + repetition + " of an INVALID run",
                TimeEstimate.text(TimeEstimate.left(suite, folder.study()))));
  }

  private LoggedRun loggedRun(PlannedStep step) {
    RunOptions options = step.workers().options(extraConsumers, stepTimeout);
    OneRun oneRun = new OneRun(step.workers(), brokers, options, console, interruption, watcher);
    return new LoggedRun(oneRun, watcher, console, interruption);
  }

  private Consumer<List<Path>> files(int index) {
    return written -> {
      try {
        folder.update(index, run(index).with(written.stream().map(folder::relative).toList()));
      } catch (ResultsException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private Run after(Run run, LoggedRun.Ended ended, double seconds) {
    StoredRun result = ended.outcome().run().orElse(null);
    Path directory = ended.outcome().directory().orElse(null);
    if (result == null || directory == null) {
      return run.in(State.FAILED);
    }
    Status status = result.verdict().status();
    if (status == Status.ABORTED) {
      return run.in(State.FAILED);
    }
    String path = folder.relative(directory);
    return status == Status.INVALID && run.repeated().size() < suite.study().retries()
        ? run.repeating(path)
        : run.done(status.name(), path, seconds);
  }

  private void end() throws IOException {
    if (interruption.requested()) {
      console.note(CONTINUES);
      return;
    }
    boolean any = false;
    for (Run run : folder.study().runs()) {
      if (run.status() != null) {
        any = true;
        boolean good = Status.VALID.name().equals(run.status());
        exitCode = exitCode.worse(good ? ExitCode.OK : ExitCode.NOT_GOOD);
      }
    }
    if (any) {
      new StudyEnd(folder.path(), console).write();
    }
  }

  private void fail(String message) {
    console.error("ERROR " + message);
    exitCode = exitCode.worse(ExitCode.INFRASTRUCTURE);
  }

  private void stopBrokers() {
    try {
      brokers.close();
    } catch (LocalBrokerException e) {
      fail("local brokers did not stop cleanly: " + e.getMessage());
    }
  }

  private void close(Closeable what) {
    try {
      what.close();
    } catch (IOException e) {
      fail(Objects.requireNonNullElse(e.getMessage(), e.toString()));
    }
  }
}
