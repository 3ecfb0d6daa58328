package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.jms.MQConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Authentication;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Connecting;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Reconnect;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Tls;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Where;
import java.net.MalformedURLException;
import java.net.URI;
import javax.jms.JMSException;

/** Makes IBM's connection factory as the file says. */
record FactorySettings(IbmMqConfiguration configuration) {
  /**
   * On a channel without shared conversations the client gets messages for a listener in polls,
   * each of 5 s unless told otherwise. Its close waits 5 s for the poll to end, and fails (2195) if
   * both end together.
   */
  private static final int POLL_MILLIS = 500;

  MQConnectionFactory factory() throws JMSException {
    MQConnectionFactory factory = new MQConnectionFactory();
    factory.setTransportType(WMQConstants.WMQ_CM_CLIENT);
    factory.setPollingInterval(POLL_MILLIS);
    where(factory);
    who(factory);
    tls(factory);
    connecting(factory);
    return factory;
  }

  private void where(MQConnectionFactory factory) throws JMSException {
    Where where = configuration.where();
    if (where.ccdtUrl().isEmpty()) {
      factory.setConnectionNameList(String.join(",", where.addresses()));
      factory.setChannel(where.channel());
    } else {
      try {
        factory.setCCDTURL(URI.create(where.ccdtUrl()).toURL());
      } catch (MalformedURLException | IllegalArgumentException e) {
        // Without the cause, whose text is the whole URL with what is secret in it.
        throw new JMSException("ccdtUrl is not a URL: " + where.address());
      }
    }
    factory.setQueueManager(where.queueManager());
    factory.setAppName(where.applicationName());
  }

  private void who(MQConnectionFactory factory) throws JMSException {
    factory.setBooleanProperty(
        WMQConstants.USER_AUTHENTICATION_MQCSP,
        !configuration.who().token().isEmpty()
            || configuration.who().authentication() == Authentication.MQCSP);
  }

  private void tls(MQConnectionFactory factory) throws JMSException {
    Tls tls = configuration.tls();
    if (!tls.cipherSuite().isEmpty()) {
      factory.setSSLCipherSuite(tls.cipherSuite());
    }
    if (!tls.peerName().isEmpty()) {
      factory.setSSLPeerName(tls.peerName());
    }
    factory.setSSLFipsRequired(tls.fips());
    if (TlsContext.isNeededBy(tls)) {
      factory.setSSLSocketFactory(TlsContext.of(tls).getSocketFactory());
    }
  }

  private void connecting(MQConnectionFactory factory) throws JMSException {
    Connecting connecting = configuration.connecting();
    factory.setShareConvAllowed(
        connecting.shareConversations()
            ? WMQConstants.WMQ_SHARE_CONV_ALLOWED_YES
            : WMQConstants.WMQ_SHARE_CONV_ALLOWED_NO);
    factory.setProviderVersion(connecting.providerVersion());
    factory.setClientReconnectOptions(reconnectOptions(connecting.reconnect()));
    factory.setClientReconnectTimeout(Math.toIntExact(connecting.reconnectTimeout().toSeconds()));
    if (!connecting.temporaryModel().isEmpty()) {
      factory.setTemporaryModel(connecting.temporaryModel());
    }
    if (!connecting.temporaryPrefix().isEmpty()) {
      factory.setTempQPrefix(connecting.temporaryPrefix());
    }
  }

  private static int reconnectOptions(Reconnect reconnect) {
    return switch (reconnect) {
      case DISABLED -> WMQConstants.WMQ_CLIENT_RECONNECT_DISABLED;
      case ANY -> WMQConstants.WMQ_CLIENT_RECONNECT;
      case QMGR -> WMQConstants.WMQ_CLIENT_RECONNECT_Q_MGR;
      case AS_DEF -> WMQConstants.WMQ_CLIENT_RECONNECT_AS_DEF;
    };
  }
}
