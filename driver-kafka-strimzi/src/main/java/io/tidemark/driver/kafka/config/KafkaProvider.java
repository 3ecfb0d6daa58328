package io.tidemark.driver.kafka.config;

import io.tidemark.driver.BrokerFacts;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who makes the broker that speaks Kafka's protocol, and what its acknowledgement means, by its
 * documentation of November 2026.
 */
public enum KafkaProvider {
  KAFKA("Apache Kafka", "", ""),
  REDPANDA("Redpanda", "majority of copies", BrokerFacts.FLUSHED),
  AUTOMQ("AutoMQ", "one copy in shared storage", "log in shared storage"),
  WARPSTREAM("WarpStream", "one copy in shared storage", "object storage"),
  EVENT_HUBS("Azure Event Hubs", "as the service has it", "as the service has it"),
  CONFLUENT_CLOUD("Confluent Cloud", "", "as the service has it"),
  MSK("Amazon MSK", "", "");

  private final String title;
  private final String acknowledgement;
  private final String persistence;

  /**
   * @param acknowledgement of {@code acks=all}; empty: as Kafka has it
   * @param persistence where an acknowledged message is; empty: as Kafka has it
   */
  KafkaProvider(String title, String acknowledgement, String persistence) {
    this.title = title;
    this.acknowledgement = acknowledgement;
    this.persistence = persistence;
  }

  /** The name in results. */
  public String title() {
    return title;
  }

  String acknowledgement() {
    return acknowledgement;
  }

  String persistence() {
    return persistence;
  }

  /** What {@code acks=all} means, for the reference; empty: as with Kafka. */
  public String acknowledged() {
    return Stream.of(acknowledgement, persistence)
        .filter(text -> !text.isEmpty())
        .distinct()
        .collect(Collectors.joining("; "));
  }
}
