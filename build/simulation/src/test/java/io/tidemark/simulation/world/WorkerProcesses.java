package io.tidemark.simulation.world;

import io.tidemark.base.SystemClock;
import io.tidemark.http.WorkerServer;
import io.tidemark.http.server.ListenException;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.worker.LocalWorker;
import io.tidemark.worker.driver.DriverCatalog;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The processes of the workers: each on its machine, with its web server. For the first thread. */
public final class WorkerProcesses {
  private static final long LAST_NANOS = 100_000_000;

  private final SimulatedWorld world;
  private final SeedPlan plan;
  private final Kernel kernel;
  private final List<String> problems;
  private final Map<Integer, WorkerServer> servers = new TreeMap<>();
  private boolean closed;

  /**
   * @param problems takes what goes wrong
   */
  public WorkerProcesses(SimulatedWorld world, List<String> problems) {
    this.world = world;
    this.plan = world.plan();
    this.kernel = world.kernel();
    this.problems = problems;
  }

  /** Returns the clock domain of processes on the coordinator's machine. */
  public static ClockDomain ownDomain() {
    return new ClockDomain("one", SystemClock.get().anchorNanos());
  }

  /** Starts all of them, and waits until they listen. */
  public void start() throws InterruptedException {
    for (SimulatedWorld.WorkerHost each : world.workers()) {
      int index = world.workers().indexOf(each);
      kernel.start(new Thread(() -> boot(index, each), "boot"), each.node());
    }
    kernel.await("all workers", () -> servers.size() == plan.workers(), () -> Long.MAX_VALUE);
  }

  private void boot(int index, SimulatedWorld.WorkerHost host) {
    boolean apart = !plan.aheadMicros().isEmpty();
    long ahead = apart ? plan.aheadMicros().get(index) * 1_000 : 0;
    host.clock(new NodeClock(ahead, apart ? plan.driftPpm().get(index) / 1e6 : 0));
    ClockDomain domain = apart ? new ClockDomain("machine " + index, 0) : ownDomain();
    LocalWorker worker =
        new LocalWorker(
            "worker-" + index,
            DriverCatalog.ofClassPath(),
            snapshot -> {},
            fault -> {},
            host.clock(),
            domain);
    try {
      servers.put(index, WorkerServer.start(worker, WorkerServerOptions.DEFAULT));
    } catch (ListenException e) {
      problems.add(e.getMessage());
    }
  }

  /** Those that still run are stopped; nothing of them may be left then. */
  public void stop() throws InterruptedException {
    for (SimulatedWorld.WorkerHost each : world.workers()) {
      each.node().thaw(kernel.now());
      if (!each.node().isKilled()) {
        WorkerServer server = servers.get(world.workers().indexOf(each));
        closed = false;
        kernel.start(
            new Thread(
                () -> {
                  server.close();
                  closed = true;
                },
                "stop"),
            each.node());
        kernel.await(
            "the stop of a worker", () -> closed || each.node().isKilled(), () -> Long.MAX_VALUE);
      }
    }
    kernel.sleep(LAST_NANOS);
  }
}
