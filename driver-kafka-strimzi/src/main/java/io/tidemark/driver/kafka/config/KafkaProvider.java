package io.tidemark.driver.kafka.config;

import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.settings.SettingValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Who makes the broker that speaks Kafka's protocol: what it does not offer, and what its
 * acknowledgement means, by its documentation of November 2026.
 */
public enum KafkaProvider {
  KAFKA("Apache Kafka", "", ""),
  REDPANDA(
      "Redpanda",
      "majority of copies",
      BrokerFacts.FLUSHED,
      noShareGroups("it has none (redpanda#26434)"),
      noBrokerAssignment("it has none (redpanda#29223)"),
      replicas("an odd number", count -> count % 2 == 1),
      ignored("min.insync.replicas", "a majority of the replicas acknowledges"),
      ignored(
          "flush.messages", "what acks=all acknowledges is flushed, unless write.caching=true")),
  AUTOMQ(
      "AutoMQ",
      "one copy in shared storage",
      "log in shared storage",
      noShareGroups("it is based on Kafka 3.9 (automq#3301)"),
      replicas("1, the copy in shared storage", count -> count == 1),
      ignored("min.insync.replicas", "there is one replica"),
      ignored("flush.messages", "its log is in shared storage")),
  WARPSTREAM(
      "WarpStream",
      "one copy in shared storage",
      "object storage",
      noShareGroups("its protocol has no requests for them"),
      noBrokerAssignment("its protocol has no requests for them"),
      replicas("1, the copy in shared storage", count -> count == 1),
      ignored("min.insync.replicas", "the object storage replicates"),
      ignored("flush.messages", "messages are acknowledged when they are in object storage")),
  EVENT_HUBS(
      "Azure Event Hubs",
      "as the service has it",
      "as the service has it",
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
          KafkaConfiguration::transactional)),
  CONFLUENT_CLOUD(
      "Confluent Cloud",
      "",
      "as the service has it",
      onlyIn("Dedicated and Enterprise clusters", "consumer", KafkaConfiguration::shares),
      replicas("3", count -> count == 3),
      ignored("flush.messages", "the service does not let it be changed"),
      ignored("compression.type", "the service does not let it be changed")),
  MSK(
      "Amazon MSK",
      "",
      "",
      onlyIn(
          "clusters of Standard brokers with Kafka 4.2 or later",
          "consumer",
          KafkaConfiguration::shares));

  /** A restriction of a broker. */
  private record Limit(
      String key, String allowed, Predicate<KafkaConfiguration> exceeded, boolean warning) {
    Limit(String key, String allowed, Predicate<KafkaConfiguration> exceeded) {
      this(key, allowed, exceeded, false);
    }
  }

  private final String title;
  private final String acknowledgement;
  private final String persistence;

  @SuppressWarnings("ImmutableEnumChecker") // Their functions have no state.
  private final List<Limit> limits;

  /**
   * @param acknowledgement of {@code acks=all}; empty: as Kafka has it
   * @param persistence where an acknowledged message is; empty: as Kafka has it
   */
  KafkaProvider(String title, String acknowledgement, String persistence, Limit... limits) {
    this.title = title;
    this.acknowledgement = acknowledgement;
    this.persistence = persistence;
    this.limits = List.of(limits);
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

  /** The name in results. */
  public String title() {
    return title;
  }

  /** The facts about acknowledged messages that differ from Kafka's. */
  Map<String, String> durability(KafkaConfiguration read) {
    Map<String, String> facts = new LinkedHashMap<>();
    String acks = read.producerValue(ProducerConfig.ACKS_CONFIG);
    boolean flushes = acks.equals("all") || acks.equals("-1");
    if (!acknowledgement.isEmpty() && !acks.equals("0") && (flushes || this != REDPANDA)) {
      facts.put(BrokerFacts.ACKNOWLEDGEMENT, acknowledgement);
    }
    if (this == REDPANDA && (!flushes || "true".equals(read.topicConfig().get("write.caching")))) {
      facts.put(BrokerFacts.PERSISTENCE, BrokerFacts.IN_MEMORY);
    } else if (!persistence.isEmpty()) {
      facts.put(BrokerFacts.PERSISTENCE, persistence);
    }
    return facts;
  }

  void check(SettingValues values, KafkaConfiguration read) {
    for (Limit limit : limits) {
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
  public List<String> restrictions() {
    return limits.stream()
        .map(each -> "`%s`: %s%s".formatted(each.key, each.warning ? "only in " : "", each.allowed))
        .toList();
  }

  /** What {@code acks=all} means, for the reference; empty: as with Kafka. */
  public String acknowledged() {
    return Stream.of(acknowledgement, persistence)
        .filter(text -> !text.isEmpty())
        .distinct()
        .collect(Collectors.joining("; "));
  }
}
