package io.tidemark.driver.ibmmq.testdouble;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The contract on the double, with no, one and ten shared conversations for each socket. */
@Tag("slow")
class DoubleContractTest {
  private abstract static class OnDouble extends QueueManagerContract {
    private final int sharingConversations;
    private MqTestDouble mq;

    OnDouble(int sharingConversations) {
      this.sharingConversations = sharingConversations;
    }

    @Override
    QueueManagerAddress start() {
      mq =
          MqTestDouble.start(
              DoubleSettings.named("QM1")
                  .withChannels("DEV.ADMIN.SVRCONN")
                  .withUser("admin", "passw0rd")
                  .withSharingConversations(sharingConversations));
      return new QueueManagerAddress(
          "QM1", "localhost", mq.port(), "DEV.ADMIN.SVRCONN", "admin", "passw0rd");
    }

    @Override
    @AfterEach
    void deleteQueues() throws Exception {
      try (MqTestDouble closedLast = mq) {
        super.deleteQueues();
      }
    }
  }

  @Nested
  class NoSharing extends OnDouble {
    NoSharing() {
      super(0);
    }
  }

  @Nested
  class OneConversation extends OnDouble {
    OneConversation() {
      super(1);
    }
  }

  @Nested
  class TenConversations extends OnDouble {
    TenConversations() {
      super(10);
    }
  }
}
