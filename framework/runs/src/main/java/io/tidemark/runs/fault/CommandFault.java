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

  static Undo inject(FaultSpec fault) throws FaultException {
    try {
      Path log = Files.createTempFile("tidemark-fault-", ".log");
      Undo undo = Undo.NONE;
      if (fault.undo().isPresent()) {
        Held held = new ShellTask(fault.undo().get(), log, fault.timeout()).hold();
        undo = () -> release(held);
      }
      run(fault, log, undo);
      return undo;
    } catch (IOException e) {
      throw new FaultException(Text.message(e), e);
    }
  }

  /** What a failed command has done is undone. */
  private static void run(FaultSpec fault, Path log, Undo undo) throws FaultException {
    try {
      new ShellTask(fault.command().orElseThrow(), log, fault.timeout()).run();
    } catch (IOException e) {
      FaultException failure = new FaultException(Text.message(e), e);
      try {
        undo.undo();
      } catch (FaultException second) {
        failure.addSuppressed(second);
      } catch (InterruptedException second) {
        Thread.currentThread().interrupt();
      }
      throw failure;
    }
  }

  private static void release(Held held) throws FaultException {
    try {
      held.release();
    } catch (IOException e) {
      throw new FaultException(Text.message(e), e);
    }
  }
}
