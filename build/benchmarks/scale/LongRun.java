import io.tidemark.base.ManualClock;
import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.coordinator.run.RunConductor;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.LoadReport;
import io.tidemark.model.worker.LoadReport.ProducerTotals;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.worker.ProbeReport;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * A run of hours with samples of a second on a manual clock: the coordinator, its journal and the files of the result are the
 * real ones; workers make up their snapshots, with full delivery audit. Arguments: folder, hours, workers (one, or half of them
 * produce), messages per second of each producer. Prints live heap, journal and CPU on the way, and sizes of files at the end.
 */
public final class LongRun implements RunListener {
  private static final String BOOT = "one kernel";
  private static final double HEAP_MB = 1e-6;

  private final ManualClock clock = new ManualClock();
  private final Path folder;
  private final long samplesInAll;
  private final int producers;
  private final int perSecond;
  private final long[] sent;
  private final long[] received;
  private final Random random = new Random(1);
  private long samples;
  private long workerCpuNanos;
  private long lastCpuNanos;
  private long lastSamples;

  private LongRun(Path folder, int hours, int workers, int perSecond) {
    this.folder = folder;
    this.samplesInAll = TimeUnit.HOURS.toSeconds(hours);
    this.producers = Math.max(1, workers / 2);
    this.perSecond = perSecond;
    this.sent = new long[producers];
    this.received = new long[producers];
  }

  /** About 1 ms, with a long tail; each time others, because equal ones would be compressed. */
  private void latencies(Map<Measure, LatencyCounts> to, long messages, Measure... measures) {
    for (Measure measure : measures) {
      int[] counts = new int[LatencyHistogram.bucketOf(1_000_000_000)];
      for (long i = 0; i < messages; i++) {
        long nanos = (long) (1e6 * Math.exp(0.8 * random.nextGaussian()));
        counts[Math.min(counts.length - 1, LatencyHistogram.bucketOf(nanos))]++;
      }
      to.put(measure, new LatencyCounts(0, counts));
    }
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    int hours = Integer.parseInt(arguments[1]);
    int workers = Integer.parseInt(arguments[2]);
    new LongRun(folder, hours, workers, Integer.parseInt(arguments[3])).run(hours, workers);
  }

