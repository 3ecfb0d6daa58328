package io.tidemark.http;

import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.Profile;
import io.tidemark.model.worker.ConsumerAssignment;
import io.tidemark.model.worker.PairsCommand;
import io.tidemark.model.worker.ProducerAssignment;
import io.tidemark.model.worker.RequesterOrder;
import io.tidemark.model.worker.ResponderOrder;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Arguments and answers of the port's operations where these are not values of the model. No
 * component may be null: {@link WireFormat} rejects it.
 */
final class Arguments {
  private Arguments() {}

  record None() {
    static final None NONE = new None();
  }

  record Within(Duration deadline) {}

  record Prepare(RunSetup setup, Duration deadline) {}

  record CreateTopics(TopicsRequest request, Duration deadline) {}

  record CreateSubscriptions(List<SubscriptionHandle> subscriptions, Duration deadline) {}

  record CreateConsumers(List<ConsumerAssignment> consumers, Duration deadline) {}

  record CreateProducers(List<ProducerAssignment> producers, Duration deadline) {}

  record CreatePairs(PairsCommand request, Duration deadline) {}

  record CreateResponders(ResponderOrder order, Duration deadline) {}

  record CreateRequesters(RequesterOrder order, Duration deadline) {}

  record Messages(PayloadSpec payload, KeyDistribution keys) {}

  record Change(long effectiveEpochNanos, Profile profile) {}

  record NewSchedule(long startEpochNanos, LoadShape shape) {}

  record TakeSnapshot(long sequence) {}

  record Finish(boolean deleteTopics, Duration deadline) {}

  record Facts(Map<String, String> facts) {}

  record Topics(List<TopicHandle> topics) {}
}
