package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.MQConstants;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Authentication;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Tls;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Where;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Who;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.Hashtable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** A connection of IBM's base classes, which PCF needs, with the settings of the JMS ones. */
final class BaseConnection implements AutoCloseable {
  /** The default port of the client's JMS connections. */
  private static final Integer DEFAULT_PORT = 1414;

  private static final Pattern CONNECTION_NAME = Pattern.compile("([^(]+)(?:\\((\\d+)\\))?");
  private static final String SUFFIX = ".admin";
  private static final int MOST_NAME = 28;
  private final IbmMqConfiguration configuration;
  private @Nullable MQQueueManager queueManager;

  BaseConnection(IbmMqConfiguration configuration) {
    this.configuration = configuration;
  }

  /** The connection; made anew when there is none. The base classes know no list of names. */
  MQQueueManager open() throws MQException, MalformedURLException {
    if (queueManager != null && queueManager.isConnected()) {
      return queueManager;
    }
    Where where = configuration.where();
    if (!where.ccdtUrl().isEmpty()) {
      queueManager =
          new MQQueueManager(
              where.queueManager(), properties(), URI.create(where.ccdtUrl()).toURL());
      return queueManager;
    }
    MQException last = null;
    for (String name : where.addresses()) {
      try {
        queueManager = new MQQueueManager(where.queueManager(), properties(name));
        return queueManager;
      } catch (MQException e) {
        last = e;
      }
    }
    throw last;
  }

  private Hashtable<String, Object> properties(String connectionName) throws MQException {
    Matcher matcher = CONNECTION_NAME.matcher(connectionName);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not host(port): " + connectionName);
    }
    Hashtable<String, Object> properties = properties();
    properties.put(MQConstants.HOST_NAME_PROPERTY, matcher.group(1));
    properties.put(
        MQConstants.PORT_PROPERTY,
        matcher.group(2) == null ? DEFAULT_PORT : Integer.valueOf(matcher.group(2)));
    properties.put(MQConstants.CHANNEL_PROPERTY, configuration.where().channel());
    return properties;
  }

  private Hashtable<String, Object> properties() throws MQException {
    Hashtable<String, Object> properties = new Hashtable<>();
    properties.put(MQConstants.TRANSPORT_PROPERTY, MQConstants.TRANSPORT_MQSERIES_CLIENT);
    properties.put(MQConstants.APPNAME_PROPERTY, applicationName());
    Who who = configuration.who();
    if (!who.token().isEmpty()) {
      properties.put(MQConstants.PASSWORD_PROPERTY, who.token());
    } else if (!who.user().isEmpty()) {
      properties.put(MQConstants.USER_ID_PROPERTY, who.user());
      properties.put(MQConstants.PASSWORD_PROPERTY, who.password());
    }
    properties.put(
        MQConstants.USE_MQCSP_AUTHENTICATION_PROPERTY,
        who.authentication() == Authentication.MQCSP || !who.token().isEmpty());
    Tls tls = configuration.tls();
    if (!tls.cipherSuite().isEmpty()) {
      properties.put(MQConstants.SSL_CIPHER_SUITE_PROPERTY, tls.cipherSuite());
    }
    if (!tls.peerName().isEmpty()) {
      properties.put(MQConstants.SSL_PEER_NAME_PROPERTY, tls.peerName());
    }
    if (TlsContext.isNeededBy(tls)) {
      try {
        properties.put(
            MQConstants.SSL_SOCKET_FACTORY_PROPERTY, TlsContext.of(tls).getSocketFactory());
      } catch (JMSException e) {
        throw new MQException(CMQC.MQCC_FAILED, CMQC.MQRC_SSL_INITIALIZATION_ERROR, this, e);
      }
    }
    return properties;
  }

  /** A different name than that of the measured clients. */
  private String applicationName() {
    String name = configuration.where().applicationName();
    return name.substring(0, Math.min(name.length(), MOST_NAME - SUFFIX.length())) + SUFFIX;
  }

  @Override
  public void close() {
    if (queueManager != null) {
      try {
        queueManager.disconnect();
      } catch (MQException e) {
        // It was broken already.
      }
      queueManager = null;
    }
  }
}
