package io.tidemark.driver.rabbitmq.quorum.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Timestamp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Headers of the workload beside those of the driver file. */
class MessageHeadersTest {
  private static final byte[] STAMP = {1, 2, 3};

  private final BasicProperties base =
      new BasicProperties.Builder().appId("app").headers(Map.of("fixed", "yes")).build();

  private MessageProperties properties(Timestamp timestamp) {
    return new MessageProperties(base, List.of(), timestamp, false);
  }

  @Test
  void comeBesideThoseOfTheFile() {
    BasicProperties made =
        properties(Timestamp.OFF)
            .of(1, List.of(MessageHeader.text("a", "b"), MessageHeader.binary("s", STAMP)));
    assertThat(made.getHeaders()).isEqualTo(Map.of("fixed", "yes", "a", "b", "s", STAMP));
    assertThat(made.getAppId()).isEqualTo("app");
    assertThat(base.getHeaders()).hasSize(1);
  }

  @Test
  void theContentTypeIsAPropertyOfTheMessage() {
    BasicProperties made =
        properties(Timestamp.OFF).of(1, List.of(MessageHeader.text("content-type", "text/x")));
    assertThat(made.getContentType()).isEqualTo("text/x");
    assertThat(made.getHeaders()).isEqualTo(Map.of("fixed", "yes"));
    BasicProperties typed = new BasicProperties.Builder().contentType("text/plain").build();
    MessageProperties ofFile = new MessageProperties(typed, List.of(), Timestamp.OFF, false);
    assertThat(ofFile.of(1, List.of(MessageHeader.text("a", "b"))).getContentType())
        .isEqualTo("text/plain");
    assertThat(ofFile.of(1, List.of(MessageHeader.text("content-type", "x"))).getHeaders())
        .isNull();
  }

  @Test
  void comeBesideTheTimeOfTheMessage() {
    assertThat(
            properties(Timestamp.MILLIS).of(1, List.of(MessageHeader.text("a", "b"))).getHeaders())
        .containsOnlyKeys("fixed", "a", MessageProperties.SENT_HEADER);
  }

  @Test
  void withoutThemAllMessagesHaveTheSameProperties() {
    assertThat(properties(Timestamp.OFF).of(1, List.of())).isSameAs(base);
  }

  @Test
  void namesThatTheBrokerOrTheDriverUsesAreRefused() {
    assertThat(MessageProperties.headerProblem("trace")).isEmpty();
    assertThat(MessageProperties.headerProblem("x".repeat(255))).isEmpty();
    for (String name : List.of("CC", "BCC", MessageProperties.SENT_HEADER, "x".repeat(256))) {
      assertThat(MessageProperties.headerProblem(name)).as(name).isPresent();
    }
  }
}
