package io.tidemark.driver.ibmmq.requestreply;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Correlation;
import io.tidemark.driver.ibmmq.provider.JmsProvider;
import io.tidemark.driver.requests.RequestReplyPair;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.jms.JMSException;
import javax.jms.MessageConsumer;
import javax.jms.Queue;
import javax.jms.Session;
import javax.jms.TemporaryQueue;

/**
 * Where a requester gets its replies: the pair's reply queue, or a separate temporary queue, which
 * belongs to the connection of its session.
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
   * Messages with this correlation id. The queue manager matches this form of selector natively; it
   * evaluates others message by message.
   */
  MessageConsumer consumer(Session session, String correlationId) throws JMSException {
    return session.createConsumer(queue, "JMSCorrelationID='" + correlationId + "'");
  }

  void delete() throws JMSException {
    if (queue instanceof TemporaryQueue temporary) {
      temporary.delete();
    }
  }

  /** A unique id, in the form with 24 bytes on the wire of IBM MQ. */
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
