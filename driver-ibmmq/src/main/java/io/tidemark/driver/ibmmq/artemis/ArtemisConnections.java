package io.tidemark.driver.ibmmq.artemis;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.SignedOn;
import javax.jms.Connection;
import javax.jms.ConnectionFactory;
import javax.jms.JMSException;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connections to the broker of a driver file. They have one factory, because each factory has its
 * own threads. Thread-safe.
 */
final class ArtemisConnections implements AutoCloseable {
  private final IbmMqConfiguration configuration;
  private @Nullable ActiveMQConnectionFactory factory;

  ArtemisConnections(IbmMqConfiguration configuration) {
    this.configuration = configuration;
  }

  synchronized ConnectionFactory factory() throws JmsFailure {
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
      // Each send waits until the broker has the message, as with a queue manager's client.
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

  /** A new connection, not started. */
  Connection connect(ConnectionFactory from) throws JMSException {
    return SignedOn.connect(from, configuration.who());
  }

  JmsFailure failure(String doing, JMSException cause) {
    return ArtemisFailures.explain(doing, configuration.where().address(), cause);
  }

  @Override
  public synchronized void close() {
    if (factory != null) {
      // In this order: the network threads still hand work to the factory's.
      ClientThreads.awaitEnd();
      factory.close();
      factory = null;
    }
  }
}
