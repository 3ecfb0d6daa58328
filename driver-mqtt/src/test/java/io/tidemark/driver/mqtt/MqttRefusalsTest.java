package io.tidemark.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttUtf8String;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAck;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import io.tidemark.driver.RefusedException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class MqttRefusalsTest {
  private static IOException failure(Mqtt5PubAckReasonCode code) {
    Mqtt5PubAck answer =
        (Mqtt5PubAck)
            Proxy.newProxyInstance(
                Mqtt5PubAck.class.getClassLoader(),
                new Class<?>[] {Mqtt5PubAck.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getReasonCode" -> code;
                      case "getReasonString" -> Optional.of(MqttUtf8String.of("ask the operator"));
                      default -> null;
                    });
    return MqttRefusals.failure(
        "", new ExecutionException(new Mqtt5PubAckException(answer, "PUBACK has an error")));
  }

  @Test
  void aFailureHasTheReasonCodeAndTheBrokersText() {
    assertThat(failure(Mqtt5PubAckReasonCode.NOT_AUTHORIZED))
        .isInstanceOf(RefusedException.class)
        .hasMessage("PUBACK has an error: NOT_AUTHORIZED: ask the operator");
  }

  @Test
  void whatCanPassIsNoRefusal() {
    assertThat(failure(Mqtt5PubAckReasonCode.UNSPECIFIED_ERROR))
        .isNotInstanceOf(RefusedException.class)
        .hasMessageContaining("UNSPECIFIED_ERROR");
  }
}
