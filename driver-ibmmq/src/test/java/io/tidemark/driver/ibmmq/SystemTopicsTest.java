package io.tidemark.driver.ibmmq;

import static io.tidemark.driver.ibmmq.testdouble.MonitoringMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.mq.constants.CMQCFC;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.ibmmq.testdouble.DoubleJournal;
import io.tidemark.driver.ibmmq.testdouble.DoubleSettings;
import io.tidemark.driver.ibmmq.testdouble.MqTestDouble;
import io.tidemark.driver.ibmmq.testdouble.Opcode;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a queue manager publishes under $SYS/MQ, described as IBM's sample amqsrua expects it. */
class SystemTopicsTest {
  private static final String ROOT = "$SYS/MQ/INFO/QMGR/QM1/Monitor/";
  private static final String METADATA = ROOT + "METADATA/";
  private static final long TEN_SECONDS = 10_000_000;
  private static final int DISK = 1;
  private static final int LOG = 2;
  private static final int REPLICAS = 5;
  private MqTestDouble mq;
  private DriverOnDouble run;

  @BeforeEach
  void start() {
    mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"));
  }

  @AfterEach
  void stop() {
    if (run == null) {
      mq.close();
    } else {
      run.close();
    }
  }

  private DriverOnDouble driver() throws IOException {
    run = DriverOnDouble.on(mq, DriverOnDouble.file(mq, ""));
    return run;
  }

  private void describe() {
    retain(
        "CLASSES",
        message()
            .classOf(0, "CPU", METADATA + "CPU/TYPES")
            .classOf(DISK, "DISK", METADATA + "DISK/TYPES")
            .classOf(REPLICAS, "NHAREPLICA", METADATA + "NHAREPLICA/TYPES")
            .encoded());
    retain(
        "DISK/TYPES",
        message()
            .type(0, "SystemSummary", METADATA + "DISK/SystemSummary")
            .type(LOG, "Log", METADATA + "DISK/Log")
            .encoded());
    retain(
        "DISK/Log",
        message()
            .topic(ROOT + "DISK/Log")
            .element(0, CMQCFC.MQIAMO_MONITOR_UNIT, "Log - bytes in use")
            .element(4, CMQCFC.MQIAMO_MONITOR_DELTA, "Log - physical bytes written")
            .element(6, CMQCFC.MQIAMO_MONITOR_MICROSEC, "Log - write latency")
            .element(7, CMQCFC.MQIAMO_MONITOR_UNIT, "Log - write size")
            .element(8, CMQCFC.MQIAMO_MONITOR_PERCENT, "Log - current primary space in use")
            .element(9, CMQCFC.MQIAMO_MONITOR_LSN, "Log - quorum log sequence number")
            .encoded());
    retain(
        "NHAREPLICA/TYPES",
        message().type(0, "REPLICATION", METADATA + "NHAREPLICA/REPLICATION").encoded());
    retain(
        "NHAREPLICA/REPLICATION",
        message()
            .topic(ROOT + "NHAREPLICA/%s/REPLICATION")
            .element(2, CMQCFC.MQIAMO_MONITOR_MICROSEC, "Log write average acknowledgement latency")
            .element(4, CMQCFC.MQIAMO_MONITOR_UNIT, "Backlog bytes")
            .encoded());
  }

  private void retain(String topic, byte[] description) {
    mq.publish(METADATA + topic, description, true);
  }

  private void publishLog() {
    mq.publish(
        ROOT + "DISK/Log",
        message()
            .published(DISK, LOG, TEN_SECONDS)
            .value(0, 4_000_000L)
            .value(4, 50_000_000L)
            .value(6, 850)
            .value(7, 12_288)
            .value(8, 1_234)
            .value(9, 77L)
            .encoded(),
        false);
  }

  @Test
  void theRecoveryLogIsReportedWithNamesUnitsAndTheIntervalOfThePublication() throws Exception {
    describe();
    driver().driver().readTelemetry();
    publishLog();
    assertThat(run.driver().readTelemetry())
        .containsExactlyInAnyOrder(
            new TelemetryReading("logInUseBytes", "QM1", 4_000_000, 10_000),
            new TelemetryReading("logPhysicalWrittenBytesPerSecond", "QM1", 5_000_000, 10_000),
            new TelemetryReading("logWriteLatencyMicros", "QM1", 850, 10_000),
            new TelemetryReading("logWriteSizeBytes", "QM1", 12_288, 10_000),
            new TelemetryReading("logCurrentPrimarySpaceInUsePercent", "QM1", 12.34, 10_000));
    assertThat(run.driver().readTelemetry()).as("nothing twice").isEmpty();
    assertThat(run.events()).isEmpty();
  }

  @Test
  void everyReplicaOfNativeHighAvailabilityIsReported() throws Exception {
    describe();
    driver().driver().readTelemetry();
    publishReplica("mq-1", 640);
    publishReplica("mq-2", 0);
    assertThat(run.driver().readTelemetry())
        .containsExactlyInAnyOrder(
            new TelemetryReading(
                "replicaLogWriteAverageAcknowledgementLatencyMicros", "mq-1", 1_500, 10_000),
            new TelemetryReading("replicaBacklogBytes", "mq-1", 640, 10_000),
            new TelemetryReading(
                "replicaLogWriteAverageAcknowledgementLatencyMicros", "mq-2", 1_500, 10_000),
            new TelemetryReading("replicaBacklogBytes", "mq-2", 0, 10_000));
  }

