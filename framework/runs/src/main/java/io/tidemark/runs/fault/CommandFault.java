package io.tidemark.runs.fault;

import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultInjector.Undo;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.result.Text;
import io.tidemark.runs.ShellTask;
import io.tidemark.runs.ShellTask.Held;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A fault that a shell command injects. The shell that undoes it is started before, and runs its
 * command also if this process ends without a call.
 */
final class CommandFault {
  private CommandFault() {}

  /** What a failed command has printed stays in a file, which the message names. */
  static Undo inject(FaultSpec fault) throws FaultException {
    try {
      Path log = Files.createTempFile("tidemark-fault-", ".log");
      Undo undo = Undo.NONE;
      if (fault.undo().isPresent()) {
        Held held = new ShellTask(fault.undo().get(), log, fault.commandTimeout()).hold();
        undo = () -> release(held, log);
      }
      run(fault, log, undo);
      if (fault.undo().isEmpty()) {
        Files.delete(log);
      }
      return undo;
    } catch (IOException e) {
      throw new FaultException(Text.message(e), e);
    }
  }

  private static void run(FaultSpec fault, Path log, Undo undo) throws FaultException {
    try {
      new ShellTask(fault.command().orElseThrow(), log, fault.commandTimeout()).run();
    } catch (IOException e) {
      FaultException failure = new FaultException(Text.message(e), e);
      try {
        undo.undo(); // What it has done.
      } catch (FaultException second) {
        failure.addSuppressed(second);
      } catch (InterruptedException second) {
        Thread.currentThread().interrupt();
      }
      throw failure;
    }
  }

  private static void release(Held held, Path log) throws FaultException {
    try {
      held.release();
      Files.delete(log);
    } catch (IOException e) {
      throw new FaultException(Text.message(e), e);
    }
  }
}
