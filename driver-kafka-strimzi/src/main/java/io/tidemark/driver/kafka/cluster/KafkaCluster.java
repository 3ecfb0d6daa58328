package io.tidemark.driver.kafka.cluster;

import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.kafka.config.KafkaConfiguration;
import io.tidemark.driver.kafka.config.KafkaDurability;
import io.tidemark.driver.kafka.consumer.KafkaRefusals;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigsOptions;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.DescribeFeaturesOptions;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.utils.AppInfoParser;
import org.jspecify.annotations.Nullable;

/** The admin connection to a cluster, and what hangs on it. */
public final class KafkaCluster {
  private static final Duration FACTS_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Admin admin;
  private final KafkaTopics topics;
  private final KafkaGroups groups;
  private final KafkaShareGroups shareGroups;
  private final KafkaConfiguration configuration;

  private KafkaCluster(Admin admin, KafkaConfiguration configuration) {
    this.admin = admin;
    this.topics = new KafkaTopics(admin, configuration);
    this.groups = new KafkaGroups(admin, configuration.creationTimeout());
    this.shareGroups = new KafkaShareGroups(admin, groups, configuration.creationTimeout());
    this.configuration = configuration;
  }

  /**
   * @throws IOException when the properties are wrong or no broker answers within the deadline
   */
  public static KafkaCluster connect(KafkaConfiguration configuration)
      throws IOException, InterruptedException {
    Admin admin;
    try {
      admin = Admin.create(properties(configuration));
    } catch (KafkaException e) {
      throw new IOException("commonConfig: " + FailureReason.of(e), e);
    }
    try {
      awaitAnswer(admin, configuration);
      return new KafkaCluster(admin, configuration);
    } catch (IOException | InterruptedException | RuntimeException e) {
      admin.close(Duration.ZERO);
      throw e;
    }
  }

  /** The default id repeats in each class loader, but ids of metrics are those of the process. */
  private static Map<String, Object> properties(KafkaConfiguration configuration) {
    Map<String, Object> properties = new HashMap<>(configuration.common());
    properties.putIfAbsent(
        AdminClientConfig.CLIENT_ID_CONFIG, "tidemark-admin-" + UUID.randomUUID());
    return properties;
  }

  private static void awaitAnswer(Admin admin, KafkaConfiguration configuration)
      throws IOException, InterruptedException {
    Duration timeout = configuration.connectTimeout();
    var options = new DescribeClusterOptions().timeoutMs(AdminCalls.millis(timeout));
    String problem =
        String.format(
            Locale.ROOT,
            "no Kafka broker at %s answered within %d ms",
            configuration.bootstrapServers(),
            timeout.toMillis());
    try {
      admin.describeCluster(options).nodes().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException(problem, e);
    } catch (ExecutionException e) {
      throw KafkaRefusals.failure(
          refusal(e.getCause(), configuration).orElse(problem) + ": " + FailureReason.of(e),
          e.getCause());
    }
  }

  /** A broker answered, but the connection failed. */
  private static Optional<String> refusal(
      @Nullable Throwable failure, KafkaConfiguration configuration) {
    if (failure instanceof SslAuthenticationException) {
      return Optional.of("TLS with Kafka at " + configuration.bootstrapServers() + " failed");
    }
    if (failure instanceof AuthorizationException) {
      return Optional.of("Kafka at " + configuration.bootstrapServers() + " refuses");
    }
    return failure instanceof AuthenticationException
        ? Optional.of("login to Kafka at " + configuration.bootstrapServers() + " failed")
        : Optional.empty();
  }

  public KafkaTopics topics() {
    return topics;
  }

  public KafkaGroups groups() {
    return groups;
  }

  public KafkaShareGroups shareGroups() {
    return shareGroups;
  }

  /** Returns the groups that subscriptions use. */
  public SubscriptionGroups subscriptions() {
    return configuration.shares() ? shareGroups : groups;
  }

  public GroupProperties groupProperties() {
    return new GroupProperties(admin, configuration.groupConfig(), configuration.creationTimeout());
  }

  /** Settings of the brokers and of these topics. */
  public EffectiveConfiguration effectiveConfiguration(List<String> names)
      throws IOException, InterruptedException {
    return new KafkaConfigs(admin).read(names);
  }

  /** Facts about the cluster. Brokers report feature levels instead of a version. */
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("broker.name", configuration.provider().title());
    facts.put("client.version", AppInfoParser.getVersion());
    int millis = AdminCalls.millis(FACTS_TIMEOUT);
    DescribeClusterResult cluster =
        admin.describeCluster(new DescribeClusterOptions().timeoutMs(millis));
    put(facts, "cluster.id", cluster.clusterId());
    put(facts, BrokerFacts.NODES, cluster.nodes().thenApply(nodes -> nodes.size()));
    facts.putAll(KafkaDurability.of(configuration));
    facts.put(
        BrokerFacts.CLIENT_BUFFER_BYTES,
        configuration.producerValue(ProducerConfig.BUFFER_MEMORY_CONFIG));
    var features = admin.describeFeatures(new DescribeFeaturesOptions().timeoutMs(millis));
    try {
      features
          .featureMetadata()
          .get(FACTS_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
          .finalizedFeatures()
          .forEach((name, range) -> facts.put("feature." + name, "" + range.maxVersionLevel()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      facts.put("features", "unknown: " + FailureReason.of(e));
    }
    return facts;
  }

  private static void put(Map<String, String> facts, String name, KafkaFuture<?> value) {
    try {
      facts.put(name, String.valueOf(value.get(FACTS_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      facts.put(name, "unknown: " + FailureReason.of(e));
    }
  }

  public void close() {
    admin.close(CLOSE_TIMEOUT);
  }

  /** Properties of groups that the brokers keep, such as where a share group starts. */
  public record GroupProperties(Admin admin, Map<String, String> properties, Duration timeout) {

    /** The group need not exist. */
    public void set(String group) throws IOException, InterruptedException {
      if (properties.isEmpty()) {
        return;
      }
      Collection<AlterConfigOp> changes =
          properties.entrySet().stream()
              .map(
                  each ->
                      new AlterConfigOp(
                          new ConfigEntry(each.getKey(), each.getValue()),
                          AlterConfigOp.OpType.SET))
              .toList();
      ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, group);
      AdminCalls.await(
          admin
              .incrementalAlterConfigs(
                  Map.of(resource, List.copyOf(changes)),
                  new AlterConfigsOptions().timeoutMs(AdminCalls.millis(timeout)))
              .all(),
          timeout,
          "set the properties of group " + group + " (key 'groupConfig')");
    }
  }
}
