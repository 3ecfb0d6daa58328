package io.tidemark.driver.ibmmq.testdouble;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** The queues of the double by name. Any thread may call. */
final class QueueStore {
  private static final String DEFAULT_MODEL = "SYSTEM.DEFAULT.MODEL.QUEUE";

  private final Map<String, Boolean> permanentByModel = new ConcurrentSkipListMap<>();
  private final Map<String, LocalQueue> queues = new ConcurrentSkipListMap<>();
  private final AtomicLong dynamicQueues = new AtomicLong(0x10000);

  /** The queue, new or as it is. */
  LocalQueue define(String name, QueueAttributes attributes) {
    return queues.computeIfAbsent(name, n -> new LocalQueue(n, attributes, false));
  }

  boolean exists(String name) {
    return queues.containsKey(name);
  }

  LocalQueue get(String name) {
    LocalQueue queue = queues.get(name);
    if (queue == null) {
      throw new MqFailure(ReasonCode.UNKNOWN_OBJECT_NAME);
    }
    return queue;
  }

  /** A model queue whose dynamic queues are temporary (TEMPDYN) or permanent (PERMDYN). */
  void defineModel(String name, boolean permanent) {
    permanentByModel.put(name, permanent);
  }

  boolean isPermanent(String model) {
    return permanentByModel.getOrDefault(model, false);
  }

  boolean isModel(String name) {
    return name.equals(DEFAULT_MODEL) || permanentByModel.containsKey(name);
  }

  /**
   * A temporary dynamic queue, which takes no persistent messages; a pattern that ends with '*'
   * gets a unique rest.
   */
  LocalQueue defineDynamic(String pattern) {
    String unique =
        Long.toHexString(dynamicQueues.incrementAndGet()).toUpperCase(java.util.Locale.ROOT);
    String name =
        pattern.endsWith("*") ? pattern.substring(0, pattern.length() - 1) + unique : pattern;
    String unused = name.isEmpty() ? "AMQ." + unique : name;
    LocalQueue queue = new LocalQueue(unused, QueueAttributes.defaults(), true);
    queues.put(unused, queue);
    return queue;
  }

  /** A queue of a subscription, or a permanent dynamic one; it takes persistent messages. */
  LocalQueue defineManaged(String pattern) {
    LocalQueue dynamic = defineDynamic(pattern);
    LocalQueue queue = new LocalQueue(dynamic.name(), QueueAttributes.defaults(), false);
    queues.put(queue.name(), queue);
    return queue;
  }

  void delete(String name) {
    queues.remove(name);
  }

  /** The queues a generic name ("BENCH.*") means, in the order of their names. */
  List<LocalQueue> matching(String generic) {
    String prefix = generic.endsWith("*") ? generic.substring(0, generic.length() - 1) : null;
    return queues.values().stream()
        .filter(q -> prefix == null ? q.name().equals(generic) : q.name().startsWith(prefix))
        .toList();
  }
}
