package io.tidemark.model.workload;

import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.RequestReplySpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A workload, complete and checked: files read, durations merged, defaults filled in.
 *
 * @param name as in the file
 * @param fileBase file name without its ending
 * @param topics number of topics
 * @param partitionsPerTopic partitions of each
 * @param topicNames existing topics to use instead of making some; empty for none
 * @param fromRun the run whose messages the existing topics hold; only with pattern consume-only
 * @param subscriptionsPerTopic subscriptions of each topic
 * @param producersPerTopic producers of each topic
 * @param consumerPerSubscription consumers of each subscription
 * @param messageSizeBytes OMB's {@code messageSize}: the nominal size (mean of a distribution)
 * @param payload sizes and content
 * @param keys key distribution
 * @param envelope how messages are stamped
 * @param rate open loop, closed loop or search
 * @param arrivals spacing of an open loop
 * @param maxInFlightPerProducer window or cap; empty: chosen from heap and number of producers
 * @param messageLimit messages over all producers, 0 for none
 * @param warmup length of the warm-up
 * @param test length of the measured part; empty: until interrupted
 * @param sampleInterval distance of samples
 * @param iterations how often the run is repeated
 * @param phases stretches of the measured part; empty: one at the same rate
 * @param pattern who does what when
 * @param processingTime of each consumer for one message
 * @param backlogSizeBytes OMB's {@code consumerBacklogSizeGB} in bytes: build such a backlog, then
 *     drain it; 0 for none
 * @param backlogDrainRatio OMB's: the drain is over when so much of the backlog is gone
 * @param delivery how much the audit keeps
 * @param drainTimeout how long to wait for what is outstanding after the load has stopped
 * @param objectives conditions to meet
 * @param thresholds of the verdict, by their documented names; what is absent has its default
 * @param seed of everything random
 * @param requestReply who asks whom; only with pattern request-reply
 * @param effective the whole workload as maps, lists and scalars, defaults included, for the result
 */
public record Workload(
    String name,
    String fileBase,
    int topics,
    int partitionsPerTopic,
    List<String> topicNames,
    Optional<EarlierRun> fromRun,
    int subscriptionsPerTopic,
    int producersPerTopic,
    int consumerPerSubscription,
    int messageSizeBytes,
    PayloadSpec payload,
    KeyDistribution keys,
    EnvelopeSpec envelope,
    ProducerRate rate,
    Arrivals arrivals,
    Optional<Integer> maxInFlightPerProducer,
    long messageLimit,
    Duration warmup,
    Optional<Duration> test,
    Duration sampleInterval,
    int iterations,
    List<Phase> phases,
    Pattern pattern,
    Duration processingTime,
    long backlogSizeBytes,
    double backlogDrainRatio,
    DeliveryMode delivery,
    Duration drainTimeout,
    List<Objective> objectives,
    Map<String, Double> thresholds,
    long seed,
    Optional<RequestReplySpec> requestReply,
    Map<String, Object> effective) {
  public Workload {
    Objects.requireNonNull(name);
    Objects.requireNonNull(fileBase);
    Objects.requireNonNull(fromRun);
    Objects.requireNonNull(payload);
    Objects.requireNonNull(keys);
    Objects.requireNonNull(envelope);
    Objects.requireNonNull(rate);
    Objects.requireNonNull(arrivals);
    Objects.requireNonNull(maxInFlightPerProducer);
    Objects.requireNonNull(warmup);
    Objects.requireNonNull(test);
    Objects.requireNonNull(sampleInterval);
    Objects.requireNonNull(pattern);
    Objects.requireNonNull(processingTime);
    Objects.requireNonNull(delivery);
    Objects.requireNonNull(drainTimeout);
    Objects.requireNonNull(requestReply);
    topicNames = List.copyOf(topicNames);
    phases = List.copyOf(phases);
    objectives = List.copyOf(objectives);
    thresholds = Map.copyOf(thresholds);
  }

  /** Producers over all topics; requesters at most, if there are some. */
  public int totalProducers() {
    return requestReply
        .map(RequestReplySpec::mostRequesters)
        .orElseGet(() -> topics * producersPerTopic);
  }

  /** Messages over all subscriptions that make up the backlog asked for. */
  public long backlogMessages() {
    return backlogSizeBytes / Math.max(1, messageSizeBytes);
  }

  /** Consumers over all topics and subscriptions; responders, if there are some. */
  public int totalConsumers() {
    return requestReply.isPresent()
        ? requestReply.get().responders()
        : topics * subscriptionsPerTopic * consumerPerSubscription;
  }
}
