package io.tidemark.driver.ibmmq.testdouble;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Units of work on the double. */
class TransactionTest {
  private MqTestDouble mq;
  private LocalQueue queue;

  @BeforeEach
  void start() {
    mq = MqTestDouble.start(DoubleSettings.named("QM1"));
    queue = mq.define("Q");
  }

  @AfterEach
  void stop() {
    mq.close();
  }

  @Test
  void aPutIsSeenAfterItsCommit() throws Exception {
    try (JmsClient client = JmsClient.connect(mq, true)) {
      client.producer("Q").send(client.message(10, 1));
      assertThat(queue.depth()).isZero();
      client.session().commit();
      assertThat(queue.depth()).isEqualTo(1);
      assertThat(mq.journal().flows(Opcode.MQCMIT)).hasSize(1);
    }
  }

  @Test
  void aLostConnectionRollsBackPutsAndGets() throws Exception {
    try (JmsClient putter = JmsClient.connect(mq)) {
      putter.producer("Q").send(putter.message(1, 1));
    }
    JmsClient client = JmsClient.connect(mq, true);
    assertThat(client.consumer("Q").receive(5_000)).isNotNull();
    client.producer("Q").send(client.message(1, 2));
    assertThat(queue.depth()).isZero();
    mq.dropConnections();
    Awaitility.await().until(() -> queue.depth() == 1);
    assertThat(queue.messages().get(0).data()).containsExactly(1);
    assertThat(queue.messages().get(0).descriptor().backoutCount()).isEqualTo(1);
    try {
      client.close();
    } catch (javax.jms.JMSException e) {
      assertThat(JmsClient.reasonOf(e)).isEqualTo(ReasonCode.CONNECTION_BROKEN);
    }
  }
}