  private void run(int hours, int workers) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("long.yaml"),
            String.format(
                Locale.ROOT,
                "name: long\ntopics: 1\npartitionsPerTopic: %1$d\nmessageSize: 100\nsubscriptionsPerTopic: 1\n"
                    + "producersPerTopic: %1$d\nconsumerPerSubscription: %2$d\nproducerRate: %3$d\n"
                    + "warmupDuration: 0s\ntestDuration: %4$dh\n",
                producers,
                Math.max(1, workers - producers),
                producers * perSecond,
                hours));
    Workload workload = WorkloadReader.read(file, ReadOptions.ofProcess(false));
    RunPlan plan =
        new RunPlan(
            new RunIdentity("long", "long", "long", "made up", 1, 1, clock.epochNanos() / 1_000_000),
            workload,
            new DriverSource("none", "name: made up"),
            Map.of(),
            Map.of(),
            RunOptions.DEFAULT);
    RunConductor run = new RunConductor(clock, new ClockDomain(BOOT, 0), this::until, SameThread::new);
    List<Worker> all = IntStream.range(0, workers).mapToObj(i -> new MadeUp(i).port()).toList();
    System.out.printf(
        "%8s %10s %13s %12s %15s%n", "hour", "samples", "live heap MB", "journal MB", "CPU ms/sample");
    try (RunJournal journal = RunJournal.in(folder.resolve("recording"))) {
      RunResult result = run.execute(plan, all, this, new StopSignal(), journal, FaultInjector.NONE);
      long begin = System.nanoTime();
      Path written = RunDirectory.write(folder.resolve("results"), result, Map.of());
      System.out.printf(
          "%s %s; result written in %.1f s%n",
          result.verdict().status(),
          result.verdict().findings().stream().map(each -> each.code()).distinct().toList(),
          (System.nanoTime() - begin) / 1e9);
      sizes(written);
    }
  }

  private static void sizes(Path written) throws IOException {
    try (Stream<Path> files = Files.list(written)) {
      for (Path file : files.sorted().toList()) {
        if (Files.size(file) >= 1_000) {
          System.out.printf("%,13d bytes  %s%n", Files.size(file), file.getFileName());
        }
      }
    }
  }

  /** Waiting takes no time. */
  private void until(long epochNanos, StopSignal stop) {
    if (epochNanos > clock.epochNanos()) {
      clock.setEpochNanos(epochNanos);
    }
  }

  @Override
  public void sampleTaken(Sample sample, Totals totals) {
    samples++;
    if (samples == 60 || samples == 600 || samples % (samplesInAll / 8) == 0) {
      try {
        report();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void report() throws IOException {
    long cpu = cpuNanos() - workerCpuNanos;
    double each = (cpu - lastCpuNanos) / 1e6 / (samples - lastSamples);
    System.gc();
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    double heap = (runtime.totalMemory() - runtime.freeMemory()) * HEAP_MB;
    long journal = 0;
    try (Stream<Path> files = Files.list(folder.resolve("recording"))) {
      for (Path file : files.toList()) {
        journal += Files.size(file);
      }
    }
    System.out.printf(
        "%8.2f %10d %13.1f %12.1f %15.2f%n", samples / 3600.0, samples, heap, journal / 1e6, each);
    lastCpuNanos = cpuNanos() - workerCpuNanos;
    lastSamples = samples;
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** A worker: all of its calls come from the run's thread. */
  private final class MadeUp implements InvocationHandler {
    private final String name;
    private List<ProducerRequest> producing = List.of();
    private List<ConsumerRequest> consuming = List.of();
    private final List<PhaseRequest> phases = new ArrayList<>();
    private boolean running;
    private long startEpochNanos;
    private long cutEpochNanos = clock.epochNanos();
    private Snapshot last;

    MadeUp(int index) {
      this.name = "worker-" + index;
    }

    Worker port() {
      Class<?>[] types = {Worker.class};
      return (Worker) Proxy.newProxyInstance(Worker.class.getClassLoader(), types, this);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      switch (method.getName()) {
        case "createProducers" -> producing = (List<ProducerRequest>) arguments[0];
        case "createConsumers" -> consuming = (List<ConsumerRequest>) arguments[0];
        case "announcePhases" -> announce((List<PhaseRequest>) arguments[0]);
        case "startLoad" -> {
          running = true;
          startEpochNanos = ((LoadRequest) arguments[0]).startEpochNanos();
        }
        default -> {
          return answer(method, arguments);
        }
      }
      return null;
    }

    private Object answer(Method method, Object[] arguments) {
      return switch (method.getName()) {
        case "name" -> name;
        case "silence", "departure" -> Optional.empty();
        case "describe" -> new WorkerInfo(name, "1", new ClockDomain(BOOT, 0), Map.of());
        case "readClock" -> ClockReading.local(clock.epochNanos(), clock.nanoTime());
        case "brokerFacts", "leaders" -> Map.of();
        case "brokerConfiguration" -> BrokerConfiguration.NONE;
        case "createTopics" -> List.of(new TopicHandle("long", producers));
        case "probeStatus" -> probes();
        case "snapshot" -> snapshot((long) arguments[0]);
        case "stopLoad" -> stop();
        case "outstanding", "finish" -> new FinishReport(List.of(), 0, List.of());
        default -> null;
      };
    }

    private ProbeReport probes() {
      List<Integer> all = IntStream.range(0, producers).boxed().toList();
      Map<Integer, List<Integer>> from = consuming.isEmpty() ? Map.of() : Map.of(0, all);
      return new ProbeReport(
          producing.size(), producing.size(), from, Map.of(), List.of(), ProbeCounts.NONE, List.of());
    }

    private LoadReport stop() {
      running = false;
      return new LoadReport(
          producing.stream().map(each -> new ProducerTotals(each.index(), sent[each.index()])).toList(),
          0,
          0,
          0);
    }

    /** May be announced before it begins, and again. */
    private void announce(List<PhaseRequest> announced) {
      phases.removeIf(each -> each.index() >= announced.get(0).index());
      phases.addAll(announced);
    }

    private int phaseAt(long epochNanos) {
      return phases.stream()
          .filter(each -> each.startEpochNanos() <= epochNanos)
          .mapToInt(PhaseRequest::index)
          .max()
          .orElse(0);
    }

    private Snapshot snapshot(long sequence) {
      if (last != null && last.sequence() == sequence) {
        return last;
      }
      long cpu = cpuNanos();
      long start = cutEpochNanos;
      cutEpochNanos = clock.epochNanos();
      List<AuditDelta.Published> published = new ArrayList<>();
      List<AuditDelta.Delivered> delivered = new ArrayList<>();
      long out = 0;
      long in = 0;
      if (running && cutEpochNanos > startEpochNanos) {
        long due = (cutEpochNanos - startEpochNanos) * perSecond / 1_000_000_000;
        for (ProducerRequest each : producing) {
          Roaring64Bitmap sequences = range(sent[each.index()], due);
          published.add(new AuditDelta.Published(each.index(), sequences, new Roaring64Bitmap()));
          out += due - sent[each.index()];
          sent[each.index()] = due;
        }
      }
      for (int producer = 0; producer < producers && !consuming.isEmpty(); producer++) {
        boolean mine = consuming.stream().anyMatch(this.receivesFrom(producer));
        if (mine && sent[producer] > received[producer]) {
          Roaring64Bitmap sequences = range(received[producer], sent[producer]);
          delivered.add(
              new AuditDelta.Delivered(0, producer, sequences, new Roaring64Bitmap(), 0, true));
          in += sent[producer] - received[producer];
          received[producer] = sent[producer];
        }
      }
      last = snapshot(sequence, start, counters(out, in), new AuditDelta(published, delivered));
      workerCpuNanos += cpuNanos() - cpu;
      return last;
    }

    private java.util.function.Predicate<ConsumerRequest> receivesFrom(int producer) {
      return each -> each.index() % producers == producer;
    }

    private Roaring64Bitmap range(long from, long to) {
      Roaring64Bitmap range = new Roaring64Bitmap();
      range.addRange(from, to);
      return range;
    }

    private Counters counters(long out, long in) {
      return Counters.of(
          counter ->
              switch (counter) {
                case SENT, ACKNOWLEDGED -> out;
                case SENT_BYTES, ACKNOWLEDGED_BYTES -> 100 * out;
                case RECEIVED -> in;
                case RECEIVED_BYTES -> 100 * in;
                default -> 0;
              });
    }

    private Snapshot snapshot(long sequence, long start, Counters counters, AuditDelta audit) {
      Map<Measure, LatencyCounts> latencies = new EnumMap<>(Measure.class);
      if (counters.get(Counter.SENT) > 0) {
        latencies(
            latencies,
            counters.get(Counter.SENT),
            Measure.SCHEDULE_DELAY,
            Measure.PUBLISH_LATENCY,
            Measure.PUBLISH_RESPONSE);
      }
      if (counters.get(Counter.RECEIVED) > 0) {
        latencies(
            latencies,
            counters.get(Counter.RECEIVED),
            Measure.END_TO_END,
            Measure.END_TO_END_FROM_SEND);
      }
      int phase = phaseAt(start);
      ArrivalSpan arrivals =
          counters.get(Counter.RECEIVED) > 0 ? new ArrivalSpan(start, cutEpochNanos) : ArrivalSpan.NONE;
      return new Snapshot(
          "long",
          sequence,
          start,
          cutEpochNanos,
          counters,
          List.of(new PhaseSlice(phase, phase, counters, arrivals, latencies)),
          audit,
          new LoadState(running, false, 0, 0, 0, 0, 0, false, false),
          host(),
          List.of(),
          List.of(),
          MessageSpans.NONE, Map.of());
    }
  }

  private HostSample host() {
    long threads = 1_000_000_000L;
    return new HostSample(
        random.nextDouble(),
        2 * random.nextDouble(),
        2,
        0,
        0,
        0,
        0,
        random.nextInt(1 << 28),
        random.nextInt(1 << 28),
        random.nextInt(100_000),
        new LoadThreads(
            threads,
            threads,
            random.nextInt(1_000_000),
            0,
            random.nextInt(100_000_000),
            random.nextInt(10_000_000),
            0,
            0));
  }

  /** Calls in the caller's thread. */
  private static final class SameThread extends AbstractExecutorService {
    private boolean shut;

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void shutdown() {
      shut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      shut = true;
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return shut;
    }

    @Override
    public boolean isTerminated() {
      return shut;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
