package io.tidemark.driver.kafka.config;

import io.tidemark.driver.kafka.producer.KafkaTransactionalProducer;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.SettingValues;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.security.oauthbearer.ClientJwtValidator;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule;

/**
 * The driver's file: OMB's keys, each optional, and deadlines. The properties of producers and
 * consumers have the common ones, too.
 */
public record KafkaConfiguration(
    @Key(
            value =
                "Maker of the broker: its name and what its acknowledgement means are in results, and what it does not offer is refused.",
            orElse = "kafka")
        KafkaProvider provider,
    @Key(
            value = "Replicas of each created topic; -1: the broker's default.",
            orElse = "-1",
            range = "-1..32767")
        int replicationFactor,
    @Key("At start, delete topics named test-topic-* of earlier runs.") boolean reset,
    @Key(
            "Properties of created topics, such as min.insync.replicas. With `flush.messages: 1` each replica flushes each batch before it counts as written.")
        Map<String, String> topicConfig,
    @Key(
            name = "commonConfig",
            value =
                "Properties of every client: bootstrap.servers, TLS, SASL. Java properties as text, as in OMB's files, or a map; names"
                    + " that the client does not know are warnings. `{zone.id}` in a value is the system property `zone.id` of the worker, or its variable TIDEMARK_ZONE, or empty. With ACLs the user needs"
                    + " Create, Delete, Describe, DescribeConfigs, Read and Write on topics `test-topic-*`, Read, Describe and Delete on groups `sub-*` (of requests: `requester-*`, `responders-*`), and DescribeConfigs on the cluster (by Kafka's list of operations, not tried).",
            secret = true)
        Map<String, String> common,
    @Key(
            name = "producerConfig",
            value =
                "Properties of producers, over commonConfig. A `transactional.id` makes each"
                    + " producer send in transactions (it gets a UUID at its end): a message is"
                    + " acknowledged with the commit, and consumers need"
                    + " `isolation.level=read_committed`. A send blocks while `buffer.memory` is"
                    + " full, up to `max.block.ms`: schedule delay.",
            secret = true)
        Map<String, String> producer,
    @Key(
            name = "consumerConfig",
            value =
                "Properties of consumers, over commonConfig. `auto.offset.reset` is"
                    + " `earliest` by default. With `enable.auto.commit=false` processed messages"
                    + " are committed; with `true` (Kafka's default) the client commits polled"
                    + " ones, also before they are processed. `group.protocol=consumer`: the broker"
                    + " assigns partitions (KIP-848).",
            secret = true)
        Map<String, String> consumer,
    @Key(
            name = "consumer",
            value =
                "How consumers of a subscription divide its messages: by a consumer group, by"
                    + " a share group (KIP-932, Kafka 4.2 or later), which hands each message to"
                    + " one of them, also within a partition and without order, or by partitions"
                    + " that the driver assigns: the first of n consumers gets 0, n, 2n, ... and"
                    + " all are on one worker.",
            orElse = "group")
        ConsumerKind kind,
    @Key(
            "Properties of each group, set in the cluster: share.auto.offset.reset,"
                + " share.record.lock.duration.ms, consumer.session.timeout.ms. The user needs"
                + " the right to alter configurations of groups. After"
                + " `share.delivery.count.limit` deliveries (5) the broker drops a message.")
        Map<String, String> groupConfig,
    @Key(
            value =
                "With consumer: share and share.acknowledgement.mode=explicit: a consumer renews its"
                    + " locks on polled messages that wait for so long (KIP-1222); 0s: never.",
            orElse = "0s")
        Duration renewLocksAfter,
    @Key(
            value =
                "Longest wait for a broker's response at the start; then the run ends with an"
                    + " error.",
            orElse = "15s")
        Duration connectTimeout,
    @Key(
            value = "Longest wait for leaders of topics, partitions of consumers, and deletions.",
            orElse = "60s")
        Duration creationTimeout,
    @Key(value = "Longest wait for a client to close.", orElse = "15s") Duration closeTimeout,
    @Key(
            value =
                "With a transactional.id in producerConfig: time from the end of a commit to"
                    + " the next one; less than transaction.timeout.ms. If a send fails, the"
                    + " transaction is aborted and all its messages count as failed. Sends wait"
                    + " while their producer commits.",
            orElse = "100ms",
            range = "1ns..")
        Duration transactionInterval,
    @Key(
            value =
                "With a transactional.id: most messages of a transaction; 0: no limit. With"
                    + " `producerRate: max` set it below the in-flight window.",
            orElse = "0",
            range = "0..")
        int transactionSize,
    @Key(
            value =
                "With a transactional.id: share of the transactions that each producer aborts"
                    + " on purpose, spread evenly. Consumers with `isolation.level=read_committed`"
                    + " must not receive their messages: those that they receive are"
                    + " `abortedReads`, the others `filteredMessages`.",
            orElse = "0",
            range = "0..1")
        double transactionAborts) {
  public static final int BROKER_DEFAULT = -1;

  /** Where a share group without offsets begins; a property of the group. */
  public static final String SHARE_START = "share.auto.offset.reset";

  public enum ConsumerKind {
    GROUP,
    SHARE,
    ASSIGNED
  }

  /** OMB's placeholder, and what fills it: the system property, otherwise the variable. */
  private static final String ZONE_PLACEHOLDER = "{zone.id}";

  private static final String ZONE_PROPERTY = "zone.id";
  private static final String ZONE_VARIABLE = "TIDEMARK_ZONE";

  public KafkaConfiguration {
    topicConfig = Map.copyOf(filled(topicConfig));
    common = Map.copyOf(OauthProperties.completed(filled(common)));
    producer = Map.copyOf(merged(common, filled(producer)));
    consumer = Map.copyOf(merged(common, filled(consumer)));
    groupConfig =
        kind == ConsumerKind.SHARE
            // The brokers' default, latest, would skip what is stored before a consume-only run.
            ? Map.copyOf(merged(Map.of(SHARE_START, "earliest"), groupConfig))
            : Map.copyOf(groupConfig);
  }

  /** Reads everything; what is wrong is noted in the values. */
  public static KafkaConfiguration of(SettingValues values) {
    KafkaConfiguration read = values.read(KafkaConfiguration.class);
    values.problemIf(
        read.replicationFactor == 0,
        "replicationFactor",
        "got 0; allowed 1 or more, -1 for default");
    return read;
  }

  /** The addresses, for messages. */
  public String bootstrapServers() {
    return common.getOrDefault("bootstrap.servers", "(no bootstrap.servers in commonConfig)");
  }

  public boolean shares() {
    return kind == ConsumerKind.SHARE;
  }

  /** Whether consumers acknowledge each message. */
  public boolean acknowledgesEach() {
    return "explicit"
        .equalsIgnoreCase(consumer.get(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG));
  }

  public boolean assigns() {
    return kind == ConsumerKind.ASSIGNED;
  }

  /** Properties of a consumer outside of share groups: the client refuses the others. */
  public Map<String, String> consumerWithoutSharing() {
    Map<String, String> properties = new HashMap<>(consumer);
    if (shares()) {
      properties.remove(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG);
      properties.remove(ConsumerConfig.SHARE_ACQUIRE_MODE_CONFIG);
    }
    return properties;
  }

  public boolean transactional() {
    return producer.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
  }

  public KafkaTransactionalProducer.Settings transactions() {
    return new KafkaTransactionalProducer.Settings(
        transactionInterval,
        transactionSize,
        transactionAborts,
        producerMillis(ProducerConfig.MAX_BLOCK_MS_CONFIG),
        closeTimeout);
  }

  Duration producerMillis(String property) {
    return Duration.ofMillis(Long.parseLong(producerValue(property)));
  }

  /** The value of the file, or the client's default. */
  public String producerValue(String property) {
    String value = producer.get(property);
    return value == null
        ? String.valueOf(ProducerConfig.configDef().defaultValues().get(property))
        : value.strip();
  }

  private static Map<String, String> filled(Map<String, String> properties) {
    String zone = zone(System.getenv());
    Map<String, String> filled = new HashMap<>(properties);
    filled.replaceAll((key, value) -> value.replace(ZONE_PLACEHOLDER, zone));
    return filled;
  }

  /** The zone of this process, which is a worker's. */
  static String zone(Map<String, String> environment) {
    return System.getProperty(ZONE_PROPERTY, environment.getOrDefault(ZONE_VARIABLE, ""));
  }

  private static Map<String, String> merged(Map<String, String> base, Map<String, String> over) {
    Map<String, String> merged = new HashMap<>(base);
    merged.putAll(over);
    return merged;
  }

  /**
   * Completes the properties of a client that gets tokens from an endpoint: the client needs three
   * classes for that, which are always the same, and whose names a worker would refuse in a file.
   */
  static final class OauthProperties {
    private OauthProperties() {}

    static Map<String, String> completed(Map<String, String> properties) {
      if (!OAuthBearerLoginModule.OAUTHBEARER_MECHANISM.equals(
              properties.get(SaslConfigs.SASL_MECHANISM))
          || !properties.containsKey(SaslConfigs.SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL)) {
        return properties;
      }
      Map<String, String> all = new HashMap<>(properties);
      all.putIfAbsent(
          SaslConfigs.SASL_JAAS_CONFIG, OAuthBearerLoginModule.class.getName() + " required;");
      all.putIfAbsent(
          SaslConfigs.SASL_LOGIN_CALLBACK_HANDLER_CLASS,
          OAuthBearerLoginCallbackHandler.class.getName());
      // The default one needs a library for signatures, which only brokers check.
      all.putIfAbsent(
          SaslConfigs.SASL_OAUTHBEARER_JWT_VALIDATOR_CLASS, ClientJwtValidator.class.getName());
      return all;
    }
  }
}
