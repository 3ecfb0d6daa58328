package io.tidemark.simulation.world;

import io.javalin.http.Handler;
import io.tidemark.http.server.HttpStack;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.kernel.Node;
import io.tidemark.simulation.plan.SeedPlan;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Everything around the program in one simulation: the workers' machines, network and broker. */
public final class SimulatedWorld {
  private static final int FIRST_PORT = 9_000;
  private static final int MESSAGES_BEFORE_LOG = 16;

  private final Kernel kernel;
  private final SeedPlan plan;
  private final List<WorkerHost> workers = new ArrayList<>();
  private final DiskModel disk;
  private final Path results;
  private Node coordinator;
  private int temporaryFolders;
  private ScheduledExecutorService timer;
  private ExecutorService callers;
  private final Map<Socket, SimulatedSocket> sockets = new IdentityHashMap<>();
  private final Random ofSockets;
  private Network network;
  private Broker broker;
  private DriverWrongs wrongs;
  private SimulatedFaults faults;
  private SimulatedSites sites;
  private final Map<SeedPlan.Kind, Long> happened = new EnumMap<>(SeedPlan.Kind.class);
  private final Map<Integer, Long> killed = new HashMap<>();
  private final List<Step> steps = new ArrayList<>();
  private long measuredNanos = Long.MAX_VALUE;
  private long recorded;

  /** A clock was set. */
  private record Step(int worker, long atNanos, long byNanos) {}

  /** The machine of one worker. */
  public static final class WorkerHost {
    private final SimulatedWorld world;
    private final Node node;
    private final int port;
    private final Map<String, Handler> endpoints = new HashMap<>();
    private final List<Handler> before = new ArrayList<>();
    private List<? extends HttpStack.Endpoints> served = List.of();
    private final Ticker ticker;
    private NodeClock clock;
    private TimedQueue acceptor;
    private ExecutorService threads;
    private int spinning;

    WorkerHost(SimulatedWorld world, int number) {
      this.world = world;
      this.node = new Node("worker-" + number);
      this.port = FIRST_PORT + number;
      this.ticker = new Ticker(node);
    }

    public Node node() {
      return node;
    }

    public int port() {
      return port;
    }

    Ticker ticker() {
      return ticker;
    }

    /** One of its threads may wait by spinning at a time. */
    boolean beginsToSpin() {
      return spinning == 0 && ++spinning > 0;
    }

    void endsToSpin() {
      spinning--;
    }

    void clock(NodeClock ofMachine) {
      clock = ofMachine;
    }

    public NodeClock clock() {
      return clock;
    }

    void serves(List<? extends HttpStack.Endpoints> all) {
      served = all;
    }

    void before(Handler handler) {
      before.add(handler);
    }

    void endpoint(String path, Handler handler) {
      endpoints.put(path, handler);
    }

    void listen() {
      served.forEach(each -> each.addTo(null));
      acceptor = new TimedQueue(world.kernel, node, "worker-acceptor");
      threads = Executors.newCachedThreadPool(task -> new Thread(task, "worker-http"));
      world.network.listen(port, node, this::accept, endpoints, before);
    }

    private void accept(Runnable request) {
      acceptor.after(0, () -> threads.execute(request));
    }

    void stopListening() {
      world.network.stopListening(port);
      acceptor.close();
      threads.shutdownNow();
    }
  }

  /**
   * @param coordinator the first one, whose disk has the folder of results
   */
  public SimulatedWorld(Kernel kernel, SeedPlan plan, Node coordinator, Path results) {
    this.kernel = kernel;
    this.plan = plan;
    this.results = results;
    this.ofSockets = new Random(plan.seed() ^ 0x736f636b);
    this.coordinator = coordinator;
    this.disk =
        new DiskModel(
            results,
            plan.files(),
            plan.files().written() ? plan.files().freeBytes() : plan.diskBytes(),
            plan.seed(),
            () -> this.coordinator.isKilled(),
            () -> this.coordinator.kill());
    for (int i = 0; i < plan.workers(); i++) {
      workers.add(new WorkerHost(this, i));
    }
  }

  static SimulatedWorld current() {
    return (SimulatedWorld) Kernel.current().world();
  }

