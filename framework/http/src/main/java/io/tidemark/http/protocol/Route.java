package io.tidemark.http.protocol;

import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;

/**
 * One operation of the port on the wire: the request of the client and its handling on the server.
 *
 * @param operation last part of the path
 * @param scope how it depends on a run
 */
public record Route<A, R>(
    String operation,
    Scope scope,
    Class<A> argumentType,
    Class<R> answerType,
    Invocation<A, R> invocation) {

  /** How an operation depends on a run. */
  public enum Scope {
    /** Needs no run. */
    HOST,
    /** Begins a run and ends the one before. */
    BEGIN,
    /** Belongs to a run; a repetition gets the first answer again. */
    COMMAND,
    /** Belongs to a run; can be repeated. */
    QUESTION
  }

  /** What the operation is at the worker. */
  public interface Invocation<A, R> {
    R on(Worker worker, A argument) throws WorkerException, InterruptedException;
  }

  /** An operation without an answer. */
  public interface Order<A> {
    void on(Worker worker, A argument) throws WorkerException, InterruptedException;
  }

  static <A> Route<A, Arguments.None> order(
      String operation, Scope scope, Class<A> argumentType, Order<A> order) {
    return new Route<>(
        operation,
        scope,
        argumentType,
        Arguments.None.class,
        (worker, argument) -> {
          order.on(worker, argument);
          return Arguments.None.NONE;
        });
  }

  public String path() {
    return Protocol.PREFIX + operation;
  }
}
