package io.tidemark.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.RefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a broker with ACLs refuses for good is not tried again, and ends with its words. */
@Timeout(120)
class KafkaRefusalsIT extends WithKafkaDriver {
  /** Less than the deadlines of creating and sending: without an end at once the test fails. */
  private static final Duration AT_ONCE = Duration.ofSeconds(15);

  private static final Duration DEADLINE = Duration.ofSeconds(30);

  @RegisterExtension static final SharedCluster cluster = SharedCluster.PROXIED_NODE;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replicationFactor: 2                      | eplication factor
          topicConfig: {cleanup.policy: sometimes}  | cleanup.policy
          topicConfig: {remote.storage.enable: true} | iered
          """)
  void aTopicThatTheBrokerCannotHaveEndsTheCreation(String yaml, String words) throws Exception {
    initialize(yaml);
    refused(words, () -> driver.createTopic(topic, 1).join());
    refused(topic, () -> driver.createTopic(topic, 1).join());
  }

  @Test
  void aRightThatIsTakenAwayFailsTheNextSends() throws Exception {
    start("");
    BenchmarkProducer producer = driver.createProducer(topic).join();
    send(producer).join();

    deny(ResourceType.TOPIC, topic, AclOperation.WRITE);

    refused("Not authorized to access topics", () -> send(producer).join());
  }

  @Test
  void aTransactionWithoutTheRightToWriteFailsItsSends() throws Exception {
    start("producerConfig: {transactional.id: any}");
    BenchmarkProducer producer = driver.createProducer(topic).join();
    send(producer).join();

    deny(ResourceType.TOPIC, topic, AclOperation.WRITE);

    for (int i = 0; i < 2; i++) {
      refused("Not authorized to access topics", () -> send(producer).join());
    }
  }

  @Test
  void aTransactionalIdWithoutRightsEndsTheCreation() throws Exception {
    start("producerConfig: {transactional.id: forbidden}");
    deny(ResourceType.TRANSACTIONAL_ID, "forbidden", AclOperation.WRITE);
    refused("ransactional", () -> driver.createProducer(topic).join());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "consumerConfig: {group.protocol: classic}",
        "consumerConfig: {group.protocol: consumer}",
        "consumer: share"
      })
  void missingRightsToReadEndTheCreationOfConsumersOrFailThem(String yaml) throws Exception {
    start(yaml);
    ReceivedRecords received = new ReceivedRecords();
    deny(ResourceType.GROUP, "group-" + topic, AclOperation.READ);
    refused("group", () -> driver.createConsumer(topic, "group-" + topic, received).join());
    deny(ResourceType.TOPIC, topic, AclOperation.READ);
    // A member of a group can have its partitions before the broker is asked for messages.
    driver
        .createConsumer(topic, "sub-" + topic, received)
        .whenComplete((consumer, failure) -> received.consumerFailed(failure));
    awaitRefusal(received);
  }

  @Test
  void aConsumerWhoseRightIsTakenAwaySaysSo() throws Exception {
    start("");
    ReceivedRecords received = new ReceivedRecords();
    driver.createConsumer(topic, "sub-" + topic, received).join();

    deny(ResourceType.TOPIC, topic, AclOperation.READ);

    awaitRefusal(received);
  }

  private static void awaitRefusal(ReceivedRecords received) {
    await()
        .atMost(AT_ONCE)
        .untilAsserted(() -> assertThat(received.failures).anyMatch(RefusedException::isIn));
  }

  private static CompletableFuture<Void> send(BenchmarkProducer producer) {
    return producer.sendAsync(Optional.empty(), new byte[100]);
  }

  private static void refused(String words, ThrowingCallable step) {
    long begun = System.nanoTime();
    Throwable failure = catchThrowable(step);
    assertThat(RefusedException.isIn(failure)).as("refused: %s", failure).isTrue();
    assertThat(failure).hasStackTraceContaining(words);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(AT_ONCE);
  }

  /** Connects as the user with a password; the plain listener is that of the super user. */
  @Override
  protected void initialize(String yaml) throws Exception {
    Map<String, String> brokers = cluster.brokers().placeholders();
    String common =
        """
        commonConfig:
          bootstrap.servers: %s
          security.protocol: SASL_SSL
          sasl.mechanism: SCRAM-SHA-512
          sasl.jaas.config: org.apache.kafka.common.security.scram.ScramLoginModule required username="%s" password="%s";
          ssl.truststore.type: PEM
          ssl.truststore.location: %s
        """
            .formatted(
                brokers.get("scramBootstrap"),
                brokers.get("scramUser"),
                brokers.get("scramPassword"),
                brokers.get("tlsCa"));
    super.initialize(common + yaml);
  }

  private void start(String yaml) throws Exception {
    initialize(yaml);
    driver.createTopic(topic, 1).join();
  }

  /** Everything else stays allowed. */
  private static void deny(ResourceType type, String name, AclOperation operation)
      throws Exception {
    String user = "User:" + cluster.brokers().placeholders().get("scramUser");
    PatternType pattern =
        type == ResourceType.TRANSACTIONAL_ID ? PatternType.PREFIXED : PatternType.LITERAL;
    ResourcePattern resource = new ResourcePattern(type, name, pattern);
    AclBinding allowed =
        new AclBinding(
            resource,
            new AccessControlEntry("User:*", "*", AclOperation.ALL, AclPermissionType.ALLOW));
    AclBinding denied =
        new AclBinding(
            resource, new AccessControlEntry(user, "*", operation, AclPermissionType.DENY));
    try (Admin admin = cluster.admin()) {
      admin.createAcls(List.of(allowed, denied)).all().get();
      await()
          .atMost(DEADLINE)
          .until(() -> admin.describeAcls(denied.toFilter()).values().get().contains(denied));
    }
  }
}
