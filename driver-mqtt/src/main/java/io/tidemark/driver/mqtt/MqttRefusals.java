package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttUtf8String;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5MessageException;
import com.hivemq.client.mqtt.mqtt5.message.Mqtt5Message;
import com.hivemq.client.mqtt.mqtt5.message.Mqtt5ReasonCode;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAck;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5Disconnect;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAck;
import com.hivemq.client.mqtt.mqtt5.message.publish.pubrec.Mqtt5PubRec;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.suback.Mqtt5SubAck;
import com.hivemq.client.mqtt.mqtt5.message.unsubscribe.unsuback.Mqtt5UnsubAck;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** The broker's reason codes: as text, and which of them it would repeat. */
final class MqttRefusals {
  private static final Set<Integer> FINAL =
      Set.of(
          0x84, 0x85, 0x86, 0x87, 0x8A, 0x8C, 0x8F, 0x90, 0x95, 0x97, 0x99, 0x9A, 0x9B, 0x9E, 0xA1,
          0xA2);

  private MqttRefusals() {}

  private record Answer(List<? extends Mqtt5ReasonCode> codes, Optional<MqttUtf8String> reason) {}

  /** Why, with the reason codes and the broker's text, which the client's exceptions leave out. */
  static String reason(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      String message = each.getMessage();
      boolean wrapper = each instanceof ExecutionException || each instanceof CompletionException;
      if (message != null && !wrapper && text.indexOf(message) < 0) {
        text.append(text.isEmpty() ? "" : ": ").append(message);
      }
      if (each instanceof IOException) {
        break; // Its message has those of its causes.
      }
    }
    if (text.isEmpty()) {
      text.append(FailureReason.of(failure));
    }
    answer(failure)
        .ifPresent(
            answer -> {
              for (Mqtt5ReasonCode code : answer.codes()) {
                if (text.indexOf(code.toString()) < 0) {
                  text.append(": ").append(code);
                }
              }
              answer.reason().ifPresent(words -> text.append(": ").append(words));
            });
    return text.toString();
  }

  /** Returns the exception that shows whether the failure can pass. */
  static IOException failure(String before, Throwable cause) {
    boolean refused =
        RefusedException.isIn(cause)
            || answer(cause)
                .filter(answer -> answer.codes().stream().anyMatch(MqttRefusals::isFinal))
                .isPresent();
    String message = before + reason(cause);
    return refused ? new RefusedException(message, cause) : new IOException(message, cause);
  }

  private static boolean isFinal(Mqtt5ReasonCode code) {
    return FINAL.contains(code.getCode());
  }

  private static Optional<Answer> answer(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof Mqtt5MessageException refusal) {
        return answer(refusal.getMqttMessage());
      }
    }
    return Optional.empty();
  }

  private static Optional<Answer> answer(Mqtt5Message message) {
    if (message instanceof Mqtt5ConnAck connAck) {
      return Optional.of(new Answer(List.of(connAck.getReasonCode()), connAck.getReasonString()));
    }
    if (message instanceof Mqtt5PubAck pubAck) {
      return Optional.of(new Answer(List.of(pubAck.getReasonCode()), pubAck.getReasonString()));
    }
    if (message instanceof Mqtt5PubRec pubRec) {
      return Optional.of(new Answer(List.of(pubRec.getReasonCode()), pubRec.getReasonString()));
    }
    if (message instanceof Mqtt5SubAck subAck) {
      return Optional.of(new Answer(subAck.getReasonCodes(), subAck.getReasonString()));
    }
    if (message instanceof Mqtt5UnsubAck unsubAck) {
      return Optional.of(new Answer(unsubAck.getReasonCodes(), unsubAck.getReasonString()));
    }
    return message instanceof Mqtt5Disconnect end
        ? Optional.of(new Answer(List.of(end.getReasonCode()), end.getReasonString()))
        : Optional.empty();
  }
}
