package io.tidemark.driver.ibmmq.testdouble;

import java.util.Optional;

/**
 * What a handle stands for.
 *
 * @param queue empty for the queue manager itself
 * @param atClose what goes with the handle: a temporary dynamic queue, a subscription
 */
record OpenObject(int handle, Optional<LocalQueue> queue, int options, Runnable atClose) {
  /** Nothing goes with the handle. */
  static final Runnable NOTHING = () -> {};

  private static final int INPUT_AS_Q_DEF = 0x01;
  private static final int INPUT_SHARED = 0x02;
  private static final int INPUT_EXCLUSIVE = 0x04;
  private static final int OUTPUT = 0x10;

  boolean input() {
    return (options & (INPUT_AS_Q_DEF | INPUT_SHARED | INPUT_EXCLUSIVE)) != 0;
  }

  boolean output() {
    return (options & OUTPUT) != 0;
  }

  void counted(int change) {
    queue.ifPresent(q -> q.opened(input(), output(), change));
  }

  LocalQueue requiredQueue() {
    return queue.orElseThrow(() -> new UnknownFlow("a get or put on the queue manager's handle"));
  }
}
