package io.tidemark.driver.ibmmq.client;

import javax.jms.JMSException;

/** A message without a payload, which can never be read. */
final class UnreadableMessage extends JMSException {
  private static final long serialVersionUID = 1L;

  UnreadableMessage(String reason) {
    super(reason);
  }
}
