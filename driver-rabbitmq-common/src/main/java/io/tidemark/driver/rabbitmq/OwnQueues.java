package io.tidemark.driver.rabbitmq;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which queues and streams of a virtual host are of this run, whichever worker made them: those
 * told one by one, and those whose name begins with that of one of the run's topics and a dot. Safe
 * for several threads.
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

  /** A look-up for each dot: there may be thousands of topics and of strangers' queues. */
  private boolean isBelowATopic(String queue) {
    for (int dot = queue.indexOf('.'); dot >= 0; dot = queue.indexOf('.', dot + 1)) {
      if (topics.contains(queue.substring(0, dot))) {
        return true;
      }
    }
    return false;
  }
}
