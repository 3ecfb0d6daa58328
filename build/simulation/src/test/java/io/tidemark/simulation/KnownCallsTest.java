package io.tidemark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.run.RunConductor;
import io.tidemark.features.study.StudyExecution;
import io.tidemark.http.WorkerServer;
import io.tidemark.measure.DeliveryAudit;
import io.tidemark.model.worker.Worker;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.simulation.kernel.ForeignCalls;
import io.tidemark.verdict.VerdictRules;
import io.tidemark.worker.LocalWorker;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What runs in the simulation reads no real time, starts no real thread and waits for nothing
 * without the kernel: each such call of the JDK is replaced, or is outside of the simulation.
 */
class KnownCallsTest {
  /** Not a part of simulated runs; build/simulation/README.md lists them. */
  private static final Pattern OUTSIDE =
      Pattern.compile(
          "io/tidemark/("
              + "worker/(calibration|check|metrics|profile)/.*"
              + "|worker/telemetry/Prometheus.*"
              + "|worker/driver/DriverLook.*"
              + "|worker/clients/Brief.*"
              + "|worker/host/(EnvironmentFacts|OtherProcesses|HostSampler(?!\\$WakeUpLag)|ThreadSchedule).*"
              + "|http/(throughput|omb|tls|policy)/.*"
              + "|http/client/(WorkerConnection|NoAnswer|SharedClients|CallSockets|Heartbeat\\.timer).*"
              + "|http/protocol/WorkerAddress.*"
              + "|http/server/(HttpStack|LazyConnections|UnknownConnections|WholeBodies"
              + "|WorkerServerOptions).*"
              + "|base/(Command|RunningCommand|OutputReader|ProcessGroup).*"
              + "|features/(?!study).*"
              + "|runs/(fault/OwnProcess|workers/WorkerDiscovery).*"
              + ").*");

  /** Time, threads, waits, random values and the outside world. */
  private static final Pattern UNCONTROLLED =
      Pattern.compile(
          "java/lang/Thread\\.(?!<init>|getName|setName|setDaemon|isDaemon|getContextClassLoader"
              + "|setContextClassLoader|getId).*"
              + "|java/lang/System\\.(nanoTime|currentTimeMillis).*"
              + "|java/time/.*\\.now\\(.*"
              + "|java/lang/Object\\.(wait|notify).*"
              + "|java/util/concurrent/locks/(?!ReentrantLock\\.<init>).*"
              + "|java/util/concurrent/(Executors|ForkJoin|CyclicBarrier|Phaser|Exchanger"
              + "|ThreadPoolExecutor|ScheduledThreadPoolExecutor|ThreadLocalRandom).*"
              + "|java/util/concurrent/[A-Za-z]*(Queue|Deque)\\.(take|put|poll\\(J|offer\\(.*J).*"
              + "|java/util/concurrent/Semaphore\\.(acquire|tryAcquire\\(J).*"
              + "|java/util/concurrent/(Future|CompletableFuture|FutureTask|ScheduledFuture)"
              + "\\.(get\\(|join).*"
              + "|java/util/concurrent/CompletableFuture\\.(.*Async|orTimeout|completeOnTimeout"
              + "|delayedExecutor).*"
              + "|java/util/concurrent/CountDownLatch\\.await.*"
              + "|java/util/concurrent/TimeUnit\\.(sleep|timed).*"
              + "|java/util/(Timer|TimerTask)\\..*"
              + "|java/util/Random\\.<init>\\(\\)V"
              + "|java/lang/Math\\.random.*"
              + "|java/util/UUID\\.randomUUID.*"
              + "|java/security/SecureRandom\\..*"
              + "|java/net/(Socket|ServerSocket|DatagramSocket|InetAddress)\\..*"
              + "|java/net/http/HttpClient\\.new.*"
              + "|java/lang/Process.*"
              + "|java/util/.*\\.parallel(Stream)?\\(.*");

  @Test
  void everyCallThatCouldWaitOrReadTimeIsReplaced() throws Exception {
    Set<String> unknown = new TreeSet<>();
    ForeignCalls.of(
        List.of(
            Clock.class,
            Worker.class,
            DeliveryAudit.class,
            LocalWorker.class,
            WorkerServer.class,
            VerdictRules.class,
            RunConductor.class,
            CommandRuns.class,
            StudyExecution.class),
        SeedRunner.REPLACING,
        (from, to) -> {
          if (UNCONTROLLED.matcher(to).matches() && !OUTSIDE.matcher(from).matches()) {
            unknown.add(from + " calls " + to);
          }
        });
    assertThat(unknown)
        .as("replace these calls in JdkThreads, JdkLocks or JdkValues, or name them as outside")
        .isEmpty();
  }

  @Test
  void callsThatAreNotReplacedAreFound() throws Exception {
    Set<String> found = new TreeSet<>();
    ForeignCalls.of(
        List.of(LocalWorker.class),
        List.of(),
        (from, to) -> {
          if (UNCONTROLLED.matcher(to).matches()) {
            found.add(from);
          }
        });
    // Some outside of the simulation are there in any case.
    assertThat(found).isNotEmpty().anyMatch(from -> OUTSIDE.matcher(from).matches());
  }
}
