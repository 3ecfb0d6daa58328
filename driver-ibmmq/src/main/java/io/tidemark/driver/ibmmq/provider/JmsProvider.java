package io.tidemark.driver.ibmmq.provider;

import io.tidemark.driver.EffectiveConfiguration;
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
 * The provider-specific part of JMS. Created once per driver. Thread-safe, but a session and its
 * objects belong to the caller's thread.
 */
public interface JmsProvider extends AutoCloseable {

  /** A factory with every connection setting of the file. */
  ConnectionFactory connectionFactory() throws JmsFailure;

  /**
   * That of connections with producers.
   *
   * @param usual from {@link #connectionFactory}
   */
  default ConnectionFactory publishingFactory(ConnectionFactory usual) throws JmsFailure {
    return usual;
  }

  /** A new connection of a factory, signed on as the file says; not started. */
  Connection connect(ConnectionFactory factory) throws JMSException;

  /** The queue of that name with the options of the file; it need not exist. */
  Queue queue(Session session, String name) throws JMSException;

  /** The topic of that name with the options of the file. */
  Topic topic(Session session, String name) throws JMSException;

  /** Sets the message type request or reply, if the provider has it. */
  void mark(Message message, MessageKind kind) throws JMSException;

  /**
   * The failure in one line with advice.
   *
   * @param doing what was tried, for example {@code put to REQUEST1}
   */
  JmsFailure failure(String doing, JMSException cause);

  /** The name for an object that stands for this topic of the framework. */
  String objectName(String topic);

  /** How a user defines a queue: a command, or what is needed. */
  String definition(String queue);

  /** Creates, empties, deletes and asks. */
  DestinationAdmin admin();

  /** Sources of broker metrics. */
  List<StatisticsSource> statistics();

  /** Facts about broker and client, without secrets. */
  Map<String, String> facts() throws JmsFailure;

  /**
   * Settings of the broker that are in effect, and what cannot be read.
   *
   * @param queues those of the run
   */
  default EffectiveConfiguration effectiveConfiguration(List<String> queues) {
    return new EffectiveConfiguration(
        List.of(), List.of("the settings of the broker are not known: JMS has no means to ask"));
  }

  /** Closes connections of the provider. */
  @Override
  void close();

  /** What a message is for. */
  enum MessageKind {
    REQUEST,
    REPLY
  }
}
