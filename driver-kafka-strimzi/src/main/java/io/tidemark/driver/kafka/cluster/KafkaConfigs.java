package io.tidemark.driver.kafka.cluster;

import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;

/** Settings that brokers and topics have, as the brokers describe them. */
record KafkaConfigs(Admin admin) {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** A cluster of many brokers has the same settings on most of them. */
  private static final int MOST_BROKERS = 20;

  /** Names, addresses and directories of nodes. */
  private static final Set<String> PLACES =
      Set.of(
          "node.id",
          "broker.id",
          "broker.rack",
          "listeners",
          "advertised.listeners",
          "controller.quorum.voters",
          "controller.quorum.bootstrap.servers",
          "log.dir",
          "log.dirs",
          "metadata.log.dir",
          "host.name",
          "port");

  EffectiveConfiguration read(List<String> topics) throws IOException, InterruptedException {
    List<EffectiveSetting> settings = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    List<ConfigResource> resources = new ArrayList<>(brokers(notes));
    topics.forEach(topic -> resources.add(new ConfigResource(ConfigResource.Type.TOPIC, topic)));
    Map<ConfigResource, KafkaFuture<Config>> answers =
        admin
            .describeConfigs(
                resources,
                new DescribeConfigsOptions()
                    .includeSynonyms(true)
                    .timeoutMs(AdminCalls.millis(TIMEOUT)))
            .values();
    for (Map.Entry<ConfigResource, KafkaFuture<Config>> each : answers.entrySet()) {
      String subject = subject(each.getKey());
      try {
        Config config =
            AdminCalls.await(each.getValue(), TIMEOUT, "read the settings of " + subject);
        config.entries().forEach(entry -> settings.add(setting(each.getKey(), subject, entry)));
      } catch (IOException e) {
        notes.add(e.getMessage());
      }
    }
    return new EffectiveConfiguration(settings, notes);
  }

  private List<ConfigResource> brokers(List<String> notes)
      throws IOException, InterruptedException {
    Collection<Node> nodes =
        AdminCalls.await(
            admin
                .describeCluster(new DescribeClusterOptions().timeoutMs(AdminCalls.millis(TIMEOUT)))
                .nodes(),
            TIMEOUT,
            "list the brokers");
    if (nodes.size() > MOST_BROKERS) {
      notes.add(
          String.format(
              Locale.ROOT,
              "of %d brokers, the settings of the first %d were read",
              nodes.size(),
              MOST_BROKERS));
    }
    return nodes.stream()
        .map(Node::id)
        .sorted()
        .limit(MOST_BROKERS)
        .map(id -> new ConfigResource(ConfigResource.Type.BROKER, "" + id))
        .toList();
  }

  private static String subject(ConfigResource resource) {
    return resource.type() == ConfigResource.Type.BROKER
        ? "broker " + resource.name()
        : resource.name();
  }

  static EffectiveSetting setting(ConfigResource resource, String subject, ConfigEntry entry) {
    boolean ofTopic = resource.type() == ConfigResource.Type.TOPIC;
    return new EffectiveSetting(
        ofTopic ? EffectiveSetting.TOPIC : EffectiveSetting.BROKER,
        subject,
        entry.name(),
        value(entry.isSensitive() && entry.source() != ConfigSource.DEFAULT_CONFIG, entry.value()),
        origin(entry),
        source(entry));
  }

  private static String value(boolean sensitive, String value) {
    if (sensitive) {
      return EffectiveSetting.SECRET;
    }
    return value == null ? "not set" : value;
  }

  /** A file may state the default. */
  private static Origin origin(ConfigEntry entry) {
    if (PLACES.contains(entry.name())) {
      return Origin.PLACE;
    }
    boolean same =
        !entry.isSensitive()
            && defaultOf(entry).filter(value(false, entry.value())::equals).isPresent();
    return same || entry.source() == ConfigSource.DEFAULT_CONFIG ? Origin.DEFAULT : Origin.CHANGED;
  }

  /** {@code static broker config, default 8}. */
  private static String source(ConfigEntry entry) {
    String word = entry.source().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return entry.source() == ConfigSource.DEFAULT_CONFIG
        ? word
        : word
            + defaultOf(entry)
                .map(value -> ", default " + value(entry.isSensitive(), value))
                .orElse("");
  }

  private static Optional<String> defaultOf(ConfigEntry entry) {
    return entry.synonyms().stream()
        .filter(each -> each.source() == ConfigSource.DEFAULT_CONFIG)
        .findFirst()
        .map(each -> each.value() == null ? "not set" : each.value());
  }
}
