package io.tidemark.cli.process;

import java.util.Optional;
import sun.misc.Signal;

/**
 * Ends this process as SIGTERM does when the process that launched it has ended, even by SIGKILL:
 * the executable jar, which is named by the variable TIDEMARK_LAUNCHER.
 */
final class LauncherWatch {
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
