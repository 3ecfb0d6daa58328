package io.tidemark.driver.rabbitmq.quorum.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Ack;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Replies;
import io.tidemark.driver.settings.SettingProblem;
import io.tidemark.driver.settings.SettingValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuorumConfigurationTest {
  private static final String OMB_FILE =
      """
      name: RabbitMQ
      driverClass: %s
      amqpUris:
        - amqp://admin:p%%40ss@10.0.0.1:5672/bench%%2Fone
        - amqps://admin:p%%40ss@10.0.0.2
      messagePersistence: true
      producerCreationDelay: 50
      producerCreationBatchSize: 7
      """;
  private static final String OMB_CLASS =
      "io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver";

  @Test
  void anOmbFileUnderOmbsClassNameKeepsOmbsDefaults() throws Exception {
    QuorumConfiguration read = read(OMB_FILE.formatted(OMB_CLASS));
    assertThat(read.queues().type()).isEqualTo(QueueType.CLASSIC);
    assertThat(read.consuming().ack()).isEqualTo(Ack.AUTO);
    assertThat(MessageProperties.common(read.publishing()).getDeliveryMode()).isEqualTo(2);
    assertThat(read.publishing().creationBatchSize()).isEqualTo(7);
    assertThat(read.publishing().creationDelay()).hasMillis(50);
    assertThat(read.amqpUris()).hasSize(2);
    assertThat(read.amqpUris().get(0).virtualHost()).isEqualTo("bench/one");
    assertThat(read.amqpUris().get(0).password()).isEqualTo("p@ss");
    assertThat(read.amqpUris().get(1).port()).isEqualTo(5671);
  }

  @Test
  void theSameFileUnderOurClassNameMeansQuorumQueuesAndManualAcknowledgement() throws Exception {
    QuorumConfiguration read =
        read(OMB_FILE.formatted(RabbitMqQuorumBenchmarkDriver.class.getName()));
    assertThat(read.queues().type()).isEqualTo(QueueType.QUORUM);
    assertThat(read.queues().arguments()).containsEntry("x-queue-type", "quorum");
    assertThat(read.consuming().ack()).isEqualTo(Ack.MANUAL);
  }

  @Test
  void aStreamOverAmqpIsAcknowledgedByHandUnderAnyName() throws Exception {
    QuorumConfiguration read = read(OMB_FILE.formatted(OMB_CLASS) + "queueType: STREAM\n");
    assertThat(read.consuming().ack()).isEqualTo(Ack.MANUAL);
    assertThat(read.consuming().prefetchMessages()).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          exchange: {create: true}                            | exchange.create
          {queues: {existing: true}, exchange: {routingKey: k}} | exchange.routingKey
          {exchangeType: x-consistent-hash, exchange: {routingKey: k}} | exchange.routingKey
          priorities: [256]                                   | priorities
          {priorities: [1], messageProperties: {priority: 2}} | priorities
          {priorities: [1], queueType: classic}               | priorities
          {priorities: [1], queueType: stream}                | priorities
          {nackTimes: 2, nackRequeue: false}                  | nackTimes
          {nackTimes: 2, queueType: classic}                  | nackTimes
          queueArguments: {x-max-lenght: 3}                   | queueArguments.x-max-lenght
          queueArguments: {x-delivery-limit: -2}              | queueArguments.x-delivery-limit
          queueArguments: {x-consumer-timeout: 30m}           | queueArguments.x-consumer-timeout
          queueArguments: {x-quorum-target-group-size: "3"}   | queueArguments.x-quorum-target-group-size
          {queueType: stream, queueArguments: {x-stream-filter-size-bytes: 15}} | queueArguments.x-stream-filter-size-bytes
          {queueType: classic, queueArguments: {x-queue-master-locator: nowhere}} | queueArguments.x-queue-master-locator
          queueArguments: {x-queue-type: classic}             | queueArguments.x-queue-type
          queueArguments: {x-overflow: reject-publish-dlx}    | queueArguments.x-overflow
          queueArguments: {x-dead-letter-exchange: d, x-dead-letter-strategy: at-least-once} | queueArguments.x-dead-letter-strategy
          queueArguments: {x-overflow: reject-publish, x-dead-letter-strategy: at-least-once} | queueArguments.x-dead-letter-strategy
          {queueType: classic, queueArguments: {x-quorum-initial-group-size: 3}} | queueArguments.x-quorum-initial-group-size
          queueArgumentsUnchecked: {x-queue-type: classic}    | queueArgumentsUnchecked.x-queue-type
          {queueArguments: {x-max-length: 3}, queueArgumentsUnchecked: {x-max-length: 4}} | queueArgumentsUnchecked.x-max-length
          ackEvery: 600                                       | ackEvery
          {queueType: classic, channelPrefetch: 70000}        | channelPrefetch
          {queueType: classic, channelPrefetch: 10, ackEvery: 11} | ackEvery
          {queueType: classic, channelPrefetch: 10, ack: auto} | channelPrefetch
          {queueType: classic, channelPrefetch: 10, consumeBy: poll} | channelPrefetch
          channelPrefetch: 100                                | channelPrefetch
          {queueType: stream, channelPrefetch: 100}           | channelPrefetch
          consumerTransactionSize: 501                        | consumerTransactionSize
          {consumerTransactionSize: 10, ack: auto}            | consumerTransactionSize
          {consumerTransactionSize: 10, queueType: stream}    | consumerTransactionSize
          {consumerTransactionSize: 10, ackEvery: 11}         | ackEvery
          {unconfirmedOnClose: republish, connections: {recovery: false}} | unconfirmedOnClose
          queues: {pattern: perf}                             | queues.pattern
          oauth: {tokenUri: ftp://x, clientId: a}             | oauth.tokenUri
          oauth: {tokenUri: http://x, clientId: a}            | oauth.clientSecret
          tls: {saslExternal: true}                           | tls.saslExternal
          mirroring: {copies: 2}                              | mirroring
          connections: {placement: leader}                    | connections.placement
          {connections: {placement: leader, mode: shared}, managementUris: [http://h]} | connections.placement
          {connections: {placement: leader, mode: pooled}, managementUris: [http://h]} | connections.placement
          {confirms: none, unconfirmedOnClose: republish}     | unconfirmedOnClose
          {consumeBy: poll, consumerPriority: 5}              | consumerPriority
          {consumeBy: poll, consumerArguments: {x-priority: 5}} | consumerArguments
          {ack: auto, ackEvery: 1}                            | ackEvery
          {ack: auto, nackRatio: 0.1}                         | nackRatio
          connections: {flushEvery: 10}                       | connections.flushEvery
          messageProperties: {colour: red}                    | messageProperties.colour
          messageProperties: {deliveryMode: 2}                | messageProperties.deliveryMode
          {mandatory: true, messageProperties: {messageId: m}} | messageProperties.messageId
          {protocol: amqp10, confirms: none}                  | confirms
          {protocol: amqp10, confirms: transaction}           | confirms
          {protocol: amqp10, unconfirmedOnClose: republish}   | unconfirmedOnClose
          {protocol: amqp10, messageProperties: {appId: a}}   | messageProperties.appId
          {protocol: amqp10, prefetch: 0}                     | prefetch
          {protocol: amqp10, consumeBy: poll}                 | consumeBy
          {protocol: amqp10, consumerArguments: {x-priority: 5}} | consumerArguments.x-priority
          {protocol: amqp10, queueType: classic, queues: {exclusive: true}} | queues.exclusive
          {protocol: amqp10, connections: {mode: shared}}     | connections.mode
          {protocol: amqp10, connections: {io: netty}}        | connections.io
          {protocol: amqp10, requestReply: {replies: direct}} | requestReply.replies
          {protocol: amqp10, oauth: {tokenUri: http://x, clientId: a, clientSecret: b}} | oauth
          {protocol: amqp10, exchange: {name: orders}}        | exchange
          {protocol: amqp10, priorities: [1, 9]}              | priorities
          {protocol: amqp10, nackTimes: 2}                    | nackTimes
          {protocol: amqp10, transactionSize: 10}             | transactionSize
          {protocol: amqp10, consumerTransactionSize: 10}     | consumerTransactionSize
          {protocol: amqp10, queueType: classic, channelPrefetch: 10} | channelPrefetch
          {protocol: amqp10, pollInterval: 1ms}               | pollInterval
          {protocol: amqp10, connections: {ioThreads: 2}}     | connections.ioThreads
          {protocol: amqp10, connections: {flushEvery: 2}}    | connections.flushEvery
          {protocol: amqp10, connections: {poolSize: 2}}      | connections.poolSize
          """)
  void namesTheKeyThatIsWrong(String line, String path) throws Exception {
    assertThat(problems("amqpUris: ['amqp://localhost']\n" + Bench.block(line)))
        .extracting(SettingProblem::path)
        .contains(path);
  }

  @Test
  void repliesOverAmqp10ComeFromAQueueWithoutBeingAsked() throws Exception {
    assertThat(read("amqpUris: ['amqp://localhost']").replies()).isEqualTo(Replies.DIRECT);
    assertThat(read("amqpUris: ['amqp://localhost']\nprotocol: amqp10").replies())
        .isEqualTo(Replies.QUEUE);
  }

  @Test
  void argumentsOfPlugInsGoUnderTheirOwnKey() {
    assertThat(problems("amqpUris: ['amqp://localhost']\nqueueArguments: {x-delayed-type: direct}"))
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.message())
                    .contains("one of a plug-in goes under queueArgumentsUnchecked"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          queueArguments: {x-consumer-timeout: 60000}         | x-consumer-timeout=60000
          queueArguments: {x-delivery-limit: -1}              | x-delivery-limit=-1
          queueArguments: {x-overflow: reject-publish, x-dead-letter-exchange: d, x-dead-letter-strategy: at-least-once} | x-dead-letter-strategy=at-least-once
          queueArgumentsUnchecked: {x-delayed-type: direct}   | x-delayed-type=direct
          queueArgumentsUnchecked: {x-expires: '5'}           | x-expires=5
          """)
  void argumentsArePassedOn(String line, String argument) throws Exception {
    assertThat(read("amqpUris: ['amqp://localhost']\n" + line).queues().arguments().entrySet())
        .extracting(Object::toString)
        .contains(argument);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {prefetch: 0}                               | 100
          {prefetch: 30}                              | 30
          {consumerTransactionSize: 20}               | 20
          {queueType: classic, channelPrefetch: 10}   | 10
          {queueType: classic, prefetch: 5, channelPrefetch: 10, consumerTransactionSize: 5} | 5
          """)
  void acknowledgesAsOftenAsTheLimitsDemand(String line, int ackEvery) throws Exception {
    assertThat(
            read("amqpUris: ['amqp://localhost']\n" + Bench.block(line))
                .consuming()
                .ackEveryMessages())
        .isEqualTo(ackEvery);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local",
        "local-1node",
        "cluster",
        "tls",
        "classic",
        "mirrored",
        "alarm",
        "amqp10",
        "amqp10-1node",
        "amqp10-tls"
      })
  void ourOwnDriverFilesAreRight(String name) throws Exception {
    String filled =
        Files.readString(Path.of(name + ".yaml"))
            .replaceAll(
                "\\$\\{brokers\\.(tlsAmqp|amqp|tlsStream|stream)Uris}", "amqp://h:1,amqp://h:2")
            .replaceAll("\\$\\{brokers\\.(tlsManagement|management|prometheus)Uris}", "http://h:3")
            .replaceAll("\\$\\{[^}]*}", "x");
    assertThat(problems(filled)).filteredOn(problem -> !problem.warning()).isEmpty();
  }

  @Test
  void neverRepeatsAPassword() {
    List<SettingProblem> problems =
        problems(
            "amqpUris: ['amqp://u:secret@host/a/b', 'amqp://u:secret@ho st', 'x://u:secret@h']");
    assertThat(problems).hasSize(3);
    assertThat(problems.toString()).doesNotContain("secret");
  }

  @Test
  void userAndPasswordMayBeKeys() throws Exception {
    QuorumConfiguration read =
        read("{amqpUris: ['amqp://h1', 'amqp://h2/v'], username: bob, password: '7/Top@S3cret'}");
    assertThat(read.amqpUris())
        .extracting(BrokerUri::user, BrokerUri::password)
        .containsOnly(tuple("bob", "7/Top@S3cret"));
    assertThat(problems("{amqpUris: ['amqp://h1'], username: bob}").toString())
        .contains("password");
    assertThat(problems("{amqpUris: ['amqp://u:p@h1'], username: bob, password: x}").toString())
        .contains("cannot be combined with a user in amqpUris");
    assertThat(new RabbitMqQuorumBenchmarkDriver().settings())
        .filteredOn(setting -> setting.path().equals("password"))
        .allMatch(setting -> setting.secret())
        .hasSize(1);
  }

  private static QuorumConfiguration read(String yaml) throws Exception {
    SettingValues tree = new SettingValues("file", new YAMLMapper().readValue(yaml, Map.class));
    QuorumConfiguration read = QuorumConfigurationRules.read(tree);
    tree.requireNoProblems();
    return read;
  }

  @SuppressWarnings("unchecked")
  private static List<SettingProblem> problems(String yaml) {
    try {
      return new RabbitMqQuorumBenchmarkDriver()
          .validate(new YAMLMapper().readValue(yaml, Map.class));
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
