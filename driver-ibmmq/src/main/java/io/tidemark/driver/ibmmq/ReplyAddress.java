package io.tidemark.driver.ibmmq;

import io.tidemark.driver.RequestReplyPair;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Correlation;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.jms.JMSException;
import javax.jms.MessageConsumer;
import javax.jms.Queue;
import javax.jms.Session;
import javax.jms.TemporaryQueue;

/**
 * Where a requester gets its replies: the pair's reply queue, or a temporary queue of its own,
 * which belongs to the connection of the session that made it.
 *
 * @param queue for the requests' reply-to
 */
record ReplyAddress(Queue queue) {
  private static final int ID_BYTES = 24;
  private static final SecureRandom RANDOM = new SecureRandom();

  static ReplyAddress temporary(Session session) throws JMSException {
    return new ReplyAddress(session.createTemporaryQueue());
  }

  static ReplyAddress of(Session session, RequestReplyPair pair, JmsProvider provider)
      throws JMSException {
    return new ReplyAddress(provider.queue(session, pair.replyDestination()));
  }

  boolean isTemporary() {
    return queue instanceof TemporaryQueue;
  }

  /** Everything that comes. */
  MessageConsumer consumer(Session session) throws JMSException {
    return session.createConsumer(queue);
  }

  /**
   * What carries this correlation id. This form of selector is the one that a queue manager matches
   * itself; others it evaluates message by message.
   */
  MessageConsumer consumer(Session session, String correlationId) throws JMSException {
    return session.createConsumer(queue, "JMSCorrelationID='" + correlationId + "'");
  }

  void delete() throws JMSException {
    if (queue instanceof TemporaryQueue temporary) {
      temporary.delete();
    }
  }

  /** An id nobody else has, in the form that is 24 bytes on the wire of IBM MQ. */
  static String newCorrelationId() {
    byte[] id = new byte[ID_BYTES];
    RANDOM.nextBytes(id);
    return "ID:" + HexFormat.of().formatHex(id);
  }

  /** Whether the responder answers with the request's message id, or with its correlation id. */
  static boolean answersMessageId(Correlation correlation) {
    return correlation == Correlation.MESSAGE_ID || correlation == Correlation.TEMPORARY_QUEUE;
  }
}
