package io.tidemark.driver.ibmmq;

import java.util.List;
import java.util.Map;
import javax.jms.Connection;
import javax.jms.ConnectionFactory;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Queue;
import javax.jms.Session;
import javax.jms.Topic;

/**
 * What one JMS provider does its own way. Made once per driver; for all threads, but a session, and
 * what is made of it, stays with the caller's.
 */
public interface JmsProvider extends AutoCloseable {

  /** A factory with every connection setting of the file. */
  ConnectionFactory connectionFactory() throws JmsFailure;

  /** A new connection of that factory, signed on as the file says; not started. */
  Connection connect(ConnectionFactory factory) throws JMSException;

  /** The queue of that name as the file wants it used; it need not exist. */
  Queue queue(Session session, String name) throws JMSException;

  /** The topic of that name as the file wants it used. */
  Topic topic(Session session, String name) throws JMSException;

  /** Marks a message that wants an answer, or is one, where the provider tells them apart. */
  void mark(Message message, MessageKind kind) throws JMSException;

  /**
   * The failure in one line that helps.
   *
   * @param doing what was tried, for example {@code put to REQUEST1}
   */
  JmsFailure failure(String doing, JMSException cause);

  /** The name for an object that stands for this topic of the framework. */
  String objectName(String topic);

  /** Creates, empties, deletes and asks. */
  DestinationAdmin admin();

  /** Who tells figures of the broker. */
  List<StatisticsSource> statistics();

  /** Of broker and client; never with a secret. */
  Map<String, String> facts() throws JmsFailure;

  /** Ends what the provider itself has open. */
  @Override
  void close();

  /** What a message is for. */
  enum MessageKind {
    DATAGRAM,
    REQUEST,
    REPLY
  }
}
