package io.tidemark.driver.ibmmq.requestreply;

import io.tidemark.driver.SendResult;
import io.tidemark.driver.ibmmq.client.CallingClient;
import io.tidemark.driver.ibmmq.client.Link;
import io.tidemark.driver.ibmmq.client.SessionContext;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Correlation;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.Session;
import org.jspecify.annotations.Nullable;

/**
 * Put, commit, get, commit: one request in flight, one session, one thread, as applications of IBM
 * MQ do. After a timeout or a lost connection it continues with a new correlation id, so that a
 * late reply is not matched to the next request; late replies are received between requests.
 */
public final class WaitingRequester extends CallingClient implements Requester {
  private static final long SLICE_MILLIS = 200;
  private final RequesterSpec spec;
  private final ReplyCallback callback;
  private final Correlation correlation;
  private final boolean transacted;

  @SuppressWarnings("NullAway.Init") // Set when its session is opened, before anything else.
  private ReplyAddress replies;

  @SuppressWarnings("NullAway.Init") // Set when its session is opened, before anything else.
  private RequestSender sender;

  private @Nullable MessageConsumer standing;
  private String correlationId = ReplyAddress.newCorrelationId();
  private final LateReplies late = new LateReplies();
  private boolean answered;
  private boolean broken;

  public WaitingRequester(RequesterSpec spec, SessionContext context, ReplyCallback callback) {
    super(context, "requester " + spec.index());
    this.spec = spec;
    this.callback = callback;
    this.correlation = context.configuration().exchange().correlation();
    this.transacted = context.configuration().exchange().transacted();
  }

  public WaitingRequester open() throws JmsFailure {
    start();
    return this;
  }

  @Override
  protected Link connected() throws JmsFailure {
    return context.open(
        who,
        transacted,
        Session.AUTO_ACKNOWLEDGE,
        session -> {
          replies =
              correlation == Correlation.TEMPORARY_QUEUE
                  ? ReplyAddress.temporary(session)
                  : ReplyAddress.of(session, spec.pair(), context.provider());
          standing = standingConsumer(session);
          sender = new RequestSender(context, session, spec.pair(), replies);
        });
  }

  /** Null in the modes that open a consumer for each reply. */
  private @Nullable MessageConsumer standingConsumer(Session session) throws JMSException {
    return switch (correlation) {
      case SESSION -> replies.consumer(session, correlationId);
      case TEMPORARY_QUEUE -> replies.consumer(session);
      case MESSAGE_ID, PASS_THROUGH -> null;
    };
  }

  @Override
  public boolean waitsForReply() {
    return true;
  }

