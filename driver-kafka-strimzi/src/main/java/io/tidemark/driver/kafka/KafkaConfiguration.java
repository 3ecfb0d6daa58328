package io.tidemark.driver.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * The driver's file: OMB's keys, each optional, and deadlines.
 *
 * @param replicationFactor of created topics; -1 for the broker's default
 * @param reset delete the topics of earlier runs at start
 * @param topicConfig of created topics
 * @param common properties of every client
 * @param producer common ones and those of producers
 * @param consumer common ones and those of consumers
 * @param connectTimeout until the cluster must have answered
 * @param creationTimeout until topics, producers, consumers must be ready, or be gone
 * @param closeTimeout for one client to close
 * @param transactionInterval from commit to commit of producers with a {@code transactional.id}
 * @param transactionSize messages of a transaction at most; 0 for no limit
 */
record KafkaConfiguration(
    short replicationFactor,
    boolean reset,
    Map<String, String> topicConfig,
    Map<String, String> common,
    Map<String, String> producer,
    Map<String, String> consumer,
    Duration connectTimeout,
    Duration creationTimeout,
    Duration closeTimeout,
    Duration transactionInterval,
    int transactionSize) {
  static final short BROKER_DEFAULT = -1;
  static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(15);
  static final Duration DEFAULT_CREATION_TIMEOUT = Duration.ofSeconds(60);
  static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(15);
  static final Duration DEFAULT_TRANSACTION_INTERVAL = Duration.ofMillis(100);

  KafkaConfiguration {
    topicConfig = Map.copyOf(topicConfig);
    common = Map.copyOf(common);
    producer = Map.copyOf(producer);
    consumer = Map.copyOf(consumer);
    if (transactionInterval.isZero()) {
      throw new IllegalArgumentException("transactionInterval: got 0; allowed: 1ms or more");
    }
    if (transactionSize < 0) {
      throw new IllegalArgumentException(
          "transactionSize: got " + transactionSize + "; allowed: 1 or more, 0 for no limit");
    }
    if (replicationFactor != BROKER_DEFAULT && replicationFactor < 1) {
      throw new IllegalArgumentException(
          "replicationFactor: got " + replicationFactor + "; allowed: 1 or more, -1 for default");
    }
  }

  static KafkaConfiguration read(File file) throws IOException {
    try {
      return of(new YAMLMapper().readTree(file));
    } catch (JsonProcessingException e) {
      throw new IOException("Kafka driver file is not YAML: " + e.getOriginalMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IOException("Kafka driver file: " + e.getMessage(), e);
    }
  }

  static KafkaConfiguration of(JsonNode root) {
    Map<String, String> common = ClientProperties.of(root, "commonConfig");
    return new KafkaConfiguration(
        (short) root.path("replicationFactor").asInt(BROKER_DEFAULT),
        root.path("reset").asBoolean(false),
        ClientProperties.of(root, "topicConfig"),
        common,
        merged(common, ClientProperties.of(root, "producerConfig")),
        merged(common, ClientProperties.of(root, "consumerConfig")),
        TimeSpan.of(root, "connectTimeout", DEFAULT_CONNECT_TIMEOUT),
        TimeSpan.of(root, "creationTimeout", DEFAULT_CREATION_TIMEOUT),
        TimeSpan.of(root, "closeTimeout", DEFAULT_CLOSE_TIMEOUT),
        TimeSpan.of(root, "transactionInterval", DEFAULT_TRANSACTION_INTERVAL),
        root.path("transactionSize").asInt(0));
  }

  /** The addresses, for messages. */
  String bootstrapServers() {
    return common.getOrDefault("bootstrap.servers", "(no bootstrap.servers in commonConfig)");
  }

  boolean transactional() {
    return producer.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
  }

  KafkaTransactionalProducer.Settings transactions() {
    return new KafkaTransactionalProducer.Settings(
        transactionInterval,
        transactionSize,
        producerMillis(ProducerConfig.MAX_BLOCK_MS_CONFIG),
        closeTimeout);
  }

  /** The value of the file, or the client's default. */
  Duration producerMillis(String property) {
    String value = producer.get(property);
    Object millis =
        value == null ? ProducerConfig.configDef().defaultValues().get(property) : value.strip();
    return Duration.ofMillis(Long.parseLong(millis.toString()));
  }

  private static Map<String, String> merged(Map<String, String> base, Map<String, String> over) {
    Map<String, String> merged = new HashMap<>(base);
    merged.putAll(over);
    return merged;
  }
}
