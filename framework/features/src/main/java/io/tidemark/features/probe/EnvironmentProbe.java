package io.tidemark.features.probe;

import io.tidemark.base.Clock;
import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.report.runs.ProbeResult;
import io.tidemark.report.runs.ProbeResult.Cpu;
import io.tidemark.report.runs.ProbeResult.Disk;
import io.tidemark.report.runs.ProbeResult.Latency;
import io.tidemark.report.runs.ProbeResult.RoundTrips;
import io.tidemark.report.runs.ProbeResult.SyncedWrites;
import io.tidemark.report.runs.ProbeResult.Throughput;
import io.tidemark.worker.host.EnvironmentFacts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * All measurements of an environment, one after another: CPU, disk, round trips, throughput of the
 * network.
 *
 * @param disk folder on the volume to measure; empty for none
 * @param brokerVolume whether a broker keeps its data there
 * @param brokers addresses to connect to
 * @param streams connections at a time for the second measurement of the throughput
 * @param progress takes what is measured now
 */
public record EnvironmentProbe(
    Clock clock,
    Optional<Path> disk,
    boolean brokerVolume,
    List<BrokerAddresses.Address> brokers,
    List<WorkerAddress> workers,
    HttpWorkerOptions connection,
    int streams,
    Consumer<String> progress) {
  private static final Duration CPU_TIME = Duration.ofSeconds(1);
  private static final Duration DISK_TIME = Duration.ofSeconds(10);
  private static final Duration ROUND_TRIP_TIME = Duration.ofSeconds(1);
  private static final Duration THROUGHPUT_TIME = Duration.ofSeconds(1);
  private static final List<String> FACTS =
      List.of(
          "host.name",
          "cpu.model",
          "cpu.logicalCores",
          "container.cpuLimit",
          "memory.bytes",
          "os.kernel",
          "tidemark.version");

  public EnvironmentProbe {
    brokers = List.copyOf(brokers);
    workers = List.copyOf(workers);
  }

  /**
   * @throws IOException if the disk, a worker or a broker cannot be measured
   */
  public ProbeResult run() throws IOException, InterruptedException {
    Instant started = clock.instant();
    Cpu cpu = cpu();
    Optional<Disk> measured = disk.isPresent() ? Optional.of(disk(disk.get())) : Optional.empty();
    return new ProbeResult(
        ProbeResult.SCHEMA_VERSION,
        started.toString(),
        machine(),
        cpu,
        measured.orElse(null),
        roundTrips(),
        throughput());
  }

  private static Map<String, String> machine() {
    Map<String, String> facts = new TreeMap<>(EnvironmentFacts.read());
    facts.keySet().retainAll(FACTS);
    return facts;
  }

  private Cpu cpu() throws IOException, InterruptedException {
    progress.accept("CPU ...");
    return new CpuProbe(clock, CPU_TIME).run();
  }

  private Disk disk(Path folder) throws IOException, InterruptedException {
    progress.accept("Disk of " + folder + " ...");
    return new DiskProbe(clock, folder, brokerVolume, DISK_TIME).run();
  }

  private List<RoundTrips> roundTrips() throws IOException, InterruptedException {
    RoundTripProbe probe = new RoundTripProbe(clock, ROUND_TRIP_TIME);
    List<RoundTrips> all = new ArrayList<>();
    for (WorkerAddress address : workers) {
      progress.accept("Worker " + address + " ...");
      try (HttpWorker worker = HttpWorker.at(address, connection)) {
        all.add(probe.request(address.toString(), worker::readClock));
      }
    }
    for (BrokerAddresses.Address broker : brokers) {
      progress.accept("Broker " + broker.host() + ":" + broker.port() + " ...");
      all.add(probe.connect(broker.host(), broker.port()));
    }
    return all;
  }

  private List<Throughput> throughput() throws IOException, InterruptedException {
    return new NetworkProbe(connection, streams, THROUGHPUT_TIME, progress).run(workers);
  }

  /**
   * How often a fixed loop of integer arithmetic runs in one thread and in all: it uses no memory,
   * so it shows cores that are slower, shared or limited.
   *
   * @param time of each measurement, after a tenth to warm up
   */
  record CpuProbe(Clock clock, Duration time) {
    private static final int OPERATIONS = 1_000;
    private static final int CHECK_EVERY = 100;

    /** Takes twice the time. */
    public Cpu run() throws IOException, InterruptedException {
      int threads = Runtime.getRuntime().availableProcessors();
      loops(time.dividedBy(10));
      return new Cpu(threads, perSecond(1), perSecond(threads));
    }

    private double perSecond(int threads) throws IOException, InterruptedException {
      return ProbeThreads.sum(threads, "CPU: ", () -> loops(time));
    }

    /** Each second. */
    private double loops(Duration length) {
      long start = clock.nanoTime();
      long loops = 0;
      long value = start | 1;
      long elapsed;
      do {
        for (int i = 0; i < CHECK_EVERY; i++) {
          value = loop(value);
        }
        loops += CHECK_EVERY;
        elapsed = clock.nanoTime() - start;
        // Never 0, but the compiler cannot know that the values are not needed.
      } while (elapsed < length.toNanos() && value != 0);
      return loops * 1e9 / elapsed;
    }

    private static long loop(long from) {
      long value = from;
      for (int i = 0; i < OPERATIONS; i++) {
        value ^= value << 13;
        value ^= value >>> 7;
        value ^= value << 17;
      }
      return value;
    }
  }

  /**
   * How fast the volume of a folder takes writes.
   *
   * @param isBroker whether a broker keeps its data there
   * @param time of all measurements
   */
  record DiskProbe(Clock clock, Path folder, boolean isBroker, Duration time) {
    private static final List<Integer> THREADS = List.of(1, 2, 4, 8);
    private static final int MOST_THREADS = 8;
    private static final long SEQUENTIAL_BYTES = 2L << 30;
    private static final long FILE_BYTES = 64L << 20;

    /** A volume must not become full. */
    private static final int SHARE_OF_FREE = 4;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * @throws IOException if there is too little space, or the disk fails or does not answer
     */
    public Disk run() throws IOException, InterruptedException {
      long most = Files.getFileStore(folder).getUsableSpace() / SHARE_OF_FREE;
      if (most < MOST_THREADS * FILE_BYTES) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "too little space in %s: %d MB are free, %d are needed",
                folder,
                most * SHARE_OF_FREE / 1_000_000,
                SHARE_OF_FREE * MOST_THREADS * FILE_BYTES / 1_000_000));
      }
      Optional<FioDisk> fio = FioDisk.in(folder);
      DiskTool tool = fio.isPresent() ? fio.get() : new JavaDisk(clock, folder);
      Duration part = time.dividedBy(4);
      double sequential =
          within(
              "sequential writes",
              () -> tool.sequentialBytesPerSecond(part, Math.min(SEQUENTIAL_BYTES, most)));
      Latency fsync = within("fsync", () -> tool.fsync(part, FILE_BYTES));
      List<SyncedWrites> writes = new ArrayList<>();
      for (int threads : THREADS) {
        Duration each = part.multipliedBy(2).dividedBy(THREADS.size());
        writes.add(
            new SyncedWrites(
                threads,
                within(
                    "synchronized writes",
                    () -> tool.syncedBytesPerSecond(threads, each, FILE_BYTES))));
      }
      return new Disk(
          folder.toAbsolutePath().normalize().toString(),
          tool.name(),
          isBroker,
          sequential,
          fsync,
          writes);
    }

    private <T> T within(String what, Callable<T> step) throws IOException, InterruptedException {
      return ProbeThreads.within(time.plus(PATIENCE), "disk of " + folder + ", " + what, step);
    }
  }

  /**
   * How long one way there and back takes.
   *
   * @param time of the measurement of each address
   */
  record RoundTripProbe(Clock clock, Duration time) {
    private static final int MOST = 1_000;
    private static final int UNCOUNTED = 10;
    private static final int CONNECT_MILLIS = 3_000;
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** TCP connections that are closed at once: all a broker permits without a client. */
    public RoundTrips connect(String host, int port) throws IOException, InterruptedException {
      String to = host + ":" + port;
      return ProbeThreads.within(
          time.plus(PATIENCE),
          "connecting to " + to,
          () -> {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), port);
            return new RoundTrips(to, "connect", measure(() -> connect(address)));
          });
    }

    private long connect(InetSocketAddress address) throws IOException {
      try (Socket socket = new Socket()) {
        long start = clock.nanoTime();
        socket.connect(address, CONNECT_MILLIS);
        return clock.nanoTime() - start;
      }
    }

    /**
     * Requests to a worker over an open connection.
     *
     * @param question a small request with its answer
     */
    public RoundTrips request(String to, Callable<?> question)
        throws IOException, InterruptedException {
      return ProbeThreads.within(
          time.plus(PATIENCE),
          "requests to " + to,
          () ->
              new RoundTrips(
                  to,
                  "request",
                  measure(
                      () -> {
                        long start = clock.nanoTime();
                        question.call();
                        return clock.nanoTime() - start;
                      })));
    }

    /** The first ones also load code and fill caches. */
    private Latency measure(Callable<Long> once) throws Exception {
      for (int i = 0; i < UNCOUNTED; i++) {
        once.call();
      }
      LongStream.Builder nanos = LongStream.builder();
      long start = clock.nanoTime();
      for (int i = 0; i < MOST && (i == 0 || clock.nanoTime() - start < time.toNanos()); i++) {
        nanos.add(once.call());
      }
      return Latency.ofNanos(nanos.build().toArray());
    }
  }
}
