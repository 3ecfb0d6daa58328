package io.tidemark.driver.ibmmq.client;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.MessageType;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.jms.BytesMessage;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Session;
import javax.jms.TextMessage;

/**
 * Payloads in messages and back. A text message has one character per byte (ISO 8859-1), so that
 * any payload is preserved in any character set of the message.
 *
 * @param keyProperty of the message, for the workload's key; empty for none
 */
public record Bodies(MessageType type, String keyProperty) {

  public Message message(Session session, byte[] payload) throws JMSException {
    if (type == MessageType.TEXT) {
      return session.createTextMessage(new String(payload, StandardCharsets.ISO_8859_1));
    }
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(payload);
    return message;
  }

  public Message message(Session session, byte[] payload, Optional<String> key)
      throws JMSException {
    Message message = message(session, payload);
    if (key.isPresent() && !keyProperty.isEmpty()) {
      message.setStringProperty(keyProperty, key.get());
    }
    return message;
  }

  public static boolean isReadable(Message message) {
    return message instanceof BytesMessage || message instanceof TextMessage;
  }

  /**
   * The payload of a message of either type, whichever is configured.
   *
   * @throws UnreadableMessage when it is of neither
   */
  public static byte[] payload(Message message) throws JMSException {
    if (message instanceof BytesMessage bytes) {
      byte[] payload = new byte[Math.toIntExact(bytes.getBodyLength())];
      bytes.readBytes(payload);
      return payload;
    }
    if (message instanceof TextMessage text) {
      String body = text.getText();
      return body == null ? new byte[0] : body.getBytes(StandardCharsets.ISO_8859_1);
    }
    throw new UnreadableMessage(
        "neither a bytes nor a text message: " + message.getClass().getSimpleName());
  }
}
