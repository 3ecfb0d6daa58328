package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.NumberedPayload;
import io.tidemark.driver.testkit.observed.OutcomeInbox;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Queues of Artemis whose consumers refuse messages: of each ten one is rejected, one given up. */
@Timeout(120)
class ArtemisOutcomesIT {
  private static final int MESSAGES = 200;
  private static final int GIVE_UP_AFTER = 3;
  private static File file;

  @TempDir Path directory;

  private final OutcomeInbox inbox =
      new OutcomeInbox(
          (number, delivery) ->
              switch ((int) (number % 10)) {
                case 0 -> Outcome.REJECT;
                case 5 -> Outcome.RELEASE;
                default -> Outcome.ACCEPT;
              });

  @BeforeAll
  static void startBroker() throws Exception {
    file = LocalJms.file("consuming: {wait: 100ms}\n");
  }

  @Test
  void consumersRefuseMessagesAsTheKitRequires() throws Exception {
    for (String by : List.of("receive", "listener")) {
      File each = LocalJms.file("consuming: {wait: 100ms, by: " + by + "}\n");
      new RulesOfOutcomes(each, 5_000).firstPass(4, by, directory);
    }
  }

  @Test
  void anExistingQueueHasTheDeadLettersAndStays() throws Exception {
    IbmMqBenchmarkDriver owner = new IbmMqBenchmarkDriver();
    owner.initialize(file, NullStatsLogger.INSTANCE);
    try {
      DriverRun.get(owner.createTopic("APP.DEAD", 1));
      IbmMqBenchmarkDriver driver = opened(true, Optional.of("APP.DEAD"));
      try {
        DriverRun.get(driver.createTopic("NAMED", 1));
        DetailedInbox dead = new DetailedInbox();
        try (BenchmarkConsumer consumer =
                DriverRun.get(driver.createConsumer("NAMED", "sub", inbox));
            BenchmarkConsumer ofDead =
                DriverRun.get(driver.createDeadLetterConsumer("NAMED", "sub", dead))) {
          assertThat(consumer).isNotSameAs(ofDead);
          sendAndAwaitAll(driver, "NAMED");
          await().until(() -> dead.count() >= MESSAGES / 5);
        }
        assertThat(dead.numbers().stream().sorted().toList())
            .isEqualTo(LongStream.range(0, MESSAGES).filter(n -> n % 5 == 0).boxed().toList());
        DriverRun.get(driver.deleteTopics(List.of("NAMED")));
      } finally {
        driver.close();
      }
      assertThat(owner.readTelemetry())
          .extracting(TelemetryReading::subject)
          .contains("APP.DEAD")
          .doesNotContain("NAMED");
      DriverRun.get(owner.deleteTopics(List.of("APP.DEAD")));
    } finally {
      owner.close();
    }
  }

  /** Artemis moves what it gives up; the consumer drops what it rejects. */
  @Test
  void rejectedMessagesOfARunWithoutDeadLettersAreDropped() throws Exception {
    IbmMqBenchmarkDriver driver = opened(false, Optional.empty());
    IbmMqBenchmarkDriver observer = new IbmMqBenchmarkDriver();
    try {
      observer.initialize(file, NullStatsLogger.INSTANCE);
      DriverRun.get(driver.createTopic("DROPS", 1));
      DetailedInbox dead = new DetailedInbox();
      try (BenchmarkConsumer consumer =
          DriverRun.get(driver.createConsumer("DROPS", "sub", inbox))) {
        assertThat(consumer).isNotNull();
        sendAndAwaitAll(driver, "DROPS");
      }
      try (BenchmarkConsumer ofDead =
          DriverRun.get(observer.createConsumer("DROPS.DEAD", "sub", dead))) {
        assertThat(ofDead).isNotNull();
        await().until(() -> dead.count() >= MESSAGES / 10);
      }
      assertThat(dead.numbers()).allMatch(number -> number % 10 == 5);
      DriverRun.get(driver.deleteTopics(List.of("DROPS")));
    } finally {
      observer.close();
      driver.close();
    }
  }

  private static IbmMqBenchmarkDriver opened(boolean deadLetters, Optional<String> named)
      throws Exception {
    IbmMqBenchmarkDriver driver = new IbmMqBenchmarkDriver();
    driver.expectOutcomes(
        new OutcomeRequest(
            Set.of(Outcome.ACCEPT, Outcome.REJECT, Outcome.RELEASE),
            Duration.ZERO,
            OptionalInt.of(GIVE_UP_AFTER),
            deadLetters,
            named));
    driver.initialize(file, NullStatsLogger.INSTANCE);
    return driver;
  }

  private void sendAndAwaitAll(IbmMqBenchmarkDriver driver, String topic) throws Exception {
    try (BenchmarkProducer producer = DriverRun.get(driver.createProducer(topic))) {
      for (long number = 0; number < MESSAGES; number++) {
        DriverRun.get(producer.sendAsync(Optional.empty(), NumberedPayload.of(number)));
      }
    }
    int deliveries = MESSAGES + MESSAGES / 10 * (GIVE_UP_AFTER - 1);
    await().until(() -> inbox.count() >= deliveries);
    assertThat(inbox.count()).isEqualTo(deliveries);
  }
}
