package io.tidemark.driver.kafka.config;

import io.tidemark.driver.settings.SettingProblem;
import io.tidemark.driver.settings.SettingValues;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.utils.Utils;

/** Checks of a driver's file with the client's own validation. */
public final class KafkaSettings {
  private static final String BOOTSTRAP = "bootstrap.servers";

  private static final String BY_DURATION = "by_duration:";

  /** More than DNS allows. */
  private static final int LONGEST_ADDRESS = 1_024;

  private static final int MAX_PORT = 65_535;

  private KafkaSettings() {}

  /** Notes what the clients refuse; unknown names are warnings. */
  public static void check(SettingValues values, KafkaConfiguration read) {
    if (values.hasErrors()) {
      return;
    }
    values.problemIf(
        !read.common().containsKey(BOOTSTRAP), "commonConfig", BOOTSTRAP + " is missing");
    addresses(values, "commonConfig", read.common());
    if (!values.hasErrors()) { // Producers and consumers have the common properties, too.
      addresses(values, "producerConfig", read.producer());
      addresses(values, "consumerConfig", read.consumer());
    }
    Set<SettingProblem> common =
        wrong(values, "commonConfig", AdminClientConfig.configDef(), read.common(), Set.of());
    wrong(values, "producerConfig", ProducerConfig.configDef(), complete(read.producer()), common);
    wrong(values, "consumerConfig", ConsumerConfig.configDef(), complete(read.consumer()), common);
    KafkaNames.check(values, read);
    if (!values.hasErrors()) {
      transactions(values, read);
      groups(values, read);
      ProviderLimits.check(values, read);
    }
  }

  /** The client detects a wrong or missing port only at its creation, during a run. */
  private static void addresses(SettingValues values, String key, Map<String, String> config) {
    Stream.of(config.getOrDefault(BOOTSTRAP, "").split(","))
        .map(String::strip)
        // Placeholders of local brokers have no value before these run.
        .filter(address -> !address.isEmpty() && !address.contains("${") && !isAddress(address))
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

  private static void groups(SettingValues values, KafkaConfiguration read) {
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

  /**
   * Notes what is wrong, and returns it.
   *
   * @param noted of the common properties, which every section has; not noted again
   */
  private static Set<SettingProblem> wrong(
      SettingValues values,
      String section,
      ConfigDef definition,
      Map<String, String> properties,
      Set<SettingProblem> noted) {
    Set<SettingProblem> wrong = new HashSet<>();
    for (ConfigValue value : definition.validate(properties)) {
      // The first error is the cause; later ones follow from it.
      value.errorMessages().stream()
          .limit(1)
          .filter(message -> !noted.contains(new SettingProblem(value.name(), message)))
          .forEach(
              message -> {
                values.problem(section + "." + value.name(), message);
                wrong.add(new SettingProblem(value.name(), message));
              });
    }
    return wrong;
  }
}
