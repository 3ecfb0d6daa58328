package io.tidemark.http;

import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Which run a worker has, and the answers it has given, by the number of the command: what comes a
 * second time is not done a second time. For all threads.
 */
final class IdempotentCommands {
  private static final int ANSWERS_KEPT = 64;
  private static final int RUNS_REMEMBERED = 256;

  /** A command, already decided. */
  interface Work {
    byte[] answer() throws WorkerException, InterruptedException;
  }

  private record Entry(String operation, CompletableFuture<byte[]> answer) {}

  private final String worker;
  private final Map<Long, Entry> entries = new LinkedHashMap<>();
  private final Set<String> before = new LinkedHashSet<>();
  private String current = "";
  private String endedBecause = "";
  private boolean finished;

  IdempotentCommands(String worker) {
    this.worker = worker;
  }

  /** The run that nobody has finished yet. */
  synchronized Optional<String> unfinished() {
    return finished || current.isEmpty() || !endedBecause.isEmpty()
        ? Optional.empty()
        : Optional.of(current);
  }

  /** Its coordinator has finished it; it may ask for the report again. */
  synchronized void finish(String run) {
    finished |= run.equals(current);
  }

  /** From now on the run's calls are told why it is over. */
  synchronized void end(String run, String reason) {
    if (run.equals(current)) {
      endedBecause = reason;
    }
  }

  /** A new run takes the worker over; one that has been here before does not come back. */
  synchronized void begin(String run) throws WorkerException {
    if (run.equals(current)) {
      return;
    }
    if (before.contains(run)) {
      throw lost("prepare", "run " + Protocol.shown(run) + " is over here and cannot begin again");
    }
    before.add(run);
    if (before.size() > RUNS_REMEMBERED) {
      before.remove(before.iterator().next());
    }
    current = run;
    endedBecause = "";
    finished = false;
    entries.clear();
  }

  synchronized void require(String run, String operation) throws WorkerException {
    if (current.isEmpty()) {
      throw lost(operation, "it knows nothing of this run; it may have been restarted");
    }
    if (!run.equals(current)) {
      throw lost(operation, "it has been taken over by another run");
    }
    if (!endedBecause.isEmpty()) {
      throw lost(operation, endedBecause);
    }
  }

  /**
   * Does the work, or waits for the answer to the same command.
   *
   * @throws RefusedException when the number was another command's, or lies too far back
   */
  byte[] once(long sequence, String operation, Work work)
      throws WorkerException, InterruptedException, RefusedException {
    CompletableFuture<byte[]> own = new CompletableFuture<>();
    Entry known = note(sequence, operation, own);
    if (known != null) {
      return await(known.answer());
    }
    try {
      byte[] answer = work.answer();
      own.complete(answer);
      return answer;
    } catch (WorkerException | InterruptedException | RuntimeException | Error e) {
      own.completeExceptionally(e);
      throw e;
    }
  }

  private synchronized Entry note(long sequence, String operation, CompletableFuture<byte[]> own)
      throws RefusedException {
    Entry known = entries.get(sequence);
    if (known == null && entries.keySet().stream().anyMatch(each -> each > sequence)) {
      throw new RefusedException(
          Protocol.BAD_REQUEST, "command " + sequence + " lies too far back to be repeated");
    }
    if (known != null && !known.operation().equals(operation)) {
      throw new RefusedException(
          Protocol.BAD_REQUEST, "command " + sequence + " was " + known.operation());
    }
    if (known == null) {
      entries.put(sequence, new Entry(operation, own));
      if (entries.size() > ANSWERS_KEPT) {
        entries.remove(entries.keySet().iterator().next());
      }
    }
    return known;
  }

  private static byte[] await(CompletableFuture<byte[]> answer)
      throws WorkerException, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof WorkerException failure) {
        throw failure;
      }
      if (e.getCause() instanceof InterruptedException) {
        throw (InterruptedException) new InterruptedException("the first call was").initCause(e);
      }
      throw new IllegalStateException("the same command failed before", e.getCause());
    }
  }

  private WorkerException lost(String operation, String message) {
    return new WorkerException(worker, operation, Kind.WORKER_LOST, message, null);
  }
}
