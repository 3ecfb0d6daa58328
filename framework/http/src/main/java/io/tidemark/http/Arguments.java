package io.tidemark.http;

import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.Profile;
import io.tidemark.model.worker.ConsumerAssignment;
import io.tidemark.model.worker.PairsRequest;
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
import java.util.Objects;

/** Arguments and answers of the port's operations where these are not values of the model. */
final class Arguments {
  private Arguments() {}

  record None() {
    static final None NONE = new None();
  }

  record Within(Duration deadline) {
    Within {
      Objects.requireNonNull(deadline, "deadline");
    }
  }

  record Prepare(RunSetup setup, Duration deadline) {
    Prepare {
      Objects.requireNonNull(setup, "setup");
      Objects.requireNonNull(deadline, "deadline");
    }
  }

  record CreateTopics(TopicsRequest request, Duration deadline) {
    CreateTopics {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(deadline, "deadline");
    }
  }

  record CreateSubscriptions(List<SubscriptionHandle> subscriptions, Duration deadline) {
    CreateSubscriptions {
      Objects.requireNonNull(subscriptions, "subscriptions");
      Objects.requireNonNull(deadline, "deadline");
    }
  }

  record CreateConsumers(List<ConsumerAssignment> consumers, Duration deadline) {
    CreateConsumers {
      Objects.requireNonNull(consumers, "consumers");
      Objects.requireNonNull(deadline, "deadline");
    }
  }

  record CreateProducers(List<ProducerAssignment> producers, Duration deadline) {
    CreateProducers {
      Objects.requireNonNull(producers, "producers");
      Objects.requireNonNull(deadline, "deadline");
    }
  }

  record CreatePairs(PairsRequest request, Duration deadline) {
    CreatePairs {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(deadline, "deadline");
    }
  }

  record CreateResponders(ResponderOrder order, Duration deadline) {
    CreateResponders {
      Objects.requireNonNull(order, "order");
      Objects.requireNonNull(deadline, "deadline");
    }
  }

  record CreateRequesters(RequesterOrder order, Duration deadline) {
    CreateRequesters {
      Objects.requireNonNull(order, "order");
      Objects.requireNonNull(deadline, "deadline");
    }
  }

  record Messages(PayloadSpec payload, KeyDistribution keys) {
    Messages {
      Objects.requireNonNull(payload, "payload");
      Objects.requireNonNull(keys, "keys");
    }
  }

  record Change(long effectiveEpochNanos, Profile profile) {
    Change {
      Objects.requireNonNull(profile, "profile");
    }
  }

  record TakeSnapshot(long sequence) {}

  record Finish(boolean deleteTopics, Duration deadline) {
    Finish {
      Objects.requireNonNull(deadline, "deadline");
    }
  }

  record Facts(Map<String, String> facts) {
    Facts {
      Objects.requireNonNull(facts, "facts");
    }
  }

  record Topics(List<TopicHandle> topics) {
    Topics {
      Objects.requireNonNull(topics, "topics");
    }
  }
}
