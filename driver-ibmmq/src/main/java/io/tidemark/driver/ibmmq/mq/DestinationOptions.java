package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.constants.CMQC;
import com.ibm.mq.jms.MQDestination;
import com.ibm.msg.client.wmq.WMQConstants;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Allowed;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Messages;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Persistence;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.TargetClient;
import io.tidemark.driver.ibmmq.provider.JmsProvider.MessageKind;
import javax.jms.JMSException;

/**
 * The message section of a file, as properties of IBM's destinations.
 *
 * @param messages the section
 */
record DestinationOptions(Messages messages) {

  void apply(MQDestination destination) throws JMSException {
    destination.setTargetClient(
        messages.targetClient() == TargetClient.MQ
            ? WMQConstants.WMQ_CLIENT_NONJMS_MQ
            : WMQConstants.WMQ_CLIENT_JMS_COMPLIANT);
    destination.setPersistence(persistence(messages.persistence()));
    destination.setPutAsyncAllowed(
        switch (messages.putAsync()) {
          case AS_DEST -> WMQConstants.WMQ_PUT_ASYNC_ALLOWED_AS_DEST;
          case ENABLED -> WMQConstants.WMQ_PUT_ASYNC_ALLOWED_ENABLED;
          case DISABLED -> WMQConstants.WMQ_PUT_ASYNC_ALLOWED_DISABLED;
        });
    destination.setReadAheadAllowed(readAhead(messages.readAhead()));
    if (messages.ccsid() > 0) {
      destination.setCCSID(messages.ccsid());
    }
    if (messages.encoding() > 0) {
      destination.setEncoding(messages.encoding());
    }
  }

  private static int readAhead(Allowed allowed) {
    return switch (allowed) {
      case AS_DEST -> WMQConstants.WMQ_READ_AHEAD_ALLOWED_AS_DEST;
      case ENABLED -> WMQConstants.WMQ_READ_AHEAD_ALLOWED_ENABLED;
      case DISABLED -> WMQConstants.WMQ_READ_AHEAD_ALLOWED_DISABLED;
    };
  }

  private static int persistence(Persistence persistence) {
    return switch (persistence) {
      case NON_PERSISTENT -> WMQConstants.WMQ_PER_NON;
      case PERSISTENT -> WMQConstants.WMQ_PER_PER;
      case QUEUE_DEFAULT -> WMQConstants.WMQ_PER_QDEF;
      case APPLICATION -> WMQConstants.WMQ_PER_APP;
    };
  }

  /** MQMD.MsgType. */
  static int messageType(MessageKind kind) {
    return switch (kind) {
      case REQUEST -> CMQC.MQMT_REQUEST;
      case REPLY -> CMQC.MQMT_REPLY;
    };
  }
}
