package io.tidemark.driver.kafka.config;

import io.tidemark.driver.BrokerFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;

/** What an acknowledged message survives, in the terms of {@link BrokerFacts}. */
public final class KafkaDurability {
  private KafkaDurability() {}

  public static Map<String, String> of(KafkaConfiguration configuration) {
    Map<String, String> facts = new LinkedHashMap<>();
    if (configuration.replicationFactor() > 0) {
      facts.put(BrokerFacts.REPLICATION, "" + configuration.replicationFactor());
    }
    facts.put(BrokerFacts.ACKNOWLEDGEMENT, acknowledgement(configuration));
    boolean flushed =
        "1".equals(configuration.topicConfig().get(TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG));
    facts.put(BrokerFacts.PERSISTENCE, flushed ? BrokerFacts.FLUSHED : BrokerFacts.WRITTEN);
    facts.putAll(ofProvider(configuration));
    return facts;
  }

  private static String acknowledgement(KafkaConfiguration configuration) {
    return switch (configuration.producerValue(ProducerConfig.ACKS_CONFIG)) {
      case "0" -> "none";
      case "1" -> "one copy";
      default -> "all copies in sync" + atLeast(configuration);
    };
  }

  /** The number is known only of topics that the driver creates with it. */
  private static String atLeast(KafkaConfiguration configuration) {
    String least = configuration.topicConfig().get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
    return least == null ? "" : ", at least " + least;
  }

  /** The facts about acknowledged messages that differ from Kafka's. */
  private static Map<String, String> ofProvider(KafkaConfiguration read) {
    KafkaProvider provider = read.provider();
    String acknowledgement = provider.acknowledgement();
    String persistence = provider.persistence();
    Map<String, String> facts = new LinkedHashMap<>();
    String acks = read.producerValue(ProducerConfig.ACKS_CONFIG);
    boolean flushes = acks.equals("all") || acks.equals("-1");
    if (!acknowledgement.isEmpty()
        && !acks.equals("0")
        && (flushes || provider != KafkaProvider.REDPANDA)) {
      facts.put(BrokerFacts.ACKNOWLEDGEMENT, acknowledgement);
    }
    if (provider == KafkaProvider.REDPANDA
        && (!flushes || "true".equals(read.topicConfig().get("write.caching")))) {
      facts.put(BrokerFacts.PERSISTENCE, BrokerFacts.IN_MEMORY);
    } else if (!persistence.isEmpty()) {
      facts.put(BrokerFacts.PERSISTENCE, persistence);
    }
    return facts;
  }
}
