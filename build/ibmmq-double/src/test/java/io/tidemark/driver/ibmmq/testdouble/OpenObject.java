package io.tidemark.driver.ibmmq.testdouble;

import java.util.Optional;

/**
 * What a handle stands for.
 *
 * @param queue empty for the queue manager itself, a topic, a subscription
 * @param topic of a topic that is published to
 * @param atClose what goes with the handle: a temporary dynamic queue, a subscription
 * @param atRemoval what goes when the close says that it is to be removed
 */
record OpenObject(
    int handle,
    Optional<LocalQueue> queue,
    Optional<String> topic,
    int options,
    Runnable atClose,
    Runnable atRemoval) {
  /** Nothing goes with the handle. */
  static final Runnable NOTHING = () -> {};

  private static final int INPUT_AS_Q_DEF = 0x01;
  private static final int INPUT_SHARED = 0x02;
  private static final int INPUT_EXCLUSIVE = 0x04;
  private static final int OUTPUT = 0x10;

  OpenObject(int handle, Optional<LocalQueue> queue, int options, Runnable atClose) {
    this(handle, queue, Optional.empty(), options, atClose, NOTHING);
  }

  static OpenObject ofTopic(int handle, String topic, int options) {
    return new OpenObject(handle, Optional.empty(), Optional.of(topic), options, NOTHING, NOTHING);
  }

  static OpenObject ofSubscription(int handle, Runnable atClose, Runnable atRemoval) {
    return new OpenObject(handle, Optional.empty(), Optional.empty(), 0, atClose, atRemoval);
  }

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
    return queue.orElseThrow(() -> new UnknownFlow("a get or put on a handle that has no queue"));
  }

  /** The queue's name or the topic's string; empty if it has none. */
  String name() {
    return queue.map(LocalQueue::name).or(() -> topic).orElse("");
  }
}
