package io.tidemark.driver.ibmmq.requestreply;

import io.tidemark.driver.ibmmq.client.SessionContext;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Correlation;
import io.tidemark.driver.ibmmq.provider.JmsProvider.MessageKind;
import io.tidemark.driver.requests.RequestReplyPair;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageProducer;
import javax.jms.Session;

/** Puts requests of one requester in one session; whose thread is its caller's. */
final class RequestSender {
  private final SessionContext context;
  private final Session session;
  private final MessageProducer producer;
  private final ReplyAddress replies;

  RequestSender(
      SessionContext context, Session session, RequestReplyPair pair, ReplyAddress replies)
      throws JMSException {
    this.context = context;
    this.session = session;
    this.replies = replies;
    this.producer =
        context.producer(session, context.provider().queue(session, pair.requestDestination()));
  }

  /**
   * Puts a request and commits it if requests are put under syncpoint.
   *
   * @param correlationId of the requester, for modes with one
   * @return the correlation id that its reply will have
   */
  String send(byte[] payload, String correlationId) throws JMSException {
    IbmMqConfiguration.Exchange settings = context.configuration().exchange();
    Message request = context.bodies().message(session, payload);
    request.setJMSReplyTo(replies.queue());
    context.provider().mark(request, MessageKind.REQUEST);
    Correlation correlation = settings.correlation();
    if (!ReplyAddress.answersMessageId(correlation)) {
      request.setJMSCorrelationID(correlationId);
    }
    producer.send(request);
    if (settings.transacted()) {
      session.commit();
    }
    return ReplyAddress.answersMessageId(correlation) ? request.getJMSMessageID() : correlationId;
  }
}
