package io.tidemark.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskTest {
  private static final SecretMask NO_VALUES = SecretMask.of(List.of());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "amqp://user:pw1@host/vhost | amqp://user:***@host/vhost",
        "amqp://:pw1@host | amqp://:***@host",
        "http://127.0.0.1:15672/api | http://127.0.0.1:15672/api",
        "password=pw1 acks=all | password=*** acks=all",
        "ssl.key.password = pw1 | ssl.key.password = ***",
        "{\"password\" : \"p w1\", \"a\": 1} | {\"password\" : ***, \"a\": 1}",
        "sasl.jaas.config=x.Y required password=\"pw1\"; | sasl.jaas.config=***",
        "x.Y required username=\"u\" password=\"pw1\"; | x.Y required username=\"u\" password=***;",
        "password: ${env:PW} | password: ${env:PW}",
        "ssl.truststore.location=/a/b | ssl.truststore.location=/a/b",
        "basic.auth.user.info=u:pw1 | basic.auth.user.info=***",
        "tokens sent: 5 | tokens sent: 5",
      })
  void masksWhatLooksSecretInText(String text, String masked) {
    assertThat(NO_VALUES.mask(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password",
        "keyPassword",
        "ssl.key.password",
        "ssl.keystore.passphrase",
        "clientSecret",
        "sasl.jaas.config",
        "oauth.access.token",
        "apiKey",
        "accessKey"
      })
  void knowsNamesOfSecrets(String name) {
    assertThat(SecretName.looksSecret(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key.serializer",
        "keyDistributor",
        "partition",
        "password.file",
        "sasl.oauthbearer.token.endpoint.url",
        "name"
      })
  void leavesOtherNamesAlone(String name) {
    assertThat(SecretName.looksSecret(name)).isFalse();
  }

  @Test
  void masksKnownValuesEverywhereTheLongestFirst() {
    SecretMask mask = SecretMask.of(List.of("abc", "abc-def", "1234", "x"));
    assertThat(mask.mask("abc-def abc x")).isEqualTo("*** *** x");
    assertThat(mask.mask(Map.of("a", List.of("is abc", 1234L), "b", Map.of("c", 5L))))
        .isEqualTo(Map.of("a", List.of("is ***", "***"), "b", Map.of("c", 5L)));
  }
}
