package io.tidemark.simulation.run;

import io.tidemark.base.SystemClock;
import io.tidemark.base.UsageException;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.features.study.StudyExecution;
import io.tidemark.features.study.StudyFolder;
import io.tidemark.features.study.StudySuite;
import io.tidemark.features.study.StudySuiteReader;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.RunWatcher;
import io.tidemark.runs.brokers.BrokerPool;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.runs.workers.Workers;
import io.tidemark.simulation.kernel.EventTrace;
import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.kernel.Node;
import io.tidemark.simulation.kernel.Reduction;
import io.tidemark.simulation.kernel.SeedReport;
import io.tidemark.simulation.oracle.StudyOracle;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.plan.StudyPlan;
import io.tidemark.simulation.world.ModelDriver;
import io.tidemark.simulation.world.SimulatedWorld;
import io.tidemark.simulation.world.WorkerProcesses;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A study whose command is broken off at any moment and called again until it is done. Workers,
 * broker and disk go on; each call is another process.
 */
final class SimulatedStudy {
  private static final long LIMIT_NANOS = 36_000_000_000_000L;
  private static final long SOON_NANOS = 20_000_000;
  private static final int SAMPLE_MILLIS = 200;
  private static final LongSupplier FOREVER = () -> Long.MAX_VALUE;
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final SeedPlan plan;
  private final StudyPlan study;
  private final List<Reduction.Part> parts;
  private final Path folder;
  private final StudySuite suite;
  private final SimulatedWorld world;
  private final Kernel kernel;
  private final List<String> problems = new ArrayList<>();
  private final StudyOracle oracle;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Console console;
  private Call call;

  private SimulatedStudy(SeedPlan plan, Reduction reduction, EventTrace trace, Path folder)
      throws IOException {
    this.plan = plan;
    this.folder = folder;
    this.parts = new ArrayList<>(plan.parts());
    this.study = StudyPlan.of(plan.seed(), plan.files().runsOfStudy(), reduction, parts);
    this.kernel =
        new Kernel(plan.seed(), plan.preemption(), plan.mostPreemptions(), LIMIT_NANOS, trace);
    Path results = Files.createDirectory(folder.resolve("results"));
    this.world = new SimulatedWorld(kernel, plan, new Node("coordinator"), results);
    PrintStream lines = new PrintStream(printed, false, StandardCharsets.UTF_8);
    this.console = new Console(lines, lines, false, false);
    this.suite = suite();
    this.oracle = new StudyOracle(plan, world, results.resolve("study"), problems);
  }

  /** Simulates one. */
  static SeedReport of(SeedPlan plan, Reduction reduction, EventTrace trace, Path parent)
      throws IOException, InterruptedException {
    Path folder = Files.createDirectory(parent.resolve("study"));
    try {
      return new SimulatedStudy(plan, reduction, trace, folder).report(trace);
    } finally {
      ResultFiles.delete(folder);
    }
  }

  /** Short runs: there are several. */
  private StudySuite suite() throws IOException {
    Files.writeString(
        folder.resolve("driver.yaml"),
        "name: simulated\ndriverClass: " + ModelDriver.class.getName() + "\n");
    Files.writeString(
        folder.resolve("load.yaml"), plan.workload(StudyPlan.TEST_MILLIS, SAMPLE_MILLIS));
    Path file = Files.writeString(folder.resolve("study.yaml"), study.text());
    List<WorkerAddress> addresses =
        world.workers().stream()
            .map(host -> new WorkerAddress(false, "127.0.0.1", host.port()))
            .toList();
    WorkerLossPolicy policy = plan.continues() ? WorkerLossPolicy.CONTINUE : WorkerLossPolicy.END;
    return StudySuiteReader.read(
        file, false, none -> new Workers(addresses, HttpWorkerOptions.DEFAULT, policy), console);
  }

