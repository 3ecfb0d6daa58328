package io.tidemark.driver.ibmmq;

import io.tidemark.driver.RequestHandler.ReplySender;
import io.tidemark.driver.SendResult;
import javax.jms.JMSException;
import javax.jms.Message;

/** The reply to one request, until its put is committed. For the responder's thread. */
final class PendingReply implements ReplySender {
  private final Message request;
  private final ReplyPutter putter;
  private final JmsProvider provider;
  private SendResult waiting;

  PendingReply(Message request, ReplyPutter putter, JmsProvider provider) {
    this.request = request;
    this.putter = putter;
    this.provider = provider;
  }

  @Override
  public void reply(byte[] payload, SendResult result) {
    try {
      putter.put(request, payload);
      waiting = result;
    } catch (JMSException e) {
      result.failed(provider.failure("put a reply", e));
    }
  }

  void committed() {
    if (waiting != null) {
      waiting.accepted();
    }
  }

  void failed(JmsFailure failure) {
    if (waiting != null) {
      waiting.failed(failure);
    }
  }
}
