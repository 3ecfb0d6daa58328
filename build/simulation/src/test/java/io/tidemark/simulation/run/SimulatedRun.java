package io.tidemark.simulation.run;

import io.tidemark.base.SystemClock;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.coordinator.classes.ClassRuns;
import io.tidemark.coordinator.classes.ClassRuns.ClassPlan;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.coordinator.run.RunConductor;
import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.simulation.kernel.EventTrace;
import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.kernel.Node;
import io.tidemark.simulation.kernel.Reduction;
import io.tidemark.simulation.kernel.SeedReport;
import io.tidemark.simulation.oracle.Oracle;
import io.tidemark.simulation.oracle.StoredRun;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.plan.StudyPlan;
import io.tidemark.simulation.plan.TrafficPlan;
import io.tidemark.simulation.world.ModelDriver;
import io.tidemark.simulation.world.RequestReplyDriver;
import io.tidemark.simulation.world.SimulatedWorld;
import io.tidemark.simulation.world.WorkerProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One run of a coordinator with its workers in a simulation. */
public final class SimulatedRun {
  private static final long LIMIT_NANOS = 900_000_000_000L;
  private static final long MILLI = 1_000_000;
  private static final LongSupplier FOREVER = () -> Long.MAX_VALUE;

  /** A worker without a coordinator ends its run within lease, grace and the time of closing. */
  private static final long ABANDONED_NANOS = 190_000_000_000L;

  /** The lease counts from the end of a call, which lasts so long with a driver that hangs. */
  private static final long HANGING_CALL_NANOS = 120_000_000_000L;

  private final SeedPlan plan;
  private final Workload workload;
  private final SimulatedWorld world;
  private final Kernel kernel;
  private final Node coordinator = new Node("coordinator");
  private final StopSignal stop = new StopSignal();
  private final List<String> problems = new ArrayList<>();
  private Optional<RunResult> result = Optional.empty();
  private Optional<RunFailedException> failure = Optional.empty();
  private long runEndedNanos;
  private int openAtEnd;
  private final RunJournal journal;
  private final Optional<WrittenRun> written;
  private boolean executed;
  private boolean over;

  private SimulatedRun(
      SeedPlan plan,
      Workload workload,
      EventTrace trace,
      RunJournal journal,
      Optional<WrittenRun> written,
      Path folder) {
    this.journal = journal;
    this.written = written;
    this.plan = plan;
    this.workload = workload;
    this.kernel =
        new Kernel(plan.seed(), plan.preemption(), plan.mostPreemptions(), LIMIT_NANOS, trace);
    this.world = new SimulatedWorld(kernel, plan, coordinator, WrittenRun.root(folder));
    written.ifPresent(files -> world.disk().whenRenamed(files::renamed));
  }

  /**
   * Simulates one seed.
   *
   * @param reduction what is smaller than the seed has it
   * @param folder for files
   */
  public static SeedReport of(long seed, Reduction reduction, boolean keepsLines, Path folder)
      throws IOException, InterruptedException {
    SeedPlan plan = SeedPlan.of(seed, reduction);
    Path file = Files.writeString(folder.resolve("simulated.yaml"), plan.workload());
    Workload workload =
        WorkloadReader.read(file, new ReadOptions(false, Map.of(), file.getParent()));
    EventTrace trace = new EventTrace(keepsLines);
    if (plan.files().runsOfStudy() > 0) {
      return SimulatedStudy.of(plan, reduction, trace, folder);
    }
    if (plan.files().written()) {
      try (WrittenRun written = new WrittenRun(folder)) {
        return new SimulatedRun(
                plan, workload, trace, written.journal(), Optional.of(written), folder)
            .report(trace, folder);
      }
    }
    try (RunJournal journal =
        plan.journalOnDisk() ? RunJournal.in(folder.resolve("journal")) : RunJournal.inMemory()) {
      return new SimulatedRun(plan, workload, trace, journal, Optional.empty(), folder)
          .report(trace, folder);
    }
  }

  /** Names of all parts that seeds have. */
  public static List<String> partNames() {
    return Stream.concat(SeedPlan.PARTS.stream(), StudyPlan.PARTS.stream()).toList();
  }

