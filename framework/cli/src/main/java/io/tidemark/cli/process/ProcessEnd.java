package io.tidemark.cli.process;

import io.tidemark.base.DaemonThreads;
import io.tidemark.runs.ExitCode;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import sun.misc.Signal;

/**
 * Ends the process with the command's exit code, independent of drivers, clients and shutdown
 * hooks.
 *
 * <ul>
 *   <li>A command that returns ends the process with its code, even if threads still run.
 *   <li>A signal ends it with 128 + its number, after the command has written its results.
 *   <li>A {@code System.exit} of any other code, a driver's for example, ends it with 3.
 *   <li>A shutdown hook that does not return ends it after {@link #HOOK_GRACE}.
 * </ul>
 *
 * {@code Runtime.halt} and a crash of the JVM cannot be intercepted.
 */
public final class ProcessEnd {
  /** Time for shutdown hooks of drivers and clients. */
  static final Duration HOOK_GRACE = Duration.ofSeconds(10);

  /** Time from the end of a command's work to its own exit. */
  private static final Duration OWN_EXIT = Duration.ofSeconds(1);

  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  /**
   * Why the process ends before its command has returned.
   *
   * @param exitCall a call of {@code System.exit} that is not ours; empty for a signal
   * @param text one sentence part, for example {@code stopped (SIGTERM)}
   */
  public record Cause(boolean exitCall, String text) {}

  /** Saves the results of a command. Returns when done; has its own deadline. */
  public interface Rescue {
    void on(Cause cause);
  }

  private static final List<Rescue> RESCUES = new CopyOnWriteArrayList<>();
  private static final CountDownLatch OWN = new CountDownLatch(1);
  private static volatile int ownCode = ExitCode.INFRASTRUCTURE.code();
  private static volatile Optional<Signal> received = Optional.empty();
  private static volatile Optional<Thread> commandThread = Optional.empty();

  private ProcessEnd() {}

  /** Runs a command on this thread, and ends the process with the code it returns. */
  public static void after(IntSupplier command) {
    commandThread = Optional.of(Thread.currentThread());
    SIGNALS.forEach(ProcessEnd::listen);
    LauncherWatch.start();
    Runtime.getRuntime().addShutdownHook(new Thread(ProcessEnd::ending, "tidemark-end"));
    int code = ExitCode.INFRASTRUCTURE.code();
    try {
      code = command.getAsInt();
    } catch (Throwable e) { // Otherwise threads of a driver would keep the process.
      e.printStackTrace();
    }
    exit(code);
  }

  /** Adds what is called when the process ends before the command has returned. */
  public static void rescue(Rescue rescue) {
    RESCUES.add(rescue);
  }

  /** The command has saved its results. */
  static void forget(Rescue rescue) {
    RESCUES.remove(rescue);
  }

  private static void exit(int commandsCode) {
    // A command that a signal has stopped returns meanwhile: the signal's code stands.
    int code = received.map(ProcessEnd::code).orElse(commandsCode);
    ownCode = code;
    OWN.countDown();
    haltAfterGrace(code);
    System.exit(code);
  }

  /** Exits on a signal, as the JVM does, and remembers the signal. */
  private static void listen(String name) {
    try {
      Signal.handle(
          new Signal(name),
          signal -> {
            received = Optional.of(signal);
            System.exit(code(signal));
          });
    } catch (IllegalArgumentException e) {
      return; // -Xrs: the JVM does not handle signals.
    }
  }

  private static int code(Signal signal) {
    return 128 + signal.getNumber();
  }

  /** The shutdown hook. */
  private static void ending() {
    Optional<ExitCaller> caller = ExitCaller.find();
    boolean ours = caller.isEmpty() || caller.get().isIn(ProcessEnd.class);
    if (!ours) {
      exitCalled(caller.get());
    } else if (received.isPresent()) {
      Signal signal = received.get();
      RESCUES.forEach(each -> each.on(new Cause(false, "stopped (SIG" + signal.getName() + ")")));
      haltAfterGrace(code(signal));
    }
  }

  /** Another caller: its code is not the run's. */
  private static void exitCalled(ExitCaller caller) {
    System.err.println("ERROR " + caller.text() + "; this is not allowed while a command runs");
    boolean commandContinues = !commandThread.equals(Optional.of(caller.thread()));
    if (commandContinues) {
      RESCUES.forEach(each -> each.on(new Cause(true, caller.text())));
      await(OWN, OWN_EXIT);
    }
    halt(ownCode);
  }

