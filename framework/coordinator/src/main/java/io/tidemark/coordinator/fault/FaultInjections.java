package io.tidemark.coordinator.fault;

import io.tidemark.coordinator.fault.Injection.State;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultTarget;
import io.tidemark.model.fault.FaultTrigger;
import io.tidemark.model.fault.FaultTrigger.At;
import io.tidemark.model.fault.FaultTrigger.Quantity;
import io.tidemark.model.fault.FaultTrigger.When;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Injects the faults of a workload when they are due and undoes them: after their duration, and all
 * of them when the load ends. For the thread of the run; injecting and undoing happen on others.
 */
public final class FaultInjections {
  static final String INJECTED = "FAULT_INJECTED";
  static final String UNDONE = "FAULT_UNDONE";
  static final String FAILED = "FAULT_FAILED";
  static final String UPGRADED = "NODES_UPGRADED";
  static final String LEADERS = "LEADERS_CHANGED";
  private static final String COORDINATOR = "coordinator";
  private static final Duration LEADERS_PERIOD = Duration.ofSeconds(1);

  private final boolean any;
  private final FaultInjector injector;
  private final Executor threads;
  private final LongSupplier epochNanos;
  private final Random random;
  private final Consumer<RunEvent> events;
  private final FaultSchedule schedule;
  private final Leaders leaders = new Leaders();
  private final List<Injection> injections = new ArrayList<>();
  private final Set<Injection> reported = new HashSet<>();
  private String phase = "";
  private boolean loadOver;
  private long leadersReadNanos = Long.MIN_VALUE;

  /**
   * @param threads one for each fault at a time
   * @param seed of the random targets
   * @param events gets what happens, on the thread of the run
   */
  public FaultInjections(
      List<FaultSpec> faults,
      FaultInjector injector,
      Executor threads,
      LongSupplier epochNanos,
      long seed,
      Consumer<RunEvent> events) {
    this.any = !faults.isEmpty();
    this.injector = injector;
    this.threads = threads;
    this.epochNanos = epochNanos;
    this.random = new Random(seed);
    this.events = events;
    this.schedule = new FaultSchedule(faults);
  }

  /** A measured phase begins. */
  public void begins(String measuredPhase, long startNanos) {
    phase = measuredPhase;
    schedule.begins(measuredPhase, startNanos);
  }

  /** Call often: injects and undoes what is due. */
  public void look(long backlog, long inFlight) {
    if (!any) {
      return;
    }
    long now = epochNanos.getAsLong();
    if (!loadOver) {
      schedule.take(now, backlog, inFlight).forEach(this::inject);
    }
    injections.stream().filter(each -> each.isDue(now)).forEach(Injection::beginUndo);
    injections.forEach(this::logEnd);
  }

  /** When {@link #look} has something to do by time; the highest value if that is not known. */
  public long nextNanos() {
    long next = loadOver ? Long.MAX_VALUE : schedule.nextNanos();
    return injections.stream().mapToLong(Injection::endNanos).reduce(next, Math::min);
  }

  private void inject(FaultSpec fault) {
    List<Integer> nodes = nodes(fault);
    List<String> workers =
        fault.target().isWorker()
            ? nodes.stream().map(number -> injector.workers().get(number - 1)).toList()
            : List.of();
    Injection injection = new Injection(fault, nodes, workers, phase, threads, epochNanos);
    injections.add(injection);
    event(injection.injectedNanos(), INJECTED, fault, fault.action() + injection.where(injector));
    if (nodes.isEmpty() && fault.command().isEmpty()) {
      injection.failed(
          fault.target().isWorker()
              ? "not injected: no such worker is left"
              : "not injected: no node that runs is known as " + fault.target().text());
    } else {
      injection.begin(injector);
    }
  }

  private List<Integer> nodes(FaultSpec fault) {
    if (fault.command().isPresent()) {
      return List.of();
    }
    FaultTarget target = fault.target();
    return switch (target.choice()) {
      case NODE -> List.of(target.number());
      case ALL -> injector.nodes();
      case RANDOM -> {
        List<Integer> running = injector.running();
        yield running.isEmpty() ? running : List.of(running.get(random.nextInt(running.size())));
      }
      case LEADER -> {
        OptionalInt leader = leaders.most(injector, target);
        yield leader.isEmpty() ? List.of() : List.of(leader.getAsInt());
      }
      case WORKER -> {
        List<Integer> left = workersLeft(target);
        yield left.isEmpty() ? left : List.of(left.get(random.nextInt(left.size())));
      }
    };
  }

  /** Returns the workers without those that a fault has killed. */
  private List<Integer> workersLeft(FaultTarget target) {
    List<String> all = injector.workers();
    return IntStream.rangeClosed(1, all.size())
        .filter(number -> target.number() == 0 || target.number() == number)
        .filter(number -> injections.stream().noneMatch(each -> each.killed(all.get(number - 1))))
        .boxed()
        .toList();
  }

  private void logEnd(Injection injection) {
    if (injection.state() == State.OVER && reported.add(injection)) {
      FaultReport report = injection.report();
      if (!injection.changed().isEmpty()) {
        long at = report.inEffectMicros().map(micros -> micros * 1_000).orElse(0L);
        event(at, UPGRADED, injection.fault(), injection.changed());
      }
      if (!report.problem().isEmpty()) {
        event(epochNanos.getAsLong(), FAILED, injection.fault(), report.problem());
      } else {
        report
            .undoneMicros()
            .ifPresent(at -> event(at * 1_000, UNDONE, injection.fault(), undone(report)));
      }
    }
  }

