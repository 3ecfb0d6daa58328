package io.tidemark.driver.ibmmq.artemis;

import io.tidemark.driver.ibmmq.config.RunOutcomes.Refusals;
import io.tidemark.driver.ibmmq.provider.DestinationAdmin;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsFailure.Kind;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import javax.jms.Connection;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.Queue;
import javax.jms.Session;
import org.apache.activemq.artemis.api.core.management.ResourceNames;
import org.apache.activemq.artemis.api.jms.ActiveMQJMSClient;
import org.apache.activemq.artemis.api.jms.management.JMSManagementHelper;
import org.jspecify.annotations.Nullable;

/** Artemis's management messages, over one connection that is made when it is needed. */
final class ArtemisAdmin implements DestinationAdmin, AutoCloseable {
  private final ArtemisConnections connections;
  private final Duration timeout;
  private final Set<String> refusing = new HashSet<>();
  private @Nullable Connection connection;

  @SuppressWarnings("NullAway.Init") // Set with the connection.
  private Session session;

  @SuppressWarnings("NullAway.Init") // Set with the connection.
  private MessageProducer producer;

  @SuppressWarnings("NullAway.Init") // Set with the connection.
  private Queue replies;

  @SuppressWarnings("NullAway.Init") // Set with the connection.
  private MessageConsumer answers;

  /**
   * @param timeout for each answer
   */
  ArtemisAdmin(ArtemisConnections connections, Duration timeout) {
    this.connections = connections;
    this.timeout = timeout;
  }

  @Override
  public synchronized boolean createQueue(String name, Optional<Refusals> refusals)
      throws JmsFailure {
    boolean isNew = depth(name).isEmpty();
    if (isNew && refusals.isPresent()) {
      call(ResourceNames.BROKER, "addAddressSettings", name, settings(refusals.get()));
      refusing.add(name);
    }
    if (isNew) {
      call(ResourceNames.BROKER, "createQueue", name, "ANYCAST", name, null, true, -1, false, true);
    }
    return isNew;
  }

  @Override
  public synchronized void deleteQueue(String name) throws JmsFailure {
    if (depth(name).isPresent()) {
      call(ResourceNames.BROKER, "destroyQueue", name, true, true);
    }
    if (refusing.remove(name)) {
      call(ResourceNames.BROKER, "removeAddressSettings", name);
    }
  }

  /** The queue has an address of its name. */
  private static String settings(Refusals refusals) {
    return String.format(
        Locale.ROOT,
        "{\"deadLetterAddress\": \"%s\", \"redeliveryDelay\": %d%s}",
        refusals.deadLetters(),
        refusals.delay().toMillis(),
        refusals.giveUpAfter().isPresent()
            ? ", \"maxDeliveryAttempts\": " + refusals.giveUpAfter().getAsInt()
            : "");
  }

  @Override
  public synchronized boolean clearQueue(String name) throws JmsFailure {
    call(ResourceNames.QUEUE + name, "removeAllMessages");
    return true;
  }

  @Override
  public synchronized OptionalLong depth(String name) throws JmsFailure {
    for (Object queue : (Object[]) call(ResourceNames.BROKER, "getQueueNames")) {
      if (name.equals(queue)) {
        Object count = attribute(ResourceNames.QUEUE + name, "messageCount");
        return OptionalLong.of(((Number) count).longValue());
      }
    }
    return OptionalLong.empty();
  }

  @Override
  public String subject() {
    return "management of Artemis";
  }

  @Override
  public boolean mayChange() {
    return true;
  }

  @Override
  public synchronized List<TelemetryReading> readTelemetry(
      List<String> queues, BiConsumer<String, JmsFailure> refused) throws JmsFailure {
    List<TelemetryReading> readings = new ArrayList<>();
    for (String queue : queues) {
      depth(queue)
          .ifPresent(
              depth ->
                  readings.add(
                      new TelemetryReading(TelemetryReading.QUEUE_MESSAGES, queue, depth, 0)));
    }
    Object memory = attribute(ResourceNames.BROKER, "addressMemoryUsage");
    readings.add(
        new TelemetryReading("brokerMemoryBytes", "broker", ((Number) memory).doubleValue(), 0));
    return readings;
  }

  synchronized Object brokerAttribute(String name) throws JmsFailure {
    return attribute(ResourceNames.BROKER, name);
  }

  /** Number of brokers in the cluster, with backups. */
  synchronized String nodes() throws JmsFailure {
    String topology = String.valueOf(call(ResourceNames.BROKER, "listNetworkTopology"));
    return "" + (topology.split("\"(nodeID|backup)\"", -1).length - 1);
  }

  private Object call(String resource, String operation, @Nullable Object... parameters)
      throws JmsFailure {
    return ask(
        operation,
        message ->
            JMSManagementHelper.putOperationInvocation(message, resource, operation, parameters));
  }

  private Object attribute(String resource, String name) throws JmsFailure {
    return ask(name, message -> JMSManagementHelper.putAttribute(message, resource, name));
  }

  /** Writes what is wanted into a management message. */
  private interface Question {
    void put(Message message) throws JMSException;
  }

  private Object ask(String what, Question question) throws JmsFailure {
    try {
      if (connection == null) {
        connect();
      }
      Message message = session.createMessage();
      question.put(message);
      message.setJMSReplyTo(replies);
      producer.send(message);
      Message reply = answers.receive(timeout.toMillis());
      if (reply == null) {
        close(); // A later response must not be matched to the next request.
        throw new JmsFailure(
            what + ": Artemis did not answer within " + timeout.toSeconds() + " s",
            Kind.CONNECTION);
      }
      Object result = JMSManagementHelper.getResult(reply);
      if (!JMSManagementHelper.hasOperationSucceeded(reply)) {
        throw new JmsFailure(what + ": Artemis reported " + result);
      }
      return result;
    } catch (JMSException e) {
      close();
      throw connections.failure(what, e);
    } catch (JmsFailure | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new JmsFailure(what + ": " + e, Kind.OTHER, e);
    }
  }

  private void connect() throws JMSException, JmsFailure {
    connection = connections.connect(connections.factory());
    session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    producer = session.createProducer(ActiveMQJMSClient.createQueue("activemq.management"));
    replies = session.createTemporaryQueue();
    answers = session.createConsumer(replies);
    connection.start();
  }

  @Override
  public synchronized void close() {
    if (connection != null) {
      try {
        connection.close();
      } catch (JMSException e) {
        // It was broken already.
      }
    }
    connection = null;
  }
}
