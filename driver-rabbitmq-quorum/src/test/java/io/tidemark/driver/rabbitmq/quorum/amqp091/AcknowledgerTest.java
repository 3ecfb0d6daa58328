package io.tidemark.driver.rabbitmq.quorum.amqp091;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfigurationRules;
import io.tidemark.driver.settings.SettingValues;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AcknowledgerTest {
  private final List<String> calls = new ArrayList<>();
  private final Channel channel =
      (Channel)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Channel.class},
              (proxy, method, arguments) -> {
                calls.add(method.getName() + Arrays.toString(arguments));
                return null;
              });

  @Test
  void acknowledgesInGroupsAndTheRestWhenIdle() throws IOException {
    Acknowledger acknowledger = acknowledger(Map.of("ackEvery", 10));
    for (long tag = 1; tag <= 25; tag++) {
      acknowledger.processed(tag);
    }
    assertThat(calls).containsExactly("basicAck[10, true]", "basicAck[20, true]");
    acknowledger.flush();
    acknowledger.flush();
    assertThat(calls).hasSize(3).endsWith("basicAck[25, true]");
  }

  @Test
  void aRefusalAcknowledgesWhatWasProcessedBefore() throws IOException {
    Acknowledger acknowledger = acknowledger(Map.of("ackEvery", 10));
    acknowledger.processed(1);
    acknowledger.processed(2);
    acknowledger.settle(3, Outcome.REJECT);
    acknowledger.settle(4, Outcome.RELEASE);
    acknowledger.flush();
    assertThat(calls)
        .containsExactly("basicAck[2, true]", "basicReject[3, false]", "basicReject[4, true]");
  }

  @Test
  void aTransactionCommitsSoManyMessagesAndTheRestWhenIdle() throws IOException {
    Acknowledger acknowledger = acknowledger(Map.of("ackEvery", 4, "consumerTransactionSize", 10));
    for (long tag = 1; tag <= 11; tag++) {
      acknowledger.processed(tag);
    }
    acknowledger.settle(12, Outcome.REJECT);
    acknowledger.flush();
    acknowledger.flush();
    assertThat(calls)
        .containsExactly(
            "basicAck[4, true]",
            "basicAck[8, true]",
            "basicAck[10, true]",
            "txCommitnull",
            "basicAck[11, true]",
            "basicReject[12, false]",
            "txCommitnull");
  }

  @Test
  void saysNothingWithAutomaticAcknowledgement() throws IOException {
    Acknowledger acknowledger = acknowledger(Map.of("ack", "auto"));
    acknowledger.processed(1);
    acknowledger.flush();
    assertThat(calls).isEmpty();
  }

  private Acknowledger acknowledger(Map<String, Object> settings) {
    return new Acknowledger(
        channel, QuorumConfigurationRules.read(new SettingValues("file", settings)).consuming());
  }
}
