package io.tidemark.base;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.TimeUnit;

/** Signals to all processes of a group. */
public final class ProcessGroup {
  private static final long SECONDS = 5;

  private ProcessGroup() {}

  /**
   * Sends a signal; without effect if the group does not exist any more.
   *
   * @param signal its name: TERM, KILL, STOP, CONT
   * @param leader process id of the group's leader
   */
  public static void signal(String signal, long leader) {
    try {
      Process kill =
          new ProcessBuilder("/bin/sh", "-c", "kill -s " + signal + " -- -" + leader)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start();
      awaitUninterrupted(kill);
    } catch (IOException e) {
      throw new IllegalStateException("cannot send SIG" + signal + " to process " + leader, e);
    }
  }

  private static void awaitUninterrupted(Process kill) {
    boolean interrupted = Thread.interrupted();
    try {
      kill.waitFor(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
