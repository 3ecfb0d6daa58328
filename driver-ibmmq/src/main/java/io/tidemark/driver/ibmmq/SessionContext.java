package io.tidemark.driver.ibmmq;

import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.MessageProducer;
import javax.jms.Session;

/** What every client of the driver needs. For all threads. */
record SessionContext(
    IbmMqConfiguration configuration,
    JmsProvider provider,
    MqConnections connections,
    Bodies bodies) {

  /** Makes a destination anew for each session. */
  interface TargetSource {
    Destination in(Session session) throws JMSException;
  }

  /** A producer with the delivery options of the file. */
  MessageProducer producer(Session session, Destination destination) throws JMSException {
    MessageProducer producer = session.createProducer(destination);
    IbmMqConfiguration.Messages messages = configuration.messages();
    producer.setDeliveryMode(
        messages.jmsPersistent()
            ? javax.jms.DeliveryMode.PERSISTENT
            : javax.jms.DeliveryMode.NON_PERSISTENT);
    producer.setPriority(messages.priority());
    producer.setTimeToLive(messages.expiry().toMillis());
    return producer;
  }
}
