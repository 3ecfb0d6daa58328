package io.tidemark.driver.kafka.config;

import io.tidemark.driver.SettingValues;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.utils.Utils;

/** Checks of a driver's file with the client's own validation. */
public final class KafkaSettings {
  private static final String BOOTSTRAP = "bootstrap.servers";

  /** The client refuses them, but only when it is made. */
  private static final List<String> NOT_OF_SHARE_GROUPS =
      List.of(
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
          ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
          ConsumerConfig.ISOLATION_LEVEL_CONFIG,
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
          ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
          ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
          ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
          ConsumerConfig.GROUP_PROTOCOL_CONFIG,
          ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG);

  private static final String BY_DURATION = "by_duration:";

  /** More than DNS allows. */
  private static final int LONGEST_ADDRESS = 1_024;

  private static final int MAX_PORT = 65_535;

  private KafkaSettings() {}

  /** Notes what the client's definitions refuse; unknown names are allowed. */
  public static void check(SettingValues values, KafkaConfiguration read) {
    if (!values.problems().isEmpty()) {
      return;
    }
    values.problemIf(
        !read.common().containsKey(BOOTSTRAP), "commonConfig", BOOTSTRAP + " is missing");
    addresses(values, "commonConfig", read.common());
    if (values.problems().isEmpty()) { // Producers and consumers have the common properties, too.
      addresses(values, "producerConfig", read.producer());
      addresses(values, "consumerConfig", read.consumer());
    }
    wrong(values, "commonConfig", AdminClientConfig.configDef(), read.common());
    wrong(values, "producerConfig", ProducerConfig.configDef(), complete(read.producer()));
    wrong(values, "consumerConfig", ConsumerConfig.configDef(), complete(read.consumer()));
    if (values.problems().isEmpty()) {
      contradictions(values, read);
      transactions(values, read);
      groups(values, read);
    }
  }

  /** The client detects a wrong or missing port only at its creation, during a run. */
  private static void addresses(SettingValues values, String key, Map<String, String> config) {
    Stream.of(config.getOrDefault(BOOTSTRAP, "").split(","))
        .map(String::strip)
        .filter(address -> !address.isEmpty() && !isAddress(address))
        .distinct()
        .forEach(
            address ->
                values.problem(
                    key,
                    "%s: not an address, got %s; allowed host:port, several separated by commas"
                        .formatted(BOOTSTRAP, address.contains("@") ? "one with an @" : address)));
  }

  private static boolean isAddress(String address) {
    boolean tooLong = address.length() > LONGEST_ADDRESS;
    Integer port = tooLong ? null : Utils.getPort(address);
    String host = tooLong ? null : Utils.getHost(address);
    if (port == null || host == null) {
      return false;
    }
    // As the client, without a host: this machine. Nothing listens on port 0.
    return host.indexOf(' ') < 0 && port > 0 && port <= MAX_PORT;
  }

  /** Values that exclude each other: the client checks them when it is made. */
  private static void contradictions(SettingValues values, KafkaConfiguration read) {
    try {
      new ProducerConfig(new HashMap<>(complete(read.producer())));
    } catch (KafkaException e) {
      values.problem("producerConfig", String.valueOf(e.getMessage()));
    }
    try {
      Map<String, Object> consumer = new HashMap<>(complete(read.consumerWithoutSharing()));
      // The driver sets it for each subscription; without one the client refuses automatic commits.
      consumer.putIfAbsent(ConsumerConfig.GROUP_ID_CONFIG, "subscription");
      new ConsumerConfig(consumer);
    } catch (KafkaException e) {
      values.problem("consumerConfig", String.valueOf(e.getMessage()));
    }
  }

  private static void groups(SettingValues values, KafkaConfiguration read) {
    if (read.shares()) {
      NOT_OF_SHARE_GROUPS.stream()
          .filter(read.consumer()::containsKey)
          .forEach(
              name ->
                  values.problem(
                      "consumerConfig." + name,
                      "is not a property of consumers of share groups; where they start is"
                          + " groupConfig: "
                          + KafkaConfiguration.SHARE_START));
    }
    values.problemIf(
        !read.renewLocksAfter().isZero() && !(read.shares() && read.acknowledgesEach()),
        "renewLocksAfter",
        "requires consumer: share, and share.acknowledgement.mode=explicit in consumerConfig");
    String start = read.groupConfig().getOrDefault(KafkaConfiguration.SHARE_START, "earliest");
    values.problemIf(
        !isStart(start),
        "groupConfig." + KafkaConfiguration.SHARE_START,
        "got " + start + "; allowed earliest, latest, or an age such as by_duration:PT1H");
    boolean classic =
        !"consumer".equalsIgnoreCase(read.consumer().get(ConsumerConfig.GROUP_PROTOCOL_CONFIG));
    values.problemIf(
        values.has("groupConfig") && !read.shares() && (classic || read.assigns()),
        "groupConfig",
        "has no effect without consumer: share, or group.protocol=consumer in consumerConfig");
  }

  /** The brokers check it only when the group is made. */
  private static boolean isStart(String value) {
    if (!value.startsWith(BY_DURATION)) {
      return value.equals("earliest") || value.equals("latest");
    }
    try {
      return !Duration.parse(value.substring(BY_DURATION.length())).isNegative();
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private static void transactions(SettingValues values, KafkaConfiguration read) {
    for (String key : List.of("transactionInterval", "transactionSize", "transactionAborts")) {
      values.problemIf(
          values.has(key) && !read.transactional(),
          key,
          "has no effect without transactional.id in producerConfig");
    }
    Duration timeout = read.producerMillis(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
    values.problemIf(
        read.transactional() && read.transactionInterval().compareTo(timeout) >= 0,
        "transactionInterval",
        String.format(
            Locale.ROOT,
            "got %d ms; allowed: less than transaction.timeout.ms=%d, after which the broker"
                + " aborts",
            read.transactionInterval().toMillis(),
            timeout.toMillis()));
  }

  private static Map<String, String> complete(Map<String, String> properties) {
    Map<String, String> complete = new HashMap<>(properties);
    String bytes = "org.apache.kafka.common.serialization.ByteArray";
    complete.put("key.serializer", bytes + "Serializer");
    complete.put("value.serializer", bytes + "Serializer");
    complete.put("key.deserializer", bytes + "Deserializer");
    complete.put("value.deserializer", bytes + "Deserializer");
    // Missing, it is reported under commonConfig.
    complete.putIfAbsent(BOOTSTRAP, "localhost:9092");
    return complete;
  }

  private static void wrong(
      SettingValues values, String section, ConfigDef definition, Map<String, String> properties) {
    for (ConfigValue value : definition.validate(properties)) {
      // The first error is the cause; later ones follow from it.
      value.errorMessages().stream()
          .limit(1)
          .forEach(message -> values.problem(section + "." + value.name(), message));
    }
  }
}
