package io.tidemark.coordinator.delivery;

import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.measure.offsets.OffsetAudit;
import io.tidemark.model.snapshot.OffsetSamples.Committed;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The topics of a run's producers and subscriptions, for the audit of offsets. */
final class RunTopology implements OffsetAudit.Topology {
  private static final int NONE = -1;

  private final Map<Integer, Integer> topicsOfProducers = new HashMap<>();
  private final Map<Integer, Integer> topicsOfSubscriptions = new HashMap<>();
  private final Map<List<String>, Integer> subscriptions = new HashMap<>();

  RunTopology(Assignment assignment) {
    Map<TopicHandle, Integer> topics = new HashMap<>();
    for (ProducerRequest producer : assignment.allProducers()) {
      topicsOfProducers.put(
          producer.index(), topics.computeIfAbsent(producer.topic(), key -> topics.size()));
    }
    for (SubscriptionHandle each : assignment.subscriptions()) {
      topicsOfSubscriptions.put(
          each.index(), topics.computeIfAbsent(each.topic(), key -> topics.size()));
      subscriptions.put(List.of(each.topic().name(), each.name()), each.index());
    }
  }

  @Override
  public int topicOfProducer(int producer) {
    return topicsOfProducers.getOrDefault(producer, NONE);
  }

  @Override
  public int topicOfSubscription(int subscription) {
    return topicsOfSubscriptions.getOrDefault(subscription, NONE);
  }

  @Override
  public OptionalInt subscriptionOf(Committed reading) {
    Integer found = subscriptions.get(List.of(reading.topic(), reading.subscription()));
    return found == null ? OptionalInt.empty() : OptionalInt.of(found);
  }
}
