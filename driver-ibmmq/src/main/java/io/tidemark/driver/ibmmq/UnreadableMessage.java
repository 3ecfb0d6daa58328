package io.tidemark.driver.ibmmq;

import javax.jms.JMSException;

/** A message of a kind that carries no payload. However often it comes, it cannot be read. */
final class UnreadableMessage extends JMSException {
  private static final long serialVersionUID = 1L;

  UnreadableMessage(String reason) {
    super(reason);
  }
}
