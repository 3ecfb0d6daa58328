package io.tidemark.driver.ibmmq.requestreply;

import io.tidemark.driver.SendResult;
import io.tidemark.driver.ibmmq.client.Bodies;
import io.tidemark.driver.ibmmq.client.Link;
import io.tidemark.driver.ibmmq.client.Receiver;
import io.tidemark.driver.ibmmq.client.SessionContext;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestHandler.ReplySender;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import java.util.Optional;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.Session;
import org.jspecify.annotations.Nullable;

/** Get, put the reply, one commit: on a separate thread and session. */
public final class JmsResponder extends Receiver implements Responder {
  /** JMS 2.0 has every provider count: 1 for the first delivery. */
  private static final String DELIVERY_COUNT = "JMSXDeliveryCount";

  private static final int MOST_DELIVERIES = 5;
  private final ResponderSpec spec;
  private final RequestHandler handler;
  private final boolean transacted;
  private final long waitMillis;

  @SuppressWarnings("NullAway.Init") // Set when its session is opened, before anything else.
  private MessageConsumer requests;

  @SuppressWarnings("NullAway.Init") // Set when its session is opened, before anything else.
  private ReplyPutter putter;

  public JmsResponder(ResponderSpec spec, SessionContext context, RequestHandler handler) {
    super(context, "responder " + spec.index(), context.configuration().exchange().getWait());
    this.spec = spec;
    this.handler = handler;
    this.transacted = context.configuration().exchange().transacted();
    this.waitMillis = context.configuration().exchange().getWait().toMillis();
  }

  public JmsResponder open() throws JmsFailure {
    start();
    return this;
  }

  @Override
  protected Link connect() throws JmsFailure {
    return context.open(
        who,
        transacted,
        Session.AUTO_ACKNOWLEDGE,
        session -> {
          requests =
              session.createConsumer(
                  context.provider().queue(session, spec.pair().requestDestination()));
          putter = new ReplyPutter(context, session, spec.pair());
        });
  }

  @Override
  protected void receive(Link from) throws JMSException {
    Message request = requests.receive(waitMillis);
    if (request != null) {
      handle(request, from.session());
    }
  }

  @Override
  protected void report(JmsFailure failure) {
    handler.receiveFailed(failure);
  }

  /**
   * A request is discarded if its reply cannot be put, because it would fail again, if it cannot be
   * read, or if it was redelivered too often.
   */
  private void handle(Message request, Session session) throws JMSException {
    PendingReply pending = new PendingReply(request);
    Optional<String> poison = poison(request);
    if (poison.isPresent()) {
      handler.receiveFailed(new JmsFailure(who + " discards a request: " + poison.get()));
    } else {
      handler.requestReceived(Bodies.payload(request), pending);
    }
    try {
      if (transacted) {
        session.commit();
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
        ? Optional.of("it came " + deliveries + " times and backed out each time")
        : Optional.empty();
  }

  /** The answer to one request, which counts when it is committed. */
  private final class PendingReply implements ReplySender {
    private final Message request;
    private @Nullable SendResult waiting;

    PendingReply(Message request) {
      this.request = request;
    }

    @Override
    public void reply(byte[] payload, SendResult result) {
      try {
        putter.put(request, payload);
        waiting = result;
      } catch (JMSException e) {
        result.failed(context.provider().failure("put a reply", e));
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
}
