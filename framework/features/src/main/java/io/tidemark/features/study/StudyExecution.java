package io.tidemark.features.study;

import io.tidemark.base.SystemClock;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns.DisturbedRuns;
import io.tidemark.report.runs.StoredStudy.StudyBlocks;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.runs.StudyEntry.State;
import io.tidemark.report.study.StudyEnding;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.runs.run.LoggedExecution;
import io.tidemark.runs.run.Results;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Carries out the runs of a study that are not done. A run without a result does not prevent the
 * next run; a set-up command that fails does.
 */
public final class StudyExecution {
  private static final String CONTINUES = "The same command continues the study.";

  private final StudySuite suite;
  private final StudyFolder folder;
  private final CommandRuns runs;
  private final EnvironmentCommands commands;
  private final BlockPlan blocks;
  private final Execution execution;
  private boolean first = true;

  /** Until then the time of the study is counted. */
  private long mark;

  /** Carries out one run. */
  @FunctionalInterface
  interface Execution {
    /**
     * @param written takes the files of the result as soon as they are there
     */
    RunOutcome of(PlacedRun run, Results results, Consumer<List<Path>> written);
  }

  /**
   * @param folder is closed at the end
   */
  public StudyExecution(StudySuite suite, StudyFolder folder, CommandRuns runs) {
    this(
        suite,
        folder,
        runs,
        (run, results, written) -> execute(suite, runs, run, results, written));
  }

  StudyExecution(StudySuite suite, StudyFolder folder, CommandRuns runs, Execution execution) {
    this.execution = execution;
    this.suite = suite;
    this.folder = folder;
    this.runs = runs;
    this.blocks = new BlockPlan(suite, folder, runs.console());
    this.commands = new EnvironmentCommands(folder.path(), runs.console(), runs.interruption());
  }

  public ExitCode execute() {
    ExitCode exitCode;
    try {
      runs.watcher().planned(left());
      if (runs.haveServers(drivers())) {
        mark = SystemClock.get().nanoTime();
        carryOutAll();
        tearDown();
        end();
      }
    } catch (IOException | UncheckedIOException e) {
      if (!isInterrupted()) {
        runs.fail(e);
      }
      note(CONTINUES);
    } catch (InterruptedException e) {
      note(CONTINUES);
    } finally {
      tearDown();
      exitCode = runs.end(folder);
    }
    return exitCode;
  }

  private void tearDown() {
    commands.tearDown().forEach(runs::fail);
  }

  private boolean isInterrupted() {
    return runs.interruption().requested();
  }

  private void note(String text) {
    runs.console().note(text);
  }

  private void carryOutAll() throws IOException, InterruptedException {
    int i = 0;
    while (!isInterrupted() && (i < planned().size() || another())) {
      if (run(i).state() != State.DONE) {
        if (beginsBlock(i) && !blocks.mayBegin(run(i).iteration())) {
          return;
        }
        carryOut(i);
      }
      i++;
    }
  }

  private List<StudyEntry> planned() {
    return folder.study().runs();
  }

  /** Whether no run of its block has been carried out. */
  private boolean beginsBlock(int index) {
    return planned().stream()
        .filter(each -> each.iteration() == run(index).iteration())
        .allMatch(each -> each.state() == State.PENDING && each.repeated().isEmpty());
  }

  /** Whether a block is added to those that are done. */
  private boolean another() throws IOException {
    int before = planned().size();
    if (!blocks.addNext()) {
      return false;
    }
    runs.watcher()
        .added(
            suite.runs().subList(before, planned().size()).stream().map(PlacedRun::run).toList());
    return true;
  }

  /** Runs that are not done; if further blocks may follow, those of the next one. */
  private List<PlannedRun> drivers() {
    int known = planned().size();
    boolean open = BlockPlan.isOpen(folder.study());
    return IntStream.range(0, open ? suite.runs().size() : known)
        .filter(i -> i >= known || run(i).state() != State.DONE)
        .mapToObj(suite::planned)
        .toList();
  }

  private List<PlannedRun> left() {
    return IntStream.range(0, planned().size())
        .filter(i -> run(i).state() != State.DONE)
        .mapToObj(suite::planned)
        .toList();
  }

  private StudyEntry run(int index) {
    return planned().get(index);
  }

  private void carryOut(int index) throws IOException, InterruptedException {
    StudyEnvironment environment = suite.environment(index);
    if (commands.setUp(environment, suite.runs().get(index).variables())) {
      folder.update(environment.name(), StudySuite.figures(environment.measuredLimits()));
    }
    boolean again = true;
    while (again && !isInterrupted()) {
      coolDown();
      again = attempt(index);
    }
  }

  private void coolDown() throws InterruptedException {
    Duration pause = suite.study().coolDown();
    if (!first && !pause.isZero()) {
      note("Pause of " + Quantities.text(pause) + " ...");
      CountDownLatch never = new CountDownLatch(1);
      runs.interruption().breakingOff(() -> never.await(pause.toMillis(), TimeUnit.MILLISECONDS));
    }
    first = false;
  }

