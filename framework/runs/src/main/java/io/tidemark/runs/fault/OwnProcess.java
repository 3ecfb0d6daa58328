package io.tidemark.runs.fault;

import io.tidemark.base.Command;
import io.tidemark.base.DaemonThreads;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.WorkerFault;
import java.io.IOException;
import java.nio.file.Path;

/** Faults of this process, a worker, which it injects itself when it has answered the order. */
public final class OwnProcess {
  private static final long ANSWERED_MILLIS = 100;

  /** The exit code of a process that SIGKILL has ended. */
  private static final int KILLED = 128 + 9;

  // The shell is outside of the frozen process, so that it continues in any case.
  private static final String FREEZE = "sleep 0.1; kill -s STOP $0 && sleep $1; kill -s CONT $0";

  private static final Path NOWHERE = Path.of("/dev/null");

  private OwnProcess() {}

  /**
   * Returns before it happens.
   *
   * @throws IllegalStateException if it is not possible
   */
  public static void inject(WorkerFault fault) {
    if (fault.kind() == FaultKind.KILL) {
      DaemonThreads.of("fault", OwnProcess::end).start();
    } else {
      freeze(ProcessHandle.current().pid(), fault.duration().toNanos() / 1e9);
    }
  }

  /** No shutdown hook runs. Unlike SIGKILL it also ends the first process of a container. */
  private static void end() {
    try {
      Thread.sleep(ANSWERED_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(KILLED);
  }

  private static void freeze(long pid, double seconds) {
    if (pid == 1) {
      throw new IllegalStateException(
          "the first process of a container cannot be frozen; start the container with an init"
              + " process (docker run --init)");
    }
    try {
      Command.line("/bin/sh", "-c", FREEZE, Long.toString(pid), Double.toString(seconds))
          .inSession()
          .appendingTo(NOWHERE)
          .start()
          .closeInput();
    } catch (IOException e) {
      throw new IllegalStateException("cannot freeze itself: " + Text.message(e), e);
    }
  }
}
