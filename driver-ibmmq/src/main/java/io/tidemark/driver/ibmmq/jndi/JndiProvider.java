package io.tidemark.driver.ibmmq.jndi;

import io.tidemark.driver.ibmmq.artemis.ArtemisProvider;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Send;
import io.tidemark.driver.ibmmq.config.RunOutcomes.Refusals;
import io.tidemark.driver.ibmmq.provider.DestinationAdmin;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsFailure.Kind;
import io.tidemark.driver.ibmmq.provider.JmsProvider;
import io.tidemark.driver.ibmmq.provider.SignedOn;
import io.tidemark.driver.ibmmq.provider.StatisticsSource;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import javax.jms.Connection;
import javax.jms.ConnectionFactory;
import javax.jms.ConnectionMetaData;
import javax.jms.InvalidDestinationException;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageFormatException;
import javax.jms.Queue;
import javax.jms.ResourceAllocationException;
import javax.jms.Session;
import javax.jms.Topic;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;

/**
 * Any JMS 2.0 provider with a JNDI context: connection factory and destinations are looked up.
 * Nothing is created, because JMS has no means for it.
 */
public final class JndiProvider implements JmsProvider {
  private final IbmMqConfiguration configuration;
  private final InitialContext context;
  private final DestinationAdmin admin = new WithoutAdministration();

  public JndiProvider(IbmMqConfiguration configuration) throws JmsFailure {
    this.configuration = configuration;
    try {
      context = new InitialContext(new Hashtable<>(configuration.jndi().environment()));
    } catch (NamingException e) {
      throw new JmsFailure("jndi.environment: no initial context: " + reason(e), Kind.OTHER, e);
    }
  }

  /** A class that is missing is the cause of another exception; texts may be absent. */
  private static String reason(NamingException e) {
    Throwable cause = e.getRootCause();
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message + (cause == null ? "" : " (" + cause + ")");
  }

  @Override
  public ConnectionFactory connectionFactory() throws JmsFailure {
    String name = configuration.jndi().connectionFactory();
    ConnectionFactory found;
    try {
      found = lookUp(name, ConnectionFactory.class);
    } catch (JMSException e) {
      throw new JmsFailure("jndi.connectionFactory: " + e.getMessage(), Kind.OTHER, e);
    }
    if (configuration.publishing().send() == Send.ASYNC && ArtemisProvider.completesEarly(found)) {
      throw new JmsFailure(
          "publishing.send: got async; without a confirmation window Artemis's client calls a put"
              + " complete before the broker has it; allowed with ?confirmationWindowSize=1048576"
              + " in the address of jndi.connectionFactory, or publishing.send: sync");
    }
    return found;
  }

  @Override
  public Connection connect(ConnectionFactory factory) throws JMSException {
    return SignedOn.connect(factory, configuration.who());
  }

  @Override
  public Queue queue(Session session, String name) throws JMSException {
    return lookUp(destination(name), Queue.class);
  }

  @Override
  public Topic topic(Session session, String name) throws JMSException {
    return lookUp(destination(name), Topic.class);
  }

  private String destination(String name) {
    return configuration.jndi().destinations().replace("%s", name);
  }

  /**
   * Contexts need not be thread-safe. The context is that of the user's own file; a worker refuses
   * such a file unless its class is allowed. Names of destinations may come over the network: with
   * a scheme, JNDI would ask the server in the name instead of the context.
   */
  @SuppressWarnings("BanJNDI")
  private synchronized <T> T lookUp(String name, Class<T> type) throws JMSException {
    if (IbmMqConfiguration.Jndi.hasScheme(name)) {
      throw new InvalidDestinationException(
          "JNDI name '%s' has a scheme; allowed are java: and names without a colon"
              .formatted(name));
    }
    try {
      Object found = context.lookup(name);
      if (type.isInstance(found)) {
        return type.cast(found);
      }
      throw new InvalidDestinationException(
          "JNDI name '%s' is not a %s but %s"
              .formatted(
                  name, type.getName(), found == null ? "nothing" : found.getClass().getName()));
    } catch (NameNotFoundException e) {
      throw new InvalidDestinationException("JNDI has no name '" + name + "': " + reason(e));
    } catch (NamingException e) {
      throw new JMSException("JNDI look-up of '" + name + "' failed: " + reason(e));
    }
  }

  /** JMS has no property for it. */
  @Override
  public void mark(Message message, MessageKind kind) {
    // Nothing to set.
  }

  /** A failure without a meaning in JMS counts as one of the connection, which is opened again. */
  @Override
  public JmsFailure failure(String doing, JMSException cause) {
    Kind kind = Kind.CONNECTION;
    if (cause instanceof InvalidDestinationException) {
      kind = Kind.UNKNOWN_OBJECT;
    } else if (JmsFailure.isRefusal(cause)) {
      kind = Kind.REFUSED;
    } else if (cause instanceof MessageFormatException
        || cause instanceof ResourceAllocationException) {
      kind = Kind.OTHER;
    }
    return new JmsFailure(doing + ": " + cause.getMessage(), kind, cause);
  }

  @Override
  public String objectName(String topic) {
    return topic;
  }

  @Override
  public String definition(String queue) {
    return "a queue with the JNDI name " + destination(queue);
  }

  @Override
  public DestinationAdmin admin() {
    return admin;
  }

  @Override
  public List<StatisticsSource> statistics() {
    return List.of();
  }

  @Override
  public Map<String, String> facts() throws JmsFailure {
    Map<String, String> facts = new LinkedHashMap<>();
    try (Connection connection = connect(connectionFactory())) {
      ConnectionMetaData provider = connection.getMetaData();
      facts.put("broker.name", String.valueOf(provider.getJMSProviderName()));
      facts.put("client.version", String.valueOf(provider.getProviderVersion()));
      facts.put("jms.provider", "by JNDI, JMS " + provider.getJMSVersion());
      facts.put("jndi.connectionFactory", configuration.jndi().connectionFactory());
      return facts;
    } catch (JMSException e) {
      throw failure("connect", e);
    }
  }

  @Override
  public void close() {
    try {
      context.close();
    } catch (NamingException e) {
      // Nothing depends on it any more.
    }
  }

  /** JMS itself can neither create nor inspect destinations. */
  static final class WithoutAdministration implements DestinationAdmin {
    @Override
    public boolean mayChange() {
      return false;
    }

    @Override
    public boolean createQueue(String name, Optional<Refusals> refusals) throws JmsFailure {
      throw new JmsFailure("JMS cannot create queue " + name);
    }

    @Override
    public void deleteQueue(String name) throws JmsFailure {
      throw new JmsFailure("JMS cannot delete queue " + name);
    }

    @Override
    public boolean clearQueue(String name) {
      return false;
    }

    @Override
    public OptionalLong depth(String name) {
      return OptionalLong.empty();
    }

    @Override
    public String subject() {
      return "JNDI";
    }

    @Override
    public List<TelemetryReading> readTelemetry(
        List<String> queues, BiConsumer<String, JmsFailure> refused) {
      return List.of();
    }
  }
}
