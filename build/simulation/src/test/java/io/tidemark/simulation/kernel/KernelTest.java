package io.tidemark.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Calls as rewritten classes make them. */
class KernelTest {
  private static final long HOUR = 3_600_000_000_000L;

  private final List<String> seen = new ArrayList<>();

  private interface Code {
    void run() throws Exception;
  }

  private static Runnable code(Code code) {
    return () -> {
      try {
        code.run();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private String simulate(long seed, Code first) throws InterruptedException {
    return simulate(seed, new EventTrace(false), first);
  }

  private String simulate(long seed, EventTrace trace, Code first) throws InterruptedException {
    Kernel kernel = new Kernel(seed, 3, Long.MAX_VALUE, HOUR, trace);
    String ending = kernel.run(this, new Node("test"), code(first));
    kernel.close();
    assertThat(kernel.defects()).isEmpty();
    return ending;
  }

  private static Thread started(String name, Code code) {
    Thread thread = new Thread(code(code), name);
    JdkThreads.start(thread);
    return thread;
  }

  @Test
  void sleepTakesVirtualTimeOnly() throws Exception {
    simulate(
        1,
        () -> {
          long begin = JdkValues.nanoTime();
          JdkThreads.sleep(1_000_000);
          seen.add("" + TimeUnit.NANOSECONDS.toSeconds(JdkValues.nanoTime() - begin));
        });
    assertThat(seen).containsExactly("1000");
  }

  @Test
  void oneThreadAtATimeIsInAMonitor() throws Exception {
    Object monitor = new Object();
    int[] inside = new int[1];
    simulate(
        7,
        () -> {
          List<Thread> threads = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            threads.add(
                started(
                    "t" + i,
                    () -> {
                      Kernel.enter(monitor);
                      Kernel.enter(monitor);
                      seen.add("" + ++inside[0]);
                      JdkThreads.sleep(5);
                      inside[0]--;
                      Kernel.exit(monitor);
                      Kernel.exit(monitor);
                    }));
          }
          for (Thread each : threads) {
            JdkThreads.join(each);
          }
        });
    assertThat(seen).containsExactly("1", "1", "1", "1");
  }

  @Test
  void waitEndsByANotificationOrItsTime() throws Exception {
    Object monitor = new Object();
    simulate(
        3,
        () -> {
          Thread waiting =
              started(
                  "waiting",
                  () -> {
                    Kernel.enter(monitor);
                    JdkThreads.wait(monitor, 1_000);
                    seen.add("timeout");
                    JdkThreads.wait(monitor);
                    seen.add("notified");
                    Kernel.exit(monitor);
                  });
          JdkThreads.sleep(5_000);
          Kernel.enter(monitor);
          seen.add("notifies");
          JdkThreads.notifyEach(monitor);
          Kernel.exit(monitor);
          JdkThreads.join(waiting);
        });
    assertThat(seen).containsExactly("timeout", "notifies", "notified");
  }

  @Test
  void aDeadlockEndsTheSimulation() throws Exception {
    Object a = new Object();
    Object b = new Object();
    String ending =
        simulate(
            5,
            () -> {
              Thread other =
                  started(
                      "other",
                      () -> {
                        Kernel.enter(b);
                        JdkThreads.sleep(10);
                        Kernel.enter(a);
                      });
              Kernel.enter(a);
              JdkThreads.sleep(10);
              Kernel.enter(b);
              JdkThreads.join(other);
            });
    assertThat(ending).startsWith("DEADLOCK").contains("test/main", "test/other");
  }

  @Test
  void futuresAndExecutorsWaitInVirtualTime() throws Exception {
    simulate(
        9,
        () -> {
          ScheduledExecutorService timer =
              JdkLocks.newSingleThreadScheduledExecutor(task -> new Thread(task, "timer"));
          CompletableFuture<String> future = new CompletableFuture<>();
          timer.schedule(() -> future.complete("done"), 2, TimeUnit.SECONDS);
          try {
            JdkLocks.get(future, 1, TimeUnit.SECONDS);
          } catch (TimeoutException e) {
            seen.add("too early");
          }
          seen.add((String) JdkLocks.get(future));
          Future<?> hanging = timer.submit(code(() -> JdkThreads.sleep(1_000_000)));
          JdkThreads.sleep(10);
          hanging.cancel(true);
          timer.shutdownNow();
          seen.add("" + timer.awaitTermination(1, TimeUnit.SECONDS));
        });
    assertThat(seen).containsExactly("too early", "done", "true");
  }
}