  @Override
  public void sendRequest(byte[] payload, SendResult result) {
    long deadlineNanos = System.nanoTime() + spec.replyTimeout().toNanos();
    lock.lock();
    try {
      String awaited = sent(payload, result, deadlineNanos);
      if (awaited != null) {
        awaitThroughBreaks(awaited, deadlineNanos);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The correlation id to wait for; null when the request was not put. */
  private @Nullable String sent(byte[] payload, SendResult result, long deadlineNanos) {
    try {
      if (link == null) {
        connect();
      }
      if (correlation == Correlation.PASS_THROUGH) {
        correlationId = ReplyAddress.newCorrelationId();
      }
      String awaited = sender.send(payload, correlationId);
      result.accepted();
      return awaited;
    } catch (JMSException e) {
      JmsFailure failure = context.provider().failure("put a request of " + who, e);
      result.failed(failure);
      correlationId = ReplyAddress.newCorrelationId(); // It may have been put all the same.
      discard(failure, deadlineNanos);
    } catch (JmsFailure e) {
      result.failed(e);
      pause(deadlineNanos);
    }
    return null;
  }

  /**
   * After a lost connection it reconnects and waits for the reply to the same request. Later
   * replies with its id are not matched to another request.
   */
  private void awaitThroughBreaks(String awaited, long deadlineNanos) {
    answered = false;
    broken = false;
    do {
      try {
        if (link == null) {
          connect();
        }
        await(awaited, deadlineNanos);
        return;
      } catch (JMSException e) {
        broken = true;
        JmsFailure failure = context.provider().failure("get a reply for " + who, e);
        callback.receiveFailed(failure);
        discard(failure, deadlineNanos);
      } catch (JmsFailure e) {
        callback.receiveFailed(e);
        pause(deadlineNanos);
      }
    } while (!answered && mayWait(deadlineNanos));
    correlationId = ReplyAddress.newCorrelationId();
  }

  private boolean mayWait(long deadlineNanos) {
    return !closed
        && !Thread.currentThread().isInterrupted()
        && System.nanoTime() - deadlineNanos < 0;
  }

  private void await(String awaited, long deadlineNanos) throws JMSException {
    MessageConsumer consumer = standing == null ? replies.consumer(session(), awaited) : standing;
    while (!answered && !closed) {
      long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
      if (leftMillis <= 0) {
        break;
      }
      Message reply = consumer.receive(Math.min(SLICE_MILLIS, leftMillis));
      if (reply != null) {
        // A temporary queue also receives replies to earlier requests.
        boolean own = !replies.isTemporary() || awaited.equals(reply.getJMSCorrelationID());
        context.handOn(reply, callback, who);
        answered = own; // Whether or not the commit succeeds.
        commit();
      }
    }
    late.poll(this::deliver);
    if (answered && standing == null) {
      consumer.close();
    } else if ((!answered || broken) && !replies.isTemporary()) {
      late.expectFrom(consumer);
      if (standing != null) {
        correlationId = ReplyAddress.newCorrelationId();
        standing = replies.consumer(session(), correlationId);
      }
    }
  }

  private void deliver(Message reply) throws JMSException {
    context.handOn(reply, callback, who);
    commit();
  }

  private void commit() throws JMSException {
    if (transacted) {
      session().commit();
    }
  }

  /** Looks for late replies while no request is under way; for the driver's timer. */
  public void collectLate() {
    if (!lock.tryLock()) {
      return; // A request is under way, which looks for them itself.
    }
    try {
      if (link != null && !closed) {
        late.poll(this::deliver);
      }
    } catch (JMSException e) {
      JmsFailure failure = context.provider().failure("get a late reply for " + who, e);
      callback.receiveFailed(failure);
      correlationId = ReplyAddress.newCorrelationId();
      discard(failure, System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  private void discard(JmsFailure failure, long deadlineNanos) {
    if (!closed && link != null) {
      discard(failure);
      late.forget();
      pause(deadlineNanos);
    }
  }

  /** Limits the rate of connection attempts, but waits no longer than for a reply. */
  private void pause(long deadlineNanos) {
    LockSupport.parkNanos(
        Math.min(
            context.configuration().connecting().recoveryInterval().toNanos(),
            deadlineNanos - System.nanoTime()));
  }

  @Override
  protected void end() {
    try {
      late.pollAll(this::deliver);
      if (standing != null) {
        standing.close();
      }
      replies.delete();
    } catch (JMSException e) {
      callback.receiveFailed(context.provider().failure("close " + who, e));
    }
  }

  /**
   * Keeps the consumers of timed-out replies, to count late ones. At most {@value #MOST}; each
   * check is a call to the broker, so checks are rare. Used by one thread.
   */
  static final class LateReplies {
    static final int MOST = 16;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private final Deque<MessageConsumer> consumers = new ArrayDeque<>();
    private long nextNanos = System.nanoTime();

    /** Where a late reply goes. */
    interface Sink {
      void accept(Message reply) throws JMSException;
    }

    void expectFrom(MessageConsumer consumer) throws JMSException {
      consumers.addLast(consumer);
      if (consumers.size() > MOST) {
        consumers.removeFirst().close();
      }
    }

    /** Checks the oldest one, if a check is due. */
    void poll(Sink sink) throws JMSException {
      if (!consumers.isEmpty() && System.nanoTime() - nextNanos >= 0) {
        nextNanos = System.nanoTime() + POLL_NANOS;
        look(consumers.removeFirst(), sink, true);
      }
    }

    /** Looks into all of them a last time and closes them. */
    void pollAll(Sink sink) throws JMSException {
      while (!consumers.isEmpty()) {
        look(consumers.removeFirst(), sink, false);
      }
    }

    private void look(MessageConsumer consumer, Sink sink, boolean keep) throws JMSException {
      Message reply = consumer.receiveNoWait();
      if (reply != null) {
        sink.accept(reply);
      }
      if (reply == null && keep) {
        consumers.addLast(consumer);
      } else {
        consumer.close();
      }
    }

    /** Their connection is gone, and they with it. */
    void forget() {
      consumers.clear();
    }
  }
}
