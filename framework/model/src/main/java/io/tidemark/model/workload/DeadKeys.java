package io.tidemark.model.workload;

import java.util.Map;

/** Keys of known forks and older versions of OMB: they cause only a warning. */
public final class DeadKeys {
  private DeadKeys() {}

  /** What to use instead. */
  public static Map<String, String> ofWorkloads() {
    return Map.ofEntries(
        Map.entry("acceptableBacklog", "see objectives: backlog"),
        Map.entry("backlogProducerRate", "a backlog is built with producerRate"),
        Map.entry("consumerOnly", "see pattern: consume-only, or fill-then-drain"),
        Map.entry("indexConfig", "only its own fork's drivers use it"),
        Map.entry("logIntervalMillis", "see sampleInterval"),
        Map.entry("messageRateReceivedForSubscription", "each subscription gets every message"),
        Map.entry("partitionsPerTopicList", "all topics have partitionsPerTopic"),
        Map.entry("producerIncrementRate", "see phases"),
        Map.entry("producerIncrementSeconds", "see phases"),
        Map.entry("producerPauseBeforeDrain", "see pattern: fill-then-drain"),
        Map.entry("producerPauseDuringDrain", "see pattern: fill-then-drain"),
        Map.entry("producerRateList", "see phases"),
        Map.entry("producerStartRate", "see search"),
        Map.entry("producersPerTopicList", "all topics have producersPerTopic"),
        Map.entry("rampAlgorithm", "see search"),
        Map.entry("rampBracketPeriodSeconds", "see search"),
        Map.entry("rampConvergenceTolerance", "see search"),
        Map.entry("rampHoldSeconds", "see search"),
        Map.entry("rampMaxDiscoveryMinutes", "see search"),
        Map.entry("rampPublishBacklogLimit", "see search"),
        Map.entry("rampReceiveBacklogLimit", "see search"),
        Map.entry("rampStartRate", "see search"),
        Map.entry("randomTopicNames", "created topics always have random names"),
        Map.entry("sampleRateMillis", "see sampleInterval"),
        Map.entry("schemaFile", "schema registries are not supported"),
        Map.entry("warmupProducerRate", "the warm-up uses the rate at the start of the test"),
        Map.entry("warmupProducerRateSeparationMinutes", "see phases"));
  }
}
