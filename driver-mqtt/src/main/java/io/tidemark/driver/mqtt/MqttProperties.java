package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttUtf8String;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.headers.MessageHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Headers as user properties, and the time of publication, which MQTT does not have. */
final class MqttProperties {
  /** Milliseconds since the epoch, in decimal digits. */
  static final String SENT = "sent";

  private static final MqttUtf8String SENT_NAME = MqttUtf8String.of(SENT);

  /** The protocol's limit, in bytes. */
  private static final int LONGEST = 65_535;

  private MqttProperties() {}

  static Mqtt5UserProperties of(List<MessageHeader> headers, long nowMillis) {
    Mqtt5UserProperty sent =
        Mqtt5UserProperty.of(SENT_NAME, MqttUtf8String.of(Long.toString(nowMillis)));
    if (headers.isEmpty()) {
      return Mqtt5UserProperties.of(sent);
    }
    List<Mqtt5UserProperty> all = new ArrayList<>(headers.size() + 1);
    all.add(sent);
    for (MessageHeader header : headers) {
      all.add(Mqtt5UserProperty.of(header.name(), header.text()));
    }
    return Mqtt5UserProperties.of(all);
  }

  /** 0 for a message of another program. */
  static long sentMillis(Mqtt5Publish message) {
    for (Mqtt5UserProperty property : message.getUserProperties().asList()) {
      if (property.getName().equals(SENT_NAME)) {
        return millis(property.getValue().toString());
      }
    }
    return 0;
  }

  private static long millis(String digits) {
    return digits.matches("\\d{1,18}") ? Long.parseLong(digits) : 0;
  }

  /** A received message. */
  record Received(Mqtt5Publish message, int partition) implements ReceivedMessage {
    @Override
    public byte[] array() {
      return message.getPayloadAsBytes();
    }

    @Override
    public long publishedMillis() {
      return sentMillis(message);
    }

    /** If several properties have this name, the last one counts. */
    @Override
    public byte @Nullable [] header(String name) {
      byte[] value = null;
      for (Mqtt5UserProperty property : message.getUserProperties().asList()) {
        if (property.getName().toString().equals(name)) {
          value = ReceivedMessage.bytes(property.getValue());
        }
      }
      return value;
    }
  }

  /** Why a header cannot be sent. */
  static Optional<String> problem(MessageHeader header) {
    if (header.name().equals(SENT)) {
      return Optional.of("the driver uses the user property " + SENT + " for the time");
    }
    return wrong(header.name()) || wrong(header.text())
        ? Optional.of("MQTT allows up to 65,535 bytes of UTF-8 without control characters")
        : Optional.empty();
  }

  private static boolean wrong(String text) {
    return text.length() > LONGEST / 3
        || text.chars().anyMatch(c -> c < ' ' || c >= 0x7f && c <= 0x9f);
  }
}
