package io.tidemark.driver.rabbitmq.quorum.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.settings.SettingValues;
import java.io.IOException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamFilterTest {
  private static final String STREAM = "amqpUris: [a]\nprotocol: amqp10\nqueueType: stream\n";

  private static SettingValues checked(String yaml) throws IOException {
    SettingValues values = new SettingValues("driver file", TestCluster.yaml(yaml));
    QuorumConfigurationRules.read(values);
    return values;
  }

  private static StreamFilter filter(String keys) throws IOException {
    return QuorumConfigurationRules.read(
            new SettingValues("driver file", TestCluster.yaml(STREAM + "filter: {" + keys + "}")))
        .filter();
  }

  @ParameterizedTest
  @CsvSource({"1/10, 100", "3/7, 429", "1/1, 1000", "2/3, 666", "999999/999999, 1000"})
  void theShareOfTheMessagesIsExactAndEvenlySpread(String matches, long expected)
      throws IOException {
    StreamFilter.Share share = filter("matches: " + matches).share();
    assertThat(LongStream.range(0, 1_000).filter(share::contains).count())
        .isBetween(expected - 1, expected);
    assertThat(share.contains(share.of() - 1)).as("the last of each group").isTrue();
  }

  @Test
  void theBrokerSelectsByThePropertyUnlessTheFileHasAnExpression() throws IOException {
    assertThat(filter("matches: 1/2").sql()).isEqualTo("filter = 'match'");
    assertThat(filter("matches: 1/2, sql: a > 1").sql()).isEqualTo("a > 1");
    assertThat(filter("matches: 1/2, bloom: true").facts().get("consumer.filter"))
        .contains("1/2", "SQL: filter = 'match'", "Bloom");
    assertThat(filter("").isOn()).isFalse();
    assertThat(filter("").facts()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0/5", "3/2", "0.1", "a/b", "1/", "1/0"})
  void otherSharesAreErrors(String matches) throws IOException {
    assertThat(checked(STREAM + "filter: {matches: '" + matches + "'}").problems().toString())
        .contains("filter.matches", "allowed a share");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          amqpUris: [a]\\nqueueType: stream\\nfilter: {matches: 1/2}              | requires protocol: amqp10
          amqpUris: [a]\\nprotocol: amqp10\\nfilter: {matches: 1/2}               | queueType: stream
          amqpUris: [a]\\nfilter: {bloom: true}                                   | requires filter.matches
          amqpUris: [a]\\nprotocol: amqp10\\nqueueType: stream\\nfilter: {matches: 1/2, by: client, sql: x} | requires filter.by: sql
          amqpUris: [a]\\nprotocol: amqp10\\nqueueType: stream\\nmessageProperties: {headers: {filter: x}}\\nfilter: {matches: 1/2} | is used by the driver
          """)
  void whatHasNoEffectIsAnError(String yaml, String problem) throws IOException {
    assertThat(checked(yaml.replace("\\n", "\n")).problems().toString()).contains(problem);
  }

  @Test
  void brokersThatWouldIgnoreTheFilterAreRefused() throws IOException {
    StreamFilter sql = filter("matches: 1/2");
    StreamFilter properties = filter("matches: 1/2, by: properties");
    assertThatThrownBy(() -> sql.require("4.1.3")).hasMessageContaining("RabbitMQ 4.2");
    assertThatThrownBy(() -> properties.require("4.0.5")).hasMessageContaining("RabbitMQ 4.1");
    sql.require("4.2.0");
    properties.require("4.1.0");
    filter("matches: 1/2, by: client").require("4.0.5");
    filter("").require("4.0.5");
  }
}
