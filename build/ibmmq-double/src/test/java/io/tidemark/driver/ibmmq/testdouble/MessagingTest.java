package io.tidemark.driver.ibmmq.testdouble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The flows with which IBM's client gets; what it gets is in the contract. */
class MessagingTest {
  @Test
  void aLargeMessageNeedsASecondGetByItsToken() throws Exception {
    try (MqTestDouble mq =
            MqTestDouble.start(DoubleSettings.named("QM1").withSharingConversations(1));
        JmsClient client = JmsClient.connect(mq)) {
      mq.define("Q");
      client.producer("Q").send(client.message(20_480, 7));
      client.consumer("Q").receive(5_000);
      assertThat(mq.journal().flows(Opcode.MQGET))
          .extracting(DoubleJournal.Flow::reason)
          .containsExactly(ReasonCode.TRUNCATED_MSG_FAILED, ReasonCode.NONE);
    }
  }
}
