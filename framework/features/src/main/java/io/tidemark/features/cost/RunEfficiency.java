package io.tidemark.features.cost;

import io.tidemark.features.cost.BrokerUse.Used;
import io.tidemark.features.cost.Efficiency.Figure;
import io.tidemark.features.cost.Efficiency.IdleBaseline;
import io.tidemark.features.cost.Efficiency.Use;
import io.tidemark.features.cost.SeriesUse.Span;
import io.tidemark.model.result.IdleTime;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The efficiency of a run, from its phases, samples and telemetry. */
public final class RunEfficiency {
  /** The name of all measured phases together. */
  public static final String TOTAL = "all measured phases";

  private static final double MILLION = 1e6;
  private static final double THOUSAND = 1e3;

  private final List<PhaseResult> phases;
  private final Optional<IdleTime> idle;
  private final int queues;
  private final BrokerUse broker;
  private final Map<String, ClientUse> clients = new HashMap<>();
  private final int idleSpan;

  private RunEfficiency(
      List<PhaseResult> phases,
      int queues,
      Set<Integer> processes,
      Iterable<Sample> samples,
      Iterable<TelemetrySample> telemetry,
      Optional<IdleTime> idle) {
    this.phases =
        phases.stream()
            .filter(phase -> phase.measured() && phase.lengthNanos() > 0)
            .sorted(Comparator.comparingLong(PhaseResult::startEpochNanos))
            .toList();
    this.idle = idle;
    this.queues = queues;
    List<Span> spans = new ArrayList<>();
    idle.ifPresent(
        time ->
            spans.add(
                new Span(time.startEpochNanos(), time.startEpochNanos() + time.lengthNanos())));
    this.idleSpan = spans.size() - 1;
    this.phases.forEach(
        phase ->
            spans.add(
                new Span(phase.startEpochNanos(), phase.startEpochNanos() + phase.lengthNanos())));
    this.broker = new BrokerUse(spans.toArray(Span[]::new), telemetry);
    for (Sample sample : samples) {
      clients.computeIfAbsent(sample.phase(), any -> new ClientUse()).add(sample, processes);
    }
  }

  /**
   * The run with its efficiency, if anything was measured. Reads samples and telemetry once.
   *
   * @param run with what all processes used: not one of several traffic classes
   */
  public static RunResult measured(RunResult run) {
    List<RunResult> classes = run.classes().stream().flatMap(each -> each.run().stream()).toList();
    Optional<Efficiency> efficiency =
        of(
            run.phases(),
            classes.isEmpty()
                ? run.shape().queues()
                : classes.stream().mapToInt(each -> each.shape().queues()).sum(),
            run.workers(),
            run.samples(),
            run.part(TelemetrySample.PART),
            classes.isEmpty()
                ? run.part(IdleTime.PART)
                : idle(
                    classes.stream().flatMap(each -> each.part(IdleTime.PART).stream()).toList(),
                    classes.size(),
                    processes(run.workers()).size() == 1));
    return run.with(Efficiency.PART, efficiency);
  }

  /**
   * @param queues of all topics, or their partitions
   * @param workers in the order of the hosts of samples
   * @param idle when nothing was sent, with all clients connected
   */
  static Optional<Efficiency> of(
      List<PhaseResult> phases,
      int queues,
      List<WorkerReport> workers,
      Iterable<Sample> samples,
      Iterable<TelemetrySample> telemetry,
      Optional<IdleTime> idle) {
    RunEfficiency run =
        new RunEfficiency(phases, queues, processes(workers), samples, telemetry, idle);
    return run.phases.isEmpty() ? Optional.empty() : Optional.of(run.efficiency());
  }

  /**
   * A time in which no class had load: that of the class which was ready last. Empty if it is not
   * known of all.
   *
   * @param shared whether the workers of all classes are one process
   */
  private static Optional<IdleTime> idle(List<IdleTime> ofClasses, int classes, boolean shared) {
    return ofClasses.stream()
        .max(Comparator.comparingLong(IdleTime::startEpochNanos))
        .filter(last -> ofClasses.size() == classes)
        .map(
            last ->
                new IdleTime(
                    last.startEpochNanos(),
                    last.lengthNanos(),
                    shared
                        ? last.clientCpuCores()
                        : ofClasses.stream().mapToDouble(IdleTime::clientCpuCores).sum()));
  }

