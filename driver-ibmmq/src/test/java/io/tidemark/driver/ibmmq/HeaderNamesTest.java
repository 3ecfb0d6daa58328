package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.settings.SettingProblem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of headers that a property of JMS can have. */
class HeaderNamesTest {
  private static final Map<String, Object> ARTEMIS =
      Map.of("provider", "artemis", "messages", Map.of("keyProperty", "key"));

  private final IbmMqBenchmarkDriver driver = new IbmMqBenchmarkDriver();

  @ParameterizedTest
  @ValueSource(strings = {"a", "trace_1", "$x", "header12", "tidemarkStamp", "jmsLike"})
  void identifiersAreAllowed(String name) {
    assertThat(driver.headerProblem(MessageHeader.text(name, "x"), ARTEMIS)).isEmpty();
    assertThat(driver.binaryHeaders()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1a", "trace-id", "a b", "a.b", "ce:id", "not", "NULL", "JMSX_a", "key"})
  void othersAreRefused(String name) {
    assertThat(driver.headerProblem(MessageHeader.text(name, "x"), ARTEMIS)).isPresent();
  }

  @Test
  void aPropertyForKeysNeedsAnRfh2HeaderToo() {
    for (Map<String, Object> messages :
        List.<Map<String, Object>>of(
            Map.of("keyProperty", "k"), Map.of("keyProperty", "k", "targetClient", "mq"))) {
      assertThat(problems(messages))
          .singleElement()
          .asString()
          .contains("messages.keyProperty")
          .contains("allowed with messages.targetClient: jms");
    }
    assertThat(problems(Map.of("keyProperty", "k", "targetClient", "jms"))).isEmpty();
  }

  private List<SettingProblem> problems(Map<String, Object> messages) {
    return driver.validate(Map.of("host", "localhost", "messages", messages));
  }

  @Test
  void propertiesOfIbmMqNeedAnRfh2Header() {
    MessageHeader header = MessageHeader.text("a", "x");
    assertThat(driver.headerProblem(header, Map.of()))
        .hasValueSatisfying(text -> assertThat(text).endsWith("messages.targetClient: jms"));
    assertThat(driver.headerProblem(header, Map.of("messages", Map.of("targetClient", "jms"))))
        .isEmpty();
  }
}
