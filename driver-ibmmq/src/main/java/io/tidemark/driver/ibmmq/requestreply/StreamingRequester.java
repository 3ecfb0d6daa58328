package io.tidemark.driver.ibmmq.requestreply;

import io.tidemark.driver.SendResult;
import io.tidemark.driver.ibmmq.client.Link;
import io.tidemark.driver.ibmmq.client.Receiver;
import io.tidemark.driver.ibmmq.client.SessionContext;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.Session;
import org.jspecify.annotations.Nullable;

/**
 * Several requests in flight, or an open loop: requests are put by the caller's thread in one
 * session, replies are got by a thread in another of the same connection. Each request has a unique
 * correlation id, and replies arrive in a temporary queue of the requester, because a selector
 * matches only one id.
 */
public final class StreamingRequester extends Receiver implements Requester {
  private final RequesterSpec spec;
  private final ReplyCallback callback;
  private final boolean transacted;
  private final ReentrantLock sending = new ReentrantLock();
  private volatile @Nullable Ends ends;

  /** Both sessions of a connection, and what is open in them. */
  private record Ends(
      Link sendLink,
      Link replyLink,
      RequestSender sender,
      ReplyAddress replies,
      MessageConsumer consumer) {}

  public StreamingRequester(RequesterSpec spec, SessionContext context, ReplyCallback callback) {
    super(context, "requester " + spec.index(), context.configuration().exchange().getWait());
    this.spec = spec;
    this.callback = callback;
    this.transacted = context.configuration().exchange().transacted();
  }

  /** Connects, and opens the consumer of replies. */
  public StreamingRequester open() throws JmsFailure {
    if (context.configuration().exchange().fixedReplyQueue()) {
      throw new JmsFailure(
          who
              + " has several requests in flight, and its replies cannot be selected from the"
              + " pair's queue: allowed are requestReply.fixedReplyQueue: false, or one request in"
              + " flight");
    }
    start();
    return this;
  }

  @Override
  protected Link connect() throws JmsFailure {
    Link sendLink = context.connections().open(who, transacted, Session.AUTO_ACKNOWLEDGE);
    Link replyLink = null;
    try {
      replyLink = context.connections().beside(sendLink, transacted);
      Session session = replyLink.session();
      ReplyAddress replies = ReplyAddress.temporary(session);
      MessageConsumer consumer = replies.consumer(session);
      RequestSender sender = new RequestSender(context, sendLink.session(), spec.pair(), replies);
      ends = new Ends(sendLink, replyLink, sender, replies, consumer);
      return sendLink;
    } catch (JMSException e) {
      if (replyLink != null) {
        context.connections().close(replyLink);
      }
      context.connections().close(sendLink);
      throw context.provider().failure("open for the " + who, e);
    }
  }

  @Override
  public void sendRequest(byte[] payload, SendResult result) {
    sending.lock();
    try {
      Ends now = ends;
      if (now == null || closed) {
        result.failed(
            new JmsFailure(
                who + (closed ? " is closed" : " has lost its connection and reconnects"),
                JmsFailure.Kind.CONNECTION));
        return;
      }
      now.sender().send(payload, ReplyAddress.newCorrelationId());
      result.accepted();
    } catch (JMSException e) {
      result.failed(context.provider().failure("put a request of " + who, e));
    } finally {
      sending.unlock();
    }
  }

  @Override
  protected void receive(Link from) throws JMSException {
    Ends now = Objects.requireNonNull(ends); // Those of the link.
    Message reply = now.consumer().receive(context.configuration().exchange().getWait().toMillis());
    if (reply != null) {
      context.handOn(reply, callback, who);
      if (transacted) {
        now.replyLink().session().commit();
      }
    }
  }

  @Override
  protected void report(JmsFailure failure) {
    callback.receiveFailed(failure);
  }

  @Override
  protected void disconnected() {
    Ends gone = ends;
    ends = null;
    if (gone != null) {
      context.connections().close(gone.replyLink()); // Open still, if others share the connection.
    }
  }

  /** Left to {@link #close}: requests may be under way in the other session. */
  @Override
  protected void finish(Link last) {}

  @Override
  public void close() throws InterruptedException {
    boolean ended = hasEnded();
    boolean locked = sending.tryLock(closeTimeout().toNanos(), TimeUnit.NANOSECONDS);
    Ends last = ends;
    try {
      if (last != null && locked && ended) {
        end(last);
      }
    } finally {
      if (last != null) {
        context.connections().close(last.replyLink());
        context.connections().close(last.sendLink());
      }
      if (locked) {
        sending.unlock();
      }
    }
  }

  private void end(Ends last) {
    try {
      last.consumer().close();
      last.replies().delete();
      last.replyLink().close();
    } catch (JMSException e) {
      callback.receiveFailed(context.provider().failure("close " + who, e));
    }
  }
}
