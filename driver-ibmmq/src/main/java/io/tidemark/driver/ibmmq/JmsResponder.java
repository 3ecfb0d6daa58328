package io.tidemark.driver.ibmmq;

import io.tidemark.driver.RequestHandler;
import io.tidemark.driver.Responder;
import io.tidemark.driver.ResponderSpec;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.Session;

/** Get, put the reply, one commit: on a thread and a session of its own. */
final class JmsResponder implements Responder {
  /** JMS 2.0 has every provider count: 1 for the first delivery. */
  private static final String DELIVERY_COUNT = "JMSXDeliveryCount";

  private static final int MOST_DELIVERIES = 5;
  private final String who;
  private final SessionContext context;
  private final ResponderSpec spec;
  private final RequestHandler handler;
  private final boolean transacted;
  private final Thread thread;
  private Link link;
  private MessageConsumer requests;
  private ReplyPutter putter;
  private volatile boolean closed;

  JmsResponder(ResponderSpec spec, SessionContext context, RequestHandler handler) {
    this.who = "responder " + spec.index();
    this.spec = spec;
    this.context = context;
    this.handler = handler;
    this.transacted = context.configuration().exchange().transacted();
    this.thread = new Thread(this::loop, "jms-" + who.replace(' ', '-'));
    thread.setDaemon(true);
  }

  JmsResponder open() throws JmsFailure {
    connect();
    thread.start();
    return this;
  }

  private void connect() throws JmsFailure {
    Link fresh = context.connections().open(who, transacted, Session.AUTO_ACKNOWLEDGE);
    try {
      Session session = fresh.session();
      requests =
          session.createConsumer(
              context.provider().queue(session, spec.pair().requestDestination()));
      putter = new ReplyPutter(context, session, spec.pair());
      link = fresh;
    } catch (JMSException e) {
      context.connections().close(fresh);
      throw context.provider().failure("open for " + who, e);
    }
  }

  private void loop() {
    long waitMillis = context.configuration().exchange().getWait().toMillis();
    while (!closed) {
      try {
        if (link == null) {
          connect();
          context.connections().recovered(who);
        }
        Message request = requests.receive(waitMillis);
        if (request != null) {
          handle(request);
        }
      } catch (JMSException e) {
        failed(context.provider().failure("get a request for " + who, e));
      } catch (JmsFailure e) {
        failed(e);
      } catch (RuntimeException e) {
        failed(JmsFailure.unexpected("answer a request by " + who, e));
      }
    }
    if (link != null) {
      context.connections().close(link);
    }
  }

  /**
   * A reply that cannot be put drops its request: coming again, it would fail again. So does a
   * request that cannot be read, or that has come again too often.
   */
  private void handle(Message request) throws JMSException {
    PendingReply pending = new PendingReply(request, putter, context.provider());
    Optional<String> poison = poison(request);
    if (poison.isPresent()) {
      handler.receiveFailed(
          new JmsFailure(
              who + " drops a request: " + poison.get(), JmsFailure.Kind.OTHER, 0, null));
    } else {
      handler.requestReceived(Bodies.payload(request), pending);
    }
    try {
      if (transacted) {
        link.session().commit();
      }
    } catch (JMSException e) {
      pending.failed(context.provider().failure("commit a reply of " + who, e));
      throw e;
    }
    pending.committed();
  }

  private static Optional<String> poison(Message request) throws JMSException {
    if (!Bodies.isReadable(request)) {
      return Optional.of("it is neither a bytes nor a text message");
    }
    int deliveries = request.getJMSRedelivered() ? request.getIntProperty(DELIVERY_COUNT) : 1;
    return deliveries > MOST_DELIVERIES
        ? Optional.of("it came " + deliveries + " times and was backed out each time")
        : Optional.empty();
  }

  private void failed(JmsFailure failure) {
    if (closed) {
      return;
    }
    handler.receiveFailed(failure);
    if (link != null) {
      context.connections().discard(link, who, failure);
      link = null;
    }
    LockSupport.parkNanos(context.configuration().connecting().recoveryInterval().toNanos());
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join(
        context
            .configuration()
            .exchange()
            .getWait()
            .plus(context.configuration().connecting().closeTimeout())
            .toMillis());
    if (thread.isAlive()) {
      throw new IllegalStateException(who + ": still busy with a request after its close timeout");
    }
  }
}
