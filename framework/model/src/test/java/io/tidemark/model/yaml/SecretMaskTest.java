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
        "https://hooks.h.com/services/T000/B000/XXXX: no | https://hooks.h.com/***: no",
        "https://h/api/webhooks/12/a-B_c?wait=true | https://h/api/webhooks/***?wait=***",
        "https://hooks.h/in/${env:HOOK}, http://h:9093/webhook | https://hooks.h/in/${env:HOOK}, http://h:9093/webhook",
        "https://h/in/3fA9c2E1b7D4e6F8a0B1c2D3/v1 | https://h/in/***/v1",
        "https://h/bot12:AAE1x9bQ7rT3kL5mN2 | https://h/***",
        "https://h/bot12:AAE1x9b-Q7rT3_kL5m | https://h/***",
        "https://${env:HOST}/hooks/token | https://${env:HOST}/hooks/***",
        "http://h/subjects/OrderCreatedEventV2 | http://h/subjects/OrderCreatedEventV2",
        "http://h/s3-eu-west-1-bucket2-a1 | http://h/s3-eu-west-1-bucket2-a1",
        "https://h/3b0f5a52-6f1e-4c0c-9d3b-2f5b6a7c8d9e | https://h/***",
        "http://a/9f86d081884c7d659a2feaa0c55ad015,http://u:p@b/x | http://a/***,http://***@b/x",
        "http://h:9464/metrics https://h:4318/v1/traces | http://h:9464/metrics https://h:4318/v1/traces",
        "https://h/api/v1/write http://h/KafkaProducerPerfTest | https://h/api/v1/write http://h/KafkaProducerPerfTest",
        "http://h/api/queues/%2F/orders-20261129T010106-c9Uau9g | http://h/api/queues/%2F/orders-20261129T010106-c9Uau9g",
        "amqp://h/9f86d081884c7d659a2feaa0c55ad015 | amqp://h/9f86d081884c7d659a2feaa0c55ad015",
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
