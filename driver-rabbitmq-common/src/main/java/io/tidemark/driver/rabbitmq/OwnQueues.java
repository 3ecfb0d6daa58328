package io.tidemark.driver.rabbitmq;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The queues and streams of this run in a virtual host, from any worker: added ones, and those
 * whose name begins with one of the run's topics and a dot. Thread-safe.
 */
final class OwnQueues {
  private final Set<String> names = ConcurrentHashMap.newKeySet();
  private final Set<String> topics = ConcurrentHashMap.newKeySet();

  void add(Collection<String> queues) {
    names.addAll(queues);
  }

  /** Every queue "topic.anything", now and later. */
  void addBelow(String topic) {
    topics.add(topic);
  }

  boolean contains(String queue) {
    return names.contains(queue) || isBelowATopic(queue);
  }

  /** A look-up for each dot: there may be thousands of topics and foreign queues. */
  private boolean isBelowATopic(String queue) {
    for (int dot = queue.indexOf('.'); dot >= 0; dot = queue.indexOf('.', dot + 1)) {
      if (topics.contains(queue.substring(0, dot))) {
        return true;
      }
    }
    return false;
  }
}
