package io.tidemark.proxy;

/**
 * Limits the bytes that wait in all pipes of a loop, so that memory use is bounded. A pipe that may
 * not queue more does not read; its sender stops when the socket buffers are full.
 */
final class QueueBudget {
  /**
   * Limit of one pipe, and so of the throughput of a delayed connection: 8 MB each 100 ms is 80
   * MB/s.
   */
  static final long MAX_PIPE_BYTES = 8L * 1024 * 1024;

  private static final long MAX_TOTAL_BYTES = 96L * 1024 * 1024;
  private long totalBytes;

  /** Each pipe may queue one read, so all pipes make progress. */
  boolean mayRead(long queuedInPipe) {
    return queuedInPipe == 0 || (queuedInPipe < MAX_PIPE_BYTES && totalBytes < MAX_TOTAL_BYTES);
  }

  void add(long bytes) {
    totalBytes += bytes;
  }
}
