package io.tidemark.driver.ibmmq.artemis;

import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Persistence;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Send;
import io.tidemark.driver.ibmmq.provider.DestinationAdmin;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsProvider;
import io.tidemark.driver.ibmmq.provider.StatisticsSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.jms.Connection;
import javax.jms.ConnectionFactory;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Queue;
import javax.jms.Session;
import javax.jms.Topic;

/** Artemis over its core protocol. */
public final class ArtemisProvider implements JmsProvider {
  private final IbmMqConfiguration configuration;
  private final ArtemisConnections connections;
  private final ArtemisAdmin admin;

  public ArtemisProvider(IbmMqConfiguration configuration) throws JmsFailure {
    this.configuration = configuration;
    this.connections = new ArtemisConnections(configuration);
    this.admin = new ArtemisAdmin(connections, configuration.connecting().connectTimeout());
  }

  /**
   * @throws JmsFailure when the client refuses the address
   */
  public static void check(IbmMqConfiguration configuration) throws JmsFailure {
    if (!configuration.where().brokerUrl().contains("${")) {
      try (ArtemisConnections connections = new ArtemisConnections(configuration)) {
        connections.factory();
      }
    }
  }

  /**
   * Whether it is one of Artemis that calls an asynchronous put complete as soon as it is written.
   */
  public static boolean completesEarly(ConnectionFactory factory) {
    return ArtemisConnections.completesEarly(factory);
  }

  @Override
  public ConnectionFactory connectionFactory() throws JmsFailure {
    return connections.factory();
  }

  @Override
  public ConnectionFactory publishingFactory(ConnectionFactory usual) throws JmsFailure {
    return configuration.publishing().send() == Send.ASYNC ? connections.publishing() : usual;
  }

  @Override
  public Connection connect(ConnectionFactory factory) throws JMSException {
    return connections.connect(factory);
  }

  @Override
  public Queue queue(Session session, String name) throws JMSException {
    return session.createQueue(name);
  }

  @Override
  public Topic topic(Session session, String name) throws JMSException {
    return session.createTopic(name);
  }

  /** Artemis does not tell them apart. */
  @Override
  public void mark(Message message, MessageKind kind) {
    // Nothing to set.
  }

  @Override
  public JmsFailure failure(String doing, JMSException cause) {
    return connections.failure(doing, cause);
  }

  @Override
  public String objectName(String topic) {
    return topic;
  }

  @Override
  public String definition(String queue) {
    return "an anycast queue " + queue;
  }

  @Override
  public DestinationAdmin admin() {
    return admin;
  }

  @Override
  public List<StatisticsSource> statistics() {
    return List.of(admin);
  }

  @Override
  public Map<String, String> facts() throws JmsFailure {
    Map<String, String> facts = new LinkedHashMap<>();
    try (Connection connection = connect(connectionFactory())) {
      facts.put("broker.name", "ActiveMQ Artemis");
      facts.put(
          "broker.version",
          connection.getMetaData().getProviderVersion() + ", used instead of IBM MQ");
      facts.put(
          "client.version", "artemis-jms-client " + connection.getMetaData().getProviderVersion());
      facts.put("jms.provider", "Artemis: the results of this run are not results of IBM MQ");
      facts.put("address", configuration.where().address());
      Map<String, String> durability =
          new ArtemisSettings(admin).durability(configuration.publishing().transacted());
      if (configuration.messages().persistence() != Persistence.PERSISTENT) {
        durability.remove(BrokerFacts.PERSISTENCE);
      }
      facts.putAll(durability);
      return facts;
    } catch (JMSException e) {
      throw failure("connect", e);
    }
  }

  @Override
  public EffectiveConfiguration effectiveConfiguration(List<String> queues) {
    return new ArtemisSettings(admin).read();
  }

  @Override
  public void close() {
    admin.close();
    connections.close();
  }
}
