package io.tidemark.http.server;

import io.tidemark.http.protocol.Protocol;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The current run of a worker, and its responses by command number: repeated commands are not
 * executed again. Thread-safe.
 */
public final class IdempotentCommands {
  private static final int ANSWERS_KEPT = 64;
  private static final int RUNS_REMEMBERED = 256;

  /** A command, already decided. */
  public interface Work {
    byte[] answer() throws WorkerException, InterruptedException;
  }

  private record Entry(String operation, CompletableFuture<byte[]> answer) {}

  private final String worker;
  private final Map<Long, Entry> entries = new LinkedHashMap<>();
  private final Set<String> before = new LinkedHashSet<>();
  private String current = "";
  private String endedBecause = "";
  private boolean finished;

  public IdempotentCommands(String worker) {
    this.worker = worker;
  }

  /** The unfinished run. */
  public synchronized Optional<String> unfinished() {
    return finished || current.isEmpty() || !endedBecause.isEmpty()
        ? Optional.empty()
        : Optional.of(current);
  }

  /** Its coordinator has finished it and may request the report again. */
  public synchronized void finish(String run) {
    finished |= run.equals(current);
  }

  /** Further calls of the run fail with the reason for its end. */
  synchronized void end(String run, String reason) {
    if (run.equals(current)) {
      endedBecause = reason;
    }
  }

  /** A new run takes over the worker; earlier runs cannot begin again. */
  public synchronized void begin(String run) throws WorkerException {
    if (run.equals(current)) {
      return;
    }
    if (before.contains(run)) {
      throw lost(
          "prepare",
          "run " + Protocol.shown(run) + " has ended on this worker and cannot begin again");
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

  public synchronized void require(String run, String operation) throws WorkerException {
    if (current.isEmpty()) {
      throw lost(operation, "the run is not known to this worker; it may have been restarted");
    }
    if (!run.equals(current)) {
      throw lost(operation, "another run has taken over this worker");
    }
    if (!endedBecause.isEmpty()) {
      throw lost(operation, endedBecause);
    }
  }

  /**
   * Does the work, or waits for the answer to the same command.
   *
   * @throws RequestRefusedException when the number was another command's, or lies too far back
   */
  public byte[] once(long sequence, String operation, Work work)
      throws WorkerException, InterruptedException, RequestRefusedException {
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

  private synchronized @Nullable Entry note(
      long sequence, String operation, CompletableFuture<byte[]> own)
      throws RequestRefusedException {
    Entry known = entries.get(sequence);
    if (known == null && entries.keySet().stream().anyMatch(each -> each > sequence)) {
      throw new RequestRefusedException(
          Protocol.BAD_REQUEST, "command " + sequence + " is too old to be repeated");
    }
    if (known != null && !known.operation().equals(operation)) {
      throw new RequestRefusedException(
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
