package io.tidemark.driver.ibmmq.testdouble;

/**
 * What a queue is defined with.
 *
 * @param maxDepth MAXDEPTH: one message more ends with 2053
 * @param maxMessageBytes MAXMSGL: one byte more ends with 2030
 * @param defaultPersistence DEFPSIST: what a message put "as the queue says" becomes
 * @param backoutThreshold BOTHRESH: 0 for none
 * @param backoutQueue BOQNAME
 */
public record QueueAttributes(
    int maxDepth,
    int maxMessageBytes,
    int defaultPersistence,
    int backoutThreshold,
    String backoutQueue) {
  private static final int HUNDRED_MB = 104_857_600;

  public QueueAttributes {
    if (maxDepth < 1 || maxMessageBytes < 1 || defaultPersistence < 0 || defaultPersistence > 1) {
      throw new IllegalArgumentException(
          "queue attributes " + maxDepth + ", " + maxMessageBytes + ", " + defaultPersistence);
    }
  }

  public static QueueAttributes defaults() {
    return new QueueAttributes(5_000, HUNDRED_MB, 0, 0, "");
  }

  public QueueAttributes withMaxDepth(int depth) {
    return new QueueAttributes(
        depth, maxMessageBytes, defaultPersistence, backoutThreshold, backoutQueue);
  }

  public QueueAttributes withMaxMessageBytes(int bytes) {
    return new QueueAttributes(maxDepth, bytes, defaultPersistence, backoutThreshold, backoutQueue);
  }
}
