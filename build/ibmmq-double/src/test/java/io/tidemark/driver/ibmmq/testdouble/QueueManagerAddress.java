package io.tidemark.driver.ibmmq.testdouble;

import com.ibm.mq.jms.MQConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import javax.jms.JMSException;

/**
 * Where a queue manager, or the double of one, is reached, and by which user.
 *
 * @param name of the queue manager
 */
record QueueManagerAddress(
    String name, String host, int port, String channel, String user, String password) {

  MQConnectionFactory factory() throws JMSException {
    MQConnectionFactory factory = new MQConnectionFactory();
    factory.setTransportType(WMQConstants.WMQ_CM_CLIENT);
    factory.setPollingInterval(500); // As the driver: its own would wait as long as its close.
    factory.setHostName(host);
    factory.setPort(port);
    factory.setChannel(channel);
    factory.setQueueManager(name);
    factory.setAppName("double-test");
    factory.setClientReconnectOptions(WMQConstants.WMQ_CLIENT_RECONNECT_DISABLED);
    return factory;
  }

  JmsClient connect(boolean transacted) throws JMSException {
    return new JmsClient(factory().createConnection(user, password), transacted);
  }
}
