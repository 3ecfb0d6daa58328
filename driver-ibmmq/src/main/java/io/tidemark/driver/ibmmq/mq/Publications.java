package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.MQTopic;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.headers.MQDataException;
import java.io.IOException;
import java.util.Optional;

/** A non-durable subscription to PCF publications, which ends with its connection. */
final class Publications implements AutoCloseable {
  private static final int OPTIONS =
      CMQC.MQSO_CREATE | CMQC.MQSO_NON_DURABLE | CMQC.MQSO_MANAGED | CMQC.MQSO_FAIL_IF_QUIESCING;
  private static final int GET =
      CMQC.MQGMO_NO_SYNCPOINT
          | CMQC.MQGMO_NO_PROPERTIES
          | CMQC.MQGMO_CONVERT
          | CMQC.MQGMO_FAIL_IF_QUIESCING;
  private final MQTopic topic;

  Publications(MQQueueManager queueManager, String topicString) throws MQException {
    topic = queueManager.accessTopic(topicString, null, CMQC.MQTOPIC_OPEN_AS_SUBSCRIPTION, OPTIONS);
  }

  /**
   * The next publication, if there is one by then.
   *
   * @param waitMillis 0 does not wait
   */
  Optional<PcfContent> next(int waitMillis) throws MQException, MQDataException, IOException {
    MQGetMessageOptions options = new MQGetMessageOptions();
    options.options = waitMillis > 0 ? GET | CMQC.MQGMO_WAIT : GET;
    options.waitInterval = waitMillis;
    MQMessage message = new MQMessage();
    try {
      topic.get(message, options);
      return Optional.of(PcfContent.read(message));
    } catch (MQException e) {
      if (e.getReason() == CMQC.MQRC_NO_MSG_AVAILABLE) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public void close() throws MQException {
    topic.close();
  }
}
