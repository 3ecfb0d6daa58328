package io.tidemark.driver.kafka;

import io.tidemark.driver.SettingProblem;
import io.tidemark.driver.SettingValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
final class KafkaSettings {
  private static final String BOOTSTRAP = "bootstrap.servers";
  private static final int LONGEST_ADDRESS = 1_024;
  private static final int MAX_PORT = 65_535;

  private KafkaSettings() {}

  /** The client's definitions detect wrong values; unknown names are allowed. */
  static List<SettingProblem> check(Map<String, Object> file) {
    SettingValues values = new SettingValues(KafkaConfiguration.WHAT, file);
    KafkaConfiguration configuration = KafkaConfiguration.of(values);
    if (!values.problems().isEmpty()) {
      return values.problems();
    }
    List<SettingProblem> problems = new ArrayList<>();
    if (!configuration.common().containsKey(BOOTSTRAP)) {
      problems.add(new SettingProblem("commonConfig", BOOTSTRAP + " is missing"));
    }
    problems.addAll(addresses("commonConfig", configuration.common()));
    if (problems.isEmpty()) { // Producers and consumers have the common properties, too.
      problems.addAll(addresses("producerConfig", configuration.producer()));
      problems.addAll(addresses("consumerConfig", configuration.consumer()));
    }
    problems.addAll(wrong("commonConfig", AdminClientConfig.configDef(), configuration.common()));
    problems.addAll(
        wrong("producerConfig", ProducerConfig.configDef(), complete(configuration.producer())));
    problems.addAll(
        wrong("consumerConfig", ConsumerConfig.configDef(), complete(configuration.consumer())));
    if (problems.isEmpty()) {
      problems.addAll(contradictions(configuration));
      problems.addAll(transactions(configuration, file));
    }
    return problems.stream().distinct().toList();
  }

  /** The client detects a wrong or missing port only at its creation, during a run. */
  private static List<SettingProblem> addresses(String key, Map<String, String> config) {
    return Stream.of(config.getOrDefault(BOOTSTRAP, "").split(","))
        .map(String::strip)
        .filter(address -> !address.isEmpty() && !isAddress(address))
        .map(
            address ->
                new SettingProblem(
                    key,
                    BOOTSTRAP
                        + ": not an address, got "
                        + address
                        + "; allowed host:port, several separated by commas"))
        .toList();
  }

  private static boolean isAddress(String address) {
    Integer port = address.length() > LONGEST_ADDRESS ? null : Utils.getPort(address);
    String host = port == null ? null : Utils.getHost(address);
    return host != null && !host.isBlank() && host.indexOf(' ') < 0 && port > 0 && port <= MAX_PORT;
  }

  /** Values that exclude each other: the client checks them when it is made. */
  private static List<SettingProblem> contradictions(KafkaConfiguration configuration) {
    List<SettingProblem> problems = new ArrayList<>();
    try {
      new ProducerConfig(new HashMap<>(complete(configuration.producer())));
    } catch (KafkaException e) {
      problems.add(new SettingProblem("producerConfig", e.getMessage()));
    }
    try {
      Map<String, Object> consumer = new HashMap<>(complete(configuration.consumer()));
      // The driver sets it for each subscription; without one the client refuses automatic commits.
      consumer.putIfAbsent(ConsumerConfig.GROUP_ID_CONFIG, "subscription");
      new ConsumerConfig(consumer);
    } catch (KafkaException e) {
      problems.add(new SettingProblem("consumerConfig", e.getMessage()));
    }
    return problems;
  }

  private static List<SettingProblem> transactions(
      KafkaConfiguration configuration, Map<String, Object> file) {
    List<SettingProblem> problems = new ArrayList<>();
    for (String key : List.of("transactionInterval", "transactionSize")) {
      if (file.containsKey(key) && !configuration.transactional()) {
        problems.add(
            new SettingProblem(key, "has no effect without transactional.id in producerConfig"));
      }
    }
    Duration timeout = configuration.producerMillis(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
    if (configuration.transactional()
        && configuration.transactionInterval().compareTo(timeout) >= 0) {
      problems.add(
          new SettingProblem(
              "transactionInterval",
              "got %d ms; allowed: less than transaction.timeout.ms=%d, after which the broker aborts"
                  .formatted(configuration.transactionInterval().toMillis(), timeout.toMillis())));
    }
    return problems;
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

  private static List<SettingProblem> wrong(
      String section, ConfigDef definition, Map<String, String> properties) {
    List<SettingProblem> problems = new ArrayList<>();
    for (ConfigValue value : definition.validate(properties)) {
      // The first error is the cause; later ones follow from it.
      value.errorMessages().stream()
          .limit(1)
          .map(message -> new SettingProblem(section + "." + value.name(), message))
          .forEach(problems::add);
    }
    return problems;
  }
}