  /**
   * Indexes of workers, one for each process: traffic classes, two sites and two drivers without
   * {@code -w} have several workers in the process of the command. The clocks of two processes of
   * one machine never have the same offset in nanoseconds.
   */
  static Set<Integer> processes(List<WorkerReport> workers) {
    Set<Integer> first = new LinkedHashSet<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < workers.size(); i++) {
      WorkerReport each = workers.get(i);
      if (each.bootId().isEmpty() || seen.add(each.bootId() + " " + each.clockOffsetNanos())) {
        first.add(i);
      }
    }
    return first;
  }

  /** Processor time of all workers, and the backlog. */
  private static final class ClientUse {
    private double cpuSeconds;
    private double backlogSeconds;
    private double seconds;

    void add(Sample sample, Set<Integer> processes) {
      double length = sample.lengthSeconds();
      seconds += length;
      backlogSeconds += sample.backlog() * length;
      for (int i = 0; i < sample.hosts().size(); i++) {
        if (processes.contains(i)) {
          cpuSeconds += length * sample.hosts().get(i).processCpuShare();
        }
      }
    }
  }

  private Efficiency efficiency() {
    List<PhaseUse> uses = new ArrayList<>();
    for (int i = 0; i < phases.size(); i++) {
      uses.add(use(phases.get(i), idleSpan + 1 + i));
    }
    PhaseUse total = uses.stream().reduce(PhaseUse::plus).orElseThrow(); // Of one or more.
    Optional<PhaseUse> without = idle.map(this::idleUse);
    List<Use> each = uses.stream().map(use -> figures(use, without)).toList();
    return new Efficiency(without.map(this::baseline), figures(total, without), each);
  }

  private PhaseUse use(PhaseResult phase, int span) {
    ClientUse client = clients.getOrDefault(phase.name(), new ClientUse());
    Map<UsedResource, Used> used = new HashMap<>();
    Map<UsedResource, String> missing = new HashMap<>();
    for (UsedResource resource : UsedResource.values()) {
      Optional<Used> found = broker.used(resource, span);
      found.ifPresent(each -> used.put(resource, each));
      if (found.isEmpty()) {
        missing.put(resource, broker.missing(resource, span));
      }
    }
    return PhaseUse.of(
        phase,
        used,
        missing,
        client.cpuSeconds / client.seconds,
        client.backlogSeconds / client.seconds);
  }

  private PhaseUse idleUse(IdleTime time) {
    Map<UsedResource, Used> used = new HashMap<>();
    for (UsedResource resource : UsedResource.values()) {
      broker.used(resource, idleSpan).ifPresent(each -> used.put(resource, each));
    }
    return PhaseUse.idle(time.lengthNanos() / 1e9, used, time.clientCpuCores());
  }

  private IdleBaseline baseline(PhaseUse use) {
    return new IdleBaseline(
        use.seconds(),
        use.perSecond(UsedResource.CPU),
        Optional.of(use.clientCpuCores()).filter(Double::isFinite),
        use.perSecond(UsedResource.DISK),
        use.perSecond(UsedResource.PEERS),
        use.perSecond(UsedResource.MEMORY),
        use.perSecond(UsedResource.ENERGY));
  }

  private Use figures(PhaseUse use, Optional<PhaseUse> without) {
    FigureTable table = new FigureTable(use, without);
    double millions = use.delivered() / MILLION;
    double gigabytes = use.hasRequests() ? 0 : use.deliveredBytes() / 1e9;
    table.perUnit(CostFigure.BROKER_CPU_PER_MESSAGES, UsedResource.CPU, 1, millions);
    if (use.openedClients() > 0) { // Few runs open clients while they measure.
      double thousands = use.openedClients() / THOUSAND;
      table.perUnit(CostFigure.BROKER_CPU_PER_CONNECTIONS, UsedResource.CPU, 1, thousands);
    }
    table.perUnit(CostFigure.BROKER_CPU_PER_GIGABYTE, UsedResource.CPU, 1, gigabytes);
    table.ofClients(CostFigure.CLIENT_CPU_PER_MESSAGES, millions);
    table.ofClients(CostFigure.CLIENT_CPU_PER_GIGABYTE, gigabytes);
    table.perUnit(CostFigure.DISK_PER_MESSAGES, UsedResource.DISK, 1e-6, millions);
    table.perUnit(CostFigure.DISK_AMPLIFICATION, UsedResource.DISK, 1, use.acknowledgedBytes());
    table.perUnit(CostFigure.NETWORK_PER_MESSAGES, UsedResource.PEERS, 1e-6, millions);
    table.perUnit(CostFigure.NETWORK_AMPLIFICATION, UsedResource.PEERS, 1, use.acknowledgedBytes());
    table.memoryPerQueue(queues);
    table.memoryPerWaiting();
    table.perUnit(CostFigure.ENERGY, UsedResource.ENERGY, 1, millions);
    return new Use(
        use.name(),
        use.seconds(),
        use.delivered(),
        use.deliveredBytes(),
        use.acknowledgedBytes(),
        table.figures(),
        table.notAvailable());
  }

  /** The figures of a phase, and why others are missing. */
  private static final class FigureTable {
    private static final double LEAST_WAITING = 1_000;
    private static final String WORKERS = "processes of the workers";

    private final PhaseUse use;
    private final Optional<PhaseUse> without;
    private final Map<String, Figure> figures = new LinkedHashMap<>();
    private final Map<String, String> notAvailable = new LinkedHashMap<>();

    FigureTable(PhaseUse use, Optional<PhaseUse> without) {
      this.use = use;
      this.without = without;
    }

    Map<String, Figure> figures() {
      return figures;
    }

    Map<String, String> notAvailable() {
      return notAvailable;
    }

    void perUnit(CostFigure figure, UsedResource resource, double scale, double units) {
      Optional<Used> used = use.used(resource);
      if (used.isEmpty()) {
        notAvailable.put(figure.key(), use.missing(resource));
        return;
      }
      Optional<Double> idle = without.flatMap(time -> time.perSecond(resource));
      put(figure, used.get().perSecond(), idle, scale, units, used.get().source());
    }

    void ofClients(CostFigure figure, double units) {
      if (!Double.isFinite(use.clientCpuCores())) {
        notAvailable.put(figure.key(), "a worker did not report its processor time");
        return;
      }
      Optional<Double> idle = without.map(PhaseUse::clientCpuCores).filter(Double::isFinite);
      put(figure, use.clientCpuCores(), idle, 1, units, WORKERS);
    }

    private void put(
        CostFigure figure,
        double perSecond,
        Optional<Double> idle,
        double scale,
        double units,
        String source) {
      if (units <= 0) {
        notAvailable.put(figure.key(), "no such messages in the phase, or only requests");
        return;
      }
      double size = use.seconds() * scale / units;
      figures.put(
          figure.key(),
          new Figure(
              Math.max(0, perSecond - idle.orElse(0.0)) * size,
              idle.map(each -> each * size),
              source));
    }

    void memoryPerQueue(int queues) {
      Optional<Used> used = use.used(UsedResource.MEMORY);
      if (used.isEmpty() || queues <= 0) {
        notAvailable.put(CostFigure.MEMORY_PER_QUEUE.key(), use.missing(UsedResource.MEMORY));
        return;
      }
      figures.put(
          CostFigure.MEMORY_PER_QUEUE.key(),
          new Figure(
              used.get().perSecond() / MILLION / queues, Optional.empty(), used.get().source()));
    }

    void memoryPerWaiting() {
      String key = CostFigure.MEMORY_PER_WAITING.key();
      Optional<Used> used = use.used(UsedResource.MEMORY);
      Optional<Double> idle = without.flatMap(time -> time.perSecond(UsedResource.MEMORY));
      if (used.isEmpty()) {
        notAvailable.put(key, use.missing(UsedResource.MEMORY));
      } else if (idle.isEmpty()) {
        notAvailable.put(key, "no idle baseline of the memory (key idleBaseline of the workload)");
      } else if (!(use.backlog() >= LEAST_WAITING)) {
        notAvailable.put(key, "fewer than 1,000 messages waited on average");
      } else {
        double bytes = Math.max(0, used.get().perSecond() - idle.get());
        figures.put(
            key,
            new Figure(
                bytes / use.backlog(),
                Optional.of(idle.get() / use.backlog()),
                used.get().source()));
      }
    }
  }
}
