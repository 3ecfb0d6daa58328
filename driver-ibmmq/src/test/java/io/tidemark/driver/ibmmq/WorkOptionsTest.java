package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.ibmmq.testdouble.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections publishing and consuming: which calls they become, and when messages are gone. */
@Tag("slow")
class WorkOptionsTest {
  private static final int SYNCPOINT = 0x2;

  private static int commits(DriverOnDouble run) {
    return run.mq().journal().flows(Opcode.MQCMIT).size();
  }

  @Test
  void transactedPutsAreDoneWithTheirCommit() throws Exception {
    String file = "publishing: {transacted: true, commitEvery: 3, commitIdle: 1h}\n";
    try (DriverOnDouble run = DriverOnDouble.with(file);
        BenchmarkProducer producer = run.producer()) {
      List<CompletableFuture<Void>> sent = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        sent.add(producer.sendAsync(Optional.empty(), new byte[10]));
      }
      assertThat(sent)
          .extracting(CompletableFuture::isDone)
          .containsExactly(true, true, true, false, false);
      assertThat(run.mq().queue(DriverOnDouble.TOPIC).depth()).isEqualTo(3);
      assertThat(commits(run)).isEqualTo(1);
      assertThat(run.mq().journal().flows(Opcode.MQPUT))
          .allMatch(f -> (f.options() & SYNCPOINT) != 0);
      producer.close();
      assertThat(sent).allMatch(CompletableFuture::isDone);
      assertThat(run.mq().queue(DriverOnDouble.TOPIC).depth()).isEqualTo(5);
    }
  }

  @Test
  void anIncompleteTransactionIsCommittedSoon() throws Exception {
    String file = "publishing: {transacted: true, commitEvery: 100, commitIdle: 30ms}\n";
    try (DriverOnDouble run = DriverOnDouble.with(file);
        BenchmarkProducer producer = run.producer()) {
      DriverOnDouble.get(producer.sendAsync(Optional.empty(), new byte[10]));
      assertThat(run.mq().queue(DriverOnDouble.TOPIC).depth()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  void sendsWithAndWithoutWaiting(String send) throws Exception {
    String file = "publishing: {send: " + send + "}\nmessages: {persistence: persistent}\n";
    try (DriverOnDouble run = DriverOnDouble.with(file);
        BenchmarkProducer producer = run.producer()) {
      List<CompletableFuture<Void>> sent = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        sent.add(producer.sendAsync(Optional.empty(), new byte[10]));
      }
      DriverOnDouble.get(CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)));
      assertThat(run.mq().queue(DriverOnDouble.TOPIC).depth()).isEqualTo(10);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "receive, auto", "receive, client", "receive, dups-ok", "receive, transacted",
    "listener, auto", "listener, client", "listener, dups-ok", "listener, transacted"
  })
  void everyWayOfConsumingTakesEveryMessageOnce(String by, String acknowledge) throws Exception {
    String file = "consuming: {by: %s, acknowledge: %s, wait: 50ms}%n".formatted(by, acknowledge);
    try (DriverOnDouble run = DriverOnDouble.with(file)) {
      try (BenchmarkConsumer consumer = run.consumer();
          BenchmarkProducer producer = run.producer()) {
        for (int i = 0; i < 5; i++) {
          DriverOnDouble.get(producer.sendAsync(Optional.empty(), new byte[] {(byte) i}));
        }
        for (int i = 0; i < 5; i++) {
          assertThat(run.received()).containsExactly(i);
        }
      }
      assertThat(run.mq().queue(DriverOnDouble.TOPIC).depth()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"client", "transacted"})
  void acknowledgesInGroups(String acknowledge) throws Exception {
    String file =
        "consuming: {acknowledge: %s, acknowledgeEvery: 4, wait: 200ms}%n".formatted(acknowledge);
    try (DriverOnDouble run = DriverOnDouble.with(file);
        BenchmarkProducer producer = run.producer()) {
      for (int i = 0; i < 8; i++) {
        DriverOnDouble.get(producer.sendAsync(Optional.empty(), new byte[10]));
      }
      run.mq().journal().clear();
      try (BenchmarkConsumer consumer = run.consumer()) {
        Awaitility.await().until(() -> commits(run) == 2);
      }
      assertThat(run.mq().queue(DriverOnDouble.TOPIC).depth()).isZero();
      assertThat(commits(run)).isEqualTo(2);
    }
  }

  @Test
  void aConsumerThatLosesItsConnectionGetsItsMessagesAgain() throws Exception {
    String file = "consuming: {acknowledge: transacted, acknowledgeEvery: 100, wait: 200ms}\n";
    try (DriverOnDouble run = DriverOnDouble.with(file)) {
      run.put(new byte[] {1});
      try (BenchmarkConsumer consumer = run.consumer()) {
        assertThat(run.received()).containsExactly(1);
        run.mq().dropConnections();
        assertThat(run.received()).containsExactly(1);
      }
      assertThat(run.mq().queue(DriverOnDouble.TOPIC).depth()).isZero();
    }
  }
}