  /** Names of those that few seeds have. */
  public static List<String> rareNames() {
    return SeedPlan.RARE;
  }

  private SeedReport report(EventTrace trace, Path folder)
      throws IOException, InterruptedException {
    String ending = kernel.run(world, new Node("world"), this::conduct);
    if (!ending.isEmpty()) {
      problems.add(ending);
    }
    kernel.left().stream()
        .filter(each -> !ofWorld(each))
        .forEach(each -> problems.add("left running: " + each));
    kernel.defects().forEach(each -> problems.add("thread " + each));
    String hash = trace.hash();
    boolean abandoned = coordinator.isKilled() && !executed;
    kernel.close();
    if (ending.isEmpty()) {
      Oracle oracle = new Oracle(plan, workload, world, runEndedNanos, openAtEnd);
      problems.addAll(
          abandoned
              ? oracle.judgeAbandoned()
              : result.map(oracle::judge).orElseGet(() -> oracle.judge(failure)));
      if (result.isPresent() && !abandoned) {
        problems.addAll(StoredRun.problems(result.get(), workload, folder));
      }
      if (written.isPresent()) {
        boolean killed = coordinator.isKilled();
        problems.addAll(
            written
                .get()
                .problems(
                    world.disk(),
                    killed,
                    killed && plan.files().losesUnsynced(),
                    world.broker().messages().size()));
      }
    }
    return new SeedReport(
        plan.seed(),
        hash,
        plan.script(),
        parts(),
        outcome(),
        List.copyOf(problems),
        trace.events(),
        kernel.switches(),
        kernel.now(),
        List.copyOf(trace.lines()));
  }

  private List<Reduction.Part> parts() {
    List<Reduction.Part> parts = new ArrayList<>(plan.parts());
    parts.add(new Reduction.Part("preemptions", 0, kernel.preemptions(), true));
    return List.copyOf(parts);
  }

  /** Whether a thread may be left when all is over. */
  static boolean ofWorld(String thread) {
    return thread.startsWith("network/")
        || thread.startsWith("chaos/")
        || thread.startsWith("coordinator/http-client")
        // A heartbeat; it has a timeout.
        || thread.startsWith("coordinator/coordinator-call") && thread.endsWith("bytes of a worker")
        // The driver's own thread, in a driver that hangs.
        || thread.contains("/broker-client") && thread.endsWith("a driver that hangs");
  }

  private String outcome() {
    return result
        .map(run -> run.verdict().status() + " " + run.verdict().findings())
        .or(() -> failure.map(e -> "FAILED TO RUN (" + e.kind() + ") " + e.getMessage()))
        .orElse("NO RESULT");
  }

  /** The first thread: everything that happens. */
  private void conduct() {
    try {
      world.begin();
      WorkerProcesses workers = new WorkerProcesses(world, problems);
      workers.start();
      for (SeedPlan.Event each : plan.events()) {
        kernel.start(new Thread(() -> happen(each), "event"), new Node("chaos"));
      }
      kernel.start(new Thread(this::execute, "run"), coordinator);
      kernel.await("the run", () -> executed || coordinator.isKilled(), FOREVER);
      runEndedNanos = kernel.now();
      openAtEnd = world.broker().open();
      kernel.note("run ended: " + outcome());
      if (coordinator.isKilled()) {
        kernel.sleep(ABANDONED_NANOS + (plan.driver().hangs() ? HANGING_CALL_NANOS : 0));
        kernel.left().stream()
            .filter(each -> each.contains("/broker-client"))
            .forEach(each -> problems.add("not ended without a coordinator: " + each));
      }
      over = true;
      workers.stop();
    } catch (InterruptedException e) {
      problems.add("the first thread was interrupted");
    }
  }

