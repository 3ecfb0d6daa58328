package io.tidemark.runs.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problem.Severity;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.runs.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the clients of the real drivers refuse or ignore is known before the run, with its line. */
class DriverChecksTest {
  private static final String KAFKA =
      """
      name: k
      driverClass: io.tidemark.driver.kafka.KafkaBenchmarkDriver
      """;

  @TempDir Path folder;

  private List<Problem> problems(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("d.yaml"), text);
    Problems problems = new Problems();
    new DriverChecks(Installation.catalog(), problems)
        .read(file, Overrides.NONE, ReadOptions.ofProcess(false));
    return problems.all().stream().filter(each -> each.severity() != Severity.NOTICE).toList();
  }

  @Test
  void aPropertyIsReportedAtItsLine() throws IOException {
    List<Problem> found =
        problems(
            KAFKA
                + """
                localBrokers: {kind: kafka}
                commonConfig: |
                  bootstrap.servers=${brokers.bootstrap}
                  acks=all
                producerConfig: |
                  linger.ms=1
                  delivery.timeout.ms=5000
                  ack=1
                consumerConfig: {fetch.min.byte: 1}
                """);
    assertThat(found)
        .extracting(each -> each.mark().line() + " " + each.severity() + " " + each.path())
        .containsExactlyInAnyOrder(
            "9 ERROR producerConfig.delivery.timeout.ms",
            "10 WARNING producerConfig.ack",
            "11 WARNING consumerConfig.fetch.min.byte");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver | amqpUris: [amqps://h]! tls:! "
            + " ca: STORE! | ERROR tls.ca",
        "rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver | amqpUris: [amqps://h]! tls:! "
            + " trustStore: STORE! | ERROR tls.trustStore",
        "rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver | amqpUris: [amqps://h]! tls:! "
            + " keyStore: MISSING! | WARNING tls.keyStore",
        "rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver | amqpUris: [amqp://h]! consumerArguments:! "
            + " x-prority: 5! | WARNING consumerArguments.x-prority",
        "rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver | amqpUris: [amqp://h]! connections:! "
            + " connectTimeout: 30d! | ERROR connections.connectTimeout",
        "rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver | amqpUris: [amqp://h]! connections:! "
            + " heartbeat: 1d! | ERROR connections.heartbeat",
        "rabbitmq.stream.RabbitMqStreamBenchmarkDriver | streamUris: [rabbitmq-stream+tls://h]!"
            + " tls:!  trustStore: STORE! | ERROR tls.trustStore",
        "rabbitmq.stream.RabbitMqStreamBenchmarkDriver | streamUris: [rabbitmq-stream://h]!"
            + " streams:!  maxSegmentSize: 4GB! | ERROR streams.maxSegmentSize",
        "rabbitmq.stream.RabbitMqStreamBenchmarkDriver | streamUris: [rabbitmq-stream://h]!"
            + " confirmTimeout: 500ms! | ERROR confirmTimeout",
        "mqtt.MqttBenchmarkDriver | mqttUris: [mqtts://h]! tls:!  trustStore: STORE! |"
            + " ERROR tls.trustStore",
        "ibmmq.IbmMqBenchmarkDriver | connectionNames: h! tls:!  cipherSuite: a!"
            + "  trustStore: STORE! | ERROR tls.trustStore",
        "ibmmq.IbmMqBenchmarkDriver | provider: jndi! jndi:!  connectionFactory: f!"
            + "  environment:!   java.naming.factory.initial: org.example.None! |"
            + " ERROR jndi.environment.java.naming.factory.initial",
        "ibmmq.IbmMqBenchmarkDriver | provider: jndi! jndi:!  connectionFactory: f!"
            + "  environment:!   java.naming.provider.uri: tcp://h! |"
            + " WARNING jndi.environment.java.naming.provider.uri"
      })
  void whatAClientRefusesOrIgnoresIsFound(String driver, String keys, String expected)
      throws IOException {
    Path store = Files.writeString(folder.resolve("store"), "neither PEM nor PKCS12");
    String text =
        "name: d\ndriverClass: io.tidemark.driver."
            + driver
            + "\n"
            + keys.replaceAll("! ?", "\n").replace("STORE", store.toString());
    List<Problem> found = problems(text.replace("MISSING", folder.resolve("none").toString()));
    assertThat(found)
        .as(text)
        .extracting(each -> each.severity() + " " + each.path())
        .containsExactly(expected);
    assertThat(found.get(0).mark().line()).isGreaterThan(2);
  }

  /** With classes of the names that MSK's client jar has. */
  @ParameterizedTest
  @ValueSource(
      strings = {"redpanda", "automq", "warpstream", "event-hubs", "confluent-cloud", "msk"})
  void theFileOfEachMakerOfKafkaBrokersIsRight(String provider) throws IOException {
    Path file = Path.of("../../driver-kafka-strimzi", provider + ".yaml");
    Map<String, String> keys =
        Map.of("EVENT_HUBS_CONNECTION", "a", "CONFLUENT_API_KEY", "b", "CONFLUENT_API_SECRET", "c");
    Problems problems = new Problems();
    Optional<DriverFile> read =
        new DriverChecks(Installation.catalog(), problems)
            .read(file, Overrides.NONE, new ReadOptions(false, keys, folder));
    assertThat(problems.all()).isEmpty();
    assertThat(read.orElseThrow().configuration()).containsEntry("provider", provider);
    assertThat(Files.readString(file)).contains("not run against it");
  }
}
