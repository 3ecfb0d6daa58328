package io.tidemark.driver.ibmmq;

import io.tidemark.driver.ibmmq.IbmMqConfiguration.Consuming;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Session;

/** The acknowledgement modes of JMS. */
final class Acknowledging {
  private Acknowledging() {}

  /** The mode of a session that is not transacted. */
  static int mode(Consuming settings) {
    return switch (settings.acknowledge()) {
      case CLIENT -> Session.CLIENT_ACKNOWLEDGE;
      case DUPS_OK -> Session.DUPS_OK_ACKNOWLEDGE;
      case AUTO, TRANSACTED -> Session.AUTO_ACKNOWLEDGE;
    };
  }

  /** Acknowledges this message and all of its session before it. */
  static void upTo(Message message, Session session, Consuming settings) throws JMSException {
    switch (settings.acknowledge()) {
      case CLIENT -> message.acknowledge();
      case TRANSACTED -> session.commit();
      case AUTO, DUPS_OK -> {
        // The session does it itself.
      }
    }
  }
}
