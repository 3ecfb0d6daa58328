package io.tidemark.driver.ibmmq.client;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsProvider;
import io.tidemark.driver.requests.ReplyCallback;
import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.Session;

/** Shared context of the driver's clients. Thread-safe. */
public record SessionContext(
    IbmMqConfiguration configuration,
    JmsProvider provider,
    MqConnections connections,
    Bodies bodies) {

  /** Makes or opens something anew for each session. */
  public interface Opened<T> {
    T in(Session session) throws JMSException;
  }

  /** A producer with the delivery options of the file. */
  public MessageProducer producer(Session session, Destination destination) throws JMSException {
    MessageProducer producer = session.createProducer(destination);
    IbmMqConfiguration.Messages messages = configuration.messages();
    producer.setDeliveryMode(
        messages.jmsPersistent()
            ? javax.jms.DeliveryMode.PERSISTENT
            : javax.jms.DeliveryMode.NON_PERSISTENT);
    producer.setPriority(messages.priority());
    producer.setTimeToLive(messages.expiry().toMillis());
    return producer;
  }

  /**
   * How a consumer is opened.
   *
   * @param clientId of its connection; empty for none
   */
  public record Source(String clientId, Opened<MessageConsumer> opened) {}

  /** Opens something in a session. */
  public interface Opening {
    void in(Session session) throws JMSException;
  }

  /** A session in which something is open; nothing stays open if that fails. */
  public Link open(String who, boolean transacted, int acknowledgeMode, Opening opening)
      throws JmsFailure {
    return open(who, "", transacted, acknowledgeMode, opening);
  }

  /** A session on a connection with a client id, in which something is open. */
  public Link open(
      String who, String clientId, boolean transacted, int acknowledgeMode, Opening opening)
      throws JmsFailure {
    return opened(connections.open(who, clientId, transacted, acknowledgeMode), who, opening);
  }

  /** A session of a producer, which is open in it. */
  public Link openForPuts(String who, boolean transacted, Opening opening) throws JmsFailure {
    return opened(connections.openForPuts(who, transacted), who, opening);
  }

  private Link opened(Link fresh, String who, Opening opening) throws JmsFailure {
    try {
      opening.in(fresh.session());
      return fresh;
    } catch (JMSException e) {
      connections.close(fresh);
      throw provider.failure("open for the " + who, e);
    }
  }

  /** Hands a reply to its requester; one that cannot be read is reported. */
  public void handOn(Message reply, ReplyCallback callback, String who) throws JMSException {
    try {
      callback.replyReceived(Bodies.payload(reply));
    } catch (UnreadableMessage e) {
      callback.receiveFailed(provider.failure("read a reply for " + who, e));
    }
  }

  /** Something done in a session. */
  public interface Action<T> {
    T in(Session session) throws JMSException, JmsFailure;
  }

  /** Something done in a session, without a result. */
  public interface Work {
    void in(Session session) throws JMSException, JmsFailure;
  }

  /** Does something once that has no result. */
  public void doOnce(String who, String doing, Work work) throws JmsFailure {
    doOnce(who, "", doing, work);
  }

  /** Does something once, on a connection with a client id. */
  public void doOnce(String who, String clientId, String doing, Work work) throws JmsFailure {
    once(
        who,
        clientId,
        doing,
        session -> {
          work.in(session);
          return true;
        });
  }

  /** Does something in a session that is closed afterwards. */
  public <T> T once(String who, String doing, Action<T> action) throws JmsFailure {
    return once(who, "", doing, action);
  }

  private <T> T once(String who, String clientId, String doing, Action<T> action)
      throws JmsFailure {
    Link link = connections.open(who, clientId, false, Session.AUTO_ACKNOWLEDGE);
    try {
      return action.in(link.session());
    } catch (JMSException e) {
      throw provider.failure(doing, e);
    } finally {
      connections.close(link);
    }
  }
}
