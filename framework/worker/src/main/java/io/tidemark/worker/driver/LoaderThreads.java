package io.tidemark.worker.driver;

import io.tidemark.base.Deadline;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The threads that run code of a driver, or were made by it. */
public final class LoaderThreads {
  /**
   * Threads of the benchmark itself. Idle ones have the driver's context class loader as well;
   * those that a call of the driver blocks have had their deadline and are not waited for again.
   */
  private static final List<String> OURS = List.of("tidemark-", "load-", "probe");

  /**
   * The JDK starts them on the first thread that needs them, and they run only its code. Those of
   * an HTTP client cannot be ended before JDK 21: they end after the client was collected.
   */
  private static final List<String> OF_JDK =
      List.of(
          "CompletableFutureDelayScheduler", "process reaper", "Keep-Alive-Timer", "HttpClient-");

  private static final int MOST_NAMED = 3;

  private LoaderThreads() {}

  /**
   * Waits until none is left.
   *
   * @return which are left, one line; empty when none is
   */
  static String awaitEnd(ClassLoader loader, Duration patience) throws InterruptedException {
    Deadline deadline = Deadline.in(patience);
    while (true) {
      List<Thread> left = of(loader);
      Optional<Thread> foreign = left.stream().filter(thread -> !isOurs(thread)).findFirst();
      long leftMillis = deadline.left().toMillis();
      if (foreign.isEmpty() || leftMillis == 0) {
        return text(left);
      }
      foreign.get().join(leftMillis);
    }
  }

  private static boolean isOurs(Thread thread) {
    return OURS.stream().anyMatch(thread.getName()::startsWith);
  }

  private static List<Thread> of(ClassLoader loader) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(each -> each.getKey() != Thread.currentThread() && each.getKey().isAlive())
        .filter(each -> belongs(each.getKey(), each.getValue(), loader))
        .map(Map.Entry::getKey)
        .sorted(Comparator.comparing(Thread::getName))
        .toList();
  }

  private static boolean belongs(Thread thread, StackTraceElement[] stack, ClassLoader loader) {
    if (thread.getClass().getClassLoader() == loader) {
      return true;
    }
    if (thread.getContextClassLoader() != loader) {
      return false;
    }
    boolean shared = isOurs(thread) || OF_JDK.stream().anyMatch(thread.getName()::startsWith);
    return !shared || Arrays.stream(stack).anyMatch(frame -> isIn(frame, loader));
  }

  private static boolean isIn(StackTraceElement frame, ClassLoader loader) {
    return Objects.equals(frame.getClassLoaderName(), loader.getName());
  }

  private static String text(List<Thread> threads) {
    String named =
        threads.stream().limit(MOST_NAMED).map(Thread::getName).collect(Collectors.joining(", "));
    int more = threads.size() - MOST_NAMED;
    return more > 0 ? named + " and " + more + " more" : named;
  }

  /** The innermost frame that is not the JDK's: what the driver is doing. */
  public static String position(@Nullable Thread thread) {
    StackTraceElement[] stack = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
    for (StackTraceElement frame : stack) {
      String name = frame.getClassName();
      if (!name.startsWith("java.") && !name.startsWith("jdk.") && !name.startsWith("sun.")) {
        return "%s.%s(%s:%s)"
            .formatted(name, frame.getMethodName(), frame.getFileName(), frame.getLineNumber());
      }
    }
    return "an unknown place";
  }
}
