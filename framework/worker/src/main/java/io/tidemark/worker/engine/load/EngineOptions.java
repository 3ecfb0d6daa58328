package io.tidemark.worker.engine.load;

import java.util.List;
import java.util.Optional;

/**
 * Properties of driver and machine for the engine.
 *
 * @param sendMayBlock whether {@code sendAsync} may block: each producer then gets its own thread
 *     as long as there are not too many
 * @param copiesPayload whether {@code sendAsync} has copied the payload when it returns
 * @param contextClassLoader of the load threads; the driver's
 * @param maxLoadThreads threads at most; more only if {@code sendMayBlock}
 * @param spinShare share of the machine's cores that may wait by spinning, 0 to 1; at least one
 *     thread may unless it is 0
 * @param pinnedCores cores for the load threads, which always wait by spinning there; empty: the
 *     kernel chooses
 */
public record EngineOptions(
    boolean sendMayBlock,
    boolean copiesPayload,
    ClassLoader contextClassLoader,
    int maxLoadThreads,
    double spinShare,
    List<Integer> pinnedCores) {
  /**
   * Beyond this, blocking producers share threads: each thread uses 70 kB and is scanned in every
   * collection.
   */
  private static final int MOST_BLOCKING_THREADS = 512;

  private static final int MOST_WAITING_THREADS = 1_024;

  /** Without pinned cores. */
  public EngineOptions(
      boolean sendMayBlock,
      boolean copiesPayload,
      ClassLoader contextClassLoader,
      int maxLoadThreads,
      double spinShare) {
    this(sendMayBlock, copiesPayload, contextClassLoader, maxLoadThreads, spinShare, List.of());
  }

  public EngineOptions {
    pinnedCores = List.copyOf(pinnedCores);
    if (maxLoadThreads < 1) {
      throw new IllegalArgumentException("maxLoadThreads must be at least 1: " + maxLoadThreads);
    }
    if (!(spinShare >= 0 && spinShare <= 1)) {
      throw new IllegalArgumentException("spinShare must be between 0 and 1, got " + spinShare);
    }
  }

  /** One for each producer, up to the limit. */
  int threadsFor(int producers) {
    int cores = pinnedCores.isEmpty() ? maxLoadThreads : pinnedCores.size();
    int most = sendMayBlock ? Math.max(maxLoadThreads, MOST_BLOCKING_THREADS) : cores;
    return Math.min(most, producers);
  }

  /** The core of a load thread; empty if the kernel chooses, or if threads would share cores. */
  Optional<Integer> coreOf(int thread, int threads) {
    return threads <= pinnedCores.size() ? Optional.of(pinnedCores.get(thread)) : Optional.empty();
  }

  /** With load threads on these cores. */
  public EngineOptions pinnedTo(List<Integer> cores) {
    return new EngineOptions(
        sendMayBlock, copiesPayload, contextClassLoader, maxLoadThreads, spinShare, cores);
  }

  /** Options for sends that wait for their reply: two that share a thread are one client. */
  public EngineOptions withWaitingSends() {
    return new EngineOptions(
        true, copiesPayload, contextClassLoader, MOST_WAITING_THREADS, spinShare, pinnedCores);
  }

  /** For a driver that says nothing of itself: it may block and keeps the payload. */
  public static EngineOptions cautious(ClassLoader contextClassLoader) {
    int cores = Runtime.getRuntime().availableProcessors();
    return new EngineOptions(true, false, contextClassLoader, cores, 0.5);
  }
}
