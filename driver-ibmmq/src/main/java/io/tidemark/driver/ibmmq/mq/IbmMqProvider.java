package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.jms.MQConnectionFactory;
import com.ibm.mq.jms.MQQueue;
import com.ibm.mq.jms.MQTopic;
import com.ibm.msg.client.wmq.WMQConstants;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.provider.DestinationAdmin;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsProvider;
import io.tidemark.driver.ibmmq.provider.SignedOn;
import io.tidemark.driver.ibmmq.provider.StatisticsSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.jms.Connection;
import javax.jms.ConnectionFactory;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Queue;
import javax.jms.Session;
import javax.jms.Topic;

/** A queue manager, by IBM's client over the network. */
public final class IbmMqProvider implements JmsProvider {
  private final IbmMqConfiguration configuration;
  private final ReasonCodes reasonCodes;
  private final DestinationOptions destinationOptions;
  private final PcfAdmin admin;
  private final SystemTopics systemTopics;

  public IbmMqProvider(IbmMqConfiguration configuration) throws JmsFailure {
    ClientEnvironment.apply(configuration);
    this.configuration = configuration;
    this.reasonCodes = new ReasonCodes(configuration.where());
    this.destinationOptions = new DestinationOptions(configuration.messages());
    this.admin = new PcfAdmin(configuration);
    this.systemTopics = new SystemTopics(configuration);
  }

  /**
   * @throws JmsFailure when the client refuses a setting
   */
  public static void check(IbmMqConfiguration configuration) throws JmsFailure {
    ClientEnvironment.set(configuration);
    try {
      new FactorySettings(configuration).factory();
    } catch (JMSException e) {
      throw new ReasonCodes(configuration.where()).explain("set up the connection", e);
    }
  }

  @Override
  public ConnectionFactory connectionFactory() throws JmsFailure {
    try {
      return new FactorySettings(configuration).factory();
    } catch (JMSException e) {
      throw failure("set up the connection", e);
    }
  }

  @Override
  public Connection connect(ConnectionFactory factory) throws JMSException {
    IbmMqConfiguration.Who who = configuration.who();
    if (!who.token().isEmpty()) {
      ((MQConnectionFactory) factory).setStringProperty(WMQConstants.PASSWORD, who.token());
      return factory.createConnection();
    }
    return SignedOn.connect(factory, who);
  }

  @Override
  public Queue queue(Session session, String name) throws JMSException {
    MQQueue queue = new MQQueue(name);
    destinationOptions.apply(queue);
    return queue;
  }

  @Override
  public Topic topic(Session session, String name) throws JMSException {
    MQTopic topic = new MQTopic(name);
    destinationOptions.apply(topic);
    return topic;
  }

  @Override
  public void mark(Message message, MessageKind kind) throws JMSException {
    message.setIntProperty(WMQConstants.JMS_IBM_MSGTYPE, DestinationOptions.messageType(kind));
  }

  @Override
  public JmsFailure failure(String doing, JMSException cause) {
    return reasonCodes.explain(doing, cause);
  }

  @Override
  public String objectName(String topic) {
    return ObjectNames.of(topic);
  }

  @Override
  public String definition(String queue) {
    IbmMqConfiguration.Setup setup = configuration.setup();
    return String.format(
        Locale.ROOT,
        "DEFINE QLOCAL('%s') MAXDEPTH(%d) MAXMSGL(%d) DEFPSIST(NO) SHARE REPLACE",
        queue,
        setup.maxDepth(),
        setup.maxMessageBytes());
  }

  @Override
  public DestinationAdmin admin() {
    return admin;
  }

  @Override
  public List<StatisticsSource> statistics() {
    return List.of(admin, systemTopics);
  }

  @Override
  public Map<String, String> facts() throws JmsFailure {
    return new MqFacts(configuration, this, admin).read();
  }

  @Override
  public EffectiveConfiguration effectiveConfiguration(List<String> queues) {
    if (!configuration.setup().telemetry()) {
      return new EffectiveConfiguration(
          List.of(),
          List.of("the attributes of the queue manager were not read: setup.telemetry is false"));
    }
    boolean named = configuration.where().ccdtUrl().isEmpty();
    return PcfConfiguration.read(admin, named ? configuration.where().channel() : "", queues);
  }

  @Override
  public void close() {
    admin.close();
    systemTopics.close();
  }
}
