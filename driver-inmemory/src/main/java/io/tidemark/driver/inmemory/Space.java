package io.tidemark.driver.inmemory;

import io.tidemark.driver.outcome.OutcomeRequest;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A set of topics, shared by the drivers that opened it; deleted when the last one has closed it.
 */
final class Space {
  private static final Map<String, Space> OPEN = new HashMap<>();

  private final String name;
  private final Map<String, Topic> topics = new ConcurrentHashMap<>();
  private final Map<String, RequestQueue> requestQueues = new ConcurrentHashMap<>();
  private int users;

  private Space(String name) {
    this.name = name;
  }

  static Space open(String name) {
    synchronized (OPEN) {
      Space space = OPEN.computeIfAbsent(name, Space::new);
      space.users++;
      return space;
    }
  }

  void close() {
    synchronized (OPEN) {
      if (--users == 0) {
        OPEN.remove(name);
        topics.values().forEach(Topic::close);
      }
    }
  }

  void create(
      String topic,
      int partitions,
      InMemoryConfiguration configuration,
      Optional<OutcomeRequest> outcomes) {
    Topic made = new Topic(topic, partitions, configuration, outcomes);
    if (topics.putIfAbsent(topic, made) != null) {
      throw new IllegalStateException("topic '" + topic + "' already exists");
    }
  }

  Topic topic(String topic) {
    return find(topic)
        .orElseThrow(() -> new IllegalStateException("topic '" + topic + "' does not exist"));
  }

  Optional<Topic> find(String topic) {
    return Optional.ofNullable(topics.get(topic));
  }

  void delete(String topic) {
    Topic removed = topics.remove(topic);
    if (removed != null) {
      removed.close();
    }
  }

  /** The queue of this name, made when it is not there. */
  RequestQueue requestQueue(String queue, int capacity) {
    return requestQueues.computeIfAbsent(queue, name -> new RequestQueue(name, capacity));
  }

  void deleteRequestQueue(String queue) {
    requestQueues.remove(queue);
  }

  Collection<Topic> topics() {
    return List.copyOf(topics.values());
  }
}
