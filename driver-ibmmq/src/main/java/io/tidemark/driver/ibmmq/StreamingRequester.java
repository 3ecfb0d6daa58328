package io.tidemark.driver.ibmmq;

import io.tidemark.driver.ReplyCallback;
import io.tidemark.driver.Requester;
import io.tidemark.driver.RequesterSpec;
import io.tidemark.driver.SendResult;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.Session;

/**
 * Several requests in flight, or an open loop: requests are put by the caller's thread in one
 * session, replies are got by a thread in another of the same connection. Each request has a
 * correlation id of its own, and replies come to a temporary queue of the requester's own: of
 * several ids at once a queue manager selects none.
 */
final class StreamingRequester implements Requester {
  private final String who;
  private final SessionContext context;
  private final RequesterSpec spec;
  private final ReplyCallback callback;
  private final boolean transacted;
  private final Thread receiver;
  private final ReentrantLock sending = new ReentrantLock();
  private volatile Ends ends;
  private volatile boolean closed;

  /** Both sessions of a connection, and what is open in them. */
  private record Ends(
      Link sendLink,
      Link replyLink,
      RequestSender sender,
      ReplyAddress replies,
      MessageConsumer consumer) {}

  StreamingRequester(RequesterSpec spec, SessionContext context, ReplyCallback callback) {
    this.who = "requester " + spec.index();
    this.spec = spec;
    this.context = context;
    this.callback = callback;
    this.transacted = context.configuration().exchange().transacted();
    this.receiver = new Thread(this::loop, "jms-" + who.replace(' ', '-'));
    receiver.setDaemon(true);
  }

  /** Connects, and opens what the replies come by. */
  StreamingRequester open() throws JmsFailure {
    if (context.configuration().exchange().fixedReplyQueue()) {
      throw new JmsFailure(
          who
              + " has several requests in flight, and its replies cannot be selected from the pair's queue:"
              + " allowed are requestReply.fixedReplyQueue: false, or one request in flight",
          JmsFailure.Kind.OTHER,
          0,
          null);
    }
    ends = connected();
    receiver.start();
    return this;
  }

  private Ends connected() throws JmsFailure {
    Link sendLink = context.connections().open(who, transacted, Session.AUTO_ACKNOWLEDGE);
    Link replyLink = null;
    try {
      replyLink = context.connections().beside(sendLink, transacted);
      Session session = replyLink.session();
      ReplyAddress replies = ReplyAddress.temporary(session);
      MessageConsumer consumer = replies.consumer(session);
      RequestSender sender = new RequestSender(context, sendLink.session(), spec.pair(), replies);
      return new Ends(sendLink, replyLink, sender, replies, consumer);
    } catch (JMSException e) {
      if (replyLink != null) {
        context.connections().close(replyLink);
      }
      context.connections().close(sendLink);
      throw context.provider().failure("open for " + who, e);
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
                who + (closed ? " is closed" : " has lost its connection and makes a new one"),
                JmsFailure.Kind.CONNECTION,
                0,
                null));
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

  private void loop() {
    long waitMillis = context.configuration().exchange().getWait().toMillis();
    while (!closed) {
      try {
        if (ends == null) {
          ends = connected();
          context.connections().recovered(who);
        }
        Message reply = ends.consumer().receive(waitMillis);
        if (reply != null) {
          deliver(reply);
          if (transacted) {
            ends.replyLink().session().commit();
          }
        }
      } catch (JMSException e) {
        failed(context.provider().failure("get a reply for " + who, e));
      } catch (JmsFailure e) {
        failed(e);
      } catch (RuntimeException e) {
        failed(JmsFailure.unexpected("get a reply for " + who, e));
      }
    }
  }

  private void deliver(Message reply) throws JMSException {
    try {
      callback.replyReceived(Bodies.payload(reply));
    } catch (UnreadableMessage e) {
      callback.receiveFailed(context.provider().failure("read a reply for " + who, e));
    }
  }

  private void failed(JmsFailure failure) {
    if (closed) {
      return;
    }
    callback.receiveFailed(failure);
    Ends gone = ends;
    ends = null;
    if (gone != null) {
      context.connections().discard(gone.sendLink(), who, failure);
      context.connections().close(gone.replyLink()); // Open still, if others share the connection.
    }
    LockSupport.parkNanos(context.configuration().connecting().recoveryInterval().toNanos());
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    long mostMillis =
        context
            .configuration()
            .exchange()
            .getWait()
            .plus(context.configuration().connecting().closeTimeout())
            .toMillis();
    receiver.join(mostMillis);
    boolean locked = sending.tryLock(mostMillis, TimeUnit.MILLISECONDS);
    Ends last = ends;
    try {
      if (last != null && locked && !receiver.isAlive()) {
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