  private static void haltAfterGrace(int code) {
    Runnable watchdog =
        () -> {
          await(new CountDownLatch(1), HOOK_GRACE);
          PrintStream err = System.err;
          err.println(
              String.format(
                  Locale.ROOT,
                  "ERROR a shutdown hook did not return within %d s%s; the process ends with exit code %d",
                  HOOK_GRACE.toSeconds(),
                  DriverThreads.text(),
                  code));
          halt(code);
        };
    DaemonThreads.of("tidemark-watchdog", watchdog).start();
  }

  private static void await(CountDownLatch latch, Duration most) {
    try {
      if (latch.await(most.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void halt(int code) {
    System.out.flush();
    System.err.flush();
    Runtime.getRuntime().halt(code);
  }

  /** Threads of drivers that still run at the end of the process. */
  static final class DriverThreads {
    /** Each driver's class loader has a name that begins so. */
    private static final String LOADER = "driver-";

    private DriverThreads() {}

    /** {@code : thread a in X.run(X.java:7), ...}; empty when no driver's code runs. */
    static String text() {
      return text(Thread.getAllStackTraces());
    }

    static String text(Map<Thread, StackTraceElement[]> stacks) {
      String threads =
          stacks.entrySet().stream()
              .flatMap(each -> text(each.getKey(), each.getValue()).stream())
              .sorted()
              .limit(5)
              .collect(Collectors.joining(", "));
      return threads.isEmpty() ? "" : ": " + threads;
    }

    private static Optional<String> text(Thread thread, StackTraceElement[] stack) {
      return Arrays.stream(stack)
          .filter(frame -> Objects.toString(frame.getClassLoaderName(), "").startsWith(LOADER))
          .findFirst()
          .map(
              frame ->
                  String.format(
                      Locale.ROOT,
                      "thread %s in %s.%s(%s:%d)",
                      thread.getName(),
                      frame.getClassName(),
                      frame.getMethodName(),
                      frame.getFileName(),
                      frame.getLineNumber()));
    }
  }

  /**
   * The thread that called {@code System.exit}, found while the JVM shuts down: it waits for the
   * shutdown hooks and never returns.
   *
   * @param position the frame that made the call
   */
  record ExitCaller(Thread thread, StackTraceElement position) {
    private static final List<String> EXITS =
        List.of("java.lang.Shutdown", "java.lang.Runtime", "java.lang.System");

    /** The caller in this process; empty if the JVM ends without such a call. */
    static Optional<ExitCaller> find() {
      return in(Thread.getAllStackTraces());
    }

    /** The first caller runs the hooks; later callers wait for it. */
    static Optional<ExitCaller> in(Map<Thread, StackTraceElement[]> stacks) {
      return stacks.entrySet().stream()
          .filter(each -> Arrays.stream(each.getValue()).anyMatch(ExitCaller::runsHooks))
          .flatMap(each -> caller(each.getKey(), each.getValue()).stream())
          .findFirst();
    }

    private static boolean runsHooks(StackTraceElement frame) {
      return frame.getClassName().equals("java.lang.Shutdown")
          && frame.getMethodName().equals("runHooks");
    }

    private static Optional<ExitCaller> caller(Thread thread, StackTraceElement[] stack) {
      int outermost = -1;
      for (int i = 0; i < stack.length; i++) {
        boolean exit = stack[i].getMethodName().equals("exit");
        if (exit && EXITS.contains(stack[i].getClassName())) {
          outermost = i;
        }
      }
      return outermost < 0 || outermost + 1 == stack.length
          ? Optional.empty()
          : Optional.of(new ExitCaller(thread, stack[outermost + 1]));
    }

    /** Whether the call was made by this class. */
    boolean isIn(Class<?> type) {
      String name = position.getClassName();
      return name.equals(type.getName()) || name.startsWith(type.getName() + "$");
    }

    /** One sentence part for messages. */
    String text() {
      return String.format(
          Locale.ROOT,
          "System.exit was called in %s.%s(%s:%d) on thread %s",
          position.getClassName(),
          position.getMethodName(),
          position.getFileName(),
          position.getLineNumber(),
          thread.getName());
    }
  }

  /**
   * Ends this process as SIGTERM does when the process that launched it has ended, even by SIGKILL:
   * the executable jar, which is named by the variable TIDEMARK_LAUNCHER.
   */
  static final class LauncherWatch {
    private LauncherWatch() {}

    /** Does nothing without a launcher. */
    static void start() {
      Optional.ofNullable(System.getenv("TIDEMARK_LAUNCHER"))
          .filter(pid -> pid.matches("\\d{1,18}"))
          .map(Long::parseLong)
          .ifPresent(LauncherWatch::watch);
    }

    private static void watch(long pid) {
      Runnable stop = () -> Signal.raise(new Signal("TERM"));
      ProcessHandle.of(pid).ifPresentOrElse(launcher -> launcher.onExit().thenRun(stop), stop);
    }
  }
}
