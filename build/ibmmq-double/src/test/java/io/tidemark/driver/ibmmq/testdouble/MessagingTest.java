package io.tidemark.driver.ibmmq.testdouble;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.jms.MQQueue;
import com.ibm.msg.client.wmq.WMQConstants;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The flows with which IBM's client puts and gets; what it gets is in the contract. */
class MessagingTest {
  private static final int MESSAGES = 5;

  private static MqTestDouble start(int sharing) {
    MqTestDouble mq =
        MqTestDouble.start(DoubleSettings.named("QM1").withSharingConversations(sharing));
    mq.define("Q");
    return mq;
  }

  private static void putAll(JmsClient client, MQQueue queue, int bytes) throws Exception {
    MessageProducer producer = client.session().createProducer(queue);
    for (int i = 0; i < MESSAGES; i++) {
      Message message = client.message(bytes, i);
      message.setIntProperty("number", i);
      producer.send(message);
    }
  }

  @ParameterizedTest(name = "SHARECNV {0}, {1} bytes, RFH2 {2}, transacted {3}")
  @CsvSource({
    "0, 2048, false, false",
    "0, 204800, true, true",
  })
  void whatIsPutIsGot(int sharing, int bytes, boolean rfh2, boolean transacted) throws Exception {
    try (MqTestDouble mq = start(sharing);
        JmsClient client = JmsClient.connect(mq, transacted)) {
      MQQueue queue = client.queue("Q");
      if (rfh2) {
        queue.setTargetClient(WMQConstants.WMQ_CLIENT_JMS_COMPLIANT);
      }
      putAll(client, queue, bytes);
      commit(client, transacted);
      MessageConsumer consumer = client.session().createConsumer(queue);
      for (int i = 0; i < MESSAGES; i++) {
        Message got = consumer.receive(5_000);
        assertThat(JmsClient.bytesOf(got)).isEqualTo(JmsClient.bytes(bytes, i));
        assertThat(got.propertyExists("number")).isEqualTo(rfh2);
      }
      commit(client, transacted);
      assertThat(mq.queue("Q").depth()).isZero();
    }
  }

  private static void commit(JmsClient client, boolean transacted) throws Exception {
    if (transacted) {
      client.session().commit();
    }
  }

  @Test
  void aLargeMessageNeedsASecondGetByItsToken() throws Exception {
    try (MqTestDouble mq = start(1);
        JmsClient client = JmsClient.connect(mq)) {
      client.producer("Q").send(client.message(20_480, 7));
      client.consumer("Q").receive(5_000);
      assertThat(mq.journal().flows(Opcode.MQGET))
          .extracting(DoubleJournal.Flow::reason)
          .containsExactly(ReasonCode.TRUNCATED_MSG_FAILED, ReasonCode.NONE);
    }
  }
}
