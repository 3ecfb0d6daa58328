package io.tidemark.driver.ibmmq.client;

import javax.jms.Connection;
import javax.jms.JMSException;
import javax.jms.Session;

/**
 * A session and the connection it is on. A session is for one thread at a time; only {@link #close}
 * may be called from another.
 *
 * @param owned whether the connection ends with this link
 */
public record Link(Connection connection, Session session, boolean owned) implements AutoCloseable {

  /** Ends the session, and the connection when it is this link's; one that is broken, silently. */
  @Override
  public void close() {
    try {
      if (owned) {
        connection.close();
      } else {
        session.close();
      }
    } catch (JMSException e) {
      // It was broken already: there is nothing left to end.
    }
  }
}