  private SeedReport report(EventTrace trace) throws InterruptedException, IOException {
    String ending = kernel.run(world, new Node("world"), this::conduct);
    if (!ending.isEmpty()) {
      problems.add(ending);
    }
    kernel.left().stream()
        .filter(each -> !SimulatedRun.ofWorld(each))
        .forEach(each -> problems.add("left running: " + each));
    kernel.defects().forEach(each -> problems.add("thread " + each));
    String hash = trace.hash();
    kernel.close();
    List<String> script = new ArrayList<>(plan.script());
    script.addAll(study.script());
    parts.add(new Reduction.Part("preemptions", 0, kernel.preemptions(), true));
    return new SeedReport(
        plan.seed(),
        hash,
        List.copyOf(script),
        List.copyOf(parts),
        "STUDY " + (call == null ? "" : call.code),
        List.copyOf(problems),
        trace.events(),
        kernel.switches(),
        kernel.now(),
        List.copyOf(trace.lines()));
  }

  /** The first thread: one call after the other. */
  private void conduct() {
    try {
      world.begin();
      WorkerProcesses workers = new WorkerProcesses(world, problems);
      workers.start();
      for (StudyPlan.Break each : study.breaks()) {
        call(Optional.of(each));
      }
      world.disk().mend();
      call(Optional.empty());
      oracle.atTheEnd(call.code);
      workers.stop();
    } catch (InterruptedException e) {
      problems.add("the first thread was interrupted");
    } catch (IOException | UncheckedIOException e) {
      problems.add("the study's folder cannot be read: " + e);
    }
  }

  /** One process of the command, until it ends. */
  private void call(Optional<StudyPlan.Break> by) throws InterruptedException, IOException {
    Call next = new Call();
    call = next;
    kernel.note("the command is called");
    world.coordinatorStarts(next.process);
    world
        .disk()
        .processStarts(
            by.filter(each -> each.kind() == StudyPlan.Kind.KILL_IN_OPERATION)
                .map(StudyPlan.Break::at)
                .orElse(0));
    kernel.start(new Thread(next::execute, "study"), next.process);
    by.filter(each -> each.kind() != StudyPlan.Kind.KILL_IN_OPERATION)
        .ifPresent(
            each ->
                kernel.start(new Thread(() -> happens(each, next), "break"), new Node("chaos")));
    kernel.await("the command", () -> next.ended || next.process.isKilled(), FOREVER);
    boolean killed = next.process.isKilled();
    kernel.note(killed ? "the command was killed" : "the command ended with " + next.code);
    if (!killed) {
      kernel.sleep(SOON_NANOS);
      kernel.left().stream()
          .filter(each -> each.startsWith("coordinator/") && !SimulatedRun.ofWorld(each))
          .forEach(each -> problems.add("left running: " + each));
      next.process.kill(); // It has exited.
    }
    if (killed && by.filter(StudyPlan.Break::losesPower).isPresent()) {
      world.disk().losePower();
    }
    oracle.afterCall();
  }

  private void happens(StudyPlan.Break by, Call during) {
    try {
      kernel.awaitEvent(by.at());
      if (during != call || during.ended) {
        return;
      }
      kernel.note("break " + by);
      if (by.kind() != StudyPlan.Kind.KILL) {
        during.stop();
        if (by.kind() == StudyPlan.Kind.STOP) {
          return;
        }
        kernel.sleep(SOON_NANOS);
      }
      during.process.kill();
    } catch (InterruptedException e) {
      problems.add("an event was interrupted");
    }
  }

  /** One process of the command. */
  private final class Call {
    private final Node process = new Node("coordinator");
    private final Interruption interruption = new Interruption(SystemClock.get(), GRACE);
    private ExitCode code = ExitCode.OK;
    private boolean ended;

    /** Runs the study as the command does. */
    private void execute() {
      try {
        CommandRuns runs =
            new CommandRuns(
                workers -> workers.options(false, Duration.ofMinutes(1)),
                console,
                new BrokerPool(console, LocalBrokersHome.discover()),
                interruption,
                new RunWatcher() {},
                List.of());
        StudyFolder open = StudyFolder.open(world.results().resolve("study"), suite);
        code = new StudyExecution(suite, open, runs).execute();
      } catch (IOException | UsageException e) {
        oracle.couldNotBegin(e);
        code = ExitCode.INFRASTRUCTURE;
      } catch (RuntimeException e) {
        problems.add("the command threw " + e);
      } finally {
        ended = true;
      }
    }

    /** By a thread of the process, as for a signal. */
    private void stop() {
      kernel.start(new Thread(interruption::request, "signal"), process);
    }
  }
}
