package io.tidemark.driver;

/**
 * The framework's callback, for a driver whose client receives several messages at once, by a poll
 * or in a chunk: the driver marks them as a batch with {@link #batchBegins} and {@link #batchEnds},
 * and passes each by the usual methods in between. {@link CallbackAdapter#batches} returns it, or
 * one that does nothing.
 *
 * <p>All messages of a batch count as received when it begins: that is when they became available
 * in this process. So the clock is read once for each batch, and a message does not wait in a
 * measured latency for those before it. Where consumers simulate processing or are paused by the
 * framework, each message counts as received when it is passed, as without batches.
 *
 * <p>A batch belongs to the thread and to the callback. Both methods and the messages between them
 * are called on one thread; other threads may have batches of the same callback at the same time.
 */
public interface BatchCallback {

  /** Does nothing: for callbacks that take no batches. */
  BatchCallback NONE =
      new BatchCallback() {
        @Override
        public void batchBegins() {}

        @Override
        public void batchEnds() {}
      };

  /**
   * Messages have arrived that are passed from now on. Call it as soon as they are there, before
   * they are decoded. A batch that has not ended ends.
   */
  void batchBegins();

  /** The following messages do not belong to the batch. */
  void batchEnds();
}
