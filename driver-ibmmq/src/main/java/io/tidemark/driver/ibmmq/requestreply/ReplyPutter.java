package io.tidemark.driver.ibmmq.requestreply;

import io.tidemark.driver.ibmmq.client.SessionContext;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Exchange;
import io.tidemark.driver.ibmmq.provider.JmsProvider.MessageKind;
import io.tidemark.driver.requests.RequestReplyPair;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.jms.DeliveryMode;
import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageProducer;
import javax.jms.Queue;
import javax.jms.Session;

/**
 * Puts replies to the requests' reply-to queues and keeps a producer for each, to avoid an open and
 * a close per reply. For the responder's thread.
 */
final class ReplyPutter {
  private static final int MOST_PRODUCERS = 200;
  private final SessionContext context;
  private final Session session;
  private final RequestReplyPair pair;
  private final Exchange settings;
  private final Map<String, MessageProducer> producers = new LinkedHashMap<>(16, 0.75f, true);

  ReplyPutter(SessionContext context, Session session, RequestReplyPair pair) {
    this.context = context;
    this.session = session;
    this.pair = pair;
    this.settings = context.configuration().exchange();
  }

  void put(Message request, byte[] payload) throws JMSException {
    Message reply = context.bodies().message(session, payload);
    reply.setJMSCorrelationID(
        ReplyAddress.answersMessageId(settings.correlation())
            ? request.getJMSMessageID()
            : request.getJMSCorrelationID());
    context.provider().mark(reply, MessageKind.REPLY);
    String key = settings.fixedReplyQueue() ? pair.replyDestination() : name(request);
    try {
      producer(key, request).send(reply);
    } catch (JMSException e) {
      closeQuietly(producers.remove(key));
      throw e;
    }
  }

  /** A producer whose put failed keeps its handle until it is closed, and handles are limited. */
  private static void closeQuietly(MessageProducer gone) {
    if (gone != null) {
      try {
        gone.close();
      } catch (JMSException e) {
        // It has failed before: the first failure is reported.
      }
    }
  }

  /**
   * A temporary queue of a requester rejects persistent messages (2048), unless its model in the
   * file is permanent.
   */
  private boolean mayPersist() {
    return !context.configuration().connecting().temporaryModel().isEmpty();
  }

  private static String name(Message request) throws JMSException {
    if (request.getJMSReplyTo() instanceof Queue queue) {
      return plain(queue.getQueueName());
    }
    throw new JMSException("the request has no reply-to queue");
  }

  /** IBM writes {@code queue://QM1/NAME?option=value}. */
  private static String plain(String name) {
    String withoutOptions = name.split("\\?", 2)[0];
    return withoutOptions.startsWith("queue://")
        ? withoutOptions.substring(withoutOptions.indexOf('/', "queue://".length()) + 1)
        : withoutOptions;
  }

  private MessageProducer producer(String name, Message request) throws JMSException {
    MessageProducer known = producers.get(name);
    if (known != null) {
      return known;
    }
    if (producers.size() >= MOST_PRODUCERS) {
      String eldest = producers.keySet().iterator().next();
      producers.remove(eldest).close();
    }
    // The pair's queue with the options of the file; other queues as in the request.
    Destination target =
        name.equals(pair.replyDestination())
            ? context.provider().queue(session, name)
            : request.getJMSReplyTo();
    MessageProducer made = context.producer(session, target);
    if (!name.equals(pair.replyDestination()) && !mayPersist()) {
      made.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    }
    producers.put(name, made);
    return made;
  }
}
