package io.tidemark.driver.rabbitmq.quorum.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsOfVersionTest {
  private static ArgumentsOfVersion arguments(String name, Object value, String version) {
    return new ArgumentsOfVersion(Map.of("x-queue-type", "quorum", name, value), version);
  }

  @ParameterizedTest
  @CsvSource({
    "x-max-in-memory-length, 3.9.29, 3.10.8",
    "x-max-in-memory-bytes, 3.9.29, 4.0.5",
    "x-queue-version, 3.13.7, 4.0.5",
    "x-quorum-target-group-size, 4.0.5, 3.12.14",
    "x-stream-filter-size-bytes, 3.13.0, 3.10.8",
    "x-consumer-timeout, 3.12.0, 3.10.8",
    "x-delayed-retry-min, 4.3.6, 4.0.5",
    "x-delayed-retry-max, 4.3.0, 4.2.1",
    "x-consumer-disconnected-timeout, 4.3.6, 4.0.5",
  })
  void aNumberThatTheVersionIgnoresIsNamedWithItsReason(String name, String heeds, String ignores) {
    assertThat(arguments(name, 1, heeds).ignored()).isEmpty();
    assertThat(arguments(name, 1, ignores).ignored())
        .singleElement()
        .asString()
        .startsWith(name + ": 1 (")
        .contains(" and later");
  }

  @Test
  void onlyTheLazyModeAndTheFirstVersionOfClassicQueuesAreIgnored() {
    assertThat(arguments("x-queue-mode", "lazy", "3.11.28").ignored()).isEmpty();
    assertThat(arguments("x-queue-mode", "lazy", "3.12.0").ignored()).hasSize(1);
    assertThat(arguments("x-queue-mode", "lazy", "4.3.6").ignored()).hasSize(1);
    assertThat(arguments("x-queue-mode", "default", "4.1.0").ignored()).isEmpty();
    assertThat(arguments("x-queue-version", 1, "4.3.6").ignored()).isEmpty();
    assertThat(arguments("x-queue-version", 2, "4.0.5").ignored()).isEmpty();
  }

  @Test
  void aPlaceOfTheMasterIsTakenForABalancedOneByRabbitMq4() {
    assertThat(arguments("x-queue-master-locator", "min-masters", "3.10.8").ignored()).isEmpty();
    assertThat(arguments("x-queue-master-locator", "client-local", "4.0.5").ignored()).isEmpty();
    assertThat(arguments("x-queue-master-locator", "min-masters", "4.0.5").ignored())
        .singleElement()
        .asString()
        .contains("x-queue-leader-locator: balanced");
  }

  @Test
  void whatWasNotCheckedIsNoErrorHere() {
    assertThat(arguments("x-queue-version", "1", "4.0.5").ignored()).isEmpty();
  }

  @Test
  void noLimitOfDeliveriesIsRefusedBeforeRabbitMq4() {
    assertThatThrownBy(() -> arguments("x-delivery-limit", -1, "3.13.7").requireDeliveryLimit())
        .hasMessageStartingWith("queueArguments.x-delivery-limit: got -1")
        .hasMessageContaining("4.0");
    assertThatCode(() -> arguments("x-delivery-limit", -1, "4.0.5").requireDeliveryLimit())
        .doesNotThrowAnyException();
    assertThatCode(() -> arguments("x-delivery-limit", 7, "3.10.8").requireDeliveryLimit())
        .doesNotThrowAnyException();
  }

  @Test
  void nothingIsSaidOfAVersionThatIsNone() {
    ArgumentsOfVersion unknown = arguments("x-max-in-memory-length", 1, "null");
    assertThat(unknown.ignored()).isEmpty();
    assertThat(arguments("x-queue-mode", "lazy", "4.1.0-rc.1").ignored()).hasSize(1);
    assertThatCode(() -> arguments("x-delivery-limit", -1, "null").requireDeliveryLimit())
        .doesNotThrowAnyException();
  }
}
