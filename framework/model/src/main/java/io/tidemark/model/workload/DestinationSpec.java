package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.RequestReplySpec;
import java.util.List;
import java.util.Optional;

/**
 * Topics and their clients, as OMB counts them.
 *
 * @param topics number of topics
 * @param topicNames topics to use instead of some with names of the driver's; empty for none
 * @param createTopics whether these are made for the run, rather than there already
 */
@RecordBuilder
public record DestinationSpec(
    @Key(value = "Topics to create. Not needed with `topicNames`.", range = "1..1000000")
        int topics,
    @Key(
            value =
                "Partitions of each topic; with RabbitMQ's queues the queues of each subscription."
                    + " Brokers without partitions ignore it.",
            range = "1..1000000",
            orElse = "1")
        int partitionsPerTopic,
    @Key(value = "Existing topics, used instead of creating topics.", each = "Name of a topic.")
        List<String> topicNames,
    @Key("Creates the topics of `topicNames` for the run and deletes them after it.")
        Optional<Boolean> createTopics,
    @Key(
            value = "Subscriptions of each topic. 0: no consumers.",
            range = DestinationSpec.COUNT,
            orElse = "0")
        int subscriptionsPerTopic,
    @Key(value = "Producers of each topic.", range = DestinationSpec.COUNT, orElse = "0")
        int producersPerTopic,
    @Key(
            value =
                "Consumers of each subscription. 0: no consumers. In a consumer group of Kafka more"
                    + " than `partitionsPerTopic` are idle.",
            range = DestinationSpec.COUNT,
            orElse = "0")
        int consumerPerSubscription)
    implements DestinationSpecBuilder.With {
  /** Bounds of numbers of clients and the like. */
  static final String COUNT = "0..1000000";

  public DestinationSpec {
    topicNames = List.copyOf(topicNames);
  }

  /** What a file says, as it is for its pattern. */
  public DestinationSpec of(Pattern pattern) {
    return with()
        .topics(topicNames.isEmpty() ? topics : topicNames.size())
        .producersPerTopic(pattern == Pattern.CONSUME_ONLY ? 0 : producersPerTopic)
        .build();
  }

  /** A pair is a topic whose requesters produce; each responder gets a partition. */
  public DestinationSpec ofPairs(Fields fields, RequestReplySpec spec) {
    int respondersPerPair = perPair(spec.responders(), spec);
    return with()
        .topics(spec.pairs())
        .partitionsPerTopic(
            fields.has("partitionsPerTopic") ? partitionsPerTopic : respondersPerPair)
        .createTopics(Optional.empty())
        .subscriptionsPerTopic(1)
        .producersPerTopic(perPair(spec.mostRequesters(), spec))
        .consumerPerSubscription(respondersPerPair)
        .build();
  }

  private static int perPair(int clients, RequestReplySpec spec) {
    return (clients + spec.pairs() - 1) / spec.pairs();
  }

  /** Whether the topics were there before the run. */
  public boolean areExisting() {
    return !topicNames.isEmpty() && !createTopics.orElse(false);
  }
}
