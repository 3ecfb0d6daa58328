package io.tidemark.driver.ibmmq.artemis;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
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
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/** Artemis over its core protocol. */
public final class ArtemisProvider implements JmsProvider {
  private final IbmMqConfiguration configuration;
  private final ArtemisAdmin admin;
  private @Nullable ActiveMQConnectionFactory factory;

  public ArtemisProvider(IbmMqConfiguration configuration) throws JmsFailure {
    this.configuration = configuration;
    this.admin = new ArtemisAdmin(this, configuration.connecting().connectTimeout());
  }

  /** One factory for all, because each has its own threads. */
  @Override
  public synchronized ConnectionFactory connectionFactory() throws JmsFailure {
    if (factory == null) {
      factory = newFactory();
    }
    return factory;
  }

  private ActiveMQConnectionFactory newFactory() throws JmsFailure {
    String url = configuration.where().brokerUrl();
    try {
      // The client retries at most once: the driver reconnects and reports this.
      ActiveMQConnectionFactory made = new ActiveMQConnectionFactory(url);
      made.setReconnectAttempts(0);
      made.setInitialConnectAttempts(1);
      made.setConnectionTTL(30_000);
      made.setCallTimeout(configuration.connecting().connectTimeout().toMillis());
      // As a queue manager's client: each send waits until the broker has the message.
      made.setBlockOnDurableSend(true);
      made.setBlockOnNonDurableSend(true);
      made.setConsumerWindowSize(0);
      made.setUseGlobalPools(false);
      return made;
    } catch (IllegalArgumentException e) {
      throw new JmsFailure(
          "brokerUrl is not an address of Artemis: "
              + configuration
                  .where()
                  .address()); // The cause's text may be the whole URL with what is secret in it.
    }
  }

  @Override
  public Connection connect(ConnectionFactory factory) throws JMSException {
    String user = configuration.who().user();
    return user.isEmpty()
        ? factory.createConnection()
        : factory.createConnection(user, configuration.who().password());
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
    return ArtemisFailures.explain(doing, configuration.where().address(), cause);
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
      return facts;
    } catch (JMSException e) {
      throw failure("connect", e);
    }
  }

  @Override
  public synchronized void close() {
    admin.close();
    if (factory != null) {
      // In this order: the network threads still hand work to the factory's.
      ClientThreads.awaitEnd();
      factory.close();
      factory = null;
    }
  }
}
