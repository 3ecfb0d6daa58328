package io.tidemark.driver.ibmmq.testdouble;

import com.ibm.mq.MQException;
import com.ibm.mq.jms.MQConnectionFactory;
import com.ibm.mq.jms.MQQueue;
import com.ibm.msg.client.wmq.WMQConstants;
import java.util.Arrays;
import javax.jms.BytesMessage;
import javax.jms.Connection;
import javax.jms.JMSException;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.Session;

/** IBM's client for the tests of the double: one connection, one session. */
final class JmsClient implements AutoCloseable {
  static final String CHANNEL = "DEV.APP.SVRCONN";

  private final Connection connection;
  private final Session session;

  JmsClient(Connection connection, boolean transacted) throws JMSException {
    this.connection = connection;
    session =
        connection.createSession(
            transacted, transacted ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
    connection.start();
  }

  static MQConnectionFactory factory(int port) throws JMSException {
    return new QueueManagerAddress("QM1", "localhost", port, CHANNEL, "app", "secret").factory();
  }

  static JmsClient connect(MqTestDouble mq) throws JMSException {
    return new JmsClient(factory(mq.port()).createConnection("app", "secret"), false);
  }

  Session session() {
    return session;
  }

  Connection connection() {
    return connection;
  }

  /** Without RFH2, read-ahead and asynchronous puts. */
  MQQueue queue(String name) throws JMSException {
    MQQueue queue = (MQQueue) session.createQueue("queue:///" + name);
    queue.setTargetClient(WMQConstants.WMQ_CLIENT_NONJMS_MQ);
    queue.setReadAheadAllowed(WMQConstants.WMQ_READ_AHEAD_ALLOWED_DISABLED);
    queue.setPutAsyncAllowed(WMQConstants.WMQ_PUT_ASYNC_ALLOWED_DISABLED);
    return queue;
  }

  MessageProducer producer(String queue) throws JMSException {
    return session.createProducer(queue(queue));
  }

  MessageConsumer consumer(String queue) throws JMSException {
    return session.createConsumer(queue(queue));
  }

  BytesMessage message(int bytes, int fill) throws JMSException {
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(bytes(bytes, fill));
    return message;
  }

  static byte[] bytes(int bytes, int fill) {
    byte[] body = new byte[bytes];
    Arrays.fill(body, (byte) fill);
    return body;
  }

  static byte[] bytesOf(javax.jms.Message message) throws JMSException {
    BytesMessage received = (BytesMessage) message;
    byte[] body = new byte[(int) received.getBodyLength()];
    received.readBytes(body);
    return body;
  }

  /** The queue manager's reason in the chain of causes, or 0. */
  static int reasonOf(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof MQException mq) {
        return mq.getReason();
      }
    }
    return 0;
  }

  @Override
  public void close() throws JMSException {
    connection.close();
  }
}