  /** Whether the run must be repeated. */
  private boolean attempt(int index) throws IOException {
    if (suite.study().brokers() == Study.Brokers.FRESH) {
      runs.brokers().stop();
    }
    announce(index);
    folder.update(index, run(index).in(State.RUNNING));
    long start = SystemClock.get().nanoTime();
    Results results = folder.results(run(index));
    RunOutcome outcome = execution.of(suite.runs().get(index), results, files(index));
    double seconds = (SystemClock.get().nanoTime() - start) / 1e9;
    if (isInterrupted()) {
      return false; // It is repeated by the next call.
    }
    StudyEntry after = after(index, outcome, seconds);
    folder.update(index, after);
    spend();
    if (after.state() == State.FAILED) {
      outcome.run().ifPresent(aborted -> runs.count(ExitCode.of(aborted.verdict())));
    }
    return after.state() == State.PENDING;
  }

  /** Adds the time since the last run to that of the study. */
  private void spend() throws IOException {
    long now = SystemClock.get().nanoTime();
    StudyBlocks planned = folder.study().blocks();
    if (planned != null) {
      folder.update(planned.after((now - mark) / 1e9));
    }
    mark = now;
  }

  private static RunOutcome execute(
      StudySuite suite,
      CommandRuns runs,
      PlacedRun run,
      Results results,
      Consumer<List<Path>> written) {
    return run.cluster().isPresent()
        ? new ClusterExecution(runs).execute(run, results, written)
        : new LoggedExecution(runs, suite.workers(run)).execute(run.run(), results, written);
  }

  private void announce(int index) {
    int repetition = run(index).repeated().size();
    note("");
    note(
        String.format(
            Locale.ROOT,
            "== run %d of %d: %s%s, %s left",
            index + 1,
            planned().size(),
            suite.planned(index).title().text(),
            repetition == 0 ? "" : ", repetition " + repetition + " of an INVALID or disturbed run",
            TimeEstimate.text(TimeEstimate.left(suite, folder.study()))));
  }

  /** A failure to record them does not end the run: its state is written again when it is over. */
  private Consumer<List<Path>> files(int index) {
    return written -> {
      try {
        folder.update(index, run(index).with(written.stream().map(folder::relative).toList()));
      } catch (ResultsException e) {
        note("The files of the run cannot be recorded yet: " + e.getMessage());
      }
    };
  }

  private StudyEntry after(int index, RunOutcome outcome, double seconds) throws IOException {
    StudyEntry run = run(index);
    RunResult result = outcome.run().orElse(null);
    Path directory = outcome.directory().orElse(null);
    if (result == null || directory == null) {
      return run.in(State.FAILED);
    }
    Status status = result.verdict().status();
    if (status == Status.ABORTED) {
      return run.in(State.FAILED);
    }
    String path = folder.relative(directory);
    boolean mayRepeat = run.counts() && run.repeated().size() < suite.study().retries();
    return mayRepeat && (isUseless(index, directory, status) || isDisturbed(directory))
        ? run.repeating(path)
        : run.done(status.name(), path, seconds);
  }

  /**
   * Whether the figures of the question may be used, while others are damaged that objectives need.
   * The workload has the question of the study.
   */
  private boolean isAnswered(int index, Path directory) throws IOException {
    Optional<Question> question = suite.planned(index).workload().question();
    return question.isPresent() && folder.figures(directory).answers(question.get());
  }

  private boolean isUseless(int index, Path directory, Status status) throws IOException {
    return status == Status.INVALID && !isAnswered(index, directory);
  }

  /** While most of the runs before were not. */
  private boolean isDisturbed(Path directory) throws IOException {
    ReportedRun run = folder.figures(directory);
    if (!DisturbedRuns.isDisturbed(run)) {
      return false;
    }
    List<ReportedRun> all = new ArrayList<>(folder.figuresWithRepeated());
    all.add(run);
    return DisturbedRuns.areExceptions(all);
  }

  private boolean isGood(int index) throws IOException {
    StudyEntry run = run(index);
    if (!Status.INVALID.name().equals(run.status())) {
      return Status.VALID.name().equals(run.status());
    }
    Path directory = folder.path().resolve(Objects.requireNonNull(run.directory())); // It is done.
    return Files.isDirectory(directory) && isAnswered(index, directory);
  }

  private void end() throws IOException {
    if (isInterrupted()) {
      note(CONTINUES);
      return;
    }
    boolean any = false;
    for (int i = 0; i < planned().size(); i++) {
      if (run(i).state() == State.DONE && run(i).counts()) {
        any = true;
        runs.count(isGood(i) ? ExitCode.OK : ExitCode.NOT_GOOD);
      }
    }
    if (any && StudyEnding.isUndecided(folder.study())) {
      runs.count(ExitCode.NOT_GOOD);
    }
    if (any) {
      new StudyEnd(folder.path(), runs.console()).write();
    }
  }
}
