package io.tidemark.runs.workers;

import io.tidemark.base.UsageException;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.Workload.TrafficClass;
import io.tidemark.runs.Installation;
import io.tidemark.runs.PlannedRun;
import io.tidemark.worker.LocalWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The workers of a command.
 *
 * @param remote addresses of workers; empty: this process itself
 * @param connection how to reach them
 * @param lossPolicy what to do when one of them is lost
 * @param pinnedCores cores for the load threads of this process; empty: the kernel chooses
 */
public record Workers(
    List<WorkerAddress> remote,
    HttpWorkerOptions connection,
    WorkerLossPolicy lossPolicy,
    List<Integer> pinnedCores) {
  // The first calls to a process that has just started are slow.
  private static final Duration REMOTE_START_LEAD = Duration.ofSeconds(1);
  // A worker is lost after 3.5 s without a response.
  private static final Duration SHORT_FREEZE = Duration.ofSeconds(2);

  public Workers {
    remote = List.copyOf(remote);
    pinnedCores = List.copyOf(pinnedCores);
  }

  /** With load threads where the kernel wants them. */
  public Workers(
      List<WorkerAddress> remote, HttpWorkerOptions connection, WorkerLossPolicy lossPolicy) {
    this(remote, connection, lossPolicy, List.of());
  }

  public RunOptions options(boolean extraConsumers, Duration setupTimeout) {
    RunOptions options =
        RunOptions.DEFAULT.with().extraConsumers(extraConsumers).setupTimeout(setupTimeout).build();
    return remote.isEmpty()
        ? options
        : options.with().lossPolicy(lossPolicy).startLead(REMOTE_START_LEAD).build();
  }

  private static boolean isLocal(DriverFile driver) {
    return driver.localBrokers().isPresent();
  }

  private static boolean hasTwoSites(PlannedRun run) {
    return run.workload().pattern() == Pattern.FAILOVER;
  }

  private void checkSites(PlannedRun run) {
    if (run.driver().standby().isEmpty()) {
      throw new UsageException(
          "%s: standby: the key is missing; workload %s has pattern: failover, which needs a second site"
              .formatted(run.driver().path(), run.workload().fileBase()));
    }
    if (remote.size() == 1) {
      throw new UsageException(
          "workload %s has pattern: failover, which needs a worker at each site, got 1; allowed 2 and more"
              .formatted(run.workload().fileBase()));
    }
  }

  private void checkConsuming(PlannedRun run) {
    Workload workload = run.workload();
    boolean allowed =
        List.of(Pattern.PUBSUB, Pattern.FILL_THEN_DRAIN).contains(workload.pattern())
            && workload.classes().isEmpty()
            && workload.limits().inFlightUntil() != InFlightUntil.RECEIVED;
    if (!allowed) {
      throw new UsageException(
          ("%s: consumeThrough: cannot be combined with workload %s; allowed are pattern: pubsub"
                  + " and fill-then-drain, without classes and inFlightUntil: received")
              .formatted(run.driver().path(), workload.fileBase()));
    }
    if (remote.size() == 1) {
      throw new UsageException(
          "%s: consumeThrough: needs workers for producers and for consumers, got 1; allowed 2 and more"
              .formatted(run.driver().path()));
    }
  }

  private void checkClasses(PlannedRun run) {
    int classes = run.workload().classes().size();
    if (!remote.isEmpty() && remote.size() < classes) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "workload %s has %d classes, of which each needs a worker, got %d; allowed %d and"
                  + " more",
              run.workload().fileBase(),
              classes,
              remote.size(),
              classes));
    }
  }

  private void checkInFlight(PlannedRun run) {
    if (run.workload().limits().inFlightUntil() == InFlightUntil.RECEIVED && remote.size() > 1) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              ("workload %s has inFlightUntil: received, which needs producers and consumers in one"
                  + " worker, got %d workers; allowed 1"),
              run.workload().fileBase(),
              remote.size()));
    }
  }

  private void checkFault(FaultSpec fault) {
    boolean isShort =
        fault.kind() == FaultKind.FREEZE
            && fault.duration().orElseThrow().compareTo(SHORT_FREEZE) <= 0;
    if (remote.isEmpty()) {
      refuse(fault, "needs workers that are separate processes; allowed with -w");
    } else if (fault.target().number() > remote.size()) {
      refuse(
          fault,
          String.format(
              Locale.ROOT,
              "there is no such worker, got %d; allowed 1 to %d",
              fault.target().number(),
              remote.size()));
    } else if (lossPolicy == WorkerLossPolicy.END && !isShort) {
      refuse(
          fault,
          "would end the run, because the worker is lost; allowed with --on-worker-loss continue%s"
              .formatted(
                  fault.kind() == FaultKind.FREEZE
                      ? ", or with a duration of at most " + Quantities.text(SHORT_FREEZE)
                      : ""));
    }
  }

  private static void refuse(FaultSpec fault, String why) {
    throw new UsageException(fault.place().orElseThrow() + ": " + why);
  }

  /** The workers of one run. */
  public record Open(List<Worker> workers) implements AutoCloseable {
    @Override
    public void close() {
      workers.forEach(Worker::close);
    }

    /** Those that are separate processes. */
    public List<Worker> processes() {
      return workers.stream().filter(HttpWorker.class::isInstance).toList();
    }

    /** Workers that do not require the given token. */
    public List<String> ignoringToken() {
      return workers.stream()
          .filter(each -> each instanceof HttpWorker remote && remote.ignoresToken())
          .map(Worker::name)
          .toList();
    }
  }

  /** Before anything is touched. */
  public void check(List<PlannedRun> runs) {
    runs.stream().filter(Workers::hasTwoSites).forEach(this::checkSites);
    runs.stream().filter(run -> run.driver().consuming().isPresent()).forEach(this::checkConsuming);
    runs.forEach(this::checkClasses);
    for (PlannedRun run : runs) {
      run.workload().faults().stream()
          .filter(fault -> fault.target().isWorker())
          .forEach(this::checkFault);
    }
    if (remote.isEmpty()) {
      return;
    }
    runs.forEach(this::checkInFlight);
    for (PlannedRun run : runs) {
      boolean second = run.driver().standby().filter(each -> isLocal(each.site())).isPresent();
      if (isLocal(run.driver()) || second) {
        throw new UsageException(
            ("%s: localBrokers: these brokers listen on loopback, so remote workers"
                    + " cannot reach them; use brokers that the workers can reach ('bin/brokers up'"
                    + " for workers on this machine), or no remote workers")
                .formatted(run.driver().path()));
      }
    }
  }

  /** The workers of each class, in the order of the classes: some of them, or one here. */
  public List<Open> openFor(List<TrafficClass> classes) {
    List<List<Worker>> all = new ArrayList<>();
    classes.forEach(each -> all.add(new ArrayList<>()));
    for (int i = 0; i < remote.size(); i++) {
      all.get(i % all.size()).add(HttpWorker.at(remote.get(i), connection));
    }
    if (remote.isEmpty()) {
      List<String> names = classes.stream().map(each -> "local-" + each.name()).toList();
      return locals(names).stream().map(worker -> new Open(List.of(worker))).toList();
    }
    return all.stream().map(Open::new).toList();
  }

  /** The workers of a run: with two drivers this process has a worker for each. */
  public Open open(PlannedRun run) {
    if (remote.isEmpty()) {
      List<String> names =
          hasTwoSites(run)
              ? List.of("local-site-a", "local-site-b")
              : run.driver().consuming().isPresent()
                  ? List.of("local-producers", "local-consumers")
                  : List.of("local");
      return new Open(locals(names));
    }
    return new Open(
        remote.stream().map(address -> (Worker) HttpWorker.at(address, connection)).toList());
  }

  /** Workers of this process: each core belongs to one of them. */
  private List<Worker> locals(List<String> names) {
    List<Worker> locals = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      List<Integer> cores = new ArrayList<>();
      for (int core = i; core < pinnedCores.size(); core += names.size()) {
        cores.add(pinnedCores.get(core));
      }
      locals.add(new LocalWorker(names.get(i), Installation.catalog()).pinnedTo(cores));
    }
    return locals;
  }
}
