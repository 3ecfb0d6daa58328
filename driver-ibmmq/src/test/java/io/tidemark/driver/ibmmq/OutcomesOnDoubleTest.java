package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.ibmmq.testdouble.DoubleSettings;
import io.tidemark.driver.ibmmq.testdouble.MqTestDouble;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers that refuse messages: rolled back, moved, and given up by BOTHRESH and BOQNAME. */
@Tag("slow")
class OutcomesOnDoubleTest {
  @TempDir Path files;

  @ParameterizedTest
  @ValueSource(strings = {"receive", "listener"})
  void refusesMessagesAsTheKitRequires(String by) throws Exception {
    try (MqTestDouble mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"))) {
      String more = "setup: {mode: pcf}\nconsuming: {wait: 100ms, by: " + by + "}\n";
      Path file = Files.writeString(files.resolve("mq.yaml"), DriverOnDouble.file(mq, more));
      new RulesOfOutcomes(file.toFile(), 100).firstPass(3, by, files);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ABANDON | 0 | '' | abandoned: JMS has no lock",
        "DELAY | 0 | '' | delayed: only Artemis",
        "RELEASE | 3 | '' | giveUpAfter: is an attribute of queues that the run makes",
        "RELEASE | 0 | 'consuming: {acknowledge: client}' | released: rolls a session back",
        "RELEASE | 0 | 'consuming: {acknowledge: transacted, acknowledgeEvery: 2}' | released: rolls",
        "REJECT | 0 | 'destinationType: topic' | deadLetters: belong to a queue",
      })
  void saysWhatItCannotDo(Outcome outcome, int giveUpAfter, String more, String problem)
      throws Exception {
    OutcomeRequest wanted =
        new OutcomeRequest(
            Set.of(Outcome.ACCEPT, outcome),
            Duration.ofSeconds(1),
            giveUpAfter == 0 ? OptionalInt.empty() : OptionalInt.of(giveUpAfter),
            outcome == Outcome.REJECT,
            Optional.empty());
    Map<String, Object> file =
        new YAMLMapper().readValue("queueManager: QM1\nhost: localhost\n" + more, Map.class);
    assertThat(new IbmMqBenchmarkDriver().outcomeProblem(wanted, file).orElse("none"))
        .startsWith(problem);
  }

  @Test
  void anExistingQueueOfDeadLettersIsUsedAndStays() throws Exception {
    try (MqTestDouble mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"))) {
      mq.define("APP.DEAD");
      IbmMqBenchmarkDriver driver = opened(mq, "APP.DEAD");
      try {
        DriverRun.get(driver.createTopic("OUT.1", 1));
        assertThat(mq.queue("OUT.1").attributes().backoutQueue()).isEqualTo("APP.DEAD");
        assertThat(mq.hasQueue("OUT.1.DEAD")).isFalse();
        DriverRun.get(driver.deleteTopics(List.of("OUT.1")));
        assertThat(mq.hasQueue("OUT.1")).isFalse();
        assertThat(mq.hasQueue("APP.DEAD")).isTrue();
      } finally {
        driver.close();
      }
    }
  }

  @Test
  void saysWhichQueueOfDeadLettersDoesNotExist() throws Exception {
    try (MqTestDouble mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"))) {
      IbmMqBenchmarkDriver driver = opened(mq, "APP.DEAD");
      try {
        assertThatThrownBy(() -> DriverRun.get(driver.createTopic("OUT.1", 1)))
            .hasMessageContaining(
                "outcomes.deadLetterDestination: queue APP.DEAD does not exist; define it");
      } finally {
        driver.close();
      }
    }
  }

  /** No consumer reads it, so what lies there was not left for one. */
  @Test
  void theQueueOfMessagesThatAreGivenUpAndDroppedIsNotObserved() throws Exception {
    try (MqTestDouble mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"))) {
      OutcomeRequest dropping =
          new OutcomeRequest(
              Set.of(Outcome.RELEASE), Duration.ZERO, OptionalInt.of(3), false, Optional.empty());
      IbmMqBenchmarkDriver driver = opened(mq, dropping);
      try {
        DriverRun.get(driver.createTopic("OUT.1", 1));
        assertThat(mq.queue("OUT.1").attributes().backoutQueue()).isEqualTo("OUT.1.DEAD");
        assertThat(driver.readTelemetry())
            .extracting(TelemetryReading::subject)
            .contains("OUT.1")
            .doesNotContain("OUT.1.DEAD");
        DriverRun.get(driver.deleteTopics(List.of("OUT.1")));
        assertThat(mq.hasQueue("OUT.1.DEAD")).isFalse();
      } finally {
        driver.close();
      }
    }
  }

  private IbmMqBenchmarkDriver opened(MqTestDouble mq, String deadLetters) throws Exception {
    return opened(
        mq,
        new OutcomeRequest(
            Set.of(Outcome.REJECT),
            Duration.ZERO,
            OptionalInt.of(3),
            true,
            Optional.of(deadLetters).filter(name -> !name.isEmpty())));
  }

  private IbmMqBenchmarkDriver opened(MqTestDouble mq, OutcomeRequest wanted) throws Exception {
    Path file =
        Files.writeString(
            files.resolve("mq.yaml"), DriverOnDouble.file(mq, "setup: {mode: pcf}\n"));
    IbmMqBenchmarkDriver driver = new IbmMqBenchmarkDriver();
    driver.expectOutcomes(wanted);
    driver.initialize(file.toFile(), NullStatsLogger.INSTANCE);
    return driver;
  }

  @Test
  void deletesTheQueueOfDeadLetters() throws Exception {
    try (MqTestDouble mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"))) {
      IbmMqBenchmarkDriver driver = opened(mq, "");
      try {
        DriverRun.get(driver.createTopic("OUT.1", 1));
        assertThat(mq.queue("OUT.1").attributes().backoutThreshold()).isEqualTo(3);
        assertThat(mq.queue("OUT.1").attributes().backoutQueue()).isEqualTo("OUT.1.DEAD");
        DriverRun.get(driver.deleteTopics(List.of("OUT.1")));
        assertThat(mq.hasQueue("OUT.1") || mq.hasQueue("OUT.1.DEAD")).isFalse();
      } finally {
        driver.close();
      }
    }
  }
}