  private void publishReplica(String instance, long backlogBytes) {
    mq.publish(
        ROOT + "NHAREPLICA/" + instance + "/REPLICATION",
        message()
            .published(REPLICAS, 0, TEN_SECONDS)
            .name(CMQCFC.MQCACF_NHA_INSTANCE_NAME, instance)
            .value(2, 1_500)
            .value(4, backlogBytes)
            .encoded(),
        false);
  }

  @Test
  void aDescriptionLargerThanTheFirstBufferIsReadWhole() throws Exception {
    describe();
    var description =
        message()
            .topic(ROOT + "DISK/Log")
            .element(6, CMQCFC.MQIAMO_MONITOR_MICROSEC, "Log - write latency");
    for (int element = 100; element < 300; element++) {
      description.element(element, CMQCFC.MQIAMO_MONITOR_UNIT, "Log - figure " + element);
    }
    assertThat(description.encoded()).hasSizeGreaterThan(8192);
    retain("DISK/Log", description.encoded());
    driver().driver().readTelemetry();
    publishLog();
    assertThat(run.driver().readTelemetry())
        .containsExactly(new TelemetryReading("logWriteLatencyMicros", "QM1", 850, 10_000));
  }

  @Test
  void whoMayNotSubscribeIsReportedOnceAndTheDepthsGoOn() throws Exception {
    describe();
    mq.faults().on(Opcode.MQSUB).refuse(2035);
    driver().put(new byte[10]);
    DriverOnDouble.get(run.driver().describeTopics(List.of(DriverOnDouble.TOPIC)));
    for (int i = 0; i < 3; i++) {
      assertThat(run.driver().readTelemetry())
          .extracting(TelemetryReading::name)
          .containsExactly("queueMessages");
    }
    assertThat(run.events())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.kind()).isEqualTo(DriverEvent.Kind.NOTICE);
              assertThat(event.detail()).startsWith("2035 MQRC_NOT_AUTHORIZED").contains("$SYS/MQ");
            });
    assertThat(mq.faults().pending()).isZero();
    assertThat(mq.subscribers(METADATA + "CLASSES")).as("asked again").isZero();
    assertThat(mq.subscribers(ROOT + "DISK/Log")).as("asked again").isZero();
  }

  @Test
  void aQueueManagerThatIsSlowToDescribeItselfIsAskedAgain() throws Exception {
    describe();
    driver();
    mq.faults().on(Opcode.MQGET).times(2).refuse(2033);
    assertThat(run.driver().readTelemetry()).isEmpty();
    assertThat(run.driver().readTelemetry()).isEmpty();
    assertThat(mq.faults().pending()).isZero();
    publishWhenSubscribed();
    assertThat(run.driver().readTelemetry())
        .extracting(TelemetryReading::name)
        .contains("logWriteLatencyMicros");
    assertThat(run.events()).isEmpty();
  }

  @Test
  void aQueueManagerWithoutSuchTopicsIsReportedOnce() throws Exception {
    mq.publish(
        METADATA + "CLASSES", message().classOf(0, "CPU", METADATA + "CPU/TYPES").encoded(), true);
    driver();
    assertThat(run.driver().readTelemetry()).isEmpty();
    assertThat(run.driver().readTelemetry()).isEmpty();
    assertThat(run.events())
        .extracting(DriverEvent::detail)
        .singleElement()
        .asString()
        .contains("QM1 publishes no metrics of its log");
    assertThat(mq.journal().flows(Opcode.MQSUB)).extracting(DoubleJournal.Flow::object).hasSize(1);
  }

  @Test
  void whatIsNotPcfIsAnEventAndNotTheEnd() throws Exception {
    describe();
    driver().driver().readTelemetry();
    mq.publish(
        ROOT + "DISK/Log", "no PCF".getBytes(java.nio.charset.StandardCharsets.UTF_8), false);
    assertThatThrownBy(() -> run.driver().readTelemetry()).isInstanceOf(IOException.class);
    publishWhenSubscribed();
    assertThat(run.driver().readTelemetry()).isNotEmpty();
  }

  @Test
  void afterABrokenConnectionItSubscribesAgain() throws Exception {
    describe();
    driver().driver().readTelemetry();
    mq.dropConnections();
    Awaitility.await().until(() -> mq.subscribers(ROOT + "DISK/Log") == 0);
    assertThatThrownBy(() -> run.driver().readTelemetry()).isInstanceOf(IOException.class);
    publishWhenSubscribed();
    assertThat(run.driver().readTelemetry())
        .extracting(TelemetryReading::name)
        .contains("logWriteLatencyMicros");
  }

  private void publishWhenSubscribed() throws Exception {
    run.driver().readTelemetry();
    assertThat(mq.subscribers(ROOT + "DISK/Log")).isEqualTo(1);
    publishLog();
  }

  @Test
  void subscriptionsEndWithTheDriver() throws Exception {
    describe();
    driver().driver().readTelemetry();
    assertThat(mq.subscribers(ROOT + "NHAREPLICA/mq-0/REPLICATION")).isEqualTo(1);
    run.driver().close();
    Awaitility.await().until(() -> mq.subscribers(ROOT + "DISK/Log") == 0);
  }

  @Test
  void readsNothingWithTelemetryOff() throws Exception {
    describe();
    run = DriverOnDouble.on(mq, DriverOnDouble.file(mq, "setup: {telemetry: false}\n"));
    assertThat(run.driver().readTelemetry()).isEmpty();
    assertThat(mq.journal().flows(Opcode.MQSUB)).isEmpty();
  }
}
