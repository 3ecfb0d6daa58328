package io.tidemark.driver.kafka.config;

import io.tidemark.driver.settings.NearestName;
import io.tidemark.driver.settings.SettingValues;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;

/** Warns of names that Kafka's clients do not know: they ignore them. */
final class KafkaNames {
  private static final Set<String> PRODUCER = ProducerConfig.configNames();
  private static final Set<String> CONSUMER = ConsumerConfig.configNames();
  private static final Set<String> ANY = union(PRODUCER, CONSUMER, AdminClientConfig.configNames());
  private static final Set<String> TOPIC = topicNames();

  /** Properties of providers of values have names of their own. */
  private static final String PROVIDERS = "config.providers.";

  private static final List<String> OF_BODIES =
      List.of("key.serializer", "value.serializer", "key.deserializer", "value.deserializer");

  private KafkaNames() {}

  static void check(SettingValues values, KafkaConfiguration read) {
    Set<String> common = read.common().keySet();
    check(values, "commonConfig", common, ANY);
    check(values, "producerConfig", without(read.producer(), common), PRODUCER);
    check(values, "consumerConfig", without(read.consumer(), common), CONSUMER);
    if (read.provider() != KafkaProvider.KAFKA && read.provider() != KafkaProvider.MSK) {
      return; // Their topics have other properties, too.
    }
    without(read.topicConfig(), TOPIC)
        .forEach(
            name ->
                values.warning(
                    "topicConfig." + name,
                    "is not a property of topics that Kafka's client knows"
                        + NearestName.suggestion(name, TOPIC)));
  }

  private static void check(
      SettingValues values, String section, Collection<String> names, Set<String> known) {
    for (String name : new TreeSet<>(names)) {
      String path = section + "." + name;
      if (OF_BODIES.contains(name)) {
        values.warning(path, "has no effect: the driver sends and receives bytes as they are");
      } else if (known.contains(name) || name.startsWith(PROVIDERS)) {
        continue;
      } else if (ANY.contains(name)) {
        values.warning(path, "has no effect here: it is a property of " + owner(name));
      } else {
        values.warning(
            path,
            "is not a property of Kafka's clients: it has no effect, unless a class that this file"
                + " names reads it"
                + NearestName.suggestion(name, known));
      }
    }
  }

  private static String owner(String name) {
    return PRODUCER.contains(name)
        ? "producers (producerConfig)"
        : CONSUMER.contains(name)
            ? "consumers (consumerConfig)"
            : "the admin client (commonConfig)";
  }

  private static Set<String> without(Map<String, String> properties, Set<String> known) {
    Set<String> names = new TreeSet<>(properties.keySet());
    names.removeAll(known);
    return names;
  }

  @SafeVarargs
  private static Set<String> union(Set<String>... sets) {
    Set<String> all = new HashSet<>();
    Stream.of(sets).forEach(all::addAll);
    return all;
  }

  /** The client has their names only as constants. */
  private static Set<String> topicNames() {
    Set<String> names = new HashSet<>();
    for (Field field : TopicConfig.class.getFields()) {
      if (field.getName().endsWith("_CONFIG") && field.getType() == String.class) {
        try {
          names.add(String.valueOf(field.get(null)));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(field + " is not accessible", e);
        }
      }
    }
    names.add("follower.replication.throttled.replicas");
    names.add("leader.replication.throttled.replicas");
    return names;
  }
}
