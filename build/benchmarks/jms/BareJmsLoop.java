import java.util.UUID;
import javax.jms.BytesMessage;
import javax.jms.CompletionListener;
import javax.jms.Connection;
import javax.jms.DeliveryMode;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.Session;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQSession;

/**
 * JMS alone, with the settings of the driver, until the process is stopped: {@code BareJmsLoop
 * sync|async persistent|non-persistent <url> <message bytes>}. One producer of a new queue, and
 * with {@code sync} one consumer, each on its own connection. Prints {@link Rates}.
 */
final class BareJmsLoop {
  private static final Rates RATES = new Rates();
  private static volatile boolean stopped;

  public static void main(String[] args) throws JMSException {
    boolean waits = args[0].equals("sync");
    int mode =
        args[1].equals("persistent") ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
    int bytes = Integer.parseInt(args[3]);
    String queue = "bare-" + UUID.randomUUID();
    ActiveMQConnectionFactory factory = factory(args[2]);
    Thread receiver = new Thread(waits ? () -> receive(factory, queue) : () -> {});
    Thread sender = new Thread(() -> send(factory, queue, waits, mode, bytes));
    receiver.start();
    sender.start();
    RATES.printEverySecond();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(factory, queue, sender, receiver)));
  }

  /** The connection factory with the driver's settings. */
  private static ActiveMQConnectionFactory factory(String url) throws JMSException {
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
    factory.setBlockOnDurableSend(true);
    factory.setBlockOnNonDurableSend(true);
    factory.setConsumerWindowSize(0);
    factory.setUseGlobalPools(false);
    return factory;
  }

  private static void send(
      ActiveMQConnectionFactory factory, String queue, boolean waits, int mode, int bytes) {
    CompletionListener counting = new Counting();
    try (Connection connection = factory.createConnection()) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageProducer producer = session.createProducer(session.createQueue(queue));
      producer.setDeliveryMode(mode);
      connection.start();
      while (!stopped) {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(new byte[bytes]);
        if (waits) {
          producer.send(message);
          RATES.countConfirmed();
        } else {
          producer.send(message, counting);
        }
      }
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void receive(ActiveMQConnectionFactory factory, String queue) {
    try (Connection connection = factory.createConnection()) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
      connection.start();
      while (!stopped) {
        if (consumer.receive(500) instanceof BytesMessage message) {
          message.readBytes(new byte[(int) message.getBodyLength()]);
          RATES.countReceived();
        }
      }
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The queue may still have messages, which later turns must not find in the broker's memory. */
  private static void end(
      ActiveMQConnectionFactory factory, String queue, Thread sender, Thread receiver) {
    stopped = true;
    try {
      sender.join(10_000);
      receiver.join(10_000);
      try (Connection connection = factory.createConnection()) {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        ((ActiveMQSession) session).getCoreSession().deleteQueue(SimpleString.of(queue));
      }
    } catch (InterruptedException | JMSException | ActiveMQException e) {
      System.err.println("The queue was not deleted: " + e);
    }
  }

  private static final class Counting implements CompletionListener {
    @Override
    public void onCompletion(Message message) {
      RATES.countConfirmed();
    }

    @Override
    public void onException(Message message, Exception cause) {
      System.err.println("A message was not sent: " + cause);
    }
  }
}
