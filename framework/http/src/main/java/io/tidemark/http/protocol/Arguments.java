package io.tidemark.http.protocol;

import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.Profile;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.DestinationsRequest;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RequestersRequest;
import io.tidemark.model.worker.RespondersRequest;
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
public final class Arguments {
  private Arguments() {}

  public record None() {
    public static final None NONE = new None();
  }

  public record Within(Duration deadline) {}

  public record Prepare(RunSetup setup, Duration deadline) {}

  public record CreateTopics(TopicsRequest request, Duration deadline) {}

  public record CreateSubscriptions(List<SubscriptionHandle> subscriptions, Duration deadline) {}

  public record CreateConsumers(List<ConsumerRequest> consumers, Duration deadline) {}

  public record CreateProducers(List<ProducerRequest> producers, Duration deadline) {}

  public record CreatePairs(DestinationsRequest request, Duration deadline) {}

  public record CreateResponders(RespondersRequest order, Duration deadline) {}

  public record CreateRequesters(RequestersRequest order, Duration deadline) {}

  public record Messages(PayloadSpec payload, KeyDistribution keys) {}

  public record Change(long effectiveEpochNanos, Profile profile) {}

  public record NewSchedule(long startEpochNanos, LoadShape shape) {}

  public record TakeSnapshot(long sequence) {}

  public record Finish(boolean deleteTopics, Duration deadline) {}

  public record Facts(Map<String, String> facts) {}

  public record Topics(List<TopicHandle> topics) {}
}
