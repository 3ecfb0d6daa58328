package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.ibmmq.testdouble.DoubleSettings;
import io.tidemark.driver.ibmmq.testdouble.MqTestDouble;
import io.tidemark.driver.ibmmq.testdouble.Opcode;
import io.tidemark.driver.ibmmq.testdouble.QueueAttributes;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each reason code becomes one line with code, name, place and advice; broken connections are made
 * anew.
 */
@Tag("slow")
class ReasonCodesOnDoubleTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2035 | 2035 MQRC_NOT_AUTHORIZED | check user and channel authentication",
        "2058 | 2058 MQRC_Q_MGR_NAME_ERROR | check queueManager",
        "2059 | 2059 MQRC_Q_MGR_NOT_AVAILABLE | check host, port, listener",
        "2063 | 2063 MQRC_SECURITY_ERROR | refused",
        "2161 | 2161 MQRC_Q_MGR_QUIESCING | being ended",
        "2543 | 2543 MQRC_STANDBY_Q_MGR | connectionNames",
        "2009 | 2009 MQRC_CONNECTION_BROKEN | error log",
      })
  void aRefusedConnection(int reason, String start, String advice) {
    MqTestDouble mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"));
    mq.faults().on(Opcode.MQCONN).times(10).refuse(reason);
    assertThatThrownBy(() -> DriverOnDouble.on(mq, DriverOnDouble.file(mq, "")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            start + " on channel DEV.APP.SVRCONN of localhost(" + mq.port() + "): ")
        .hasMessageContaining(advice)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void wrongNamesAndPorts() {
    MqTestDouble mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"));
    String file = DriverOnDouble.file(mq, "");
    assertThatThrownBy(() -> DriverOnDouble.on(mq, file.replace("QM1", "QM2")))
        .hasMessageStartingWith("2058 MQRC_Q_MGR_NAME_ERROR");
    MqTestDouble other = DriverOnDouble.startDouble(DoubleSettings.named("QM1"));
    assertThatThrownBy(
            () ->
                DriverOnDouble.on(
                    other, DriverOnDouble.file(other, "").replace("DEV.APP.SVRCONN", "NO.CHANNEL")))
        .hasMessageStartingWith("2540 MQRC_UNKNOWN_CHANNEL_NAME on channel NO.CHANNEL");
    assertThatThrownBy(() -> DriverOnDouble.on(mq, file))
        .hasMessageStartingWith("2538 MQRC_HOST_NOT_AVAILABLE");
  }

  @Test
  void anUnknownQueue() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("")) {
      assertThatThrownBy(() -> DriverOnDouble.get(run.driver().createProducer("NOT.THERE")))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("2085 MQRC_UNKNOWN_OBJECT_NAME")
          .hasMessageContaining("producer of NOT.THERE");
    }
  }

  @Test
  void aFullQueueAndAMessageTooLong() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("")) {
      run.mq().define("SMALL", QueueAttributes.defaults().withMaxDepth(1).withMaxMessageBytes(100));
      try (BenchmarkProducer producer = DriverOnDouble.get(run.driver().createProducer("SMALL"))) {
        assertFails(producer, 101, "2030 MQRC_MSG_TOO_BIG_FOR_Q");
        DriverOnDouble.get(producer.sendAsync(Optional.empty(), new byte[10]));
        assertThat(RefusedException.isIn(assertFails(producer, 10, "2053 MQRC_Q_FULL"))).isFalse();
      }
      assertThat(run.events()).isEmpty();
    }
  }

  private static Throwable assertFails(BenchmarkProducer producer, int bytes, String start) {
    Throwable failure =
        catchThrowable(
            () -> DriverOnDouble.get(producer.sendAsync(Optional.empty(), new byte[bytes])));
    assertThat(failure).hasMessageContaining(start);
    return failure;
  }

  @ParameterizedTest
  @CsvSource({"2016, true", "2035, true", "2080, false", "2102, false"})
  void aPutThatIsRefusedLeavesTheConnection(int reason, boolean forGood) throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("");
        BenchmarkProducer producer = run.producer()) {
      run.mq().faults().on(Opcode.MQPUT).refuse(reason);
      assertThat(RefusedException.isIn(assertFails(producer, 10, reason + " MQRC_")))
          .isEqualTo(forGood);
      DriverOnDouble.get(producer.sendAsync(Optional.empty(), new byte[10]));
      assertThat(run.events()).isEmpty();
    }
  }

  @Test
  void aTransactionWithARefusedPutFailsAsAWhole() throws Exception {
    String file = "publishing: {transacted: true, commitEvery: 2, commitIdle: 1h}\n";
    try (DriverOnDouble run = DriverOnDouble.with(file);
        BenchmarkProducer producer = run.producer()) {
      run.mq().faults().on(Opcode.MQPUT).after(1).refuse(2053);
      var first = producer.sendAsync(Optional.empty(), new byte[10]);
      assertFails(producer, 10, "2053 MQRC_Q_FULL");
      assertThat(first).isCompletedExceptionally();
      assertThat(run.mq().queue(DriverOnDouble.TOPIC).depth()).isZero();
    }
  }

  @Test
  void aProducerWhoseConnectionBreaksConnectsAgain() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("");
        BenchmarkProducer producer = run.producer()) {
      run.mq().faults().on(Opcode.MQPUT).dropConnection();
      assertFails(producer, 10, "2009 MQRC_CONNECTION_BROKEN");
      Awaitility.await()
          .ignoreExceptions()
          .untilAsserted(
              () -> DriverOnDouble.get(producer.sendAsync(Optional.empty(), new byte[10])));
      assertThat(run.events())
          .extracting(DriverEvent::kind)
          .containsExactly(DriverEvent.Kind.CONNECTION_LOST, DriverEvent.Kind.CONNECTION_RECOVERED);
    }
  }

  @Test
  void aConsumerWhoseConnectionBreaksConnectsAgain() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("consuming: {wait: 1s}\n")) {
      run.mq().faults().on(Opcode.MQGET).dropConnection();
      try (BenchmarkConsumer consumer = run.consumer()) {
        run.put(new byte[] {9});
        assertThat(run.received()).containsExactly(9);
      }
      assertThat(run.events())
          .extracting(DriverEvent::kind)
          .contains(DriverEvent.Kind.CONNECTION_LOST, DriverEvent.Kind.CONNECTION_RECOVERED);
    }
  }
}
