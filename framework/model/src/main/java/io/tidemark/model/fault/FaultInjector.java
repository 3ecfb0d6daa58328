package io.tidemark.model.fault;

import java.util.List;
import java.util.OptionalInt;

/**
 * Injects faults into the system under test: the port through which a run reaches its brokers.
 * Implementations are thread-safe: each fault has a thread.
 */
public interface FaultInjector {

  /** Undoes a fault. */
  @FunctionalInterface
  interface Undo {
    /** Nothing is left to undo. */
    Undo NONE = () -> {};

    /**
     * Returns when it is undone: after a kill, when the nodes serve again. Called once; has its own
     * deadline.
     */
    void undo() throws FaultException, InterruptedException;

    /**
     * Whether something else undoes it, as soon as it can: then {@link #undo} only waits for it,
     * and is called at once unless the fault has a duration.
     */
    default boolean happensByItself() {
      return false;
    }

    /** What the injection has changed in the nodes, for people; empty if that is known. */
    default String changed() {
      return "";
    }
  }

  /** Numbers of the nodes that run, in ascending order; empty if there are none to reach. */
  List<Integer> running();

  /** Numbers of all nodes, in ascending order; empty if there are none to reach. */
  List<Integer> nodes();

  /** Names of the workers that are separate processes, in their order. */
  default List<String> workers() {
    return List.of();
  }

  /** The number of the node for which a driver has this name; empty if none is known. */
  OptionalInt numberOf(String driversName);

  /**
   * Injects a fault and returns when it is in effect. Has its own deadline. If it throws, it has
   * undone what it had done.
   *
   * @param nodes numbers of the nodes, or of the worker; empty for a command
   */
  Undo inject(FaultSpec fault, List<Integer> nodes) throws FaultException, InterruptedException;

  /** What people call a node, if it has a name; empty: its number only. */
  default String nameOf(int node) {
    return "";
  }

  /** Injects nothing: for runs without faults. */
  FaultInjector NONE =
      new FaultInjector() {
        @Override
        public List<Integer> running() {
          return List.of();
        }

        @Override
        public List<Integer> nodes() {
          return List.of();
        }

        @Override
        public OptionalInt numberOf(String driversName) {
          return OptionalInt.empty();
        }

        @Override
        public Undo inject(FaultSpec fault, List<Integer> nodes) throws FaultException {
          throw new FaultException("this run cannot inject faults");
        }
      };
}
