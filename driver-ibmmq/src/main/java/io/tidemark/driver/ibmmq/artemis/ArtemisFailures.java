package io.tidemark.driver.ibmmq.artemis;

import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsFailure.Kind;
import javax.jms.IllegalStateException;
import javax.jms.InvalidDestinationException;
import javax.jms.JMSException;

/** Artemis's exceptions in one line. */
final class ArtemisFailures {
  private ArtemisFailures() {}

  static JmsFailure explain(String doing, String address, JMSException cause) {
    String message = String.valueOf(cause.getMessage());
    return new JmsFailure(doing + " at " + address + ": " + message, kind(cause, message), cause);
  }

  private static Kind kind(JMSException cause, String message) {
    if (cause instanceof InvalidDestinationException) {
      return Kind.UNKNOWN_OBJECT;
    }
    if (JmsFailure.isRefusal(cause)) {
      return Kind.REFUSED;
    }
    boolean gone =
        cause instanceof IllegalStateException
            || message.contains("AMQ219014") // timed out waiting for a response
            || message.contains("AMQ219016") // connection failure detected
            || message.contains("AMQ219006") // channel disconnected
            || message.contains("AMQ219007") // cannot connect
            || message.contains("AMQ219010") // connection is destroyed
            || message.contains("AMQ219017") // consumer is closed
            || message.contains("AMQ219018") // producer is closed
            || message.contains("AMQ219019") // session is closed
            || message.contains("Failed to create session factory")
            || message.contains("Disconnected");
    return gone ? Kind.CONNECTION : Kind.OTHER;
  }
}
