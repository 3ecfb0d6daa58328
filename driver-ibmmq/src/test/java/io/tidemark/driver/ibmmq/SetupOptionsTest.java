package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.ibmmq.testdouble.DoubleSettings;
import io.tidemark.driver.ibmmq.testdouble.MqTestDouble;
import io.tidemark.driver.ibmmq.testdouble.Opcode;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section setup: queues made, inquired and deleted by PCF, or the MQSC for them. */
@Tag("slow")
class SetupOptionsTest {
  private static final String PCF = "setup: {mode: pcf, maxDepth: 50, maxMessageSize: 1MB}\n";

  @Test
  void pcfMakesAQueueAndDeletesIt() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with(PCF)) {
      DriverOnDouble.get(run.driver().createTopic("BENCH.NEW", 1));
      assertThat(run.mq().queue("BENCH.NEW").attributes().maxDepth()).isEqualTo(50);
      assertThat(run.mq().queue("BENCH.NEW").attributes().maxMessageBytes())
          .isIn(1_000_000, 1 << 20);
      DriverOnDouble.get(run.driver().deleteTopics(List.of("BENCH.NEW")));
      assertThat(run.mq().hasQueue("BENCH.NEW")).isFalse();
    }
  }

  @Test
  void aQueueThatWasThereStays() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("")) {
      DriverOnDouble.get(run.driver().createTopic(DriverOnDouble.TOPIC, 1));
      DriverOnDouble.get(run.driver().deleteTopics(List.of(DriverOnDouble.TOPIC)));
      assertThat(run.mq().hasQueue(DriverOnDouble.TOPIC)).isTrue();
    }
  }

  @Test
  void withoutPcfAMissingQueueComesWithItsMqsc() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("")) {
      assertThatThrownBy(() -> DriverOnDouble.get(run.driver().createTopic("NOT.THERE", 1)))
          .hasMessageContaining("queue NOT.THERE does not exist")
          .hasMessageContaining("DEFINE QLOCAL('NOT.THERE')");
    }
  }

  @Test
  void existingTopicsAreThoseThatCanBeOpened() throws Exception {
    for (String file : List.of("", PCF)) {
      try (DriverOnDouble run = DriverOnDouble.with(file)) {
        assertThat(
                DriverOnDouble.get(
                    run.driver().describeTopics(List.of(DriverOnDouble.TOPIC, "NOT.THERE"))))
            .containsOnlyKeys(DriverOnDouble.TOPIC);
      }
    }
  }

  @Test
  void topicsCanBeQueuesOfAPattern() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("queues: {pattern: PERF.%d, from: 5}\n")) {
      run.mq().define("PERF.7");
      DriverOnDouble.get(run.driver().createTopic("TIDEMARK-0000002-abcdefg", 1));
      DriverOnDouble.get(run.driver().createProducer("TIDEMARK-0000002-abcdefg"));
      assertThat(run.mq().queue("PERF.7").openForOutput()).isEqualTo(1);
    }
  }

  @Test
  void aQueueThatMayNotBeInquiredIsReportedOnceAndTheDepthsOfTheOthersGoOn() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with(PCF)) {
      DriverOnDouble.get(run.driver().createTopic("BENCH.SECRET", 1));
      DriverOnDouble.get(run.driver().describeTopics(List.of(DriverOnDouble.TOPIC)));
      run.mq().faults().refuseInquiries("BENCH.SECRET", 2035);
      run.put(new byte[10]);
      run.put(new byte[10]);
      for (int i = 0; i < 3; i++) {
        assertThat(run.driver().readTelemetry())
            .singleElement()
            .extracting(TelemetryReading::name, TelemetryReading::subject, TelemetryReading::value)
            .containsExactly("queueMessages", DriverOnDouble.TOPIC, 2.0);
      }
      assertThat(run.events())
          .filteredOn(event -> event.detail().contains("2035"))
          .singleElement()
          .satisfies(
              event ->
                  assertThat(event.detail())
                      .contains("inquire queue BENCH.SECRET")
                      .endsWith("it is not asked again"));
    }
  }

  @Test
  void factsNameClientAndQueueManager() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("")) {
      assertThat(run.driver().brokerFacts())
          .containsEntry("broker.name", "IBM MQ")
          .containsEntry("queue.manager", "QM1")
          .containsEntry("broker.version", "command level 945")
          .containsEntry("message.persistence", "persistent")
          .containsEntry("persistence", "flushed to disk")
          .hasEntrySatisfying("client.version", v -> assertThat(v).contains("9.4.5"));
    }
  }

  @ParameterizedTest
  @CsvSource({"10, true, 10", "1, true, 1", "10, false, 1"})
  void factsTellTheSharingOfConversationsThatIsInForce(int channel, boolean client, String agreed)
      throws Exception {
    MqTestDouble mq =
        DriverOnDouble.startDouble(DoubleSettings.named("QM1").withSharingConversations(channel));
    String connections = "connections: {shareConversations: " + client + "}\n";
    String file = DriverOnDouble.file(mq, "").replaceAll("connections: .*\n", "") + connections;
    try (DriverOnDouble run = DriverOnDouble.on(mq, file)) {
      assertThat(run.driver().brokerFacts()).containsEntry("channel.sharecnv", agreed);
    }
  }

  @Test
  void withoutTheAuthorityTheSharingIsUnknownAndTheDriverWorks() throws Exception {
    MqTestDouble mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"));
    mq.faults().on(Opcode.MQOPEN).onQueue("SYSTEM.ADMIN.COMMAND.QUEUE").times(10).refuse(2035);
    mq.faults().on(Opcode.SPI).onQueue("SYSTEM.ADMIN.COMMAND.QUEUE").times(10).refuse(2035);
    try (DriverOnDouble run = DriverOnDouble.on(mq, DriverOnDouble.file(mq, ""))) {
      assertThat(run.driver().brokerFacts().get("channel.sharecnv"))
          .startsWith("unknown: 2035 MQRC_NOT_AUTHORIZED");
      run.put(new byte[10]);
    }
  }

  @Test
  void answersToPcfComeToAQueueOfTheModel() throws Exception {
    MqTestDouble mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"));
    mq.defineModel("TIDEMARK.REPLY.MODEL", false);
    String setup = "setup: {mode: pcf, replyModel: TIDEMARK.REPLY.MODEL}\n";
    try (DriverOnDouble run = DriverOnDouble.on(mq, DriverOnDouble.file(mq, setup))) {
      mq.dropConnections(); // So that it opens its queues again.
      mq.journal().clear();
      DriverOnDouble.get(run.driver().createTopic("BENCH.NEW", 1));
      assertThat(mq.hasQueue("BENCH.NEW")).isTrue();
      assertThat(mq.journal().flows(Opcode.MQOPEN, "TIDEMARK.REPLY.MODEL")).isNotEmpty();
      assertThat(mq.journal().flows(Opcode.MQOPEN, "SYSTEM.DEFAULT.MODEL.QUEUE")).isEmpty();
      DriverOnDouble.get(run.driver().deleteTopics(List.of("BENCH.NEW")));
    }
  }

  @Test
  void aSecondSubscriptionOfAQueueIsRefused() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("");
        BenchmarkConsumer consumer = run.consumer()) {
      assertThatThrownBy(
              () ->
                  DriverOnDouble.get(
                      run.driver().createSubscription(DriverOnDouble.TOPIC, "another")))
          .hasMessageContaining("destinationType: topic");
    }
  }
}
