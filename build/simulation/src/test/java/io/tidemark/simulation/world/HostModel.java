package io.tidemark.simulation.world;

import ch.qos.logback.core.FileAppender;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.runs.run.RunLog;
import io.tidemark.simulation.kernel.Replaces;
import io.tidemark.worker.host.ThreadSchedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * In place of what is read of the machine: nothing is known of it. Threads are busy after fewer
 * messages than on a real one.
 */
public final class HostModel {
  private static final String HOST = "io/tidemark/worker/host/";

  private static final String LAG = HOST + "HostSampler$WakeUpLag";
  private static final String SPINS = "io/tidemark/worker/engine/load/SpinBudget";

  private HostModel() {}

  @Replaces(value = HOST + "HostSampler", ofClass = true)
  public static long processCpuNanos() {
    return -1;
  }

  @Replaces(value = HOST + "HostSampler", ofClass = true)
  public static long residentBytes() {
    return -1;
  }

  @Replaces(value = HOST + "HostSampler$CpuTimes$Source", name = "read")
  public static Optional<?> cpuTimes(Object source) {
    return Optional.empty();
  }

  @Replaces(HOST + "Cgroup")
  public static Optional<?> throttling(Object cgroup) {
    return Optional.empty();
  }

  @Replaces(value = HOST + "OtherProcesses", name = "read")
  public static Map<?, ?> otherProcesses(Object processes) {
    return Map.of();
  }

  @Replaces(value = LAG, name = "begin(L" + LAG + ";)", ofClass = true)
  public static void tickerBegins(Object lag) {
    SimulatedWorld.current().worker().ticker().begin(lag);
  }

  @Replaces(LAG)
  public static long takeNanos(Object lag) {
    return SimulatedWorld.current().worker().ticker().take(lag);
  }

  @Replaces(value = LAG, name = "close")
  public static void tickerEnds(Object lag) {
    SimulatedWorld.current().worker().ticker().end(lag);
  }

  @Replaces(value = HOST + "ThreadSchedule", ofClass = true)
  public static ThreadSchedule ofThisThread() {
    return ThreadSchedule.UNKNOWN;
  }

  /**
   * Counts spinning for each worker: the budget of the process is that of all simulations in it.
   */
  @Replaces(SPINS)
  public static boolean tryAcquire(Object budget) {
    return SimulatedWorld.current().worker().beginsToSpin();
  }

  @Replaces(SPINS)
  public static void release(Object budget) {
    SimulatedWorld.current().worker().endsToSpin();
  }

  @Replaces("io/tidemark/measure/ThreadSlot")
  public static boolean wantsLog(Object slot) {
    return SimulatedWorld.current().wantsLog();
  }

  @Replaces(value = HOST + "EnvironmentFacts", name = "read", ofClass = true)
  public static Map<String, String> facts() {
    return Map.of("host.name", "simulated", "cpu.logicalCores", "4");
  }

  @Replaces(value = HOST + "EnvironmentFacts", ofClass = true)
  public static ClockDomain clockDomain() {
    return WorkerProcesses.ownDomain();
  }

  /** No log is collected: that of a process would have the lines of all simulations. */
  @Replaces(value = "io/tidemark/runs/run/RunLog", name = "start", ofClass = true)
  public static RunLog log() throws IOException {
    Path folder = SimulatedWorld.current().temporaryFolder();
    Path file = Files.writeString(folder.resolve("run.log"), "a line of the log\n");
    Path clients = Files.createDirectory(folder.resolve("clients"));
    return new RunLog(file, clients, clients, new FileAppender<>());
  }

  /** The page for browsers has templates that are compiled when the charts are built. */
  @Replaces(value = "io/tidemark/charts/page/ReportPage", ofClass = true)
  public static String html(ReportedRuns runs, List<?> references) {
    return "<html>" + runs.runs().size() + "</html>";
  }
}
