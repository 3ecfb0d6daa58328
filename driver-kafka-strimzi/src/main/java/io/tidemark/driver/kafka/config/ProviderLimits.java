package io.tidemark.driver.kafka.config;

import io.tidemark.driver.settings.SettingValues;
import java.util.List;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** What a broker that speaks Kafka's protocol does not offer. */
public final class ProviderLimits {
  /** A restriction of a broker. */
  private record Limit(
      String key, String allowed, Predicate<KafkaConfiguration> exceeded, boolean warning) {
    Limit(String key, String allowed, Predicate<KafkaConfiguration> exceeded) {
      this(key, allowed, exceeded, false);
    }
  }

  private ProviderLimits() {}

  private static List<Limit> of(KafkaProvider provider) {
    return switch (provider) {
      case KAFKA -> List.of();
      case REDPANDA ->
          List.of(
              noShareGroups("it has none (redpanda#26434)"),
              noBrokerAssignment("it has none (redpanda#29223)"),
              replicas("an odd number", count -> count % 2 == 1),
              ignored("min.insync.replicas", "a majority of the replicas acknowledges"),
              ignored(
                  "flush.messages",
                  "what acks=all acknowledges is flushed, unless write.caching=true"));
      case AUTOMQ ->
          List.of(
              noShareGroups("it is based on Kafka 3.9 (automq#3301)"),
              replicas("1, the copy in shared storage", count -> count == 1),
              ignored("min.insync.replicas", "there is one replica"),
              ignored("flush.messages", "its log is in shared storage"));
      case WARPSTREAM ->
          List.of(
              noShareGroups("its protocol has no requests for them"),
              noBrokerAssignment("its protocol has no requests for them"),
              replicas("1, the copy in shared storage", count -> count == 1),
              ignored("min.insync.replicas", "the object storage replicates"),
              ignored(
                  "flush.messages", "messages are acknowledged when they are in object storage"));
      case EVENT_HUBS ->
          List.of(
              noShareGroups("it has none"),
              noBrokerAssignment("it has none"),
              replicas("no number: the service replicates", count -> false),
              new Limit(
                  "topicConfig",
                  "none: the portal and Azure's API configure topics",
                  read -> !read.topicConfig().isEmpty()),
              producer(
                  ProducerConfig.COMPRESSION_TYPE_CONFIG,
                  "none, or gzip with the tiers Premium and Dedicated",
                  value -> List.of("none", "gzip").contains(value)),
              producer(
                  ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                  "less than 1046528, above which it closes the connection",
                  value -> Long.parseLong(value) < 1_046_528),
              onlyIn(
                  "the tiers Premium and Dedicated, as a preview",
                  "producerConfig." + ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                  KafkaConfiguration::transactional));
      case CONFLUENT_CLOUD ->
          List.of(
              onlyIn("Dedicated and Enterprise clusters", "consumer", KafkaConfiguration::shares),
              replicas("3", count -> count == 3),
              ignored("flush.messages", "the service does not let it be changed"),
              ignored("compression.type", "the service does not let it be changed"));
      case MSK ->
          List.of(
              onlyIn(
                  "clusters of Standard brokers with Kafka 4.2 or later",
                  "consumer",
                  KafkaConfiguration::shares));
    };
  }

  private static Limit noShareGroups(String reason) {
    return new Limit("consumer", "group or assigned: " + reason, KafkaConfiguration::shares);
  }

  private static Limit noBrokerAssignment(String reason) {
    String property = ConsumerConfig.GROUP_PROTOCOL_CONFIG;
    return new Limit(
        "consumerConfig." + property,
        "classic: " + reason,
        read -> "consumer".equalsIgnoreCase(read.consumer().get(property)));
  }

  private static Limit replicas(String allowed, Predicate<Integer> isAllowed) {
    return new Limit(
        "replicationFactor",
        allowed + ", or -1",
        read ->
            read.replicationFactor() != KafkaConfiguration.BROKER_DEFAULT
                && !isAllowed.test(read.replicationFactor()));
  }

  private static Limit ignored(String property, String reason) {
    return new Limit(
        "topicConfig." + property,
        "no value: " + reason,
        read -> read.topicConfig().containsKey(property));
  }

  private static Limit producer(String property, String allowed, Predicate<String> isAllowed) {
    return new Limit(
        "producerConfig." + property,
        allowed,
        read -> !isAllowed.test(read.producerValue(property)));
  }

  private static Limit onlyIn(String where, String key, Predicate<KafkaConfiguration> uses) {
    return new Limit(key, where, uses, true);
  }

  static void check(SettingValues values, KafkaConfiguration read) {
    String title = read.provider().title();
    for (Limit limit : of(read.provider())) {
      if (limit.exceeded.test(read)) {
        if (limit.warning) {
          values.warning(limit.key, "%s has this only in %s".formatted(title, limit.allowed));
        } else {
          values.problem(
              limit.key, "%s does not have this; allowed %s".formatted(title, limit.allowed));
        }
      }
    }
  }

  /** What it does not have, for the reference: each key with what is allowed. */
  public static List<String> restrictions(KafkaProvider provider) {
    return of(provider).stream()
        .map(each -> "`%s`: %s%s".formatted(each.key, each.warning ? "only in " : "", each.allowed))
        .toList();
  }
}
