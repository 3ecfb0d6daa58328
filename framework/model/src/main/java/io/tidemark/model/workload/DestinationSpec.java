package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.load.RequestReplySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Topics and their clients, as OMB counts them.
 *
 * @param topics number of topics
 * @param partitionsPerTopic partitions of each
 * @param topicNames topics to use instead of some with names of the driver's; empty for none
 * @param createTopics whether these are made for the run, rather than there already
 * @param fromRun the run whose messages the existing topics hold; only with pattern consume-only
 * @param subscriptionsPerTopic subscriptions of each topic
 * @param producersPerTopic producers of each topic
 * @param consumerPerSubscription consumers of each subscription
 * @param churn clients that are closed and opened again
 */
public record DestinationSpec(
    int topics,
    int partitionsPerTopic,
    List<String> topicNames,
    boolean createTopics,
    Optional<EarlierRun> fromRun,
    int subscriptionsPerTopic,
    int producersPerTopic,
    int consumerPerSubscription,
    ChurnSpec churn) {
  static final List<Setting> KEYS = new ArrayList<>();
  static final WorkloadKey<Integer> TOPICS =
      WorkloadKey.count("topics", "Topics to create. Not needed with `topicNames`.")
          .atLeast(1)
          .in(KEYS);
  static final WorkloadKey<Integer> PARTITIONS =
      WorkloadKey.count(
              "partitionsPerTopic",
              "Partitions of each topic. Brokers without partitions ignore it.")
          .atLeast(1)
          .byDefault(1)
          .in(KEYS);
  static final WorkloadKey<String> TOPIC_NAMES =
      WorkloadKey.of("topicNames", "Existing topics, used instead of creating topics.", Type.LIST)
          .in(KEYS, "Name of a topic.", Type.STRING);
  static final WorkloadKey<Boolean> CREATE_TOPICS =
      WorkloadKey.flag(
              "createTopics",
              "Creates the topics of `topicNames` for the run and deletes them after it.")
          .in(KEYS);
  static final WorkloadKey<String> FROM_RUN =
      WorkloadKey.of(
              "fromRun",
              "With `pattern: consume-only`: the run that filled the topics, as the folder of its"
                  + " results or its id. Its messages are measured and audited instead of being"
                  + " counted as foreign. With the folder, acknowledged messages that do not arrive"
                  + " are reported as lost; with the id, loss is not known.",
              Type.STRING)
          .in(KEYS);
  static final WorkloadKey<Integer> SUBSCRIPTIONS =
      WorkloadKey.count("subscriptionsPerTopic", "Subscriptions of each topic. 0: no consumers.")
          .byDefault(0)
          .in(KEYS);
  static final WorkloadKey<Integer> PRODUCERS =
      WorkloadKey.count("producersPerTopic", "Producers of each topic.").byDefault(0).in(KEYS);
  static final WorkloadKey<Integer> CONSUMERS =
      WorkloadKey.count(
              "consumerPerSubscription", "Consumers of each subscription. 0: no consumers.")
          .byDefault(0)
          .in(KEYS);

  /** Without churn. */
  public DestinationSpec(
      int topics,
      int partitionsPerTopic,
      List<String> topicNames,
      boolean createTopics,
      Optional<EarlierRun> fromRun,
      int subscriptionsPerTopic,
      int producersPerTopic,
      int consumerPerSubscription) {
    this(
        topics,
        partitionsPerTopic,
        topicNames,
        createTopics,
        fromRun,
        subscriptionsPerTopic,
        producersPerTopic,
        consumerPerSubscription,
        ChurnSpec.NONE);
  }

  public DestinationSpec {
    topicNames = List.copyOf(topicNames);
  }

  static DestinationSpec read(
      WorkloadFields fields,
      Pattern pattern,
      List<String> topicNames,
      Optional<EarlierRun> fromRun) {
    return new DestinationSpec(
        topicNames.isEmpty() ? fields.given(TOPICS).orElse(0) : topicNames.size(),
        fields.get(PARTITIONS),
        topicNames,
        fields.given(CREATE_TOPICS).orElse(false),
        fromRun,
        fields.get(SUBSCRIPTIONS),
        pattern == Pattern.CONSUME_ONLY ? 0 : fields.get(PRODUCERS),
        fields.get(CONSUMERS),
        ChurnSpec.read(fields));
  }

  /** A pair is a topic whose requesters produce; each responder gets a partition. */
  static DestinationSpec ofPairs(
      WorkloadFields fields, RequestReplySpec spec, List<String> topicNames) {
    int respondersPerPair = perPair(spec.responders(), spec);
    return new DestinationSpec(
        spec.pairs(),
        fields.given(PARTITIONS).orElse(respondersPerPair),
        topicNames,
        false,
        Optional.empty(),
        1,
        perPair(spec.mostRequesters(), spec),
        respondersPerPair);
  }

  DestinationSpec with(int otherProducers, int otherConsumers) {
    return new DestinationSpec(
        topics,
        partitionsPerTopic,
        topicNames,
        createTopics,
        fromRun,
        subscriptionsPerTopic,
        otherProducers,
        otherConsumers,
        churn);
  }

  private static int perPair(int clients, RequestReplySpec spec) {
    return (clients + spec.pairs() - 1) / spec.pairs();
  }

  /** Whether the topics were there before the run. */
  public boolean areExisting() {
    return !topicNames.isEmpty() && !createTopics;
  }

  void write(Map<String, Object> map, Optional<RequestReplySpec> requestReply) {
    requestReply.ifPresentOrElse(
        spec -> RequestReplyReader.PAIRS.put(map, spec.pairs()), () -> TOPICS.put(map, topics));
    PARTITIONS.put(map, partitionsPerTopic);
    if (!topicNames.isEmpty()) {
      map.put(TOPIC_NAMES.name(), topicNames);
    }
    if (createTopics) {
      CREATE_TOPICS.put(map, true);
    }
    fromRun.ifPresent(run -> FROM_RUN.put(map, run.source()));
    if (requestReply.isPresent()) {
      RequestReplyReader.write(requestReply.get(), map);
    } else {
      SUBSCRIPTIONS.put(map, subscriptionsPerTopic);
      PRODUCERS.put(map, producersPerTopic);
      CONSUMERS.put(map, consumerPerSubscription);
      churn.write(map);
    }
  }
}