  /** In the simulation: starts what has threads. */
  public void begin() {
    network = new Network(kernel, coordinator, plan);
    wrongs = new DriverWrongs(kernel, plan.driver());
    broker = new Broker(kernel, plan, wrongs);
    faults = new SimulatedFaults(kernel, broker.nodes(), plan.ofWorkload());
    if (plan.sites().two()) {
      sites =
          new SimulatedSites(
              kernel, plan, new DriverSource(ModelDriver.class.getName(), ModelDriver.SECOND_SITE));
      broker.sites(sites);
    }
  }

  /** In the simulation: another process is the coordinator from now on. */
  public void coordinatorStarts(Node process) {
    coordinator.kill(); // It has exited, if it was not killed.
    coordinator = process;
    timer = null;
    callers = null;
    network.coordinatorStarts(process);
  }

  /** The folder that is on the disk. */
  public Path results() {
    return results;
  }

  /** A new folder beside that of the results. */
  Path temporaryFolder() throws IOException {
    return Files.createDirectory(results.resolveSibling("temporary-" + temporaryFolders++));
  }

  /** Returns the timer of the coordinator's process. */
  ScheduledExecutorService timer() {
    if (timer == null) {
      timer =
          Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "http-client-timer"));
    }
    return timer;
  }

  /** Threads of the coordinator's process for calls that nothing waits for. */
  ExecutorService callers() {
    if (callers == null) {
      callers = Executors.newCachedThreadPool(task -> new Thread(task, "http-client-call"));
    }
    return callers;
  }

  /** What is simulated of a socket. */
  SimulatedSocket socket(Socket socket) {
    return sockets.computeIfAbsent(
        socket, key -> new SimulatedSocket(kernel, network, plan.sockets(), ofSockets));
  }

  /** Notes what happens now. */
  public void happens(SeedPlan.Event event) {
    happened.putIfAbsent(event.kind(), kernel.now());
    if (event.kind() == SeedPlan.Kind.KILL) {
      killed.putIfAbsent(event.worker(), kernel.now());
    }
    if (event.kind() == SeedPlan.Kind.STEP) {
      steps.add(new Step(event.worker(), kernel.now(), event.lengthMillis() * 1_000_000L));
    }
  }

  /** How far a worker's clock has been set until a moment, forward or back. */
  public long steppedNanos(int worker, long untilNanos) {
    if (steps.isEmpty()) {
      return 0; // It is asked for each message.
    }
    return steps.stream()
        .filter(step -> step.worker() == worker && step.atNanos() <= untilNanos)
        .mapToLong(Step::byNanos)
        .sum();
  }

  /** When the first event of a kind happened, or the end of time. */
  public long happened(SeedPlan.Kind kind) {
    return happened.getOrDefault(kind, Long.MAX_VALUE);
  }

  /** When a worker was killed, or the end of time. */
  public long killed(int worker) {
    return killed.getOrDefault(worker, Long.MAX_VALUE);
  }

  /** The run passes its result on. */
  public void measured() {
    measuredNanos = Math.min(measuredNanos, kernel.now());
  }

  /** Whether the recording thread gets a log of its own. */
  boolean wantsLog() {
    return plan.ownLogs() && recorded++ % MESSAGES_BEFORE_LOG == 0;
  }

  /** When the run passed its result on, or the end of time. */
  public long measuredNanos() {
    return measuredNanos;
  }

  public Kernel kernel() {
    return kernel;
  }

  public SeedPlan plan() {
    return plan;
  }

  public Network network() {
    return network;
  }

  /** Returns the wrongs of all workers' drivers. */
  public DriverWrongs wrongs() {
    return wrongs;
  }

  public Broker broker() {
    return broker;
  }

  /** Returns the faults of the workload. */
  public SimulatedFaults faults() {
    return faults;
  }

  /** The second site; only if there are two. */
  public SimulatedSites sites() {
    return sites;
  }

  public DiskModel disk() {
    return disk;
  }

  public List<WorkerHost> workers() {
    return workers;
  }

  /** Returns the host of the calling thread. */
  WorkerHost worker() {
    Node here = kernel.node();
    return workers.stream().filter(each -> each.node == here).findFirst().orElseThrow();
  }
}