  private void execute() {
    List<Worker> workers =
        world.workers().stream()
            .map(host -> new WorkerAddress(false, "127.0.0.1", host.port()))
            .map(address -> (Worker) HttpWorker.at(address, HttpWorkerOptions.DEFAULT))
            .toList();
    RunOptions options =
        RunOptions.DEFAULT.withLossPolicy(
            plan.continues() ? WorkerLossPolicy.CONTINUE : WorkerLossPolicy.END);
    try {
      result =
          Optional.of(
              plan.second().isEmpty()
                  ? new RunConductor(SystemClock.get(), WorkerProcesses.ownDomain())
                      .execute(
                          plan(options, workload, ""),
                          workers,
                          new Notes(),
                          stop,
                          journal,
                          injector())
                  : classes(options, workers));
      written.ifPresent(files -> files.ended(result.orElseThrow()));
    } catch (RunFailedException e) {
      failure = Optional.of(e);
    } catch (RuntimeException e) {
      problems.add("the coordinator threw " + e);
    } finally {
      workers.forEach(Worker::close);
      executed = true;
    }
  }

  /** A run for each class, with workers in turn, as the command has it. */
  private RunResult classes(RunOptions options, List<Worker> workers) throws RunFailedException {
    List<ClassPlan> plans = new ArrayList<>();
    for (Workload.TrafficClass each : workload.classes()) {
      int number = plans.size();
      List<Worker> its =
          IntStream.range(0, workers.size())
              .filter(worker -> TrafficPlan.ofWorker(worker) == number)
              .mapToObj(workers::get)
              .toList();
      plans.add(new ClassPlan(each.name(), plan(options, each.workload(), "-" + each.name()), its));
    }
    return ClassRuns.execute(
        SystemClock.get(),
        WorkerProcesses.ownDomain(),
        plan(options, workload, ""),
        plans,
        new Notes(),
        stop,
        journal);
  }

  private RunPlan plan(RunOptions options, Workload ofRun, String suffix) {
    return new RunPlan(
        new RunIdentity(
            "simulated-" + plan.seed() + suffix,
            "simulated",
            "simulated",
            "model",
            1,
            1,
            1_700_000_000_000L),
        ofRun,
        new DriverSource(driverClass().getName(), ModelDriver.FILE),
        Map.of(),
        Map.of(),
        options,
        Optional.ofNullable(world.sites()),
        Optional.empty());
  }

  private Class<? extends ModelDriver> driverClass() {
    return plan.requests().isEmpty() ? ModelDriver.class : RequestReplyDriver.class;
  }

  private FaultInjector injector() {
    return plan.ofWorkload().isEmpty() ? FaultInjector.NONE : world.faults();
  }

  /** What the run says goes to the trace. */
  private final class Notes implements RunListener {
    @Override
    public void note(String text) {
      kernel.note("note: " + text);
    }

    @Override
    public void measured(RunResult soFar) {
      world.measured();
      written.ifPresent(files -> files.measured(soFar));
    }

    @Override
    public void phaseStarted(String name, boolean measured, Optional<Duration> length) {
      kernel.note("phase " + name);
    }
  }

  private void happen(SeedPlan.Event event) {
    SimulatedWorld.WorkerHost host = world.workers().get(event.worker());
    try {
      if (event.atEvent() > 0) {
        kernel.awaitEvent(event.atEvent());
      } else {
        kernel.sleep(event.afterMillis() * MILLI);
      }
      if (over) {
        return; // Nothing may be frozen while it is looked at what is left.
      }
      kernel.note("event " + event);
      world.happens(event);
      switch (event.kind()) {
        case FREEZE:
          host.node().freeze(kernel.now());
          kernel.sleep(event.lengthMillis() * MILLI);
          host.node().thaw(kernel.now());
          kernel.note("thawed");
          break;
        case KILL:
          host.node().kill();
          if (event.silent()) {
            world.network().disappears(host.port());
          }
          break;
        case PARTITION:
          world.network().partition(host.port(), event.lengthMillis() * MILLI, event.silent());
          break;
        case STEP:
          host.clock().step(event.stepNanos());
          break;
        case KILL_COORDINATOR:
          coordinator.kill();
          break;
        case STALL:
          world.broker().stall(event.lengthMillis() * MILLI);
          break;
        case STOP:
          stop.request();
          break;
        case STOP_AT_ONCE:
          stop.request();
          stop.request();
          break;
        default:
          throw new IllegalStateException(event.toString());
      }
    } catch (InterruptedException e) {
      problems.add("an event was interrupted");
    }
  }
}
