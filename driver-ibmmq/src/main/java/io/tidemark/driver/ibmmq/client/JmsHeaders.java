package io.tidemark.driver.ibmmq.client;

import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Provider;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.TargetClient;
import io.tidemark.driver.outcome.DeadLetterReason;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.jms.JMSException;
import javax.jms.Message;
import org.jspecify.annotations.Nullable;

/** Headers as text properties of messages. */
public final class JmsHeaders {
  /** Words of selectors, which a property cannot have as its name. */
  private static final Set<String> WORDS =
      Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");

  private JmsHeaders() {}

  static void set(Message message, List<MessageHeader> headers) throws JMSException {
    for (MessageHeader header : headers) {
      message.setStringProperty(header.name(), header.text());
    }
  }

  /** Why messages cannot have a property of that name with a driver file. */
  public static Optional<String> problem(String name, IbmMqConfiguration file) {
    if (file.provider() == Provider.IBMMQ && file.messages().targetClient() == TargetClient.MQ) {
      return Optional.of(
          "messages without an RFH2 header have no properties; allowed with messages.targetClient:"
              + " jms");
    }
    return name.equals(file.messages().keyProperty())
        ? Optional.of("it is messages.keyProperty of the driver file")
        : problem(name);
  }

  private static Optional<String> problem(String name) {
    if (!isIdentifier(name) || WORDS.contains(name.toUpperCase(Locale.ROOT))) {
      return Optional.of(
          "its name is no identifier of JMS; allowed are letters, digits, _ and $, the first no"
              + " digit, and no word of selectors such as NOT");
    }
    return name.startsWith("JMS")
        ? Optional.of("names that begin with JMS belong to JMS")
        : Optional.empty();
  }

  private static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && Character.isJavaIdentifierStart(name.charAt(0))
        && name.chars().allMatch(Character::isJavaIdentifierPart);
  }

  static byte @Nullable [] value(Message message, String name) {
    try {
      return ReceivedMessage.bytes(message.getStringProperty(name));
    } catch (JMSException e) {
      throw new Unreadable(name, e);
    }
  }

  /** Why Artemis moved it; null if it did not: a consumer did, or another broker. */
  static @Nullable DeadLetterReason deadLetterReason(Message message) {
    if (value(message, "_AMQ_ORIG_ADDRESS") == null) {
      return null;
    }
    return value(message, "_AMQ_ACTUAL_EXPIRY") == null
        ? DeadLetterReason.GIVEN_UP
        : DeadLetterReason.EXPIRED;
  }

  /** As the broker counts. */
  static int deliveries(Message message) {
    try {
      return message.getIntProperty("JMSXDeliveryCount");
    } catch (JMSException e) {
      throw new Unreadable("JMSXDeliveryCount", e);
    }
  }

  /** A property that cannot be read. */
  private static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unreadable(String name, JMSException cause) {
      super("cannot read the property " + name + ": " + cause.getMessage(), cause);
    }
  }
}
