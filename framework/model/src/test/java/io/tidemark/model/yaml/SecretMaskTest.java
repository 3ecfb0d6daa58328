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
        "amqp://user:pw1@host/vhost | amqp://***@host/vhost",
        "amqp://:pw1@host | amqp://***@host",
        "https://t0ken@host/x | https://***@host/x",
        "amqp://user:p/w?1@host/v | amqp://***@host/v",
        "tcp://h:1,tcp://u:p@w@i:2 | tcp://h:1,tcp://***@i:2",
        "user:pw1@host:5672 | ***@host:5672",
        "rabbitmq:4.1@sha256:1234abcd | rabbitmq:4.1@sha256:1234abcd",
        "http://[::1]:8080/a@b | http://[::1]:8080/a@b",
        "http://h:1/m?api_key=aSECRET | http://h:1/m?api_key=***",
        "https://h/x?API-Key=a&Heart_beat=5&sig=b%2F1#access_token=c&v"
            + " | https://h/x?API-Key=***&Heart_beat=5&sig=***#access_token=***&v",
        "https://h/x?api%5Fkey=a;auth=b&heartbeat=9 | https://h/x?api%5Fkey=***;auth=***&heartbeat=9",
        "https://h/x?S3CRET | https://h/x?***",
        "'http://h:1/m?key=a)c': refused (h:1/x?code=1) | 'http://h:1/m?key=***': refused (h:1/x?code=***)",
        "{\"url\":\"http://h/x?key=a\",\"b\":1} | {\"url\":\"http://h/x?key=***\",\"b\":1}",
        "failover:(tcp://u:p@h:1?ha=true&x=1,tcp://u:p@i:2) | failover:(tcp://***@h:1?ha=true&x=***)",
        "https://h/x?key=${env:K} | https://h/x?key=${env:K}",
        "(?i)a=b; did you mean x? y#z=1 | (?i)a=b; did you mean x? y#z=1",
        "Authorization: Bearer a.b, X-Api-Key: c | Authorization: ***, X-Api-Key: ***",
        "TopicAuthorizationException: Not authorized | TopicAuthorizationException: Not authorized",
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
