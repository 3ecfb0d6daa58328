package io.tidemark.driver.ibmmq.provider;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Who;
import javax.jms.Connection;
import javax.jms.ConnectionFactory;
import javax.jms.JMSException;

/** Connections with the user of a driver file, or with that of the factory if it names none. */
public final class SignedOn {
  private SignedOn() {}

  public static Connection connect(ConnectionFactory factory, Who who) throws JMSException {
    return who.user().isEmpty()
        ? factory.createConnection()
        : factory.createConnection(who.user(), who.password());
  }
}