  private static String undone(FaultReport report) {
    double seconds =
        (report.undoneMicros().orElseThrow() - report.undoBegunMicros().orElseThrow()) / 1e6;
    return report.action() + ", the undoing took " + Text.duration(seconds);
  }

  private void event(long atNanos, String kind, FaultSpec fault, String detail) {
    events.accept(new RunEvent(atNanos, COORDINATOR, kind, fault.name(), detail));
  }

  /** Whether leaders should be read again. */
  public boolean wantsLeaders() {
    return any
        && !loadOver
        && epochNanos.getAsLong() - LEADERS_PERIOD.toNanos() >= leadersReadNanos;
  }

  /** Takes the leaders of queues or partitions, as the driver reports them. */
  public void leaders(Map<String, String> byQueue) {
    leadersReadNanos = epochNanos.getAsLong();
    leaders
        .read(leadersReadNanos, byQueue)
        .ifPresent(
            moved ->
                events.accept(
                    new RunEvent(
                        leadersReadNanos, COORDINATOR, LEADERS, "queues or partitions", moved)));
  }

  /** The load has ended: nothing is injected any more, everything is undone. */
  public void loadEnds() {
    loadOver = true;
    injections.forEach(Injection::beginUndo);
  }

  /** Whether a fault is still being injected or undone. */
  public boolean isBusy() {
    return injections.stream().anyMatch(each -> each.state() != State.OVER);
  }

  /**
   * Waits until everything is undone, also if the thread is interrupted meanwhile. Can be called
   * again.
   *
   * @param most how long it waits
   */
  public void finish(Duration most) {
    loadEnds();
    boolean interrupted = false;
    long deadline = epochNanos.getAsLong() + most.toNanos();
    for (Injection injection : injections) {
      while (true) {
        long left = (deadline - epochNanos.getAsLong()) / 1_000_000;
        try {
          if (injection.awaitOver(left) || left <= 0) {
            break;
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    injections.forEach(this::logEnd);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static FaultReport neverInjected(FaultSpec fault) {
    String why =
        fault.trigger() instanceof When when
            ? when.text() + " never held in the measured time"
            : "the load ended before its time";
    return new FaultReport(
        fault.name(),
        fault.action(),
        List.of(),
        List.of(),
        "",
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "not injected: " + why,
        Optional.empty());
  }

  /** Each fault without its effect, in order of time; those that were never injected come last. */
  public List<FaultReport> reports() {
    List<FaultReport> reports = new ArrayList<>();
    injections.stream()
        .sorted(Comparator.comparingLong(Injection::injectedNanos))
        .map(Injection::report)
        .forEach(reports::add);
    schedule.waiting().forEach(fault -> reports.add(neverInjected(fault)));
    return reports;
  }

  /** How many partitions had another leader between two moments; empty if leaders are unknown. */
  Optional<Long> leaderChanges(long fromNanos, long toNanos) {
    return leaders.changed(fromNanos, toNanos);
  }

  /** Which faults of a workload are due. Each is due once. */
  static final class FaultSchedule {
    private final List<FaultSpec> waiting;
    private final Map<String, Long> phaseStarts = new HashMap<>();
    private OptionalLong measuredFrom = OptionalLong.empty();

    FaultSchedule(List<FaultSpec> faults) {
      this.waiting = new ArrayList<>(faults);
    }

    /** A measured phase begins. */
    void begins(String phase, long startNanos) {
      phaseStarts.putIfAbsent(phase, startNanos);
      if (measuredFrom.isEmpty()) {
        measuredFrom = OptionalLong.of(startNanos);
      }
    }

    /** Takes those that are due now. */
    List<FaultSpec> take(long nowNanos, long backlog, long inFlight) {
      List<FaultSpec> due = new ArrayList<>();
      for (Iterator<FaultSpec> all = waiting.iterator(); all.hasNext(); ) {
        FaultSpec fault = all.next();
        if (isDue(fault.trigger(), nowNanos, backlog, inFlight)) {
          due.add(fault);
          all.remove();
        }
      }
      return due;
    }

    private boolean isDue(FaultTrigger trigger, long nowNanos, long backlog, long inFlight) {
      if (trigger instanceof When when) {
        return measuredFrom.isPresent()
            && when.holds(when.quantity() == Quantity.BACKLOG ? backlog : inFlight);
      }
      return nowNanos >= dueNanos(trigger);
    }

    /** When the next one is due by time; the highest value if that is not known. */
    long nextNanos() {
      return waiting.stream()
          .mapToLong(fault -> dueNanos(fault.trigger()))
          .min()
          .orElse(Long.MAX_VALUE);
    }

    /** Returns the faults that have not been due. */
    List<FaultSpec> waiting() {
      return List.copyOf(waiting);
    }

    private long dueNanos(FaultTrigger trigger) {
      if (!(trigger instanceof At at)) {
        return Long.MAX_VALUE;
      }
      OptionalLong from =
          at.phase().isEmpty()
              ? measuredFrom
              : phaseStarts.containsKey(at.phase().get())
                  ? OptionalLong.of(phaseStarts.get(at.phase().get()))
                  : OptionalLong.empty();
      return from.isPresent() ? from.getAsLong() + at.after().toNanos() : Long.MAX_VALUE;
    }
  }
}
